"""Where a summon can come to stand: free columns of its side (G-57)."""

from __future__ import annotations

from engine.bos.model.places import NOBODY, column_of, is_summon_place
from engine.bos.model.state import Copy, Table


def open_columns(table: Table, copy: Copy, column: str) -> list[int]:
    """Where a summon may be moved to: free places of its side (G-57), adjacent ones or all."""
    if copy.leaving or copy.place == NOBODY or not is_summon_place(copy.place):
        return []
    own = column_of(copy.place)
    return [free for free in free_columns(table, copy.control) if column == "open" or abs(free - own) == 1]


def free_columns(table: Table, seat: int) -> list[int]:
    """The columns in which a seat has no summon, not even a defeated one (G-57, G-94)."""
    return [column for column, place in enumerate(table.setup.seating.summons[seat]) if table.table[place] == NOBODY]
