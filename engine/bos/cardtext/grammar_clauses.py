"""The language of clauses and sentences: who does what, "and", "then", "if you do", "unless", "instead"."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from engine.bos.cardtext.combinators import Named, Refusal, any_of, maybe, meaning, once, perhaps, saying, seq, some
from engine.bos.cardtext.grammar_conditions import predicates
from engine.bos.cardtext.grammar_effects import OPEN, Phrase, phrase, until
from engine.bos.cardtext.grammar_targets import anyone, filter_many, filter_one, quantity
from engine.bos.cardtext.grammar_words import THEY, Subject, number, player
from engine.bos.cardtext.tree_walk import change, parts
from engine.bos.model import syntax, terms
from engine.messages import Message

Steps = tuple[syntax.Step, ...]
CARDS_ONLY = (syntax.Ready, syntax.Act, syntax.Turn, syntax.Move, syntax.Put, syntax.Bring, syntax.Swap, syntax.Bonus)
BY_A_PLAYER = (
    syntax.Ready,
    syntax.Act,
    syntax.Defeat,
    syntax.Turn,
    syntax.Move,
    syntax.Swap,
    syntax.Put,
    syntax.Bring,
    syntax.Select,
)
LASTING = (syntax.Gain, syntax.Cannot, syntax.Prevent)


@dataclass(frozen=True, slots=True)
class Clause:
    """Some steps; `bare` has no subject of its own."""

    steps: Steps
    """What happens."""
    bare: bool = False


@dataclass(frozen=True, slots=True)
class Sentence:
    """The steps of a sentence. `instead` takes the place of the sentence before where `held` is so.

    `bought` makes all that follows depend on it ("you may pay 2 vim: …"); `x` says what X is in the sentence before.
    """

    steps: Steps
    """What happens."""
    held: terms.Predicate | None = None
    instead: bool = False
    otherwise: bool = False
    """Whether it begins with "otherwise"."""
    bought: bool = False
    x: terms.Quantity | None = None


# A verb finds its subject


def _is_third(who: terms.Thing) -> bool | None:
    """Whether the verb after it has an s; None where both are said."""
    match who:
        case terms.Who("you") | terms.Both() | terms.Them():
            return False
        case terms.Choose():
            return who.high == 1
        case terms.Each():
            return None
        case terms.OneOf(some_parts):
            return _is_third(some_parts[-1])
    return True


def _bind(deed: syntax.Deed, who: terms.Thing) -> syntax.Deed:
    """The deed done by, or to, its subject."""
    bound: syntax.Deed
    if any(isinstance(part, Subject) for part in parts(deed)):
        bound = change(deed, lambda part: who if isinstance(part, Subject) else part)
    else:
        bound = _ordered(deed, who)
    bound = _them(bound, who)
    if isinstance(bound, syntax.Damage) and bound.by in (terms.This(), terms.Who("you")):
        bound = replace(bound, by=None)
    if isinstance(bound, syntax.Lose):
        bound = _loser(who)
    _check(bound)
    return bound


def _ordered(deed: syntax.Deed, who: terms.Thing) -> syntax.Deed:
    """An order is carried out by a player, who makes its choices."""
    if not isinstance(who, terms.Who):
        raise Refusal(Message("bos.card_text.player_only"))
    if who.player == "you":
        return deed
    if not isinstance(deed, BY_A_PLAYER) or not any(isinstance(part, terms.Choose) for part in parts(deed)):
        raise Refusal(Message("bos.card_text.other_player_chooses"))
    ordered: syntax.Deed = change(
        deed, lambda part: replace(part, by=who.player) if isinstance(part, terms.Choose) else part
    )
    return ordered


def _them(deed: syntax.Deed, who: terms.Thing) -> syntax.Deed:
    """ "They" and "their" mean the player who is the subject, else the one named before."""
    whose: terms.Player = who.player if isinstance(who, terms.Who) and who.player != "you" else "that player"

    def named(part: Any) -> Any:
        if isinstance(part, terms.Filter) and THEY in (part.control, part.owner):
            control = whose if part.control == THEY else part.control
            return replace(part, control=control, owner=whose if part.owner == THEY else part.owner)
        if isinstance(part, terms.Has | terms.Who) and part.player == THEY:
            return replace(part, player=whose)
        return part

    bound: syntax.Deed = change(deed, named)
    return bound


def _loser(who: terms.Thing) -> syntax.Lose:
    if not isinstance(who, terms.Who):
        raise Refusal(Message("bos.card_text.player_loses"))
    return syntax.Lose(who.player)


def _people(what: Any) -> bool | None:
    """Whether these are players; None where it can be both."""
    if isinstance(what, terms.Who):
        return True
    if isinstance(what, terms.Target | terms.It | terms.Both | terms.OneOf):
        return None
    return False


def _check(deed: syntax.Deed) -> None:
    """Cards have strength, players life, vim and ether; cards are readied, players are not."""
    if isinstance(deed, syntax.Gain | syntax.Scale):
        wrong = deed.what == "strength"
        if _people(deed.who) is wrong:
            raise Refusal(Message("bos.card_text.resources"))
    if isinstance(deed, syntax.Spend) and not isinstance(deed.who, terms.Who):
        raise Refusal(Message("bos.card_text.player_pays"))
    if isinstance(deed, CARDS_ONLY) and any(isinstance(part, terms.Who) for part in parts(deed)):
        raise Refusal(Message("bos.card_text.cards_only"))
    if isinstance(deed, syntax.Damage) and isinstance(deed.by, terms.Who | terms.Each | terms.Both):
        raise Refusal(Message("bos.card_text.damage_by_one"))


def _step(deed: syntax.Deed, who: terms.Thing) -> syntax.Step:
    return syntax.Step(_bind(deed, who))


# Clauses


def _agrees(verb: Phrase, third: bool | None) -> None:
    if verb.third is not None and third is not None and verb.third is not third:
        raise Refusal(Message("bos.card_text.verb"))


def _said(who: terms.Thing, modal: str | None, phrases: tuple[Phrase, ...]) -> Clause:
    """The first verb may be bent wrongly where nothing else can be meant; the others tell by it whose they are."""
    third = False if modal else _is_third(who)
    for index, each in enumerate(phrases):
        if modal or index:
            _agrees(each, third)
    if modal and any(each.third is None for each in phrases):
        raise Refusal(Message("bos.card_text.prohibition"))
    steps = tuple(_step(deed, who) for each in phrases for deed in each.deeds)
    if modal == "may":
        steps = (replace(steps[0], may=True), *(replace(step, did=True) for step in steps[1:]))
    return Clause(steps)


def _order(phrases: tuple[Phrase, ...]) -> Clause:
    """Verbs without a subject are done by the controller."""
    if any(each.third is not False for each in phrases):
        raise Refusal(Message("bos.card_text.nobody_does"))
    return Clause(tuple(_step(deed, terms.Who("you")) for each in phrases for deed in each.deeds), bare=True)


def _lasting(effect: Clause, end: syntax.Until) -> Clause:
    """The clause with an end said once for all of it."""
    steps = []
    for step in effect.steps:
        deed = step.deed
        if isinstance(deed, syntax.Bonus):
            deed = syntax.Gain(deed.who, deed.amount, "strength", deed.less, end)
        elif isinstance(deed, LASTING) and deed.until == OPEN:
            deed = replace(deed, until=end)
        else:
            raise Refusal(Message("bos.card_text.end_twice"))
        steps.append(replace(step, deed=deed))
    return replace(effect, steps=tuple(steps))


def _lasting_all(who: terms.Thing, modal: str | None, phrases: tuple[Phrase, ...], end: syntax.Until) -> Clause:
    """The other way to read "gains 2 strength and cannot block this turn"."""
    if len(phrases) < 2:
        raise Refusal()
    try:
        return _lasting(_said(who, modal, phrases), end)
    except Refusal:
        raise Refusal() from None


def _conditional(effect: Clause, held: tuple[bool, terms.Predicate] | None) -> Clause:
    """ "… if you control a boss", "… unless this is acted", behind the clause it belongs to."""
    if held is None:
        return effect
    when, condition = held
    steps = (replace(step, only=condition) if when else replace(step, unless=condition) for step in effect.steps)
    return replace(effect, steps=tuple(steps))


def _spells(meant: terms.Filter, who: terms.Player | None, much: int, less: bool) -> Clause:
    if meant.kinds != ("spell",) or meant.control or meant.owner or meant.zone != "table":
        raise Refusal(Message("bos.card_text.price_in_vim"))
    return Clause((syntax.Step(syntax.Costs(meant, much, less, who)),))


def _caster(who: terms.Player, third: bool) -> terms.Player:
    if third is (who == "you"):
        raise Refusal(Message("bos.card_text.cast_casts"))
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
_who = once(any_of(anyone, meaning({"they": terms.Them()}), seq(terms.Each, filter_many)))
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
    seq(lambda end, effect: _lasting(effect, end), until, maybe(","), _plain),
)


# Several clauses


def _joined(first: Clause, more: tuple[tuple[str, Clause], ...]) -> Clause:
    """What follows "you may …" in the same sentence depends on it."""
    steps = list(first.steps)
    bare = first.bare
    for joint, effect in more:
        if joint == "and" and effect.bare:
            raise Refusal()
        optional = any(step.may for step in steps)
        steps += [replace(step, did=True) if optional and step.did is None else step for step in effect.steps]
        bare = bare and effect.bare
    return Clause(tuple(steps), bare)


_joint = meaning({"and | , and": "and", "then | , then | , and then | and then": "then"})
_more = seq(lambda joint, effect: (joint, effect), _joint, clause)
_clauses = once(seq(_joined, clause, some(_more, least=0)))


def _late(effect: Clause, held: tuple[bool, terms.Predicate]) -> Clause:
    """The other way to read "A and B if …": of both."""
    if len({(step.only, step.unless) for step in effect.steps}) > 1 or effect.steps[0].only or effect.steps[0].unless:
        raise Refusal()
    return _conditional(effect, held)


def _bought(first: Clause, then: Clause) -> Clause:
    """ "You may pay 2 vim to ready this": the second depends on the first."""
    if not first.steps[-1].may:
        raise Refusal(Message("bos.card_text.price"))
    return replace(first, steps=(*first.steps, *(replace(step, did=True) for step in then.steps)))


def _for_each(meant: terms.Filter, effect: Clause) -> Clause:
    """ "For each boss you control, you gain 1 life"; where something is chosen, it could be chosen each time."""
    return replace(effect, steps=tuple(replace(step, deed=_times(step.deed, meant)) for step in effect.steps))


def _times(deed: syntax.Deed, meant: terms.Filter) -> syntax.Deed:
    chosen = any(isinstance(part, terms.Choose | terms.OneOf) for part in parts(deed))
    amount = getattr(deed, "amount", None)
    if (
        chosen
        or not isinstance(deed, syntax.Gain | syntax.Damage | syntax.Bonus)
        or not isinstance(amount, terms.Number)
    ):
        raise Refusal(Message("bos.card_text.for_each"))
    return replace(deed, amount=terms.Times(amount, terms.Count(meant)))


def _where_x(effect: Clause, x: terms.Quantity) -> Clause:
    return replace(effect, steps=_measured(effect.steps, x))


def _measured(steps: Steps, x: terms.Quantity) -> Steps:
    """The steps with X as what it is said to be; it is measured when its step begins, so one step may use it."""
    using = [step for step in steps if any(isinstance(part, terms.X) for part in parts(step.deed))]
    if len(using) != 1 or any(isinstance(part, terms.X) for part in parts(x)):
        raise Refusal(Message("bos.card_text.x_is"))
    return tuple(change(step, lambda part: x if isinstance(part, terms.X) else part) for step in steps)


clauses = Named("an effect")
clauses.means(
    _clauses,
    seq(_late, _clauses, _held),
    seq(_for_each, "for each", filter_one, ",", _clauses),
    seq(_bought, clause, "to", seq(_order, _phrases)),
    seq(_where_x, _clauses, saying(", where x is", "where x is", ", x is", ", x being"), quantity),
)

# Sentences


def _if(held: terms.Predicate, effect: Clause, instead: bool) -> Sentence:
    if any(step.only for step in effect.steps):
        raise Refusal(Message("bos.card_text.two_conditions"))
    return Sentence(tuple(replace(step, only=held) for step in effect.steps), held, instead)


def _did(did: bool, held: terms.Predicate | None, effect: Clause) -> Sentence:
    if held and any(step.only for step in effect.steps):
        raise Refusal(Message("bos.card_text.two_conditions"))
    steps = tuple(replace(step, did=did, only=held or step.only) for step in effect.steps)
    return Sentence(steps, otherwise=not did)


_condition = seq(lambda held: held, "if", predicates, ",")
_instead = perhaps(meaning({"instead": True}), False)


def _price_of(first: Clause, then: Clause) -> Sentence:
    return Sentence(_bought(first, then).steps, bought=True)


_purchase = seq(_price_of, clause, ":", clauses)
sentence = Named("an effect")
sentence.means(
    seq(lambda effect: Sentence(effect.steps), maybe("then"), clauses),
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
plain_sentence.means(seq(lambda effect: Sentence(effect.steps), clauses), _purchase)


def linked(sentences: tuple[Sentence, ...]) -> Steps:
    """All steps in order; "otherwise" and "instead" look back at the sentence before."""
    steps: list[syntax.Step] = []
    start = 0
    before: Sentence | None = None
    for current in sentences:
        now = current.steps
        if current.x is not None:
            steps[start:] = _measured(tuple(steps[start:]), current.x)
            continue
        if before is not None and before.bought:
            now, current = _owed(current), replace(current, bought=True)
        elif current.instead:
            _check_replaced(before, current)
            steps[start:] = [replace(step, unless=current.held) for step in steps[start:]]
        elif current.otherwise:
            now = _otherwise(before, current)
        start = len(steps)
        steps += now
        before = current
    return tuple(steps)


def _owed(current: Sentence) -> Steps:
    """What comes behind the price of something belongs to it."""
    if current.instead or current.otherwise or current.bought:
        raise Refusal(Message("bos.card_text.behind_you_may"))
    return tuple(replace(step, did=True) for step in current.steps)


def _check_replaced(before: Sentence | None, current: Sentence) -> None:
    if before is None or before.instead or any(step.unless or step.may for step in before.steps):
        raise Refusal(Message("bos.card_text.instead_alone"))


def _otherwise(before: Sentence | None, current: Sentence) -> Steps:
    """After "if …" it means that this does not hold, after "you may …" that it was not done."""
    if before is None:
        raise Refusal(Message("bos.card_text.otherwise_alone"))
    if before.held is None:
        return current.steps
    return tuple(replace(step, did=None, unless=before.held) for step in current.steps)
