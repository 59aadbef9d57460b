"""The language of clauses and sentences: who does what, "and", "then", "if you do", "unless", "instead"."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from engine.bos.cardtext.combinators import Named, Refusal, any_of, maybe, meaning, once, perhaps, saying, seq, some
from engine.bos.cardtext.effects.becoming import battles, becomes
from engine.bos.cardtext.effects.copying import next_copied
from engine.bos.cardtext.effects.damage_changes import about_damage
from engine.bos.cardtext.effects.delays import (
    Wait,
    after_attack,
    after_the_attack,
    comes,
    dealt_elsewhere,
    fights,
    happening,
    in_next_turn,
    instead_of,
    is_blow,
    meanwhile,
    moment,
    next_moment,
    once_over,
    price,
    spared_next_time,
    such,
    this_turn,
)
from engine.bos.cardtext.effects.fighting import about_attacks, nobody, none_can, unturned
from engine.bos.cardtext.effects.grants import unusable
from engine.bos.cardtext.effects.multiples import times_each
from engine.bos.cardtext.effects.narrowed import narrowed_clauses
from engine.bos.cardtext.effects.nothing import no_doubling, nothing, undoubled
from engine.bos.cardtext.effects.passives import damage_is_dealt
from engine.bos.cardtext.effects.rivals import rivals
from engine.bos.cardtext.effects.sentences import Clause as Clause
from engine.bos.cardtext.effects.sentences import Sentence as Sentence
from engine.bos.cardtext.effects.sentences import Steps as Steps
from engine.bos.cardtext.effects.sentences import about_what_is_named, measured, or_so_much, winner
from engine.bos.cardtext.effects.sentences import linked as linked
from engine.bos.cardtext.effects.sides import on_each_side
from engine.bos.cardtext.effects.subject_binding import BY_A_PLAYER, bound_to, is_third
from engine.bos.cardtext.effects.subjects import (
    can_end,
    ended,
    is_open,
    is_standing,
    subjects,
)
from engine.bos.cardtext.grammar_conditions import opponent_who, predicates
from engine.bos.cardtext.grammar_costs import number_named, owed_ransom, ransom, unless_paid
from engine.bos.cardtext.grammar_effects import OPEN, SUBJECT, Phrase, phrase, until
from engine.bos.cardtext.grammar_targets import anyone, filter_many, filter_one, one_column, quantity
from engine.bos.cardtext.grammar_words import ItAsSubject, number, player
from engine.bos.cardtext.space.destinations import arrives, remark
from engine.bos.cardtext.tree_walk import change, parts
from engine.bos.model import syntax, terms
from engine.messages import Message

# A verb finds its subject


def _step(deed: syntax.Deed, who: terms.Thing) -> syntax.Step:
    return syntax.Step(bound_to(deed, who))


# Clauses


IT: Any = ItAsSubject()


def _agrees(verb: Phrase, third: bool | None) -> None:
    if verb.third is not None and third is not None and verb.third is not third:
        raise Refusal(Message("bos.card_text.verb"))


def _said(who: terms.Thing, modal: str | None, phrases: tuple[Phrase, ...], lasting: bool = False) -> Clause:
    """The first verb may be bent wrongly where nothing else can be meant; the others tell by it whose they are.

    An end behind the last of several verbs is one of all of them (G-290): see `_lasting_all`.
    """
    third = False if modal else is_third(who)
    if who == terms.It():
        who = IT
    for index, each in enumerate(phrases):
        if modal or index:
            _agrees(each, third)
    if modal and any(each.third is None for each in phrases):
        raise Refusal(Message("bos.card_text.prohibition"))
    deeds = tuple(deed for each in phrases for deed in each.deeds)
    if not lasting and getattr(deeds[-1], "until", OPEN) not in ("", OPEN) and any(map(is_open, deeds[:-1])):
        raise Refusal()
    named = tuple(subjects(who, deeds, lasting=lasting))
    if _is_chosen_first(who, deeds):
        named = (who, *(terms.Who("you") for _ in deeds[1:]))
    steps = tuple(map(_step, deeds, named))
    if modal == "may":
        steps = (replace(steps[0], may=True), *(replace(step, did=True) for step in steps[1:]))
    return Clause(steps)


def _said_of_both(who: terms.Thing, modal: str | None, phrases: tuple[Phrase, ...], too: terms.Thing) -> Clause:
    """ "This gains 1 strength, and so does the attacker": each in turn."""
    first = _said(who, modal, phrases)
    unbent = tuple(replace(each, third=None) for each in phrases)
    return replace(first, steps=(*first.steps, *_said(too, modal, unbent).steps))


def _is_chosen_first(who: terms.Thing, deeds: tuple[syntax.Deed, ...]) -> bool:
    """ "An opponent chooses a summon they control and defeats it": whoever chose it, the rest just happens to it."""
    rest = [part for deed in deeds[1:] for part in parts(deed)]
    return (
        isinstance(who, terms.Who)
        and isinstance(deeds[0], syntax.Select)
        and all(isinstance(deed, BY_A_PLAYER) for deed in deeds)
        and not any(isinstance(part, terms.Choose) for part in rest)
    )


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
        elif can_end(deed):
            deed = replace(deed, until=end)
        else:
            raise Refusal(Message("bos.card_text.end_twice"))
        steps.append(replace(step, deed=deed))
    return replace(effect, steps=tuple(steps))


def _lasting_all(who: terms.Thing, modal: str | None, phrases: tuple[Phrase, ...], end: syntax.Until) -> Clause:
    """ "gains 2 strength and cannot block this turn": the end of whatever of it can last."""
    if len(phrases) < 2 or not all(map(is_open, phrases[-1].deeds)):
        raise Refusal()
    effect = _said(who, modal, phrases, lasting=True)
    steps = tuple(replace(step, deed=ended(step.deed, end)) for step in effect.steps)
    return replace(effect, steps=steps)


def _lasting_said(end: syntax.Until, who: terms.Thing, modal: str | None, phrases: tuple[Phrase, ...]) -> Clause:
    """The same with the end in front."""
    return _lasting(_said(who, modal, phrases, lasting=True), end)


def _conditional(effect: Clause, held: tuple[bool, terms.Predicate] | None) -> Clause:
    """ "… if you control a boss", "… unless this is acted", behind the clause it belongs to."""
    if held is None:
        return effect
    choice, steps, condition = about_what_is_named(effect.steps, held[1])
    if not choice:
        return replace(effect, steps=tuple(_held_by(step, held[0], condition) for step in steps))
    then = (replace(step, did=True) if step.did is None else step for step in steps[1:])
    return replace(effect, steps=(*choice, _held_by(steps[0], held[0], condition), *then))


def _held_by(step: syntax.Step, when: bool, condition: terms.Predicate) -> syntax.Step:
    """The step only if, or unless, something is so; of what waits that is looked at when its moment comes."""
    if isinstance(step.deed, syntax.Delay):
        inner = tuple(_held_by(each, when, condition) for each in step.deed.steps)
        return replace(step, deed=replace(step.deed, steps=inner))
    return replace(step, only=condition) if when else replace(step, unless=condition)


def _in_the_end(effect: Clause, wait: Wait) -> Clause:
    """ "Ready it and defeat it at the end of the turn": the last deed waits."""
    last = effect.steps[-1]
    chosen = [part for part in parts(last.deed) if isinstance(part, terms.Choose)]
    if isinstance(wait.when, syntax.At) and wait.when.whose in ("that player", "its controller") and len(chosen) == 1:
        steps = (*effect.steps[:-1], syntax.Step(syntax.Select(chosen[0])))
        again: terms.Thing = terms.It() if chosen[0].high == 1 else terms.Them()
        later = change(replace(last, did=None), lambda part: again if part == chosen[0] else part)
        return replace(effect, steps=(*steps, wait.of((later,))))
    waiting = replace(wait.of((replace(last, did=None),)), did=last.did)
    return replace(effect, steps=(*effect.steps[:-1], waiting))


def _next_card(meant: terms.Filter, who: terms.Player, verb: syntax.Verb, end: Any, phrases: Any) -> Clause:
    """ "The next summon you summon this turn gains 1 strength": what is done to it when it comes."""
    event = syntax.When(terms.Who(who), verb, terms.Each(meant))
    until: syntax.Until = "" if end == OPEN else "end of turn"
    return Clause((Wait(event, until).of(_said(terms.It(), None, phrases).steps),))


def _next_fighter(meant: terms.Filter, verb: syntax.Verb, end: Any, phrases: Any) -> Clause:
    """ "The next summon you control that attacks this turn deals double damage"."""
    until: syntax.Until = "" if end == OPEN else "end of turn"
    return Clause((Wait(syntax.When(terms.Each(meant), verb), until).of(_said(terms.It(), None, phrases).steps),))


def _of_wizards(who: terms.Thing, ban: Phrase) -> Clause:
    """ "Your opponents' wizards are not turned face-up in their startup phase": they do not ready (4.1.3)."""
    kinds = who.filter.kinds if isinstance(who, terms.Choose | terms.Each) else getattr(who, "kinds", ())
    if kinds != ("wizard",):
        raise Refusal()
    return _said(who, None, (ban,))


_they = meaning({"they | the two | the two of them | both": terms.Them()})
_who = once(any_of(anyone, _they, seq(terms.Each, filter_many)))
_modal = perhaps(meaning({"may": "may", "must": "must"}))
_and = saying("and", ", and")
_phrases = once(
    any_of(
        some(phrase, any_of(_and, saying("then", ", then", "and then", ", and then"))),
        seq(lambda first, more, last: (first, *more, last), phrase, ",", some(phrase, ","), _and, phrase),
    )
)


def _said_of_such(held: terms.Predicate, modal: str | None, phrases: tuple[Phrase, ...]) -> Clause:
    """ "Each opponent who controls more summons than you loses 3 life": in a duel, the one there is, if that is so."""
    return _conditional(_said(terms.Who("each opponent"), modal, phrases), (True, held))


def _also(who: terms.Thing, modal: str | None, phrases: tuple[Phrase, ...]) -> Clause:
    """ "That player also loses 2 vim": besides what happens anyway; what applies all the time says nothing by it."""
    effect = _said(who, modal, phrases)
    if any(is_standing(step.deed) for step in effect.steps):
        raise Refusal()
    return effect


_so_does = saying("and so does", ", and so does", "and so do", ", and so do", ", as does", ", as do")
_plain = once(
    seq(
        on_each_side,
        any_of(
            seq(_said, _who, maybe("each"), _modal, _phrases),
            seq(_said_of_both, _who, _modal, _phrases, _so_does, _who),
            seq(_said_of_such, opponent_who, _modal, _phrases),
            seq(_lasting_all, _who, _modal, _phrases, until),
            seq(_order, _phrases),
            seq(lambda price: Clause((syntax.Step(price),)), price),
            seq(lambda step: Clause((step,)), any_of(becomes, battles, about_damage, about_attacks, unusable)),
            seq(lambda step: Clause((step,)), damage_is_dealt),
            seq(lambda who, ban: _said(who, None, (ban,)), nobody, none_can),
            seq(_also, _who, "also", _modal, _phrases),
            seq(_of_wizards, _who, unturned),
            seq(undoubled, player, no_doubling),
            narrowed_clauses(_who),
            rivals(_said, _phrases),
            seq(winner, _who, meaning({"win | must win": False, "wins": True}), "the game"),
        ),
    )
)


def _of_anybody(effect: Clause) -> Clause:
    """ "Turn a face-down wizard face-up, whoever controls it": no player is named, so it can be anybody's."""
    chosen = [part for part in parts(effect.steps) if isinstance(part, terms.Choose | terms.Each)]
    if not chosen or any(each.filter.control or each.filter.zone != "table" for each in chosen):
        raise Refusal()
    return effect


