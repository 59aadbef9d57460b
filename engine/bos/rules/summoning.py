"""Conducting a summon: a face-up wizard turns face-down, the summon stands ready in front of it (chapter 5)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Final

from engine.bos.abilities import card_abilities, continuous_effects, targets, triggers
from engine.bos.abilities.conditions import holds
from engine.bos.model import syntax
from engine.bos.model.cards import Card, CardType, key
from engine.bos.model.moves import Summon
from engine.bos.model.piles import available, in_pile, too_many
from engine.bos.model.places import LETTERS, column_of, player, wizard_place
from engine.bos.model.quick_values import make_pending, make_summon
from engine.bos.model.state import (
    CASTLE,
    SUMMONING,
    Copy,
    Draft,
    PendingAbility,
    State,
    Table,
    at,
    named,
    phase_name,
    type_phrase,
)
from engine.bos.notation.card_lookup import not_registered
from engine.bos.rules import costs, first_turn
from engine.bos.rules.coming import come
from engine.choice import Answer, Violation
from engine.messages import Message, all_of
from engine.rule_table import Row, first_broken
from engine.seats import seat_name


def accepts(table: Table, seat: int, condition: syntax.SummoningCondition, wizard: Copy) -> bool:
    """Whether one wizard is one that the condition asks for in one of its ways (G-61, G-62)."""
    return any(_is_wanted(table, seat, way, wizard) for way in condition.ways)


def _is_wanted(table: Table, seat: int, condition: syntax.SummoningCondition, wizard: Copy) -> bool:
    if condition.names and all(key(name) != wizard.face.key for name in condition.names):
        return False
    return targets.fits(table, make_pending(wizard.id, 0, seat), condition.wizard, wizard)


def suffices(table: Table, seat: int, condition: syntax.SummoningCondition, wizards: Sequence[Copy]) -> bool:
    """Whether exactly these wizards meet the condition in one of its ways."""
    return any(_meet(table, seat, way, wizards) for way in condition.ways)


def _meet(table: Table, seat: int, condition: syntax.SummoningCondition, wizards: Sequence[Copy]) -> bool:
    if len(wizards) != condition.count or not all(_is_wanted(table, seat, condition, wizard) for wizard in wizards):
        return False
    return not condition.names or sorted(wizard.face.key for wizard in wizards) == sorted(map(key, condition.names))


def conduct(draft: Draft, values: tuple[int, ...]) -> None:
    """5.1.4, 5.1.5: the wizards turn face-down, the summon enters ready. `values`: summon, then wizards."""
    summon, *wizards = values
    _pay(draft, summon)
    for number in wizards:
        wizard = draft.own(number)
        wizard.up = wizard.acted = False
        draft.happen("face down", number, wizard.control)
    column = column_of(draft.copies[wizards[0]].place)
    copy = draft.own(summon)
    come(draft, summon, draft.setup.seating.summons[copy.control][column])
    copy.up = copy.public = True
    draft.happen("summon", summon, copy.control, wizards[0])
    if "conduct" in triggers.listeners(draft.setup):
        for number in wizards:
            draft.happen("conduct", number, copy.control, summon)


def _pay(draft: Draft, summon: int) -> None:
    """What the condition asks for besides, vim first (G-283)."""
    copy = draft.copies[summon]
    condition = card_abilities.summoning_condition_of(copy.face)
    for part in condition.cost if condition else ():
        costs.pay_part(draft, PendingAbility(summon, 0, copy.control), part, None, ())


def take(draft: Draft, seat: int, card: Card) -> int:
    """The copy that leaves the castle (5.1.6). The check has seen to it that there is one."""
    copy = available(draft, seat, CASTLE, card)
    assert copy is not None
    return copy.id


def _own_wizard(table: Table, seat: int, column: int) -> Copy | None:
    """The seat's wizard in a column; in a combined team none of the other member's (14.3.10)."""
    wizard = at(table, wizard_place(seat, column))
    return wizard if wizard and wizard.control == seat else None


class SummonCase:
    """A summon being conducted: `wizards` are the cards in the columns named, `columns` where they should stand,
    `condition` what the summon asks for (None where its sentence cannot be read)."""

    __slots__ = ("card", "columns", "condition", "seat", "state", "wizards")

    def __init__(self, state: State, seat: int, card: Card, columns: tuple[int, ...]) -> None:
        self.state = state
        self.seat = seat
        self.card = card
        self.columns = columns
        self.wizards = [_own_wizard(state, seat, column) for column in columns]
        self.condition = card_abilities.summoning_condition_of(card)

    @property
    def in_the_way(self) -> str:
        """What stands where the summon should come, for a sentence; empty for a free place."""
        standing = at(self.state, self.state.setup.seating.summons[self.seat][self.columns[0]])
        return named(standing) if standing else ""


def _missing_wizard(case: SummonCase) -> Message:
    column = next(column for column, wizard in zip(case.columns, case.wizards, strict=True) if wizard is None)
    return Message("bos.summon.no_wizard", seat=seat_name(case.seat), column=LETTERS[column])


def _face_down_wizard(case: SummonCase) -> Message:
    wizard = next(wizard for wizard in case.wizards if wizard and not wizard.up)
    return Message("bos.summon.face_down", card=named(wizard))


def _wrong_wizards(case: SummonCase) -> Message:
    stands = all_of(named(wizard) for wizard in case.wizards if wizard)
    return Message("bos.summon.condition", card=case.card.name, cards=stands, text=case.card.condition or "")


def _the_rest_holds(case: SummonCase) -> bool:
    if case.condition is None or case.condition.only is None:
        return True
    copy = available(case.state, case.seat, CASTLE, case.card)
    return copy is None or holds(case.state, make_pending(copy.id, 0, case.seat), case.condition.only)


def _lacking(case: SummonCase) -> costs.Lacking | None:
    if case.condition is None or not case.condition.cost:
        return None
    copy = available(case.state, case.seat, CASTLE, case.card)
    source = -1 if copy is None else copy.id
    return costs.lacking(case.state, make_pending(source, 0, case.seat), case.condition.cost)


def _is_moment(case: SummonCase) -> bool:
    """The own summoning phase, or an effect that lets its player conduct a summon now (G-64)."""
    question = case.state.question
    return case.state.phase == SUMMONING or (question is not None and question.kind == "conduct")


SUMMON: Final[tuple[Row[SummonCase], ...]] = (
    Row(
        "5.1.1",
        _is_moment,
        lambda case: Message("bos.summon.phase", phase=phase_name(case.state)),
    ),
    Row(
        "5.1.6",
        lambda case: case.card.type is CardType.SUMMON,
        lambda case: Message("bos.summon.not_a_summon", card=case.card.name, kind=type_phrase(case.card)),
    ),
    Row(
        "5.1.6",
        lambda case: available(case.state, case.seat, CASTLE, case.card) is not None,
        lambda case: too_many(case.state, case.seat, case.card, CASTLE),
    ),
    Row("5.1.2", lambda case: not any(wizard is None for wizard in case.wizards), _missing_wizard),
    Row("5.1.2", lambda case: all(wizard.up for wizard in case.wizards if wizard), _face_down_wizard),
    Row(
        "5.1.2",
        lambda case: (
            case.state.setup.edition.acted_wizard_summons or not any(wizard.acted for wizard in case.wizards if wizard)
        ),
        lambda case: Message("bos.summon.acted"),
    ),
    Row(
        "5.1.2",
        lambda case: (
            case.condition is None
            or suffices(case.state, case.seat, case.condition, [wizard for wizard in case.wizards if wizard])
        ),
        _wrong_wizards,
    ),
    first_turn.row_of(
        _the_rest_holds,
        lambda case: case.state,
        lambda case, state: SummonCase(state, case.seat, case.card, case.columns),
        lambda case: case.card.name,
    ),
    Row(
        "5.1.2",
        _the_rest_holds,
        lambda case: Message("bos.boss.condition", card=case.card.name, text=case.card.condition or ""),
    ),
    Row("10.2.1", lambda case: _lacking(case) is None, lambda case: costs.said_of(_lacking(case))),
    Row(
        "5.1.3",
        lambda case: not case.in_the_way,
        lambda case: Message("bos.summon.place_taken", card=case.in_the_way),
    ),
    Row(
        "10.7",
        lambda case: (
            continuous_effects.forbidden(case.state, "conduct", player(case.seat)) is None
            and not any(
                continuous_effects.forbidden(case.state, verb, wizard.id)
                for wizard in case.wizards
                if wizard
                for verb in ("conduct", "be turned face-down")
            )
        ),
        lambda case: Message("bos.summon.cannot", seat=seat_name(case.seat)),
    ),
)


def check_summon(state: State, answer: Answer[Summon]) -> Violation | None:
    """Whether a summon may be conducted so."""
    move = answer.move
    card = state.setup.playing[answer.seat].get(move.card)
    if card is None:
        return not_registered(move.card, seat_name(answer.seat))
    return first_broken(SUMMON, SummonCase(state, answer.seat, card, move.wizards))


def imaginable(state: State, seat: int) -> Iterator[Summon]:
    """All summons that a seat's castle, face-up wizards and free places suggest; most are not lawful."""
    seating = state.setup.seating
    columns = [column for column in seating.columns[seat] if (wizard := _own_wizard(state, seat, column)) and wizard.up]
    free = [column for column in columns if at(state, seating.summons[seat][column]) is None]
    cards = {copy.face.key: copy.face for copy in in_pile(state, seat, CASTLE)}
    for name in sorted(cards):
        condition = card_abilities.summoning_condition_of(cards[name])
        counts = sorted({way.count for way in condition.ways}) if condition else [1]
        for first in free:
            others = [column for column in columns if column != first]
            for count in counts:
                for more in combinations(others, count - 1):
                    yield make_summon((first, *more), name)
