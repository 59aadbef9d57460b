"""Bosses: face-down beside the columns until turned up, then in the game like a summon (chapter 9)."""

from __future__ import annotations

from typing import Final, NamedTuple

from engine.bos import carrying, costs, texts
from engine.bos.quantities import holds
from engine.bos.rows import Row, first_broken
from engine.bos.state import MAIN, Copy, Doing, Draft, State, Table, at, boss_place, face_up_boss, seat_name, summons_of
from engine.choice import Answer, Violation


def pay(draft: Draft, values: tuple[int, ...]) -> None:
    """What the condition of the boss asks for is paid first, if anything."""
    boss = draft.copies[draft.table[boss_place(values[0])]]
    rising = texts.rising_of(boss.face)
    if rising and rising.cost:
        draft.frames[-1] = draft.frames[-1]._replace(step=1)
        carrying.begin(draft, Doing(boss.id, -1, values[0]))


def turn_up(draft: Draft, values: tuple[int, ...]) -> None:
    """9.1.2: the boss turns face-up and is ready at once (G-115). `values`: the seat."""
    seat = values[0]
    boss = draft.own(draft.table[boss_place(seat)])
    boss.up = boss.public = True
    draft.happen("boss", boss.id, seat)


def stands_open(table: Table, seat: int) -> bool:
    """9.2.3: whether a boss may attack that player, who has neither summons nor a face-up boss (G-119)."""
    return not any(summons_of(table, seat)) and face_up_boss(table, seat) is None


class BossCase(NamedTuple):
    """A boss being turned up."""

    state: State
    seat: int
    boss: Copy | None


def _doing(case: BossCase) -> Doing:
    assert case.boss is not None
    return Doing(case.boss.id, -1, case.seat)


def _holds(case: BossCase) -> bool:
    """Whether the condition of the boss holds now (G-116); one that cannot be read is left to the judge."""
    rising = texts.rising_of(case.boss.face) if case.boss else None
    return rising is None or rising.only is None or holds(case.state, _doing(case), rising.only)


def _not_yet(case: BossCase) -> str:
    face = case.boss.face if case.boss else None
    return f"The condition of {face.name} does not hold (“{face.condition}”)." if face else ""


def _lacking(case: BossCase) -> costs.Lacking | None:
    rising = texts.rising_of(case.boss.face) if case.boss else None
    return costs.lacking(case.state, _doing(case), rising.cost) if rising and rising.cost else None


BOSS: Final[tuple[Row[BossCase], ...]] = (
    Row(
        "9.1.2",
        lambda c: c.state.phase == MAIN,
        lambda c: f"A boss is turned face-up in the main phase; this is the {c.state.phase} phase.",
    ),
    Row(
        "9.1.2",
        lambda c: c.boss is not None,
        lambda c: f"The boss of {seat_name(c.seat)} was defeated and does not return.",
        "G-122",
    ),
    Row(
        "9.1.2",
        lambda c: c.boss is not None and not c.boss.up,
        lambda c: f"The boss of {seat_name(c.seat)} is already face-up.",
    ),
    Row("9.1.2", lambda c: _holds(c), _not_yet),
    Row("9.1.2", lambda c: _lacking(c) is None, lambda c: (_lacking(c) or ("", ""))[1]),
)


def check_boss(state: State, answer: Answer) -> Violation | None:
    """Whether the boss may be turned up."""
    return first_broken(BOSS, BossCase(state, answer.seat, at(state, boss_place(answer.seat))))
