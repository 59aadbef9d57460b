"""A position that somebody set by hand, as plain data: where a game begins that is not told from its first turn."""

from __future__ import annotations

from typing import Final, NamedTuple

BEGIN: Final = "begin"
"""The moment before a turn begins, beside the names of the phases."""


class PlacedCard(NamedTuple):
    """A card on a place of the table."""

    place: int
    """The number of its place, on the side of its owner."""
    card: str
    """Its name."""
    up: bool = True
    """Whether it is face-up."""
    acted: bool = False
    """Whether it has acted and is not ready."""
    strength: int | None = None
    """Its strength now, in points; None for what is printed and what texts add to it."""
    enchantments: tuple[str, ...] = ()
    """The names of the spells under it, in the order in which they came there."""


class Position(NamedTuple):
    """A table set by hand. Of the lists, wizards and bosses that are not placed are in the graveyard, and every other
    card that is not named is in its castle or spellbook."""

    turn: int
    """The number of the turn in the game, from 1; at its beginning that of the turn which begins."""
    seat: int
    """Whose turn it is, from 0."""
    phase: str
    """`BEGIN`, or a phase of the turn."""
    life: tuple[int, int]
    """Points of life, by seat."""
    vim: tuple[int, int] = (0, 0)
    """Vim at hand, by seat."""
    ether: tuple[int, int] = (0, 0)
    """Ether left, by seat."""
    placed: tuple[PlacedCard, ...] = ()
    """The cards on the table, by the number of the place."""
    graveyard: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    """The names of the summons and spells in the graveyard of each seat, once for each copy, in alphabetical order."""
    attacks: tuple[int, int] = (0, 0)
    """Attacks declared in this game, by seat (G-124)."""

    @property
    def first(self) -> int:
        """The seat that went first, from 0: turns alternate (3.1.1)."""
        return self.seat if self.turn % 2 else 1 - self.seat
