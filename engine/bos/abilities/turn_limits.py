"""What may be done only so often in a turn, and whether it has been (G-363)."""

from __future__ import annotations

from typing import Final

from engine.bos.abilities import targets
from engine.bos.abilities.turn_memory import befallen
from engine.bos.model.combat_deeds import DONE, Cannot
from engine.bos.model.places import NOBODY, seat_of_thing
from engine.bos.model.state import PendingAbility, Table
from engine.bos.model.terms import Each, Filter

_SUMMONS: Final = Filter(("summon",))


def is_spent(table: Table, pending: PendingAbility, limit: Cannot, target: int, other: int) -> bool:
    """Whether a card or player has done so often this turn what it may do no more than `limit.most` times."""
    assert limit.most is not None
    if limit.what.endswith("with"):
        cards = _cards(table, pending, limit, target)
        return _fits(table, pending, limit, other) and other not in cards and len(set(cards)) >= limit.most
    if limit.other is not None and other != NOBODY and not _fits(table, pending, limit, other):
        return False
    return len(_cards(table, pending, limit, target)) >= limit.most


def _fits(table: Table, pending: PendingAbility, limit: Cannot, number: int) -> bool:
    side = limit.other.filter if isinstance(limit.other, Each) else _SUMMONS if limit.what == "conduct" else None
    return side is None or (number >= 0 and targets.fits(table, pending, side, table.copies[number]))


def _cards(table: Table, pending: PendingAbility, limit: Cannot, target: int) -> list[int]:
    """With what it was done this turn, once for each time; by the card itself, or by the cards of a player."""
    cards = befallen(table, DONE.get(limit.what, ""))
    if target >= 0:
        return [card.id for card in cards if card.id == target]
    seat = seat_of_thing(target)
    own = [card.id for card in cards if card.control == seat]
    return [number for number in own if _fits(table, pending, limit, number)]
