"""What other programs fetch about tournaments: calendars and the pictures that messages show with a link.

All come in the language of who asks, like every page: a program that names none reads English.
"""

from uuid import UUID

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from bos_tournament.operations import conditional
from bos_tournament.operations.db_clock import db_now
from bos_tournament.play.recording import replays
from bos_tournament.tournaments.access import match_event, tournament_access
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


@require_safe
@conditional.by_content
def position_picture(request: HttpRequest, pk: UUID, number: int) -> HttpResponse:
    """The board after a line of a replay, `?line=`, for who may see that."""
    from bos_tournament.tournaments.printing.position_picture import picture as drawn  # fonts that only this door needs

    replay = replays.game_to_replay(pk, number)
    shown = replays.replay_page(replay, request.GET.get("line"))
    if shown["table"] is None:
        raise Http404(_("There is no recorded game to watch here."))
    where = _("Game %(number)s, line %(line)s") % {"number": number, "line": shown["at"]}
    event = match_event.event_name(replay.match)
    response = HttpResponse(drawn(event or where, where if event else "", shown["table"]), content_type="image/png")
    patch_cache_control(response, max_age=MINUTES if replay.is_live else 5 * MINUTES)
    return response


def _calendar(name: str, tournaments: list) -> HttpResponse:
    text = icalendar.calendar(name, tournaments, site=settings.PUBLIC_URL)
    response = HttpResponse(text, content_type="text/calendar; charset=utf-8")
    response["Content-Disposition"] = 'inline; filename="tournaments.ics"'
    return response
