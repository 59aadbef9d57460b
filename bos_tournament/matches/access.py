"""Who may see a match, and who sits at it."""

from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.utils.translation import gettext as _

from bos_tournament.accounts.models import User
from bos_tournament.accounts.requests import Viewer
from bos_tournament.accounts.sign_in import personal_links
from bos_tournament.matches import surroundings
from bos_tournament.matches.models import BidAttempt, Match, Seat

# Each deed of a player begins with it.
SEAT = "SELECT * FROM matches_seat WHERE match_id = %s AND user_id = %s"


def match_to_see(pk: UUID) -> Match:
    """Any match; what is public of it is decided in `presenter`. Raises Http404."""
    matches = surroundings.event.with_event(Match.objects.filter(pk=pk))
    match = matches.prefetch_related("seats__user").first()
    if match is None:
        raise Http404(_("There is no such match."))
    return match


def seat_of(user: Viewer, match: Match) -> Seat | None:
    """The seat of this user at this match, if any. Asks nothing when `seats` are prefetched."""
    return next((seat for seat in match.seats.all() if seat.user_id == user.pk), None)


def sits_at_open_match(user: User) -> bool:
    """Does this user play a match that is neither over nor called off?"""
    return Seat.objects.filter(user=user, match__finished_at=None, match__called_off_at=None).exists()


def seat_to_play(user: User, pk: UUID) -> Seat:
    """The seat this user acts for. Raises Http404 without such a match, PermissionDenied for who only looks on, and for
    a guest who came by a new link and whom nobody has confirmed."""
    seat = seat_to_call_from(user, pk)
    if personal_links.in_doubt(user):
        raise PermissionDenied(str(personal_links.NOT_KNOWN_YET))
    return seat


def seat_to_call_from(user: User, pk: UUID) -> Seat:
    """As `seat_to_play`, for what a guest may do on a new phone at once: ask for a judge."""
    for seat in Seat.objects.raw(SEAT, [pk, user.pk]):
        seat.user = user
        return seat
    match_to_see(pk)
    raise PermissionDenied(_("Only the two players of this match can do that."))


def attempt_to_verify(match_pk: UUID, number: int) -> BidAttempt:
    """An attempt at bids, open to everybody; its page tells nothing before the bids are opened. Raises Http404."""
    attempt = BidAttempt.objects.filter(match=match_pk, number=number).select_related("match", "game").first()
    if attempt is None:
        raise Http404(_("There are no such bids."))
    return attempt
