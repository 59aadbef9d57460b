"""Who sits at a table: the mode, the seats, which of them are one side, and what a side shares (chapter 14).

A duel is the seating of two seats that every setup has by default.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from engine.bos.model.places import COLUMNS, NOBODY

DUEL: Final = "duel"
FREE_FOR_ALL: Final = "free-for-all"
TEAMS: Final = "teams"
COMBINED: Final = "combined"
RAID: Final = "raid"

Sides = tuple[tuple[int, ...], ...]

SIZES: Final = {DUEL: (2,), FREE_FOR_ALL: (2, 3, 4, 5, 6), TEAMS: (4, 6), COMBINED: (4,), RAID: (3, 4, 5, 6)}
"""How many seats each mode has (14.5.1)."""
MODES: Final = {
    **{mode: mode for mode in SIZES},
    "ffa": FREE_FOR_ALL, "free for all": FREE_FOR_ALL, "team": TEAMS, "2v2": COMBINED, "raid boss": RAID,
}  # fmt: skip
"""The mode by what the header `[Mode …]` may call it."""


@dataclass(frozen=True, slots=True)
class Seating:
    """A table as it is laid for a mode and a number of seats. Seats count from 0."""

    mode: str
    """`DUEL`, `FREE_FOR_ALL`, `TEAMS`, `COMBINED` or `RAID`."""
    sides: Sides
    """The seats of each side, which win or lose together, lower ones first."""
    side: tuple[int, ...]
    """The number of the side of each seat, from 0."""
    lead: tuple[int, ...]
    """Whose life, vim, ether, turns and battlefield each seat has: the seat itself, but the lower one of a combined
    team."""
    orders: tuple[tuple[int, ...], ...]
    """All seats in the order of turns, from each of them on (14.5.2, 14.5.13)."""
    early: int = NOBODY
    """The seat that may attack who has not begun (14.4.1); -1 for none."""
    stays: bool = False
    """Whether the cards of a defeated player stay, who may be revived (14.4.3)."""

    @property
    def seats(self) -> int:
        """How many seats there are."""
        return len(self.side)

    @property
    def is_duel(self) -> bool:
        """Whether it is a duel, which every free-for-all of two is (14.2.3)."""
        return self.mode == DUEL

    @property
    def columns(self) -> int:
        """How many columns a battlefield has: three, or the six of a combined team (14.3.5)."""
        return 2 * COLUMNS if self.mode == COMBINED else COLUMNS

    @property
    def leads(self) -> tuple[int, ...]:
        """The seats that have a total of their own, in order."""
        return tuple(dict.fromkeys(self.lead))


@lru_cache(maxsize=64)
def seating_of(mode: str, sides: Sides) -> Seating:
    """The table for a mode with these sides; a free-for-all of two is a duel."""
    seats = sum(map(len, sides))
    side = tuple(next(number for number, members in enumerate(sides) if seat in members) for seat in range(seats))
    if mode == FREE_FOR_ALL and seats in SIZES[DUEL]:
        mode = DUEL
    lead = tuple(sides[number][0] for number in side) if mode == COMBINED else tuple(range(seats))
    orders = tuple((*range(seat, seats), *range(seat)) for seat in range(seats))
    return Seating(mode, sides, side, lead, orders, 0 if mode == RAID else NOBODY, mode == RAID)


def usual_sides(mode: str, seats: int, teams: int = 2) -> Sides:
    """The sides as players sit: each for themselves, alternately in teams (14.1.2), and in a raid all against P1."""
    if mode in (TEAMS, COMBINED):
        return tuple(tuple(range(team, seats, teams)) for team in range(teams))
    if mode == RAID:
        return ((0,), tuple(range(1, seats)))
    return tuple((seat,) for seat in range(seats))


TWO: Final = seating_of(DUEL, usual_sides(DUEL, 2))
"""The seating of a duel."""
