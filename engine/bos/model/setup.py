"""What is fixed before a game: who sits at the table, what they play with, and by which edition of the rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.bos.model.card_pool import Pool
from engine.bos.model.cards import Card
from engine.bos.model.editions import Edition
from engine.bos.model.seating import TWO, Seating
from engine.bos.model.set_position import Position
from engine.bos.model.setup_cache import Known


@dataclass(frozen=True, slots=True)
class Setup:
    """What is fixed before a game: lists, swaps, bids, order, edition, `position` to begin at. Seats count from 0.

    `wizards` stand by column. `registered` are the cards of list and reserves by identity, among which a written name
    is looked up; `playing` those that may be used in this game. `hidden_swap` says for each seat that reserves may have
    been swapped in unseen; then the piles hold deck and reserves, and only their sizes bind. `hidden` says for each
    seat that its list is not known at all; then they hold what the record shows, and blanks (`hidden_lists`).
    """

    edition: Edition
    """The edition of the rules that is played by."""
    pool: Pool
    """The catalogue from which the cards are."""
    names: tuple[str, ...]
    """What the players are called, by seat."""
    bosses: tuple[Card, ...]
    """The boss of each seat."""
    wizards: tuple[tuple[Card, ...], ...]
    piles: tuple[tuple[Card, ...], ...]
    """The summons and spells of each seat, once for each copy."""
    registered: tuple[Mapping[str, Card], ...]
    playing: tuple[Mapping[str, Card], ...]
    first: int = 0
    """The seat that begins."""
    ether: tuple[int, ...] = (0, 0)
    """The ether of each seat that has ether of its own, as the game begins."""
    hidden_swap: tuple[bool, ...] = (False, False)
    hidden: tuple[bool, ...] = (False, False)
    position: Position | None = None
    seating: Seating = TWO
    """Who sits at the table, and which of them are one side."""
    life: tuple[int, ...] = ()
    """The life that each total begins with, where an event says otherwise than the edition (14.4.9)."""
    known: Known = field(default_factory=Known, init=False, compare=False, repr=False)
    """What follows from all this alone, worked out once."""
