"""Tables of a tournament to download for a spreadsheet, as everybody may see them."""

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from bos_tournament.tournaments import access, access_desk, board, spreadsheets


@require_safe
def players(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = access.tournament_to_see(request.user, slug)
    return _file(f"{slug}-players", spreadsheets.players(tournament))


@require_safe
def pairings(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    _tournament, rounds = access_desk.rounds_to_see(request.user, slug)
    round_ = access_desk.one_of(rounds, number)
    if round_ is None:
        raise Http404(_("There is no such round."))
    return _file(f"{slug}-round-{round_.number}", spreadsheets.pairings(round_))


@require_safe
def standings(request: HttpRequest, slug: str) -> HttpResponse:
    """404 before the first round is closed."""
    tournament = access.tournament_to_see(request.user, slug)
    if not board.edition(tournament).closed:
        raise Http404(_("There are no standings yet."))
    return _file(f"{slug}-standings", spreadsheets.ranks(tournament))


def _file(name: str, text: str) -> HttpResponse:
    headers = {"Content-Disposition": f'attachment; filename="{name}.csv"'}
    return HttpResponse(text, content_type="text/csv; charset=utf-8", headers=headers)
