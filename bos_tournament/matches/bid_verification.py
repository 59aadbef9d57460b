"""Opened bids, recomputed in the open by the server, and as a program that anybody can run."""

from typing import NamedTuple

from bos_tournament.matches import bid_crypto
from bos_tournament.matches.models import Bid, BidAttempt


class Recomputed(NamedTuple):
    """An opened bid, what its commitment was, and what its amount and nonce come to."""

    name: str
    """The player's handle."""
    seat: str
    """The seat's id."""
    amount: int
    """The bid."""
    nonce: str
    """Hexadecimal, 64 digits."""
    committed: str
    """The commitment from the receipt, hexadecimal."""
    recomputed: str
    """The commitment that amount and nonce give, hexadecimal."""
    new_phone: bool
    """Whether it was sealed on a phone that came in the middle of something."""

    @property
    def agrees(self) -> bool:
        return self.committed == self.recomputed


def recompute(attempt: BidAttempt) -> list[Recomputed]:
    """The sealed bids of an opened attempt in seat order; empty before it is opened and for bids on paper."""
    sealed = attempt.bids.filter(level=Bid.Level.SEALED).select_related("seat__user").order_by("seat__number")
    return [_recompute(attempt, bid, bid.amount) for bid in sealed if bid.amount is not None]


def _recompute(attempt: BidAttempt, bid: Bid, amount: int) -> Recomputed:
    place = bid_crypto.Place(attempt.match_id, attempt.number, bid.seat_id)
    nonce, committed = bytes(bid.nonce or b""), bytes(bid.commitment or b"")
    again = bid_crypto.commitment(place, amount, nonce)
    return Recomputed(
        str(bid.seat.user), str(bid.seat_id), amount, nonce.hex(), committed.hex(), again.hex(), bid.new_phone
    )


def program(attempt: BidAttempt) -> str:
    """A short Python program with these bids in it; needs the standard library alone."""
    rows = "\n".join(
        f'    ("{bid.seat}", {bid.amount},\n     "{bid.nonce}",\n     "{bid.committed}"),' for bid in recompute(attempt)
    )
    return _PROGRAM.format(match=attempt.match_id, attempt=attempt.number, rows=rows)


_PROGRAM = """\
# Recomputes the commitments of attempt {attempt} at the bids of match {match}. Run it with Python 3.
import hashlib, struct, sys, uuid

match, attempt = uuid.UUID("{match}"), {attempt}
bids = [  # seat, amount, nonce, commitment from the receipt
{rows}
]
wrong = 0
for seat, amount, nonce, committed in bids:
    text = b"bos/bid/v1".ljust(16, b"\\0") + match.bytes + struct.pack(">I", attempt)
    text += uuid.UUID(seat).bytes + struct.pack(">Q", amount) + bytes.fromhex(nonce)
    agrees = hashlib.sha256(text).hexdigest() == committed
    wrong += not agrees
    print(seat, "bid", amount, "and the commitment agrees." if agrees else "but the commitment DIFFERS.")
sys.exit(wrong)
"""
