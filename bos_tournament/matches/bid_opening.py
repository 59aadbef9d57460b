"""Bids are opened together, in one transaction, and decide who chooses (12.2.1 to 12.2.3)."""

from collections import Counter
from collections.abc import Collection, Mapping
from uuid import UUID

from django.db import DatabaseError, transaction
from django.views.decorators.debug import sensitive_variables

from bos_tournament.accounts.models import User
from bos_tournament.matches import bid_crypto, match_steps
from bos_tournament.matches.models import Bid, BidAttempt, Match, Seat
from bos_tournament.messages import Words, set_words
from bos_tournament.operations import bulk_rows, idempotency
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
    _open([Match.objects.select_for_update().get(attempts=attempt_id)], [attempt_id])


@transaction.atomic
def open_attempts(attempt_ids: Collection[UUID]) -> set[UUID]:
    """`open_attempt` for many, in few statements. Gives those that are settled: a match that somebody holds at this
    moment is left for later, and nobody waits for it."""
    match_of = dict(BidAttempt.objects.filter(pk__in=attempt_ids).values_list("pk", "match"))
    matches = list(Match.objects.select_for_update(skip_locked=True).filter(pk__in=match_of.values()))
    _open(matches, attempt_ids)
    held = {match.pk for match in matches}
    return {attempt for attempt, match in match_of.items() if match in held}


def _open(held: Collection[Match], attempt_ids: Collection[UUID]) -> None:
    """Those of held matches that have both bids. Every bid is verified before the first is written."""
    matches = {match.pk: match for match in held}
    ready = BidAttempt.objects.filter(pk__in=attempt_ids, match__in=matches, state=State.BOTH_IN)
    attempts = list(ready.select_related("game"))
    if not attempts:
        return
    for attempt in attempts:
        attempt.match = matches[attempt.match_id]
    seats, bids = _seats_of(attempts), _bids_of(attempts)
    opened: list[Bid] = []
    for attempt in attempts:
        try:
            amounts = _unseal(attempt, seats[attempt.match_id], bids[attempt.pk])
        except bid_crypto.BrokenSeal as fault:
            _void(attempt, why=fault.why)
        else:
            opened += bids[attempt.pk]
            _decide(attempt, amounts, seats[attempt.match_id])
    _write(opened)
    _settle(attempts)
    match_steps.save_all([attempt.match for attempt in attempts])


def _seats_of(attempts: Collection[BidAttempt]) -> dict[UUID, dict[UUID, Seat]]:
    """By match and id."""
    seats: dict[UUID, dict[UUID, Seat]] = {attempt.match_id: {} for attempt in attempts}
    for seat in Seat.objects.filter(match__in=seats):
        seats[seat.match_id][seat.pk] = seat
    return seats


def _bids_of(attempts: Collection[BidAttempt]) -> dict[UUID, list[Bid]]:
    """By attempt."""
    bids: dict[UUID, list[Bid]] = {attempt.pk: [] for attempt in attempts}
    for bid in Bid.objects.filter(attempt__in=bids):
        bids[bid.attempt_id].append(bid)
    return bids


@sensitive_variables()
def _unseal(attempt: BidAttempt, seats: Mapping[UUID, Seat], bids: Collection[Bid]) -> dict[int, int]:
    """The amounts by seat number. Raises BrokenSeal unless each seat has sealed one that can be verified."""
    if {bid.seat_id for bid in bids} != set(seats):
        raise bid_crypto.BrokenSeal(Message("bids.not_of_both"))
    amounts = {}
    for bid in sorted(bids, key=lambda bid: seats[bid.seat_id].number):
        place = bid_crypto.Place(attempt.match_id, attempt.number, bid.seat_id)
        sealed = bid_crypto.Sealed(bytes(bid.commitment or b""), bytes(bid.box or b""), bid.key_id)
        bid.amount, bid.nonce = bid_crypto.unseal(place, sealed)
        amounts[seats[bid.seat_id].number] = bid.amount
    return amounts


@sensitive_variables()
def _write(bids: Collection[Bid]) -> None:
    try:
        with transaction.atomic():
            bulk_rows.update_rows(bids, ["amount", "nonce"])
    except DatabaseError as fault:
        raise NotOpened(type(fault).__name__) from None


def decide(match: Match, attempt: BidAttempt, amounts: Mapping[int, int]) -> None:
    """The higher bid chooses and the lower gets ether; a tie asks for new bids, the third one for a name (G-12)."""
    attempt.match = match
    _decide(attempt, amounts, {seat.pk: seat for seat in match.seats.all()})
    _settle([attempt])


def _decide(attempt: BidAttempt, amounts: Mapping[int, int], seats: Mapping[UUID, Seat]) -> None:
    game, outcome = attempt.game, rules.resolve(amounts)
    if outcome.tied:
        attempt.state = State.TIED
        return
    attempt.state, attempt.match.step = State.REVEALED, Match.Step.CHOICE
    game.chooser = next(seat for seat in seats.values() if seat.number == outcome.chooser)
    game.ether = {str(number): ether for number, ether in outcome.ether.items()}


def _void(attempt: BidAttempt, *, why: Words, by: User | None = None) -> None:
    attempt.state, attempt.voided_by, attempt.match.step = State.VOID, by, Match.Step.BIDDING
    set_words(attempt, "void_reason", why)


def _settle(attempts: Collection[BidAttempt]) -> None:
    """Writes down what became of attempts and their games; whoever tied, or whose bids are void, may bid again."""
    _name_after_ties([attempt for attempt in attempts if attempt.state == State.TIED])
    now = db_now()
    for attempt in attempts:
        attempt.opened_at = attempt.opened_at if attempt.state == State.VOID else now
    decided = [attempt.game for attempt in attempts if attempt.state == State.REVEALED]
    bulk_rows.update_rows(decided, ["chooser", "ether"])
    changed = ["state", "opened_at", "entered_by", "voided_by", "void_reason", "void_reason_message"]
    bulk_rows.update_rows(attempts, changed)
    idempotency.forget_hidden_values(*(attempt.match_id for attempt in attempts))
    match_steps.next_attempts(attempt for attempt in attempts if attempt.state in (State.TIED, State.VOID))


def _name_after_ties(tied: Collection[BidAttempt]) -> None:
    """So many ties in one game, and the players name who chooses."""
    earlier = BidAttempt.objects.filter(game__in={attempt.game_id for attempt in tied}, state=State.TIED)
    ties = Counter(earlier.values_list("game", flat=True)) if tied else Counter()
    for attempt in tied:
        if ties[attempt.game_id] + 1 >= EDITIONS[attempt.match.edition].ties_before_naming:
            attempt.state, attempt.match.step = State.NAMED, Match.Step.CHOICE


def void(match: Match, attempt: BidAttempt, *, why: Words, by: User | None = None) -> None:
    """The attempt counts for nothing, its boxes stay sealed, and the next one opens."""
    attempt.match = match
    _void(attempt, why=why, by=by)
    _settle([attempt])
