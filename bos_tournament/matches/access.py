"""Who may see a match, and who sits at it."""

from uuid import UUID

from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.utils.translation import gettext as _

from bos_tournament.accounts import links
from bos_tournament.accounts.models import User
from bos_tournament.matches.models import BidAttempt, Match, Seat


def match_to_see(pk: UUID) -> Match:
    """Any match; what is public of it is decided in `showing`. Raises Http404."""
    where = Match.objects.select_related("pairing__round__stage__tournament", "pairing__round__timer")
    match = where.filter(pk=pk).prefetch_related("seats__user").first()
    if match is None:
        raise Http404(_("There is no such match."))
    return match


def seat_of(user: User | AnonymousUser, match: Match) -> Seat | None:
    """The seat of this user at this match, if any. Asks nothing when `seats` are prefetched."""
    return next((seat for seat in match.seats.all() if seat.user_id == user.pk), None)


def seat_to_play(user: User, pk: UUID) -> Seat:
    """The seat this user acts for. Raises Http404 without such a match, PermissionDenied for who only looks on, and for
    a guest who came by a new link and whom nobody has confirmed."""
    seat = seat_to_call_from(user, pk)
    if links.in_doubt(user):
        raise PermissionDenied(str(links.NOT_KNOWN_YET))
    return seat


def seat_to_call_from(user: User, pk: UUID) -> Seat:
    """As `seat_to_play`, for what a guest may do on a new phone at once: ask for a judge."""
    seat = seat_of(user, match_to_see(pk))
    if seat is None:
        raise PermissionDenied(_("Only the two players of this match can do that."))
    return seat


def is_staff_at(user: User | AnonymousUser, match: Match) -> bool:
    """Does this user help to run the tournament of this match? What staff may do, tournaments know."""
    pairing = getattr(match, "pairing", None)
    if pairing is None or not user.is_authenticated:
        return False
    return bool(pairing.round.stage.tournament.staff.filter(user=user).exists())


def attempt_to_verify(match_pk: UUID, number: int) -> BidAttempt:
    """An attempt at bids, open to everybody; its page tells nothing before the bids are opened. Raises Http404."""
    attempt = BidAttempt.objects.filter(match=match_pk, number=number).select_related("match", "game").first()
    if attempt is None:
        raise Http404(_("There are no such bids."))
    return attempt
