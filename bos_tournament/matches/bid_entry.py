"""Bids: sealed by each player for themselves, or shown on paper and entered together (12.2.1)."""

from collections.abc import Mapping
from uuid import UUID

from django.db import transaction
from django.db.models import Exists, OuterRef
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_variables

from bos_tournament.accounts.models import User
from bos_tournament.errors import Refused
from bos_tournament.matches import bid_opening, bid_sealing, match_steps
from bos_tournament.matches.bid_sealing import NewBid
from bos_tournament.matches.models import Bid, BidAttempt, Game, Match, Seat
from bos_tournament.messages import localize
from bos_tournament.operations import idempotency
from engine.bos.game import bidding as rules

State = BidAttempt.State


@sensitive_variables()
@transaction.atomic
def seal_bid(seat: Seat, *, amount: int, attempt: int | None = None) -> dict[str, object]:
    """Seals a bid for good and gives its receipt, which is alike whoever bids first; the second bid has both opened.

    `attempt` is the number the bidder saw; a bid meant for an earlier attempt is refused. The match's version stays
    as it is, since a page that stirs would tell the other player that a bid is in.
    """
    _refuse_amount(amount)
    match = match_steps.lock_for(seat, Match.Step.BIDDING, refusal=_("You cannot bid now: %(instead)s"))
    own = Bid.objects.filter(attempt=OuterRef("pk"), seat=seat)
    attempts = match.attempts.select_related("game").annotate(has_own=Exists(own))
    live = attempts.get(state__in=BidAttempt.LIVE)
    if match_steps.on_paper(match, live.game):
        raise Refused(_("Bids are on paper here. Write yours down and show both together."), code="bids_on_paper")
    if attempt is not None and attempt != live.number:
        raise Refused(_("These bids no longer count. Check again, then place a new bid."), code="attempt_over")
    if live.has_own:
        raise Refused(
            _("Your bid is already sealed and cannot be changed. It is opened when both are in."),
            code="bid_already_sealed",
        )
    return bid_sealing.receipt(bid_sealing.seal_all([NewBid(live, seat, amount)])[0])


@sensitive_variables()
def seal_bid_once(seat: Seat, key: UUID | None, *, amount: int, attempt: int | None = None) -> dict[str, object]:
    """`seal_bid`, once for this key of the bidder: sent again, by page or program, it gives the same receipt. Those of
    one moment share a transaction.

    Raises Refused: `key_reused`, and what `seal_bid` refuses.
    """
    if key is None:
        return seal_bid(seat, amount=amount, attempt=attempt)
    _refuse_amount(amount)
    content = {"bid": str(seat.pk), "attempt": attempt}
    asked = idempotency.KeyedRequest(seat.user, key, content, bid_sealing.hidden(seat, amount=amount))
    if receipt := bid_sealing.seal_with_others(bid_sealing.Waiting(asked, seat, attempt, amount)):
        return receipt

    @sensitive_variables()
    def seal() -> tuple[int, dict[str, object]]:
        return 201, seal_bid(seat, amount=amount, attempt=attempt)

    return idempotency.run_once(seat.user, key, content, seal, hidden=asked.hidden)[1]


@transaction.atomic
def void_attempt(match: Match, *, by: User, reason: str) -> None:
    """Staff make the bids void and both players bid again. Opened bids stand; those on paper until somebody chose."""
    reason, held = match_steps.reason_given(reason), match_steps.lock(match)
    attempt = held.attempts.order_by("number").last()
    if attempt is None or not _may_be_voided(held, attempt):
        raise Refused(_("There are no sealed bids to void here. Opened bids stay."), code="nothing_to_void")
    if attempt.state in (State.REVEALED, State.NAMED):
        Game.objects.filter(pk=attempt.game_id).update(chooser=None, ether={})
    bid_opening.void(held, attempt, why=reason, by=by)
    match_steps.save(held)


def _may_be_voided(match: Match, attempt: BidAttempt) -> bool:
    mistyped = attempt.entered_by_id is not None and match.step == Match.Step.CHOICE
    return attempt.state in BidAttempt.LIVE or mistyped


@transaction.atomic
def enter_paper_bids(match: Match, *, by: User, amounts: Mapping[int, int]) -> None:
    """Both amounts by seat number, together, after they were shown at the table. Only where bids are on paper."""
    for amount in amounts.values():
        _refuse_amount(amount)
    held = match_steps.lock(match)
    if not match_steps.on_paper(held):
        raise Refused(_("Bids are sealed here, so only the players can enter them."), code="bids_are_sealed")
    if held.step != Match.Step.BIDDING:
        instead = {"instead": match_steps.TO_DO[Match.Step(held.step)]}
        raise Refused(_("Bids cannot be entered now: %(instead)s") % instead, code="not_now")
    seats = {seat.number: seat for seat in held.seats.all()}
    if amounts.keys() != seats.keys():
        raise Refused(_("Enter both bids together."), code="both_bids_needed")
    attempt = held.attempts.select_related("game").get(state__in=BidAttempt.LIVE)
    if attempt.state == State.BOTH_IN:
        raise Refused(_("Two sealed bids are being opened. Check again."), code="bids_are_sealed")
    attempt.entered_by = by
    paper = Bid.Level.PAPER
    Bid.objects.bulk_create(Bid(attempt=attempt, seat=seats[n], level=paper, amount=a) for n, a in amounts.items())
    bid_opening.decide(held, attempt, amounts)
    match_steps.save(held)


@sensitive_variables("amount")
def _refuse_amount(amount: int) -> None:
    if message := rules.refusal(amount):
        raise Refused(localize(message), code="bid_out_of_range")
