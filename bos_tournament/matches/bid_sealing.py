"""New bids: sealed and written, however many at a time, and both of a match in line to be opened.

When a round is published a whole hall bids within half a minute, so bids that come at the same moment share a
transaction, as a database commits in groups. Each process seals one group at a time; what comes meanwhile is in the
next one. A group takes only what is plainly in order: a bid that is to be refused, was sent before, or meets a match
that somebody holds is left to whoever bid it, to be done by itself.
"""

import logging
import threading
import time
from collections import deque
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_variables

from bos_tournament.errors import Refused
from bos_tournament.matches import bid_crypto, new_phones
from bos_tournament.matches.models import Bid, BidAttempt, Match, Seat
from bos_tournament.operations import bulk_rows, idempotency, jobs
from bos_tournament.operations.key_files import KeyFault

OPEN_BIDS = "matches.open_bids"
GATHERED = 0.02
"""So many seconds each group waits for more, whoever is in it: a lone bid takes as long as one of many."""
State = BidAttempt.State
log = logging.getLogger(__name__)


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
    bulk_rows.insert_rows(Bid, map(bulk_rows.columns_of, bids))
    bulk_rows.update_rows(attempts.values(), ["state"])
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


@dataclass(eq=False)
class Waiting:
    """A bid that waits for its group."""

    asked: idempotency.KeyedRequest
    """The request, done once for its key."""
    seat: Seat
    """Who bids."""
    attempt: int | None
    """The number of the attempt that the bidder saw."""
    amount: int = field(repr=False)
    """In ether."""
    tried: bool = False
    """Whether its group was done."""
    receipt: dict[str, object] | None = None
    """None: left to be done by itself."""


_waiting: deque[Waiting] = deque()
_turn = threading.Lock()


def seal_with_others(bid: Waiting) -> dict[str, object] | None:
    """The receipt, once the bid is sealed with those that came meanwhile; None when it is left to be done by itself.

    Whoever has the turn seals for all that wait; the others find theirs done when the turn comes to them.
    """
    _waiting.append(bid)
    with _turn:
        if not bid.tried:
            time.sleep(GATHERED)
            _seal_group([_waiting.popleft() for _ in range(len(_waiting))])
    return bid.receipt


@sensitive_variables()
def _seal_group(group: Collection[Waiting]) -> None:
    """A group that fails is done one by one, and each hears of its own fault."""
    try:
        of = {bid.asked: bid for bid in group}
        answers = idempotency.run_together(of, lambda new: _seal_new([of[asked] for asked in new]))
        for asked, (_status, answer) in answers.items():
            of[asked].receipt = answer
    except Exception as fault:
        log.warning("%s bids are sealed one by one: %s", len(group), type(fault).__name__)
    finally:
        for bid in group:
            bid.tried = True


@sensitive_variables()
def _seal_new(bids: Collection[Waiting]) -> Mapping[idempotency.KeyedRequest, tuple[int, Any]]:
    """The answers to those that can be sealed at once."""
    attempts = _attempts({bid.seat.match_id for bid in bids})
    placed = set(Bid.objects.filter(attempt__in=attempts.values()).values_list("attempt", "seat"))
    new: dict[idempotency.KeyedRequest, NewBid] = {}
    for bid in bids:
        attempt = attempts.get(bid.seat.match_id)
        if attempt is None or bid.attempt not in (None, attempt.number) or (attempt.pk, bid.seat.pk) in placed:
            continue
        placed.add((attempt.pk, bid.seat.pk))
        new[bid.asked] = NewBid(attempt, bid.seat, bid.amount)
    return {asked: (201, receipt(bid)) for asked, bid in zip(new, seal_all(new.values()), strict=True)}


def _attempts(matches: Collection[UUID]) -> dict[UUID, BidAttempt]:
    """The live attempt of each of these matches at which sealed bids are due, held. None that somebody else holds."""
    at_bids = Match.objects.filter(pk__in=matches, step=Match.Step.BIDDING, called_off_at=None, bids_on_paper=False)
    held = list(at_bids.select_for_update(skip_locked=True).values_list("pk", flat=True))
    live = BidAttempt.objects.filter(match__in=held, state__in=BidAttempt.LIVE, game__bids_on_paper=False)
    return {attempt.match_id: attempt for attempt in live}