_whoever = saying(
    *(f"{comma}{who} controls {it}" for comma in ("", ", ") for it in ("it", "them")
      for who in ("whoever", "no matter who", "regardless of who", "whichever player"))
)  # fmt: skip
had = seq(lambda who, phrases: _said(who, "may", phrases), "you may have", _who, _phrases)
_waiting = any_of(
    _plain, seq(_of_anybody, _plain, _whoever), seq(_in_the_end, _plain, any_of(next_moment, after_attack))
)
_only_word = meaning(
    {
        "if | only if | , if | , but only if | , only if | while | as long as | only while": True,
        "unless | , unless": False,
    }
)
_held = seq(lambda only, held: (only, held), _only_word, predicates)
done_to_it = seq(lambda phrases: _said(terms.It(), None, phrases), _phrases)
_coming = any_of(
    seq(_next_card, "the next", filter_one, player, comes, this_turn, _phrases),
    seq(_next_fighter, "the next", filter_one, "that", fights, this_turn, _phrases),
    seq(lambda spared: Clause((syntax.Step(spared),), bare=True), spared_next_time),
    seq(lambda step: Clause((step,), bare=True), next_copied),
)
clause = Named("an effect")
clause.means(
    _coming,
    seq(lambda end, price: _lasting(Clause((syntax.Step(price),)), end), until, maybe(","), price),
    seq(_conditional, _waiting, perhaps(_held)),
    seq(_lasting_said, until, maybe(","), _who, _modal, _phrases),
    seq(lambda end, effect: _lasting(effect, end), until, maybe(","), seq(_order, _phrases)),
)


