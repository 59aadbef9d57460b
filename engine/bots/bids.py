"""What a bot bids for the first turn: about what one of its spells costs, since that is what its ether would pay."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from statistics import median
from typing import Final

USUAL_BID: Final = 2
"""What ether is worth to a list that can spend it on nothing that is printed, in ether."""
SPREAD: Final = 0.75
"""By such a part of it a bid may be lower, or higher, so that nobody can bid one less than a bot always bids."""


def bid_of(costs: Sequence[int], *, salt: str) -> int:
    """A bid, in ether, by what the bot's own cards cost; the same for the same costs and salt. A salt that the other
    player knows would tell them the bid."""
    worth = max(median(costs) if costs else USUAL_BID, 1)
    digest = blake2b(salt.encode(), digest_size=6).digest()
    chance = int.from_bytes(digest, "big") / 2**48
    return round(worth * (1 - SPREAD + 2 * SPREAD * chance))
