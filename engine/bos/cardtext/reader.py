"""Reading a sentence to its end: one meaning is the answer, none is a problem with its place, two are one as well."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from itertools import islice
from typing import Any

from engine.bos.cardtext import grammar
from engine.bos.cardtext.binding import bind
from engine.bos.cardtext.card_names import Names, names_of
from engine.bos.cardtext.combinators import Named, TooComplicated, readings
from engine.bos.cardtext.conditions import conditions_of_cards
from engine.bos.cardtext.diagnosis import decline, place_of, too_complicated, too_long
from engine.bos.cardtext.effects.quotations import (
    attacks_by_itself,
    bind_quotations,
    is_duty_of_quoted,
    without_quotations,
)
from engine.bos.cardtext.lints import impossible, impossible_moves, odd_ability, wrong_summoning_condition
from engine.bos.cardtext.printer import print_boss_condition, print_summoning_condition, print_text
from engine.bos.cardtext.printer_words import Unsayable
from engine.bos.cardtext.problems import Fault, Problem
from engine.bos.cardtext.references import misnamed
from engine.bos.cardtext.semantic_pass import finish
from engine.bos.cardtext.tokens import MAX_CHARACTERS, ending, tokens
from engine.bos.cardtext.tree_walk import change, parts
from engine.bos.model import syntax, terms
from engine.bos.model.card_pool import Pool
from engine.bos.model.cards import Card, CardType, Color, Spoken
from engine.messages import Message


@dataclass(frozen=True, slots=True)
class Read:
    """An ability as it was understood, None where it was not, and what is to be said about it."""

    text: syntax.Text | None
    """The ability."""
    problems: tuple[Problem, ...] = ()
    """Why it was not understood; empty where it was."""


@dataclass(frozen=True, slots=True)
class ReadSummoningCondition:
    """A summoning condition as it was understood, None where it was not."""

    condition: syntax.SummoningCondition | None
    """The condition."""
    problems: tuple[Problem, ...] = ()
    """Why it was not understood; empty where it was."""


@dataclass(frozen=True, slots=True)
class ReadBossCondition:
    """A boss's condition as it was understood, None where it was not."""

    condition: syntax.BossCondition | None
    """The condition."""
    problems: tuple[Problem, ...] = ()
    """Why it was not understood; empty where it was."""


def read_text(text: str, *, mandatory: bool = False, card: Card | None = None, pool: Pool | None = None) -> Read:
    """The meaning of one ability as it is printed, on its card where that is known. Never raises."""
    return _read_text(text, mandatory, card, names_of(pool, card.name if card else ""))


@lru_cache(maxsize=4_096)
def _read_text(text: str, mandatory: bool, card: Card | None, names: Names) -> Read:
    values, problems = _read(text, grammar.ability, names)
    if problems:
        unread = problems[0].message.code not in ("bos.card_text.too_long", "bos.card_text.too_complicated")
        several = _several_abilities(text, mandatory, card, names) if unread else None
        told = tuple(_with_meaning(problem, mandatory, card, names) for problem in problems)
        return Read(None, (several,) if several else told)
    sound, faults = _sound(values, mandatory, card, text)
    if not sound:
        return Read(None, tuple(_placed(text, fault) for fault in faults))
    if len(sound) > 1:
        return Read(None, (_ambiguous(text, sound, partial(print_text, card_type=card.type if card else None)),))
    if reason := _unsayable(sound[0], card):
        return Read(None, (Problem("E-READ", 0, len(text.rstrip()), reason),))
    odd = (
        fault for each in (sound[0], *sound[0].beside) for fault in odd_ability(each, card, without_quotations(text))
    )
    return Read(sound[0], tuple(_placed(text, fault) for fault in dict.fromkeys(odd)))


def _several_abilities(text: str, mandatory: bool, card: Card | None, names: Names) -> Problem | None:
    """That a text holds two abilities, which stand in lines of their own; None where its parts are not both read."""
    for end in islice(re.finditer(r"\.\s+(?=[A-Z])", text), 3):
        first, second = text[: end.start() + 1], text[end.end() :]
        if all(_is_ability(part, mandatory, card, names) for part in (second, first)):
            return Problem("E-READ", end.end(), len(text), Message("bos.card_text.two_abilities", text=second))
    return None


