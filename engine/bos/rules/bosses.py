"""Bosses: face-down beside the columns until turned up, then in the game like a summon (chapter 9)."""

from __future__ import annotations

from typing import Final

from engine.bos.abilities import card_abilities
from engine.bos.abilities.conditions import holds
from engine.bos.model.moves import TurnUpBoss
from engine.bos.model.places import boss_place, seat_of
from engine.bos.model.quick_values import make_pending
from engine.bos.model.state import (
    MAIN,
    Draft,
    PendingAbility,
    State,
    Table,
    at,
    face_up_boss,
    phase_name,
    summons_of,
)
from engine.bos.rules import ability_resolution, costs, first_turn
from engine.choice import Answer, Violation
from engine.messages import Message
from engine.rule_table import Row, first_broken
from engine.seats import seat_name


def pay(draft: Draft, values: tuple[int, ...]) -> None:
    """What the condition of the boss asks for is paid first, if anything."""
    boss = draft.copies[draft.table[boss_place(values[0])]]
    condition = card_abilities.boss_condition_of(boss.face)
    if condition and condition.cost:
        draft.frames[-1] = draft.frames[-1]._replace(step=1)
        ability_resolution.begin_ability(draft, make_pending(boss.id, -1, values[0]))


def turn_up(draft: Draft, values: tuple[int, ...]) -> None:
    """9.1.2: the boss turns face-up and is ready at once (G-115). `values`: the seat."""
    seat = values[0]
    boss = draft.own(draft.table[boss_place(seat)])
    boss.up = boss.public = True
    draft.happen("boss", boss.id, seat)


def stands_open(table: Table, seat: int) -> bool:
    """9.2.3: whether a boss may attack that player, who has neither summons nor a face-up boss (G-119)."""
    bosses = table.setup.seating.bosses[seat]
    return not any(summons_of(table, seat)) and all(face_up_boss(table, seat_of(place)) is None for place in bosses)


class BossCase:
    """The boss of a seat being turned up; None where it does not stand in its place."""

    __slots__ = ("boss", "seat", "state")

    def __init__(self, state: State, seat: int) -> None:
        self.state = state
        self.seat = seat
        self.boss = at(state, boss_place(seat))


def _doing(case: BossCase) -> PendingAbility:
    assert case.boss is not None
    return make_pending(case.boss.id, -1, case.seat)


def _holds(case: BossCase) -> bool:
    """Whether the condition of the boss holds now (G-116); one that cannot be read is left to the judge."""
    condition = card_abilities.boss_condition_of(case.boss.face) if case.boss else None
    return condition is None or condition.only is None or holds(case.state, _doing(case), condition.only)


def _not_yet(case: BossCase) -> Message:
    assert case.boss is not None
    face = case.boss.face
    return Message("bos.boss.condition", card=face.name, text=face.condition or "")


def _lacking(case: BossCase) -> costs.Lacking | None:
    condition = card_abilities.boss_condition_of(case.boss.face) if case.boss else None
    return costs.lacking(case.state, _doing(case), condition.cost) if condition and condition.cost else None


BOSS: Final[tuple[Row[BossCase], ...]] = (
    Row(
        "9.1.2",
        lambda case: case.state.phase == MAIN,
        lambda case: Message("bos.boss.phase", phase=phase_name(case.state)),
    ),
    Row(
        "9.1.2",
        lambda case: case.boss is not None,
        lambda case: Message("bos.boss.defeated", seat=seat_name(case.seat)),
        "G-122",
    ),
    Row(
        "9.1.2",
        lambda case: case.boss is not None and not case.boss.up,
        lambda case: Message("bos.boss.face_up", seat=seat_name(case.seat)),
    ),
    first_turn.row_of(
        _holds,
        lambda case: case.state,
        lambda case, state: BossCase(state, case.seat),
        lambda case: case.boss.face.name if case.boss else "",
    ),
    Row("9.1.2", _holds, _not_yet),
    Row("10.7", lambda case: (_lacking(case) or ("", ""))[0] != "10.7", lambda case: costs.said_of(_lacking(case))),
    Row("9.1.2", lambda case: _lacking(case) is None, lambda case: costs.said_of(_lacking(case))),
)


def check_boss(state: State, answer: Answer[TurnUpBoss]) -> Violation | None:
    """Whether the boss may be turned up."""
    return first_broken(BOSS, BossCase(state, answer.seat))
