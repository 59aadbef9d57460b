"""What is done with cards in piles: they are shown, spells are cast from there, and their effects carried out anew."""

from __future__ import annotations

from dataclasses import dataclass

from engine.bos.model.terms import Thing


@dataclass(frozen=True, slots=True)
class Reveal:
    """Cards in piles are shown to both players, or only looked at; nothing on the table changes by that (G-394)."""

    what: Thing
    """Which cards."""
    by: Thing | None = None
    """Who shows, or looks at, a whole pile; None where cards are chosen."""
    look: bool = False
    """Whether they are only looked at."""


@dataclass(frozen=True, slots=True)
class CastSpell:
    """A spell is cast now, out of the pile in which it is, whatever the phase (G-395)."""

    what: Thing
    """Which spell."""
    paid: bool = False
    """Whether its cost in vim is paid."""


@dataclass(frozen=True, slots=True)
class CarryOut:
    """The effect of a spell is carried out anew; it is not cast, and stays where it is (G-387)."""

    what: Thing
    """Which spell."""