def _is_ability(text: str, mandatory: bool, card: Card | None, names: Names) -> bool:
    try:
        values = readings((*tokens(text), ending(text)), grammar.ability, names.read)
    except (TooComplicated, RecursionError):
        return False
    return bool(_sound(values, mandatory, card, text)[0])


def _with_meaning(problem: Problem, mandatory: bool, card: Card | None, names: Names) -> Problem:
    """The problem with those of its suggestions that are understood on this card."""
    if problem.code != "E-READ" or not problem.suggestions:
        return problem
    understood = [each for each in problem.suggestions if _read_text(each, mandatory, card, names).text]
    return replace(problem, suggestions=tuple(understood))


def meanings(
    text: str, *, mandatory: bool = False, card: Card | None = None, pool: Pool | None = None
) -> tuple[syntax.Text, ...]:
    """Every different meaning of an ability that its card can have; none is not explained. Raises TooComplicated."""
    values = readings((*tokens(text), ending(text)), grammar.ability, names_of(pool, card.name if card else "").read)
    return _sound(values, mandatory, card, text)[0]


def _sound(
    values: tuple[Any, ...], mandatory: bool, card: Card | None, text: str
) -> tuple[tuple[syntax.Text, ...], tuple[Fault, ...]]:
    """The readings without a fault; where there are none, the faults of the first."""
    finished = [_finished(raw, mandatory, card, text) for raw in values]
    sound = tuple(dict.fromkeys(ability for ability, faults in finished if not faults))
    return sound, () if sound or not finished else finished[0][1]


def _read(text: str, rule: Named, names: Names) -> tuple[tuple[Any, ...], tuple[Problem, ...]]:
    """All values of a rule, or why there is none."""
    if len(text) > MAX_CHARACTERS:
        return (), (too_long(text),)
    try:
        values = readings((*tokens(text), ending(text)), rule, names.read)
        return values, () if values else decline(text, rule, names)
    except (TooComplicated, RecursionError):
        return (), (too_complicated(text),)


def _finished(raw: Any, mandatory: bool, card: Card | None, text: str) -> tuple[syntax.Text, tuple[Fault, ...]]:
    ability, faults = finish(raw, card)
    whole, text = text, without_quotations(text)
    signed = mandatory and not is_duty_of_quoted(whole)
    host = card is None or (card.type is CardType.SPELL and any("nchant" in each.text for each in card.abilities))
    own = attacks_by_itself(list(tokens(text)))
    said_of_place = text.casefold().count("which must ")
    duty = (signed or ability.must) and not (own and ability.continuous)
    ability, unbound = bind(ability, card.type if card else None, host=host)
    faults += unbound + misnamed(text, card)
    ability, unbound = bind_quotations(ability, whole, card)
    faults += unbound
    for each in (ability, *ability.beside):
        faults += tuple(Fault("E-READ", message) for message in impossible_moves(each, card))
    if not ability.beside:
        faults += _symbol(duty, ability.must and not signed, text, own + said_of_place)
    if ability.beside:
        return replace(ability, beside=tuple(_as_signed(each, duty) for each in ability.beside)), faults
    return replace(ability, must=duty), faults


def _as_signed(other: syntax.Text, duty: bool) -> syntax.Text:
    """An ability of an enchantment under the sign of its text: what comes later by itself is a duty under the arrow."""
    waits = any(isinstance(each, syntax.When | syntax.At) for each in other.moments) and not other.cost
    return replace(other, must=other.must or (duty and waits))


def _symbol(duty: bool, old_arrow: bool, text: str, own: int) -> tuple[Fault, ...]:
    """10.3.2: the arrow and the word "must" belong together; the arrow of old texts says it alone.

    Of a card that must attack, or a place that must be empty, the word is said, `own` times, under either symbol.
    """
    musts = [token.word for token in tokens(text)].count("must")
    if musts > own and not duty:
        message = Message("bos.card_text.must_optional")
        return (Fault("E-MUST", message, ("must",)),)
    if duty and not musts and not old_arrow and "->" not in [token.word for token in tokens(text)]:
        message = Message("bos.card_text.must_missing")
        return (Fault("E-MUST", message),)
    return ()


