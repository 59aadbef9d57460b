"""Places of the table, players and things as numbers.

Each seat has three wizard places, three summon places and one boss place; columns count from 0 at player one's left for
both seats (G-99).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

COLUMNS: Final = 3
PLACES: Final = 2 * COLUMNS + 1
MOST_SEATS: Final = 6
"""So many players sit at a table at most (14.5.1)."""
FURTHER: Final = MOST_SEATS
"""The row of the columns d to f of the first combined team, behind those of all seats; the second team's comes next
(14.3.5)."""
LETTERS: Final = "abcdef"
NOBODY: Final = -1


def wizard_place(seat: int, column: int) -> int:
    """The place of a seat's wizard in a column."""
    if column >= COLUMNS:
        return (FURTHER + seat % 2) * PLACES + column - COLUMNS
    return seat * PLACES + column


def summon_place(seat: int, column: int) -> int:
    """The place in front of that wizard."""
    return wizard_place(seat, column) + COLUMNS


def boss_place(seat: int) -> int:
    """The place of a seat's boss, beside the columns (2.1.5)."""
    return seat * PLACES + 2 * COLUMNS


def seat_of(place: int) -> int:
    """Before whom a place is: whose wizard stands there, or in it."""
    row = place // PLACES
    return row - FURTHER + 2 if row >= FURTHER else row


def field_of(place: int) -> int:
    """The first seat of the battlefield on which a place is: of a combined team the lower one."""
    row = place // PLACES
    return row - FURTHER if row >= FURTHER else row


def column_of(place: int) -> int:
    """The column of a wizard's or summon's place; -1 for a boss."""
    spot = place % PLACES
    if spot == 2 * COLUMNS:
        return NOBODY
    return spot % COLUMNS + (COLUMNS if place >= FURTHER * PLACES else 0)


def is_summon_place(place: int) -> bool:
    """Whether summons stand there."""
    return COLUMNS <= place % PLACES < 2 * COLUMNS


def is_boss_place(place: int) -> bool:
    """Whether a boss stands there."""
    return place % PLACES == 2 * COLUMNS


def _position(place: int) -> str:
    if is_boss_place(place):
        return f"{seat_of(place) + 1}*"
    return f"{seat_of(place) + 1}{'' if is_summon_place(place) else 'w'}{LETTERS[column_of(place)]}"


_POSITIONS: Final = tuple(map(_position, range((FURTHER + 2) * PLACES)))


def position(place: int) -> str:
    """How a record writes a place: `1a` a summon, `1wa` a wizard, `1*` a boss."""
    return _POSITIONS[place]


POSITIONS: Final = {text: place for place, text in enumerate(_POSITIONS[: 2 * PLACES])}
"""The place of a duel by how a record writes it."""
ALL_POSITIONS: Final = {text: place for place, text in reversed(list(enumerate(_POSITIONS)))}
"""The place at the largest table by how a record writes it."""


def wizard_places(seat: int, columns: Iterable[int]) -> list[int]:
    """The places of a seat's wizards in these columns."""
    return [wizard_place(seat, column) for column in columns]


def player(seat: int) -> int:
    """A player as a thing."""
    return -2 - seat


def player_at(place: int) -> int:
    """The player on whose side a place is, as a thing; nobody for no place."""
    return NOBODY if place == NOBODY else player(seat_of(place))


_FIRST_PLACE: Final = -100


def open_place(place: int) -> int:
    """An empty place as a thing: somewhere a card can be moved or brought to."""
    return _FIRST_PLACE - place


def place_of_thing(target: int) -> int:
    """The empty place that a thing is; -1 for a card or a player."""
    return _FIRST_PLACE - target if target <= _FIRST_PLACE else NOBODY


def seat_of_thing(target: int) -> int:
    """The seat of a player as a thing; -1 for a card."""
    return -2 - target if target < NOBODY else NOBODY