def _in_turn(wait: Wait, who: terms.Thing, phrases: tuple[Phrase, ...]) -> Clause:
    """ "During your next turn, summons you control have 2 more strength": from its start to its end; what is chosen
    for it is chosen now."""
    if not all(isinstance(deed, HELD_FOR_A_TURN) and is_standing(deed) for each in phrases for deed in each.deeds):
        raise Refusal()
    before: Steps = ()
    if isinstance(who, terms.Choose):
        before, who = (syntax.Step(syntax.Select(who)),), terms.It() if who.high == 1 else terms.Them()
    return Clause((*before, wait.of(_lasting_said("end of turn", who, None, phrases).steps)))


HELD_FOR_A_TURN = (syntax.Bonus, syntax.Cannot, syntax.CombatRule, syntax.DamageChange)
_in_a_turn = any_of(
    seq(_in_turn, in_next_turn, maybe(","), _who, _phrases),
    seq(lambda who, phrases, wait: _in_turn(wait, who, phrases), _who, _phrases, in_next_turn),
)

# Several clauses


@dataclass(frozen=True, slots=True)
class _Short:
    """ "This gains 3", behind a clause that says of what."""

    who: terms.Thing
    lose: bool
    much: int

    def after(self, step: syntax.Step) -> Clause:
        """The clause, with the resource of the one before."""
        if not isinstance(step.deed, syntax.Gain):
            raise Refusal()
        deed = syntax.Gain(SUBJECT, terms.Number(self.much), step.deed.what, self.lose, step.deed.until)
        return _said(self.who, None, (Phrase(None, (deed,)),))


