"""New bids: sealed and written, however many at a time, and both of a match in line to be opened."""

from collections.abc import Collection
from dataclasses import dataclass, field

from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_variables

from bos_tournament.errors import Refused
from bos_tournament.matches import bid_crypto, new_phones
from bos_tournament.matches.models import Bid, BidAttempt, Seat
from bos_tournament.operations import idempotency, jobs
from bos_tournament.operations.key_files import KeyFault

OPEN_BIDS = "matches.open_bids"
State = BidAttempt.State


@dataclass(frozen=True)
class NewBid:
    """A bid that its seat may place."""

    attempt: BidAttempt
    """The live one of the seat's match, which is held."""
    seat: Seat
    """Who bids."""
    amount: int = field(repr=False)
    """In ether."""


@sensitive_variables()
def seal_all(new: Collection[NewBid]) -> list[Bid]:
    """Seals bids for good, in their order. Whoever bids first and whoever bids second have the database asked the same.

    Raises Refused (`bids_cannot_be_sealed`) without the key.
    """
    late = new_phones.on_new_phones([bid.seat for bid in new])
    bids = [_sealed(bid, new_phone=bid.seat in late) for bid in new]
    for bid in new:
        bid.attempt.state = State.BOTH_IN if bid.attempt.state == State.ONE_IN else State.ONE_IN
    attempts = {bid.attempt.pk: bid.attempt for bid in new}
    Bid.objects.bulk_create(bids)
    BidAttempt.objects.bulk_update(attempts.values(), ["state"])
    jobs.enqueue_all(OPEN_BIDS, [pk for pk, attempt in attempts.items() if attempt.state == State.BOTH_IN])
    return bids


@sensitive_variables()
def _sealed(new: NewBid, *, new_phone: bool) -> Bid:
    place = bid_crypto.Place(new.attempt.match_id, new.attempt.number, new.seat.pk)
    try:
        sealed = bid_crypto.seal(place, new.amount)
    except KeyFault:
        raise _cannot_seal() from None
    return Bid(attempt=new.attempt, seat=new.seat, new_phone=new_phone, **sealed._asdict())


@sensitive_variables("amount")
def hidden(seat: Seat, *, amount: int) -> idempotency.Hidden:
    """The amount of a request that may be sent again, as it is compared until the bids are opened or void."""
    try:
        return idempotency.Hidden(about=seat.match_id, what=amount, mac_key=bid_crypto.repeats_key())
    except KeyFault:
        raise _cannot_seal() from None


def _cannot_seal() -> Refused:
    sentence = _("The site cannot seal bids right now, so yours was not taken. Tell the desk, then try again.")
    return Refused(sentence, code="bids_cannot_be_sealed")


def receipt(bid: Bid) -> dict[str, object]:
    """What its bidder may show to anybody: no amount and no time."""
    return {
        "commitment": bytes(bid.commitment or b"").hex(),
        "match": str(bid.attempt.match_id),
        "attempt": bid.attempt.number,
        "seat": str(bid.seat_id),
        "level": bid.level,
        "key_id": bid.key_id,
    }