def _placed(text: str, fault: Fault) -> Problem:
    start, end = place_of(text, fault.words)
    return Problem(fault.code, start, end, fault.message)


def _ambiguous(text: str, meanings: tuple[Any, ...], printed: Callable[[Any], str]) -> Problem:
    """Both meanings, each as a sentence that has only that one."""
    sentences = [_said(meaning, printed) for meaning in meanings[:2]]
    message = Message("bos.card_text.two_readings", text=sentences[0], word=sentences[1])
    return Problem("E-AMBIG", 0, len(text.rstrip()), message, suggestions=tuple(sentences))


def _unsayable(meaning: syntax.Text, card: Card | None) -> Message | None:
    """Why a meaning has no sentence of the house style; nothing is published that cannot be printed."""
    try:
        print_text(meaning, card_type=card.type if card else None)
    except Unsayable as reason:
        return Message("bos.card_text.not_sayable", text=str(reason))
    return None


def _said(meaning: Any, printed: Callable[[Any], str]) -> str:
    """The sentence of a meaning; of several things the one that more is said of may have to come first."""
    reasons: list[str] = []
    for candidate in (meaning, change(meaning, _turned)):
        try:
            return printed(candidate)
        except Unsayable as reason:
            reasons.append(str(reason))
    return f"a meaning that has no sentence ({reasons[0]})"


def _turned(part: Any) -> Any:
    return replace(part, parts=part.parts[::-1]) if isinstance(part, terms.Both | terms.OneOf) else part


# Conditions


def read_summoning_condition(
    text: str, pool: Pool | None = None, *, card: Card | None = None
) -> ReadSummoningCondition:
    """What a summon asks of wizards (5.1.2). An empty text asks for any wizard."""
    return _read_summoning_condition(text, names_of(pool, free=True), card.color if card else None)


@lru_cache(maxsize=4_096)
def _read_summoning_condition(text: str, names: Names, color: Color | None) -> ReadSummoningCondition:
    if not text.strip():
        return ReadSummoningCondition(syntax.SummoningCondition())
    values, problems = _read(text, conditions_of_cards.summoning_condition, names)
    problems = problems or _several(values, text, print_summoning_condition)
    if not problems:
        faults = (*wrong_summoning_condition(values[0], color, names.pool), *_impossible(values[0], color))
        problems = tuple(_placed(text, fault) for fault in dict.fromkeys(faults))
    return ReadSummoningCondition(None if _errors(problems) else values[0], problems)


@lru_cache(maxsize=4_096)
def read_boss_condition(text: str) -> ReadBossCondition:
    """What a boss asks before it turns face-up (9.1.2). An empty text asks for nothing."""
    if not text.strip():
        return ReadBossCondition(syntax.BossCondition())
    values, problems = _read(text, conditions_of_cards.boss_condition, names_of(None))
    problems = problems or _several(values, text, print_boss_condition)
    if not problems:
        problems = tuple(_placed(text, fault) for fault in dict.fromkeys(_impossible(values[0], None)))
    return ReadBossCondition(None if _errors(problems) else values[0], problems)


def _impossible(condition: syntax.SummoningCondition | syntax.BossCondition, color: Color | None) -> tuple[Fault, ...]:
    return tuple(fault for part in parts(condition) for fault in impossible(part, color))


def _errors(problems: tuple[Problem, ...]) -> bool:
    return any(problem.severity == "error" for problem in problems)


def _several(values: tuple[Any, ...], text: str, printed: Callable[[Any], str]) -> tuple[Problem, ...]:
    return (_ambiguous(text, values, printed),) if len(values) > 1 else ()


# A whole card


def spoken(face: Card, pool: Pool | None = None) -> Spoken:
    """The abilities and the condition of a card; a condition that the card's type does not have is None."""
    condition = face.condition
    return Spoken(
        tuple(
            read_text(ability.text, mandatory=ability.mandatory, card=face, pool=pool).text
            for ability in face.abilities
        ),
        read_summoning_condition(condition, pool).condition
        if condition is not None and face.type is CardType.SUMMON
        else None,
        read_boss_condition(condition).condition if condition is not None and face.type is CardType.BOSS else None,
    )
