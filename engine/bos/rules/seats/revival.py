"""Revival in a raid: a raider gives up summoning and main phase to bring a defeated one back (14.4.4, 14.4.14)."""

from __future__ import annotations

from typing import Final

from engine.bos.abilities import continuous_effects
from engine.bos.model import moves
from engine.bos.model.cards import CardType
from engine.bos.model.places import boss_place
from engine.bos.model.presence import has_left
from engine.bos.model.state import GRAVEYARD, Draft, Frame, Question, State, Table
from engine.choice import Answer, Violation
from engine.messages import Message
from engine.rule_table import Row, first_broken
from engine.seats import seat_name

REVIVE: Final = "revive"
"""The kind of question that asks whether somebody is revived."""
REVIVED: Final = "revived"
"""The routine of a turn in which somebody was, and the kind of question before its ending phase."""


def can_revive(table: Table, seat: int) -> bool:
    """Whether the seat is a raider, and another one is defeated."""
    return seat != table.setup.seating.early and any(other != seat for other in table.down)


def is_asked(state: State) -> bool:
    """Whether the game waits for that decision."""
    return state.question is not None and state.question.kind == REVIVE


def ask_to_end(draft: Draft, values: tuple[int, ...]) -> Question:
    """Nothing is left of the turn but its ending phase, which its player begins (14.4.14)."""
    return Question(REVIVED, values[0])


def revive(draft: Draft, seat: int) -> None:
    """14.4.5: life and vim as at the beginning, a boss that fell back face-down, and nothing else (14.4.8, 14.4.16)."""
    edition = draft.setup.edition
    draft.down = tuple(other for other in draft.down if other != seat)
    draft.put(draft.life, seat, edition.life)
    draft.put(draft.vim, seat, edition.vim)
    boss = next(copy for copy in draft.copies if copy.owner == seat and copy.face.type is CardType.BOSS)
    if boss.zone == GRAVEYARD:
        draft.move(boss.id, boss_place(seat))
        draft.own(boss.id).up = False
    draft.happen("revive", seat=seat, other=draft.active)
    draft.frames[-1] = Frame(REVIVED, 0, draft.frames[-1].values)
    continuous_effects.refresh(draft)
    draft.ended = True


class RevivalCase:
    """A player being brought back by another one."""

    __slots__ = ("by", "seat", "state")

    def __init__(self, state: State, by: int, seat: int) -> None:
        self.state = state
        self.by = by
        self.seat = seat


REVIVAL: Final[tuple[Row[RevivalCase], ...]] = (
    Row("14.4.4", lambda case: case.state.setup.seating.stays, lambda case: Message("bos.line.no_revival")),
    Row("14.4.4", lambda case: is_asked(case.state), lambda case: Message("bos.revival.moment"), "G-248"),
    Row(
        "14.4.4",
        lambda case: (
            case.by != case.state.setup.seating.early
            and case.seat not in (case.by, 0)
            and not has_left(case.state, case.seat)
        ),
        lambda case: Message("bos.revival.whom", seat=seat_name(case.seat)),
        "G-249",
    ),
    Row(
        "14.4.4",
        lambda case: case.seat in case.state.down,
        lambda case: Message("bos.revival.not_defeated", seat=seat_name(case.seat)),
    ),
)


def check_revive(state: State, answer: Answer[moves.Revive]) -> Violation | None:
    """Whether that player may be revived now."""
    return first_broken(REVIVAL, RevivalCase(state, answer.seat, answer.move.seat))
