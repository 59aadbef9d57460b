"""Castles, spellbooks and graveyards: what is in them, also where nobody saw which cards were swapped in."""

from __future__ import annotations

from engine.bos.model.cards import Card, CardType
from engine.bos.model.state import CASTLE, SPELLBOOK, Copy, Table
from engine.messages import Message
from engine.seats import seat_name


def in_pile(table: Table, seat: int, zone: str) -> list[Copy]:
    """The cards that a seat has in a pile, or may have there after an unseen swap."""
    cards = [copy for copy in table.copies[_span(table, seat)] if copy.zone == zone]
    if _may_be_swapped(table, seat, zone) and unseen(table, seat, zone) < 1:
        return [copy for copy in cards if copy.public]
    return cards


def _span(table: Table, seat: int) -> slice:
    """Where the cards that a seat owns stand among all copies; the same all game long."""
    known = table.setup.known
    if known.spans is None:
        owners = [copy.owner for copy in table.copies]
        first = [owners.index(seat) for seat in range(len(table.turns))]
        known.spans = tuple([slice(at, at + owners.count(seat)) for seat, at in enumerate(first)])
    return known.spans[seat]


def pile_size(table: Table, seat: int, zone: str) -> int:
    """How many cards a castle, spellbook or graveyard holds (2.2.2, G-33)."""
    if not _may_be_swapped(table, seat, zone):
        return len(in_pile(table, seat, zone))
    kind, size = _filling(table, zone)
    return size - sum(copy.owner == seat and copy.face.type is kind and copy.zone != zone for copy in table.copies)


def unseen(table: Table, seat: int, zone: str) -> int:
    """After an unseen swap: how many cards of a castle or spellbook nobody has seen yet.

    Any card of list and reserves may be one of them, but no more than these: as many leave as enter (12.3.5, G-23).
    """
    kind, size = _filling(table, zone)
    return size - sum(copy.owner == seat and copy.face.type is kind and copy.public for copy in table.copies)


def _may_be_swapped(table: Table, seat: int, zone: str) -> bool:
    return table.setup.hidden_swap[seat] and zone in (CASTLE, SPELLBOOK)


def _filling(table: Table, zone: str) -> tuple[CardType, int]:
    """What a castle or a spellbook is filled with as a game begins, and with how many."""
    edition = table.setup.edition
    return (CardType.SUMMON, edition.summons) if zone == CASTLE else (CardType.SPELL, edition.spells)


def _copies_of(table: Table) -> dict[tuple[int, str], tuple[int, ...]]:
    """The ids of every card of each seat, by identity; the same all game long."""
    known = table.setup.known
    if known.copies is None:
        known.copies = {}
        for copy in table.copies:
            ids = known.copies.get((copy.owner, copy.face.key), ())
            known.copies[copy.owner, copy.face.key] = (*ids, copy.id)
    return known.copies


def available(table: Table, seat: int, zone: str, card: Card, but: tuple[int, ...] = ()) -> Copy | None:
    """A copy of the card that the seat may take from its castle or spellbook, if there is one besides some copies."""
    hidden = _may_be_swapped(table, seat, zone)
    hidden_copy = None
    for number in _copies_of(table).get((seat, card.key), ()):
        copy = table.copies[number]
        if copy.zone == zone and number not in but:
            if not hidden or copy.public:
                return copy
            hidden_copy = hidden_copy or copy
    return hidden_copy if hidden_copy and unseen(table, seat, zone) > 0 else None


def too_many(table: Table, seat: int, card: Card, zone: str) -> Message:
    """Why a card cannot come from that castle or spellbook: no copy of it is left there (5.1.6, 6.1.6)."""
    if pile_size(table, seat, zone) < 1:
        return Message(f"bos.card.{zone}_empty", seat=seat_name(seat), card=card.name)
    if _may_be_swapped(table, seat, zone) and unseen(table, seat, zone) < 1:
        return Message(f"bos.card.{zone}_seen", seat=seat_name(seat), card=card.name)
    return Message(f"bos.card.{zone}_none", card=card.name, seat=seat_name(seat))
