"""What befell a card in the running turn."""

from __future__ import annotations

from typing import NamedTuple


class Befell(NamedTuple):
    """Something that befell a card this turn, under whose control it was then."""

    what: str
    """A `terms.Past`."""
    card: int
    """The number of the card."""
    seat: int
    """Who controlled it then."""
