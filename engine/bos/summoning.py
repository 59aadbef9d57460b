"""Conducting a summon: a face-up wizard turns face-down, the summon stands ready in front of it (chapter 5)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from engine.bos import keys, statics, texts
from engine.bos.cards import Card, CardType, Color, key
from engine.bos.quantities import holds
from engine.bos.rows import Row, first_broken, not_registered
from engine.bos.state import (
    CASTLE,
    LETTERS,
    SUMMONING,
    Copy,
    Doing,
    Draft,
    State,
    at,
    available,
    column_of,
    named,
    player,
    seat_name,
    summon_place,
    too_many,
    wizard_place,
)
from engine.bos.tree import Predicate
from engine.choice import Answer, Violation

_SENTENCE = re.compile(r"(?:conduct a summon with|summon using)\s+(.+?)\.?", re.IGNORECASE)
_COLOURED = re.compile(r"(any|an?|one|two|three|[123])\s+(red|yellow|blue)\s+wizards?", re.IGNORECASE)
_NUMBERS = {"two": 2, "three": 3, "2": 2, "3": 3}


@dataclass(frozen=True, slots=True)
class Condition:
    """Which wizards a summon needs: how many, of which colour, or by which names (keys). Nothing: any wizard."""

    count: int = 1
    color: Color | None = None
    names: tuple[str, ...] = ()
    only: Predicate | None = None

    def accepts(self, wizard: Card) -> bool:
        """Whether one wizard fits the condition (G-61, G-62)."""
        if self.names:
            return wizard.key in self.names
        return self.color is None or wizard.color is self.color


@lru_cache(maxsize=4_096)
def read_condition(text: str) -> Condition | None:
    """A summoning condition of the two printed forms; None where the sentence says more than wizards."""
    if not text.strip():
        return Condition()
    sentence = _SENTENCE.fullmatch(" ".join(text.split()))
    if not sentence:
        return None
    coloured = _COLOURED.fullmatch(sentence.group(1))
    if coloured:
        return Condition(_NUMBERS.get(coloured.group(1).casefold(), 1), Color(coloured.group(2).casefold()))
    if re.search(r"[,.;:]|\b(?:any|wizards?|if|when|while|or)\b", sentence.group(1), re.IGNORECASE):
        return None
    names = tuple(key(name) for name in re.split(r"\s+and\s+", sentence.group(1)))
    return Condition(len(names), None, names)


def condition_of(card: Card) -> Condition | None:
    """What a summon asks of wizards, and what else must hold; None where the sentence cannot be read."""
    simple = read_condition(card.condition or "")
    if simple is not None:
        return simple
    calling = texts.calling_of(card)
    if calling is None:
        return None
    color = Color(calling.wizard.color) if calling.wizard.color else None
    return Condition(calling.count, color, tuple(map(key, calling.names)), calling.only)


def fits(condition: Condition, wizards: list[Card]) -> bool:
    """Whether exactly these wizards meet the condition."""
    if len(wizards) != condition.count or not all(map(condition.accepts, wizards)):
        return False
    return not condition.names or sorted(wizard.key for wizard in wizards) == sorted(condition.names)


def conduct(draft: Draft, values: tuple[int, ...]) -> None:
    """5.1.4, 5.1.5: the wizards turn face-down, the summon enters ready. `values`: summon, then wizards."""
    summon, *wizards = values
    for number in wizards:
        wizard = draft.own(number)
        wizard.up = wizard.acted = False
        draft.happen("face down", number, wizard.control)
    column = column_of(draft.copies[wizards[0]].place)
    copy = draft.own(summon)
    draft.move(summon, summon_place(copy.control, column))
    copy.up = copy.public = True
    draft.happen("summon", summon, copy.control, wizards[0])


def take(draft: Draft, seat: int, card: Card) -> int:
    """The copy that leaves the castle (5.1.6). The check has seen to it that there is one."""
    copy = available(draft, seat, CASTLE, card)
    assert copy is not None
    return copy.id


@dataclass(frozen=True, slots=True)
class SummonCase:
    """A summon being conducted: `wizards` are the cards in the columns named, `columns` where they should stand."""

    state: State
    seat: int
    card: Card
    columns: tuple[int, ...]
    wizards: tuple[Copy | None, ...]

    @property
    def condition(self) -> Condition | None:
        """The wizards the summon asks for; None where its sentence cannot be read."""
        return condition_of(self.card)

    @property
    def faces(self) -> list[Card]:
        """The cards of the wizards named."""
        return [wizard.face for wizard in self.wizards if wizard]

    @property
    def in_the_way(self) -> str:
        """What stands where the summon should come, for a sentence; empty for a free place."""
        standing = at(self.state, summon_place(self.seat, self.columns[0]))
        return named(standing) if standing else ""


def _missing_wizard(case: SummonCase) -> str:
    column = next(c for c, wizard in zip(case.columns, case.wizards, strict=True) if wizard is None)
    return f"{seat_name(case.seat)} has no wizard in column {LETTERS[column]} who could conduct a summon."


def _face_down_wizard(case: SummonCase) -> str:
    wizard = next(wizard for wizard in case.wizards if wizard and not wizard.up)
    return f"{named(wizard)} is face-down and cannot conduct a summon."


def _wrong_wizards(case: SummonCase) -> str:
    stands = " and ".join(named(wizard) for wizard in case.wizards if wizard)
    return f"{case.card.name} cannot be summoned with {stands}; its condition is “{case.card.condition}”."


def _the_rest_holds(case: SummonCase) -> bool:
    condition = case.condition
    if condition is None or condition.only is None:
        return True
    copy = available(case.state, case.seat, CASTLE, case.card)
    return copy is None or holds(case.state, Doing(copy.id, 0, case.seat), condition.only)


def _is_moment(case: SummonCase) -> bool:
    """The own summoning phase, or an effect that lets its player conduct a summon now (G-64)."""
    ask = case.state.ask
    return case.state.phase == SUMMONING or (ask is not None and ask.kind == "conduct")


SUMMON: tuple[Row[SummonCase], ...] = (
    Row(
        "5.1.1",
        _is_moment,
        lambda c: f"Summons are conducted in the summoning phase; this is the {c.state.phase} phase.",
    ),
    Row(
        "5.1.6",
        lambda c: c.card.type is CardType.SUMMON,
        lambda c: f"{c.card.name} is a {c.card.type}, not a summon, so it cannot be summoned from the castle.",
    ),
    Row(
        "5.1.6",
        lambda c: available(c.state, c.seat, CASTLE, c.card) is not None,
        lambda c: too_many(c.state, c.seat, c.card, CASTLE),
    ),
    Row("5.1.2", lambda c: None not in c.wizards, _missing_wizard),
    Row("5.1.2", lambda c: all(w.up for w in c.wizards if w), _face_down_wizard),
    Row(
        "5.1.2",
        lambda c: c.state.setup.edition.acted_wizard_summons or not any(w.acted for w in c.wizards if w),
        lambda c: "A wizard who has acted cannot conduct a summon in this edition.",
    ),
    Row("5.1.2", lambda c: c.condition is None or fits(c.condition, c.faces), _wrong_wizards),
    Row(
        "5.1.2",
        lambda c: _the_rest_holds(c),
        lambda c: f"The condition of {c.card.name} does not hold (“{c.card.condition}”).",
    ),
    Row(
        "5.1.3",
        lambda c: not c.in_the_way,
        lambda c: f"{c.in_the_way} already stands in front of that wizard; a place holds one summon.",
    ),
    Row(
        "10.7",
        lambda c: (
            statics.forbidden(c.state, "conduct", player(c.seat)) is None
            and not any(statics.forbidden(c.state, "conduct", wizard.id) for wizard in c.wizards if wizard)
        ),
        lambda c: f"A text says that {seat_name(c.seat)} cannot conduct this summon.",
    ),
)


def check_summon(state: State, answer: Answer) -> Violation | None:
    """Whether a summon may be conducted so."""
    move = keys.summon(answer.key)
    card = state.setup.playing[answer.seat].get(move.name)
    if card is None:
        return not_registered(move.name, seat_name(answer.seat))
    wizards = tuple(at(state, wizard_place(answer.seat, column)) for column in move.wizards)
    return first_broken(SUMMON, SummonCase(state, answer.seat, card, move.wizards, wizards))
