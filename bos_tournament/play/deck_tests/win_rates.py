"""Win rates with their intervals, the difference of two, and the ether that makes two seats win as often."""

from collections.abc import Sequence
from itertools import pairwise
from math import sqrt
from typing import NamedTuple

SURE = 1.96
"""Standard deviations to either side of a 95 % interval."""


class Share(NamedTuple):
    """A share that was found in games, a draw being half a win, with its 95 % interval, all of 1."""

    share: float
    """What was found."""
    low: float
    """Where its interval begins."""
    high: float
    """Where its interval ends."""
    games: int
    """How many games there were."""


class Difference(NamedTuple):
    """How much one share is above another, with its 95 % interval."""

    share: float
    """Above 0 where the first one is higher."""
    low: float
    """Where its interval begins."""
    high: float
    """Where its interval ends."""
    is_clear: bool
    """Whether the intervals of the two shares do not overlap, which says more than that this one leaves out 0."""


def share_of(results: Sequence[int]) -> Share | None:
    """The share of games won, drawn and lost, with the Wilson interval; None without games."""
    games = sum(results)
    if not games:
        return None
    share = (2 * results[0] + results[1]) / (2 * games)
    middle = share + SURE**2 / (2 * games)
    spread = SURE * sqrt(share * (1 - share) / games + (SURE / (2 * games)) ** 2)
    low, high = ((middle + side * spread) / (1 + SURE**2 / games) for side in (-1, 1))
    return Share(share, max(0.0, low), min(1.0, high), games)


def difference(one: Share, other: Share) -> Difference:
    """How much the first share is above the second, with Newcombe's interval, which comes from those of both."""
    apart = one.share - other.share
    below = sqrt((one.share - one.low) ** 2 + (other.high - other.share) ** 2)
    above = sqrt((one.high - one.share) ** 2 + (other.share - other.low) ** 2)
    return Difference(apart, apart - below, apart + above, one.low > other.high or other.low > one.high)


class EvenEther(NamedTuple):
    """The ether for whoever goes second with which both seats win as often."""

    how: str
    """`even`: without ether no seat is clearly ahead; `second`: whoever goes second wins more often even without;
    `more`: the largest amount that was tried is not enough; `found`."""
    amount: float | None = None
    """How much, where it was found."""
    low: float | None = None
    """At least so much; None where that is not known."""
    high: float | None = None
    """At most so much; None where that is more than was tried."""


def even_ether(tried: Sequence[tuple[int, Share]]) -> EvenEther | None:
    """From the share that whoever goes first wins with each amount of ether of the other one, in rising order, the
    first without ether: on a straight line between two amounts. None where not all have been played."""
    if len(tried) < 2 or tried[0][0]:
        return None
    without = tried[0][1]
    if without.high < 0.5:
        return EvenEther("second")
    if without.low <= 0.5:
        return EvenEther("even")
    amount = _crossing([(ether, share.share) for ether, share in tried])
    low = _crossing([(ether, share.low) for ether, share in tried])
    high = _crossing([(ether, share.high) for ether, share in tried])
    return EvenEther("more", low=low) if amount is None else EvenEther("found", amount, low, high)


def _crossing(points: Sequence[tuple[int, float]]) -> float | None:
    """Where the line through these points comes down to a half for the first time; None where it does not."""
    for (before, higher), (after, lower) in pairwise(points):
        if higher >= 0.5 >= lower and higher > lower:
            return before + (after - before) * (higher - 0.5) / (higher - lower)
    return None
