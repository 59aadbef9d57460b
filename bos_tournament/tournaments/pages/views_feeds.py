"""What other programs fetch about tournaments: calendars and the picture that messages show with a link.

Both come in the language of who asks, like every page: a program that names none reads English.
"""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_cache_control
from django.views.decorators.http import require_safe

from bos_tournament.operations.db_clock import db_now
from bos_tournament.tournaments.access import tournament_access
from bos_tournament.tournaments.structure import icalendar

MINUTES = 60


@require_safe
def calendar(request: HttpRequest) -> HttpResponse:
    """Everything public, to subscribe to."""
    return _calendar("BOS Tournament", icalendar.upcoming(db_now()))


@require_safe
def calendar_of(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = tournament_access.tournament_to_see(request.user, slug)
    return _calendar(tournament.name, [tournament])


@require_safe
def share_picture(request: HttpRequest, slug: str) -> HttpResponse:
    from bos_tournament.tournaments.printing.share_image import picture as drawn  # fonts that only this door needs

    tournament = tournament_access.tournament_to_see(request.user, slug)
    response = HttpResponse(drawn(tournament), content_type="image/png")
    patch_cache_control(response, max_age=5 * MINUTES)
    return response


def _calendar(name: str, tournaments: list) -> HttpResponse:
    text = icalendar.calendar(name, tournaments, site=settings.PUBLIC_URL)
    response = HttpResponse(text, content_type="text/calendar; charset=utf-8")
    response["Content-Disposition"] = 'inline; filename="tournaments.ics"'
    return response
