"""Numbers of abilities: those printed on a card count from 0, and what one leaves waiting has a number of its own.

The n-th ability that the printed ability a leaves waiting (`syntax.Delay`) is a + n * `DELAYED`.
"""

from __future__ import annotations

from typing import Final

DELAYED: Final = 100
"""More than a card has abilities."""


def is_delayed(number: int) -> bool:
    """Whether the ability is one that another one left waiting."""
    return number >= DELAYED


def printed_number(number: int) -> int:
    """The printed ability that it comes from; -1 is the condition of a boss."""
    return number % DELAYED if number >= 0 else number
