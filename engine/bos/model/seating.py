"""Who sits at a table: the mode, the seats, which of them are one side, and what a side shares (chapter 14).

A duel is the seating of two seats that every setup has by default.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from engine.bos.model.places import COLUMNS, FURTHER, NOBODY, PLACES, boss_place, summon_place

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
    "ffa": FREE_FOR_ALL, "team": TEAMS, "2v2": COMBINED, "raid boss": RAID,
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
    sharing: Sides
    """The seats that share those with each seat, itself among them."""
    orders: Sides
    """All seats in the order of turns, from each of them on (14.5.2, 14.5.13)."""
    facing: Sides
    """Who may be attacked by each seat, in the order of turns and itself last; of a combined team the lower seat."""
    columns: Sides
    """The columns in which each seat's wizards stand: a to c, or d to f for the higher member of a combined team."""
    summons: Sides
    """The places of summons on the battlefield of each seat, by column."""
    bosses: Sides
    """The places of the bosses beside that battlefield."""
    attackers: Sides
    """The places of that battlefield from which something may attack: summons, then bosses."""
    places: int
    """How many places the table has."""
    seats: int
    """How many seats there are."""
    width: int
    """How many columns a battlefield has: three, or the six of a combined team (14.3.5)."""
    is_duel: bool
    """Whether it is a duel, which every free-for-all of two is (14.2.3)."""
    is_shared: bool
    """Whether members of a side share life, vim, ether, turns and a battlefield (14.3)."""
    early: int = NOBODY
    """The seat that may attack who has not begun (14.4.1); -1 for none."""
    stays: bool = False
    """Whether the cards of a defeated player stay, who may be revived (14.4.3)."""

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
    sharing = tuple(tuple(other for other in range(seats) if lead[other] == first) for first in lead)
    columns = tuple(
        tuple(range(COLUMNS, 2 * COLUMNS) if first != seat else range(COLUMNS)) for seat, first in enumerate(lead)
    )
    width = range(2 * COLUMNS if mode == COMBINED else COLUMNS)
    summons = tuple(tuple(summon_place(first, column) for column in width) for first in lead)
    bosses = tuple(tuple(map(boss_place, members)) for members in sharing)
    orders = _orders(lead, sharing)
    facing = tuple(
        (*(other for other in orders[seat] if lead[other] == other != own), own) for seat, own in enumerate(lead)
    )
    return Seating(
        mode, sides, side, lead, sharing, orders, facing, columns, summons, bosses,
        attackers=tuple(map(tuple.__add__, summons, bosses)),
        places=(FURTHER + 2 if mode == COMBINED else seats) * PLACES,
        seats=seats,
        width=len(width),
        is_duel=mode == DUEL,
        is_shared=mode == COMBINED,
        early=0 if mode == RAID else NOBODY,
        stays=mode == RAID,
    )  # fmt: skip


def _orders(lead: tuple[int, ...], sharing: Sides) -> Sides:
    """For each seat all seats in the order of turns, those that have a turn together side by side."""
    firsts = [seat for seat in range(len(lead)) if lead[seat] == seat]
    around = [firsts[at:] + firsts[:at] for at in range(len(firsts))]
    return tuple(tuple(seat for first in around[firsts.index(own)] for seat in sharing[first]) for own in lead)


def usual_sides(mode: str, seats: int, teams: int = 2) -> Sides:
    """The sides as players sit: each for themselves, alternately in teams (14.1.2), and in a raid all against P1."""
    if mode in (TEAMS, COMBINED):
        return tuple(tuple(range(team, seats, teams)) for team in range(teams))
    if mode == RAID:
        return ((0,), tuple(range(1, seats)))
    return tuple((seat,) for seat in range(seats))


TWO: Final = seating_of(DUEL, usual_sides(DUEL, 2))
"""The seating of a duel."""
