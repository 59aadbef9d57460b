"""The screen of the hall: the time, where everybody sits, the announcement, and how to join before the start.

A public page without a sign-in, so its address can be given to whoever runs the projector.
"""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from bos_tournament.accounts.qr_codes import qr_svg
from bos_tournament.tournaments.access import live_page, tournament_access
from bos_tournament.tournaments.models import Entrant, Tournament
from bos_tournament.tournaments.standings import featured_matches, standings_rows
from bos_tournament.tournaments.standings.hall_seating import seating_rows
from bos_tournament.tournaments.structure.stages import position

State = Tournament.State


@require_safe
def screen(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = tournament_access.tournament_to_see(request.user, slug)
    may_show_code = not tournament.code_only or bool(tournament_access.roles(request.user, tournament))
    response = live_page.render_live_page(
        request,
        "tournaments/screen.html",
        "tournaments/_screen.html",
        version=f"{tournament.version} {may_show_code}",
        context=lambda: _screen(tournament, may_show_code=may_show_code),
    )
    response["Cache-Control"] = "no-store"  # a page kept from earlier would hold an earlier idea of what time it is
    return response


def _screen(tournament: Tournament, *, may_show_code: bool) -> dict[str, object]:
    at = position(tournament) if tournament.state == State.RUNNING else None
    return {
        "tournament": tournament,
        "now": timezone.now(),
        "at": at,
        "remaining": at.open.remaining if at and at.open else None,
        "rows": seating_rows(at.open) if at and at.open else "",
        "featured": featured_matches.featured_now(tournament) if at and at.open else [],
        "joining": _joining(tournament) if tournament.state == State.OPEN else None,
        "may_show_code": may_show_code,
        "champions": standings_rows.champions(tournament),
    }


def _joining(tournament: Tournament) -> dict[str, object]:
    link = settings.PUBLIC_URL + reverse("tournaments:join_link", args=[tournament.join_code])
    inside = tournament.entrants.filter(state=Entrant.State.REGISTERED)
    return {
        "qr": qr_svg(link, title=_("Join %(tournament)s") % {"tournament": tournament}, grows=True),
        "page": settings.PUBLIC_URL.split("://")[-1] + reverse("tournaments:join_by_code"),
        "inside": inside.count(),
    }
