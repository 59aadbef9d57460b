"""The language of clauses and sentences: who does what, "and", "then", "if you do", "unless", "instead"."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from engine.bos import tree
from engine.bos.cardtext.grammar_conditions import predicates
from engine.bos.cardtext.grammar_deeds import OPEN, Phrase, phrase, until
from engine.bos.cardtext.grammar_things import anyone, filter_many, filter_one, quantity
from engine.bos.cardtext.grammar_words import THEY, Subject, number, player
from engine.bos.cardtext.kernel import Named, Refusal, any_of, maybe, meaning, once, perhaps, saying, seq, some
from engine.bos.cardtext.shapes import change, parts

Steps = tuple[tree.Step, ...]
CARDS_ONLY = (tree.Ready, tree.Act, tree.Turn, tree.Move, tree.Put, tree.Bring, tree.Swap, tree.Bonus)
BY_A_PLAYER = (tree.Ready, tree.Act, tree.Defeat, tree.Turn, tree.Move, tree.Swap, tree.Put, tree.Bring, tree.Select)
LASTING = (tree.Gain, tree.Cannot, tree.Prevent)


@dataclass(frozen=True, slots=True)
class Clause:
    """Some steps; `bare` has no subject of its own."""

    steps: Steps
    bare: bool = False


@dataclass(frozen=True, slots=True)
class Sentence:
    """The steps of a sentence. `instead` takes the place of the sentence before where `held` is so.

    `bought` makes all that follows depend on it ("you may pay 2 vim: …"); `x` says what X is in the sentence before.
    """

    steps: Steps
    held: tree.Predicate | None = None
    instead: bool = False
    otherwise: bool = False
    bought: bool = False
    x: tree.Quantity | None = None


# A verb finds its subject


def _is_third(who: tree.Thing) -> bool | None:
    """Whether the verb after it has an s; None where both are said."""
    match who:
        case tree.Who("you") | tree.Both() | tree.Them():
            return False
        case tree.Choose():
            return who.high == 1
        case tree.Each():
            return None
        case tree.OneOf(some_parts):
            return _is_third(some_parts[-1])
    return True


def _bind(deed: tree.Deed, who: tree.Thing) -> tree.Deed:
    """The deed done by, or to, its subject."""
    bound: tree.Deed
    if any(isinstance(part, Subject) for part in parts(deed)):
        bound = change(deed, lambda part: who if isinstance(part, Subject) else part)
    else:
        bound = _ordered(deed, who)
    bound = _them(bound, who)
    if isinstance(bound, tree.Damage) and bound.by in (tree.This(), tree.Who("you")):
        bound = replace(bound, by=None)
    if isinstance(bound, tree.Lose):
        bound = _loser(who)
    _check(bound)
    return bound


def _ordered(deed: tree.Deed, who: tree.Thing) -> tree.Deed:
    """An order is carried out by a player, who makes its choices."""
    if not isinstance(who, tree.Who):
        raise Refusal("Only a player does that: write “you may …”, “you must …” or leave the subject away.")
    if who.player == "you":
        return deed
    if not isinstance(deed, BY_A_PLAYER) or not any(isinstance(part, tree.Choose) for part in parts(deed)):
        raise Refusal("Another player is named only where that player chooses a card.")
    ordered: tree.Deed = change(
        deed, lambda part: replace(part, by=who.player) if isinstance(part, tree.Choose) else part
    )
    return ordered


def _them(deed: tree.Deed, who: tree.Thing) -> tree.Deed:
    """ "They" and "their" mean the player who is the subject, else the one named before."""
    whose: tree.Player = who.player if isinstance(who, tree.Who) and who.player != "you" else "that player"

    def named(part: Any) -> Any:
        if isinstance(part, tree.Filter) and THEY in (part.control, part.owner):
            control = whose if part.control == THEY else part.control
            return replace(part, control=control, owner=whose if part.owner == THEY else part.owner)
        if isinstance(part, tree.Has | tree.Who) and part.player == THEY:
            return replace(part, player=whose)
        return part

    bound: tree.Deed = change(deed, named)
    return bound


def _loser(who: tree.Thing) -> tree.Lose:
    if not isinstance(who, tree.Who):
        raise Refusal("Only a player loses the game; a card is defeated.")
    return tree.Lose(who.player)


def _people(what: Any) -> bool | None:
    """Whether these are players; None where it can be both."""
    if isinstance(what, tree.Who):
        return True
    if isinstance(what, tree.Target | tree.It | tree.Both | tree.OneOf):
        return None
    return False


def _check(deed: tree.Deed) -> None:
    """Cards have strength, players life, vim and ether; cards are readied, players are not."""
    if isinstance(deed, tree.Gain | tree.Scale):
        wrong = deed.what == "strength"
        if _people(deed.who) is wrong:
            raise Refusal("Players have life, vim and ether; cards have strength.")
    if isinstance(deed, tree.Spend) and not isinstance(deed.who, tree.Who):
        raise Refusal("Only a player pays: write “you may pay …”.")
    if isinstance(deed, CARDS_ONLY) and any(isinstance(part, tree.Who) for part in parts(deed)):
        raise Refusal("That is done to cards, not to players.")
    if isinstance(deed, tree.Damage) and isinstance(deed.by, tree.Who | tree.Each | tree.Both):
        raise Refusal("Damage is dealt by one card; leave the subject away where it is this one.")


def _step(deed: tree.Deed, who: tree.Thing) -> tree.Step:
    return tree.Step(_bind(deed, who))


# Clauses


def _agrees(said: Phrase, third: bool | None) -> None:
    if said.third is not None and third is not None and said.third is not third:
        raise Refusal("The verb does not fit its subject.")


def _said(who: tree.Thing, modal: str | None, phrases: tuple[Phrase, ...]) -> Clause:
    """The first verb may be bent wrongly where nothing else can be meant; the others tell by it whose they are."""
    third = False if modal else _is_third(who)
    for index, each in enumerate(phrases):
        if modal or index:
            _agrees(each, third)
    if modal and any(each.third is None for each in phrases):
        raise Refusal("A prohibition takes neither “may” nor “must”.")
    steps = tuple(_step(deed, who) for each in phrases for deed in each.deeds)
    if modal == "may":
        steps = (replace(steps[0], may=True), *(replace(step, did=True) for step in steps[1:]))
    return Clause(steps)


def _order(phrases: tuple[Phrase, ...]) -> Clause:
    """Verbs without a subject are done by the controller."""
    if any(each.third is not False for each in phrases):
        raise Refusal("Somebody has to do that: write who, or the verb as an order.")
    return Clause(tuple(_step(deed, tree.Who("you")) for each in phrases for deed in each.deeds), bare=True)


def _lasting(said: Clause, end: tree.Until) -> Clause:
    """The clause with an end said once for all of it."""
    found = []
    for step in said.steps:
        deed = step.deed
        if isinstance(deed, tree.Bonus):
            deed = tree.Gain(deed.who, deed.amount, "strength", deed.less, end)
        elif isinstance(deed, LASTING) and deed.until == OPEN:
            deed = replace(deed, until=end)
        else:
            raise Refusal("This does not last, or its end was said already.")
        found.append(replace(step, deed=deed))
    return replace(said, steps=tuple(found))


def _lasting_all(who: tree.Thing, modal: str | None, phrases: tuple[Phrase, ...], end: tree.Until) -> Clause:
    """The other way to read "gains 2 strength and cannot block this turn"."""
    if len(phrases) < 2:
        raise Refusal("")
    try:
        return _lasting(_said(who, modal, phrases), end)
    except Refusal:
        raise Refusal("") from None


def _conditional(said: Clause, held: tuple[bool, tree.Predicate] | None) -> Clause:
    """ "… if you control a boss", "… unless this is acted", behind the clause it belongs to."""
    if held is None:
        return said
    when, what = held
    steps = (replace(step, only=what) if when else replace(step, unless=what) for step in said.steps)
    return replace(said, steps=tuple(steps))


def _spells(meant: tree.Filter, who: tree.Player | None, much: int, less: bool) -> Clause:
    if meant.kinds != ("spell",) or meant.control or meant.owner or meant.zone != "table":
        raise Refusal("Only spells have a price in vim: write “Spells you cast cost 1 less vim.”")
    return Clause((tree.Step(tree.Costs(meant, much, less, who)),))


def _caster(who: tree.Player, third: bool) -> tree.Player:
    if third is (who == "you"):
        raise Refusal("Write “spells you cast”, but “spells an opponent casts”.")
    return who


_cast = meaning({"cast": False, "casts": True})
_price = seq(
    _spells,
    filter_many,
    perhaps(seq(_caster, player, _cast)),
    "cost",
    number,
    meaning({"more vim": False, "less vim": True}),
)
_who = once(any_of(anyone, meaning({"they": tree.Them()}), seq(tree.Each, filter_many)))
_modal = perhaps(meaning({"may": "may", "must": "must"}))
_phrases = once(some(phrase, any_of("and", ", and")))
_plain = once(
    any_of(
        seq(_said, _who, maybe("each"), _modal, _phrases),
        seq(_lasting_all, _who, _modal, _phrases, until),
        seq(_order, _phrases),
        _price,
    )
)
_held = seq(lambda only, held: (only, held), meaning({"if": True, "unless": False, ", unless": False}), predicates)
clause = Named("an effect")
clause.means(
    seq(_conditional, _plain, perhaps(_held)),
    seq(lambda end, said: _lasting(said, end), until, maybe(","), _plain),
)


# Several clauses


def _joined(first: Clause, more: tuple[tuple[str, Clause], ...]) -> Clause:
    """What follows "you may …" in the same sentence depends on it."""
    steps = list(first.steps)
    bare = first.bare
    for joint, said in more:
        if joint == "and" and said.bare:
            raise Refusal("")
        asked = any(step.may for step in steps)
        steps += [replace(step, did=True) if asked and step.did is None else step for step in said.steps]
        bare = bare and said.bare
    return Clause(tuple(steps), bare)


_joint = meaning({"and | , and": "and", "then | , then | , and then | and then": "then"})
_more = seq(lambda joint, said: (joint, said), _joint, clause)
_clauses = once(seq(_joined, clause, some(_more, least=0)))


def _late(said: Clause, held: tuple[bool, tree.Predicate]) -> Clause:
    """The other way to read "A and B if …": of both."""
    if len({(step.only, step.unless) for step in said.steps}) > 1 or said.steps[0].only or said.steps[0].unless:
        raise Refusal("")
    return _conditional(said, held)


def _bought(first: Clause, then: Clause) -> Clause:
    """ "You may pay 2 vim to ready this": the second depends on the first."""
    if not first.steps[-1].may:
        raise Refusal("Only what a player may do can be the price of something: write “you may …”.")
    return replace(first, steps=(*first.steps, *(replace(step, did=True) for step in then.steps)))


def _for_each(meant: tree.Filter, said: Clause) -> Clause:
    """ "For each boss you control, you gain 1 life"; where something is chosen, it could be chosen each time."""
    return replace(said, steps=tuple(replace(step, deed=_times(step.deed, meant)) for step in said.steps))


def _times(deed: tree.Deed, meant: tree.Filter) -> tree.Deed:
    chosen = any(isinstance(part, tree.Choose | tree.OneOf) for part in parts(deed))
    amount = getattr(deed, "amount", None)
    if chosen or not isinstance(deed, tree.Gain | tree.Damage | tree.Bonus) or not isinstance(amount, tree.Number):
        raise Refusal("Write “for each …” behind the amount: “deal 1 damage to a summon for each …”.")
    return replace(deed, amount=tree.Times(amount, tree.Count(meant)))


def _where_x(said: Clause, x: tree.Quantity) -> Clause:
    return replace(said, steps=_measured(said.steps, x))


def _measured(steps: Steps, x: tree.Quantity) -> Steps:
    """The steps with X as what it is said to be; it is measured when its step begins, so one step may use it."""
    using = [step for step in steps if any(isinstance(part, tree.X) for part in parts(step.deed))]
    if len(using) != 1 or any(isinstance(part, tree.X) for part in parts(x)):
        raise Refusal("“X is …” belongs to one effect that says X; write the others with “equal to …”.")
    return tuple(change(step, lambda part: x if isinstance(part, tree.X) else part) for step in steps)


clauses = Named("an effect")
clauses.means(
    _clauses,
    seq(_late, _clauses, _held),
    seq(_for_each, "for each", filter_one, ",", _clauses),
    seq(_bought, clause, "to", seq(_order, _phrases)),
    seq(_where_x, _clauses, saying(", where x is", "where x is", ", x is", ", x being"), quantity),
)

# Sentences


def _if(held: tree.Predicate, said: Clause, instead: bool) -> Sentence:
    if any(step.only for step in said.steps):
        raise Refusal("There are two conditions; join them with “and”.")
    return Sentence(tuple(replace(step, only=held) for step in said.steps), held, instead)


def _did(did: bool, held: tree.Predicate | None, said: Clause) -> Sentence:
    if held and any(step.only for step in said.steps):
        raise Refusal("There are two conditions; join them with “and”.")
    steps = tuple(replace(step, did=did, only=held or step.only) for step in said.steps)
    return Sentence(steps, otherwise=not did)


_condition = seq(lambda held: held, "if", predicates, ",")
_instead = perhaps(meaning({"instead": True}), False)


def _price_of(first: Clause, then: Clause) -> Sentence:
    return Sentence(_bought(first, then).steps, bought=True)


_purchase = seq(_price_of, clause, ":", clauses)
sentence = Named("an effect")
sentence.means(
    seq(lambda said: Sentence(said.steps), maybe("then"), clauses),
    _purchase,
    seq(lambda x: Sentence((), x=x), "x is", quantity),
    seq(_if, _condition, clauses, _instead),
    seq(
        _did,
        meaning(
            {
                "if you do, | if they do, | if that player does,": True,
                "otherwise, | otherwise | if you do not, | if you don't,": False,
                "if they do not, | if they don't, | if that player does not, | if that player doesn't,": False,
            }
        ),
        perhaps(_condition),
        clauses,
    ),
)
plain_sentence = Named("an effect")
"""A sentence that does not begin with its own condition."""
plain_sentence.means(seq(lambda said: Sentence(said.steps), clauses), _purchase)


def linked(found: tuple[Sentence, ...]) -> Steps:
    """All steps in order; "otherwise" and "instead" look back at the sentence before."""
    steps: list[tree.Step] = []
    start = 0
    before: Sentence | None = None
    for said in found:
        now = said.steps
        if said.x is not None:
            steps[start:] = _measured(tuple(steps[start:]), said.x)
            continue
        if before is not None and before.bought:
            now, said = _owed(said), replace(said, bought=True)
        elif said.instead:
            _check_replaced(before, said)
            steps[start:] = [replace(step, unless=said.held) for step in steps[start:]]
        elif said.otherwise:
            now = _otherwise(before, said)
        start = len(steps)
        steps += now
        before = said
    return tuple(steps)


def _owed(said: Sentence) -> Steps:
    """What comes behind the price of something belongs to it."""
    if said.instead or said.otherwise or said.bought:
        raise Refusal("Behind “you may …:” stands only what is done for it.")
    return tuple(replace(step, did=True) for step in said.steps)


def _check_replaced(before: Sentence | None, said: Sentence) -> None:
    if before is None or before.instead or any(step.unless or step.may for step in before.steps):
        raise Refusal("“Instead” needs a sentence before it that it can take the place of.")


def _otherwise(before: Sentence | None, said: Sentence) -> Steps:
    """After "if …" it means that this does not hold, after "you may …" that it was not done."""
    if before is None:
        raise Refusal("“Otherwise” needs a sentence before it that may or may not happen.")
    if before.held is None:
        return said.steps
    return tuple(replace(step, did=None, unless=before.held) for step in said.steps)
