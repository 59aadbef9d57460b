"""Bids: who chooses the order of play, and who receives ether (12.2.1 to 12.2.3, 14.5.14, 14.5.15).

Between several it is the highest that chooses, and a tie of others is none. A team bids as one (14.1.3).
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

from engine.messages import Message

MAX_BID = 2**63 - 1
"""The largest bid that a commitment can hold; a tournament may set a lower one."""

Seat = TypeVar("Seat", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Outcome(Generic[Seat]):
    """What opened bids decide. A tie has no chooser, gives no ether, and asks for new bids."""

    chooser: Seat | None
    """Who chooses the player that begins; None after a tie."""
    ether: Mapping[Seat, int]
    """What each seat gets, in ether."""

    @property
    def tied(self) -> bool:
        """Whether the bids were equal and void (G-12)."""
        return self.chooser is None


def refusal(amount: object, *, most: int = MAX_BID) -> Message | None:
    """The sentence with which a bid is refused (12.2.1, G-13), or None when it may stand."""
    if type(amount) is not int:
        return Message("bos.bid.not_whole")
    if amount < 0:
        return Message("bos.bid.negative")
    if amount > most:
        return Message("bos.bid.too_high", most=f"{most:,}")
    return None


def resolve(bids: Mapping[Seat, int]) -> Outcome[Seat]:
    """The highest bid chooses and pays nothing, everybody else gets ether equal to their own bid (12.2.2, G-14, G-214).

    Equal bids are void (G-12), of several those whose highest is tied (G-215). Raises ValueError for a bid that is out
    of range.
    """
    _check(bids)
    highest = max(bids.values())
    leaders = [seat for seat, amount in bids.items() if amount == highest]
    if len(leaders) > 1:
        return Outcome(None, dict.fromkeys(bids, 0))
    return Outcome(leaders[0], {seat: 0 if seat == leaders[0] else amount for seat, amount in bids.items()})


def name_chooser(bids: Mapping[Seat, int], chooser: Seat) -> Outcome[Seat]:
    """After three ties a luckless method names the chooser; the others get their own last bid as ether (G-12).

    `bids` are the last tied bids. Raises ValueError when the chooser did not bid or the bids decide by themselves.
    """
    _check(bids)
    if chooser not in bids:
        raise ValueError("The named chooser must be one of those who bid.")
    if not resolve(bids).tied:
        raise ValueError("These bids are not equal; the higher one chooses.")
    if bids[chooser] != max(bids.values()):
        raise ValueError("The named chooser must be one of those whose bids are tied.")
    return Outcome(chooser, {seat: 0 if seat == chooser else amount for seat, amount in bids.items()})


def _check(bids: Mapping[Seat, int]) -> None:
    if len(bids) < 2:
        raise ValueError("Bids are resolved between at least two seats.")
    for amount in bids.values():
        if message := refusal(amount):
            raise ValueError(message)