def _joined(first: Clause, more: tuple[tuple[str, Clause | _Short], ...]) -> Clause:
    """What follows "you may …" in the same sentence depends on it."""
    steps = list(first.steps)
    bare = first.bare
    for joint, said in more:
        effect = said.after(steps[-1]) if isinstance(said, _Short) else said
        if joint == "and" and effect.bare:
            raise Refusal()
        optional = any(step.may for step in steps)
        steps += [replace(step, did=True) if optional and step.did is None else step for step in effect.steps]
        bare = bare and effect.bare
    return Clause(tuple(steps), bare)


_joint = meaning({"and | , and": "and", "then | , then | , and then | and then": "then"})
_short = seq(_Short, _who, meaning({"gains | gain": False, "loses | lose": True}), number)
_more = seq(lambda joint, effect: (joint, effect), _joint, any_of(clause, _short))
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


def _for_each(meant: terms.Count | terms.CountColumns, effect: Clause) -> Clause:
    """ "For each boss you control, you gain 1 life"; where something is chosen, it could be chosen each time."""
    return replace(effect, steps=tuple(replace(step, deed=times_each(step.deed, meant)) for step in effect.steps))


def _where_x(effect: Clause, x: terms.Quantity) -> Clause:
    return replace(effect, steps=measured(effect.steps, x))


def _ransomed(effect: Clause, paid: Any) -> Clause:
    """ "Cannot attack unless its controller pays 2 vim" is paid at each attack (G-366), not now."""
    if any(isinstance(step.deed, syntax.Cannot) and step.deed.what in ("attack", "block") for step in effect.steps):
        raise Refusal()
    return Clause(unless_paid(effect.steps, paid))


