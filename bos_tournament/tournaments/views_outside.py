"""What other programs fetch about tournaments: calendars and the picture that messages show with a link.

Both come in the language of who asks, like every page: a program that names none reads English.
"""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_cache_control
from django.views.decorators.http import require_safe

from bos_tournament.history.moments import db_now
from bos_tournament.tournaments import access, calendars

MINUTES = 60


@require_safe
def calendar(request: HttpRequest) -> HttpResponse:
    """Everything public, to subscribe to."""
    return _calendar("BOS Tournament", calendars.upcoming(db_now()))


@require_safe
def calendar_of(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = access.tournament_to_see(request.user, slug)
    return _calendar(tournament.name, [tournament])


@require_safe
def picture(request: HttpRequest, slug: str) -> HttpResponse:
    from bos_tournament.tournaments.share_picture import picture as drawn  # fonts that only this door needs

    tournament = access.tournament_to_see(request.user, slug)
    response = HttpResponse(drawn(tournament), content_type="image/png")
    patch_cache_control(response, max_age=5 * MINUTES)
    return response


def _calendar(name: str, found: list) -> HttpResponse:
    text = calendars.calendar(name, found, site=settings.PUBLIC_URL)
    response = HttpResponse(text, content_type="text/calendar; charset=utf-8")
    response["Content-Disposition"] = 'inline; filename="tournaments.ics"'
    return response
