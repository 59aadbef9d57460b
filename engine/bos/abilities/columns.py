"""Where cards are: neighbours, opposing cards and wizards of another card, and the columns that words mean (G-350).

A column as a thing is an empty place: that of a summon in it, on the side of whoever chooses.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from engine.bos.model import terms
from engine.bos.model.places import (
    NOBODY,
    column_of,
    field_of,
    is_boss_place,
    is_summon_place,
    open_place,
    place_of_thing,
    seat_of,
    summon_place,
)
from engine.bos.model.presence import opponents
from engine.bos.model.state import Copy, PendingAbility, Table

Things = tuple[int, ...]
Meaning = Callable[[Table, PendingAbility, terms.Thing], Things]
"""What tells which cards words mean (`targets.named`)."""

_NUMBER: Final = {"left": 0, "middle": 1, "right": 2}
"""Columns count from player one's left for both players (G-99, G-351)."""


def column_thing(seat: int, column: int) -> int:
    """A column as a thing that this seat chooses."""
    return open_place(summon_place(seat, column))


def fixed(table: Table, pending: PendingAbility, phrase: terms.Column) -> Things:
    """The one column that always has that name."""
    return (column_thing(pending.seat, _NUMBER[phrase.which]),)


# From where


def places_of(table: Table, pending: PendingAbility, phrase: terms.Thing, named: Meaning) -> list[int]:
    """The places of what is named; of what has left the battlefield the last one (G-352)."""
    if type(phrase) is terms.Choose:
        phrase = terms.Each(phrase.filter)
    known = next((memory for memory in pending.named if memory.of == phrase), None)
    then = dict(zip(known.things, known.places, strict=False)) if known else {}
    places = [_place_of(table, target, then.get(target, NOBODY)) for target in named(table, pending, phrase)]
    return [place for place in places if place != NOBODY]


def _place_of(table: Table, target: int, last: int) -> int:
    if target < NOBODY:
        return place_of_thing(target)
    copy = table.copies[target]
    if copy.host != NOBODY:
        copy = table.copies[copy.host]
    return copy.place if copy.place != NOBODY else last


def standing(table: Table, target: int) -> int:
    """The place of a thing now; -1 for none."""
    return NOBODY if target < 0 else _place_of(table, target, NOBODY)


# Near


def is_near(table: Table, pending: PendingAbility, near: terms.Near, copy: Copy, named: Meaning) -> bool:
    """Whether a card is there, seen from one of the things that are named."""
    if copy.place == NOBODY or is_boss_place(copy.place):
        return False
    places = places_of(table, pending, near.of, named)
    return any(_sees(near.how, place, copy.place) and _is_opposed(table, near.how, place, copy) for place in places)


def _is_opposed(table: Table, how: str, here: int, copy: Copy) -> bool:
    """Whether a card that faces a place is one of another side than whose place it is: a teammate's faces nobody."""
    side = table.setup.seating.side
    return how != "facing" or side[seat_of(here)] != side[copy.control]


def _sees(how: str, here: int, there: int) -> bool:
    return not is_boss_place(here) and _IS_THERE[how](here, there)


def _is_beside(here: int, there: int) -> bool:
    """G-350: a neighbour stands on the same side, in front as the other one does."""
    same_row = field_of(here) == field_of(there) and is_summon_place(here) == is_summon_place(there)
    return same_row and abs(column_of(here) - column_of(there)) == 1


def _is_facing(here: int, there: int) -> bool:
    return column_of(here) == column_of(there) and is_summon_place(there) and field_of(here) != field_of(there)


def _is_in_front(here: int, there: int) -> bool:
    same = column_of(here) == column_of(there) and field_of(here) == field_of(there)
    return same and is_summon_place(there) and not is_summon_place(here)


def _is_behind(here: int, there: int) -> bool:
    same = column_of(here) == column_of(there) and field_of(here) == field_of(there)
    return same and is_summon_place(here) and not is_summon_place(there)


_IS_THERE: Final[dict[str, Callable[[int, int], bool]]] = {
    "beside": _is_beside,
    "facing": _is_facing,
    "front": _is_in_front,
    "behind": _is_behind,
    "column": lambda here, there: column_of(here) == column_of(there),
    "adjacent": lambda here, there: abs(column_of(here) - column_of(there)) == 1,
    "former": lambda here, there: False,
}


# Columns


def columns_at(table: Table, pending: PendingAbility, near: terms.Near | None, named: Meaning) -> tuple[int, ...]:
    """The columns that lie there, seen from what is named; all of them where nothing is said."""
    if near is None:
        return tuple(range(table.setup.seating.width))
    if near.how == "former":
        return _former(pending)
    own = {column_of(place) for place in places_of(table, pending, near.of, named)} - {NOBODY}
    if near.how in ("adjacent", "beside"):
        return tuple(
            [column for column in range(table.setup.seating.width) if any(abs(column - seen) == 1 for seen in own)]
        )
    return tuple(sorted(own))


def _former(pending: PendingAbility) -> tuple[int, ...]:
    """Where the blocker stood before it moved over to block."""
    event = pending.event
    return (event.amount - 1,) if event is not None and event.kind in ("block", "block over") and event.amount else ()


def fitting_columns(
    table: Table, pending: PendingAbility, wanted: terms.ColumnFilter, named: Meaning
) -> tuple[int, ...]:
    """The columns that the words mean now."""
    columns = columns_at(table, pending, wanted.near, named)
    if wanted.besides is not None:
        left_out = columns_at(table, pending, terms.Near("column", wanted.besides), named)
        columns = tuple([column for column in columns if column not in left_out])
    return tuple([column for column in columns if _fits(table, pending, wanted, column)])


def _fits(table: Table, pending: PendingAbility, wanted: terms.ColumnFilter, column: int) -> bool:
    own = _summon_in(table, (pending.seat,), column)
    other = _summon_in(table, opponents(table, pending.seat), column)
    if wanted.yours and (own is None) == (wanted.yours == "some"):
        return False
    if wanted.theirs and (other is None) == (wanted.theirs == "some"):
        return False
    if not wanted.stronger:
        return True
    if own is None or other is None:
        return False
    return own.strength > other.strength if wanted.stronger == "yours" else other.strength > own.strength


def _summon_in(table: Table, seats: Iterable[int], column: int) -> Copy | None:
    numbers = [table.table[table.setup.seating.summons[seat][column]] for seat in seats]
    cards = [table.copies[number] for number in numbers if number >= 0]
    return next((copy for copy in cards if not copy.leaving), None)


# What is chosen


def offered(table: Table, pending: PendingAbility, phrase: terms.ChooseColumn, named: Meaning) -> Things:
    """The columns that can be chosen, as things."""
    columns = fitting_columns(table, pending, phrase.filter, named)
    return tuple([column_thing(pending.seat, column) for column in columns])


def beside_each_other(table: Table, things: Things, so_far: Things) -> Things:
    """Of these cards or columns those that are adjacent to what was chosen, or before that to another one of them."""
    seen = so_far or things
    places = [_place_of(table, target, NOBODY) for target in seen]
    return tuple(
        [
            target
            for target in things
            if any(_is_beside(place, _place_of(table, target, NOBODY)) for place in places if place != NOBODY)
        ]
    )