_gained = meaning({what: what for what in ("life", "vim", "ether", "strength", "damage")})
clauses = Named("an effect")
clauses.means(
    _clauses,
    _in_a_turn,
    seq(_late, _clauses, _held),
    seq(_for_each, saying("for each", "for every"), seq(terms.Count, filter_one), ",", _clauses),
    seq(_for_each, saying("for each", "for every"), seq(terms.CountColumns, one_column), ",", _clauses),
    seq(_bought, clause, "to", seq(_order, _phrases)),
    seq(_ransomed, _clauses, saying("unless", ", unless"), ransom),
    seq(lambda paid, effect: Clause(unless_paid(effect.steps, paid)), owed_ransom, saying("or", ", or"), _clauses),
    seq(lambda effect, *more: replace(effect, steps=or_so_much(effect.steps, *more)), _clauses, saying(", or", "or"),
        number, perhaps(_gained, ""), "if", predicates, maybe("instead")),
    seq(_where_x, _clauses, saying(", where x is", "where x is", ", x is", ", x being"), quantity),
)  # fmt: skip

# What waits


def _wait(wait: Wait, held: terms.Predicate | None, effect: Clause) -> Clause:
    if held is not None and any(step.only for step in effect.steps):
        raise Refusal(Message("bos.card_text.two_conditions"))
    steps = tuple(replace(step, only=held) for step in effect.steps) if held else effect.steps
    return Clause((wait.of(steps),))


def _awaited(wait: Wait, effect: Clause) -> Clause:
    """What waits for an event; a change of the damage of that event is no deed that comes after it."""
    if any(isinstance(step.deed, syntax.Delay | syntax.DamageChange) and is_blow(wait, step) for step in effect.steps):
        raise Refusal()
    return _wait(wait, None, effect)


def _such(end: syntax.Until, event: syntax.When, phrases: tuple[Phrase, ...]) -> Clause:
    """ "Until your next turn, each summon that deals damage to you is defeated"."""
    return _awaited(Wait(event, end, again=True), _said(terms.It(), None, phrases))


_asked = perhaps(seq(lambda held: held, "if", predicates, ","))
_until = seq(lambda end: end, until, maybe(","))
_waits = once(
    any_of(
        seq(_wait, any_of(next_moment, after_attack), ",", _asked, clauses),
        seq(_awaited, happening, ",", clauses),
        seq(lambda end, effect, met: _awaited(Wait(met, end, again=True), effect), _until, clauses, meanwhile),
        seq(lambda wait, effect: _awaited(after_the_attack(wait), effect), happening, ",", clauses, once_over),
        seq(lambda wait, effect: _wait(wait, None, effect), instead_of, ",", clauses, "instead"),
        seq(lambda wait, none: _wait(wait, None, Clause(none.steps)), instead_of, ",", nothing),
        seq(lambda step: Clause((step,)), dealt_elsewhere),
        seq(_such, _until, such, _phrases),
    )
)
_delayed = once(any_of(_waits, seq(_wait, moment, ",", _asked, clauses)))
_deeds = once(any_of(clauses, _delayed))

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
_if_you_have_none = saying("if you control none,", "if you have none,")
_if_none = saying("if there is none,", "if there are none,")
_instead = perhaps(meaning({"instead": True}), False)


def _price_of(first: Clause, then: Clause) -> Sentence:
    return Sentence(_bought(first, then).steps, bought=True)


_purchase = any_of(seq(_price_of, clause, ":", clauses), seq(lambda: Sentence(()), number_named))
sentence = Named("an effect")
sentence.means(
    seq(lambda effect: Sentence(effect.steps), maybe("then"), _deeds),
    _purchase,
    seq(lambda x: Sentence((), x=x), "x is", quantity),
    seq(lambda: Sentence(()), remark),
    seq(lambda state: Sentence((), arrives=state), arrives),
    seq(lambda effect, instead: Sentence(effect.steps, lacking=True, own=True), _if_you_have_none, _deeds, _instead),
    seq(_if, _condition, _deeds, _instead),
    seq(lambda effect, instead: Sentence(effect.steps, lacking=True), _if_none, _deeds, _instead),
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
        _deeds,
    ),
)
plain_sentence = Named("an effect")
"""A sentence that does not begin with its own condition."""
plain_sentence.means(seq(lambda effect: Sentence(effect.steps), any_of(clauses, _waits)), _purchase)
