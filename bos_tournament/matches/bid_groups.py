"""Bids that come at the same moment are sealed in one transaction, as a database commits in groups.

When a round is published a whole hall bids within half a minute. Each process seals one group at a time; what comes
meanwhile is the next group, so nobody waits for company. A group takes only what is plainly in order: a bid that is to
be refused, was sent before, or meets a match that somebody holds is left to whoever bid it, to be done by itself.
"""

import logging
import threading
from collections import deque
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from django.views.decorators.debug import sensitive_variables

from bos_tournament.matches import bid_sealing
from bos_tournament.matches.bid_sealing import NewBid
from bos_tournament.matches.models import Bid, BidAttempt, Match, Seat
from bos_tournament.operations import idempotency

MOST_TOGETHER = 64
log = logging.getLogger(__name__)


@dataclass(eq=False)
class Waiting:
    """A bid that waits for its group."""

    asked: idempotency.Asked
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


def seal(bid: Waiting) -> dict[str, object] | None:
    """The receipt, once the bid is sealed with those that came meanwhile; None when it is left to be done by itself.

    Whoever has the turn seals for all that wait; the others find theirs done when the turn comes to them.
    """
    _waiting.append(bid)
    while not bid.tried:
        with _turn:
            _seal_group([_waiting.popleft() for _ in range(min(len(_waiting), MOST_TOGETHER))])
    return bid.receipt


@sensitive_variables()
def _seal_group(group: Collection[Waiting]) -> None:
    """A group that fails is done one by one, and each hears of its own fault."""
    try:
        of = {bid.asked: bid for bid in group}
        for asked, (_, receipt) in idempotency.run_together(of, lambda new: _seal([of[one] for one in new])).items():
            of[asked].receipt = receipt
    except Exception as fault:
        log.warning("%s bids are sealed one by one: %s", len(group), type(fault).__name__)
    finally:
        for bid in group:
            bid.tried = True


@sensitive_variables()
def _seal(bids: Collection[Waiting]) -> Mapping[idempotency.Asked, tuple[int, Any]]:
    """The answers to those that can be sealed at once."""
    attempts = _attempts({bid.seat.match_id for bid in bids})
    placed = set(Bid.objects.filter(attempt__in=attempts.values()).values_list("attempt", "seat"))
    new: dict[idempotency.Asked, NewBid] = {}
    for bid in bids:
        attempt = attempts.get(bid.seat.match_id)
        if attempt is None or bid.attempt not in (None, attempt.number) or (attempt.pk, bid.seat.pk) in placed:
            continue
        placed.add((attempt.pk, bid.seat.pk))
        new[bid.asked] = NewBid(attempt, bid.seat, bid.amount)
    receipts = map(bid_sealing.receipt, bid_sealing.seal_all(new.values()))
    return {asked: (201, receipt) for asked, receipt in zip(new, receipts, strict=True)}


def _attempts(matches: Collection[UUID]) -> dict[UUID, BidAttempt]:
    """The live attempt of each of these matches at which sealed bids are due, held. None that somebody else holds."""
    at_bids = Match.objects.filter(pk__in=matches, step=Match.Step.BIDDING, called_off_at=None, bids_on_paper=False)
    held = list(at_bids.select_for_update(skip_locked=True).values_list("pk", flat=True))
    live = BidAttempt.objects.filter(match__in=held, state__in=BidAttempt.LIVE, game__bids_on_paper=False)
    return {attempt.match_id: attempt for attempt in live}
