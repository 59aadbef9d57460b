"""Bids are opened together, in one transaction, and decide who chooses (12.2.1 to 12.2.3)."""

from collections.abc import Mapping
from uuid import UUID

from django.db import DatabaseError, transaction
from django.views.decorators.debug import sensitive_variables

from bos_tournament.accounts.models import User
from bos_tournament.matches import bid_crypto, match_steps
from bos_tournament.matches.models import Bid, BidAttempt, Match
from bos_tournament.messages import Words, set_words
from bos_tournament.operations import idempotency
from bos_tournament.operations.db_clock import db_now
from engine.bos.game import EDITIONS
from engine.bos.game import bidding as rules
from engine.hosting import Message

State = BidAttempt.State


class NotOpened(Exception):
    """The database refused the opened bids. Says nothing about them, since errors are kept and logged."""


@transaction.atomic
def open_attempt(attempt_id: UUID) -> None:
    """Opens both bids at once, or makes the attempt void and asks for new bids. Does nothing the second time."""
    match = Match.objects.select_for_update().get(attempts=attempt_id)
    attempt = match.attempts.select_related("game").get(pk=attempt_id)
    if attempt.state != State.BOTH_IN:
        return
    try:
        amounts = _open_bids(attempt)
    except bid_crypto.BrokenSeal as fault:
        void(match, attempt, why=fault.why)
    else:
        decide(match, attempt, amounts)
    match_steps.save(match)


@sensitive_variables()
def _open_bids(attempt: BidAttempt) -> dict[int, int]:
    """The amounts by seat number; every bid is verified before the first is written."""
    bids = list(attempt.bids.select_related("seat").order_by("seat__number"))
    if {bid.seat_id for bid in bids} != set(attempt.match.seats.values_list("pk", flat=True)):
        raise bid_crypto.BrokenSeal(Message("bids.not_of_both"))
    amounts = {}
    for bid in bids:
        place = bid_crypto.Place(attempt.match_id, attempt.number, bid.seat_id)
        sealed = bid_crypto.Sealed(bytes(bid.commitment or b""), bytes(bid.box or b""), bid.key_id)
        amounts[bid.seat.number], bid.nonce = bid_crypto.unseal(place, sealed)
        bid.amount = amounts[bid.seat.number]
    try:
        with transaction.atomic():
            Bid.objects.bulk_update(bids, ["amount", "nonce"])
    except DatabaseError as fault:
        raise NotOpened(type(fault).__name__) from None
    return amounts


def decide(match: Match, attempt: BidAttempt, amounts: Mapping[int, int]) -> None:
    """The higher bid chooses and the lower gets ether; a tie asks for new bids, the third one for a name (G-12)."""
    game, outcome = attempt.game, rules.resolve(amounts)
    attempt.opened_at = db_now()
    idempotency.forget_hidden_values(match.pk)
    if not outcome.tied:
        attempt.state = State.REVEALED
        game.chooser = next(seat for seat in match.seats.all() if seat.number == outcome.chooser)
        game.ether = {str(number): ether for number, ether in outcome.ether.items()}
        game.save()
    elif game.attempts.filter(state=State.TIED).count() + 1 < EDITIONS[match.edition].ties_before_naming:
        attempt.state = State.TIED
    else:
        attempt.state = State.NAMED
    attempt.save()
    if attempt.state == State.TIED:
        match_steps.new_attempt(match, game)
    else:
        match.step = Match.Step.CHOICE


def void(match: Match, attempt: BidAttempt, *, why: Words, by: User | None = None) -> None:
    """The attempt counts for nothing, its boxes stay sealed, and the next one opens."""
    attempt.state, attempt.voided_by = State.VOID, by
    set_words(attempt, "void_reason", why)
    attempt.save()
    idempotency.forget_hidden_values(match.pk)
    match_steps.new_attempt(match, attempt.game)
    match.step = Match.Step.BIDDING
