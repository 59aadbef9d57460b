"""Tables of a tournament to download for a spreadsheet, as everybody may see them."""

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from bos_tournament.tournaments.access import desk_access, tournament_access
from bos_tournament.tournaments.printing import csv_export
from bos_tournament.tournaments.standings import leaderboard


@require_safe
def players_csv(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = tournament_access.tournament_to_see(request.user, slug)
    return _file(f"{slug}-players", csv_export.players_csv(tournament))


@require_safe
def pairings_csv(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    _tournament, rounds = desk_access.rounds_to_see(request.user, slug)
    round_ = desk_access.one_of(rounds, number)
    if round_ is None:
        raise Http404(_("There is no such round."))
    return _file(f"{slug}-round-{round_.number}", csv_export.pairings_csv(round_))


@require_safe
def standings_csv(request: HttpRequest, slug: str) -> HttpResponse:
    """404 before the first round is closed."""
    tournament = tournament_access.tournament_to_see(request.user, slug)
    if not leaderboard.standings_of(tournament).closed:
        raise Http404(_("There are no standings yet."))
    return _file(f"{slug}-standings", csv_export.ranks(tournament))


def _file(name: str, text: str) -> HttpResponse:
    headers = {"Content-Disposition": f'attachment; filename="{name}.csv"'}
    return HttpResponse(text, content_type="text/csv; charset=utf-8", headers=headers)
