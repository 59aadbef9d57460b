"""Numbers of abilities: those printed on a card count from 0; what one leaves waiting, or gives to a card, has a number
of its own.

The n-th ability that the printed ability a leaves waiting (`syntax.Delay`) is a + n * `DELAYED`, the n-th in quotation
marks (`syntax.Grant`) `QUOTED` more. An ability that a card has from another one, with the id g, is (g + 1) * `LENT`
more than on that card (G-390).
"""

from __future__ import annotations

from typing import Final

from engine.bos.model.places import NOBODY

DELAYED: Final = 100
"""More than a card has abilities."""
QUOTED: Final = 5_000
"""More than any number of what a card leaves waiting."""
LENT: Final = 10_000
"""More than any number of an ability on its own card."""


def is_delayed(number: int) -> bool:
    """Whether the ability is one that another one left waiting."""
    return number >= DELAYED and DELAYED <= number % LENT < QUOTED


def is_lent(number: int) -> bool:
    """Whether the ability stands on another card than the one that has it."""
    return number >= LENT


def giver_of(number: int) -> int:
    """The card on which the ability stands; -1 for the one that has it."""
    return number // LENT - 1 if number >= LENT else NOBODY


def lent_number(giver: int, number: int) -> int:
    """The number of an ability of the card `giver` on a card that has it from there."""
    return (giver + 1) * LENT + number


def own_number(number: int) -> int:
    """The number that the ability has on the card on which it stands."""
    return number % LENT if number >= LENT else number


def printed_number(number: int) -> int:
    """The printed ability that it comes from; -1 is the condition of a boss."""
    return number % DELAYED if number >= 0 else number
