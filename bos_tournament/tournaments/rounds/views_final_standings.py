"""The organizer's door to closed standings: what a correction since would change, and closing them anew."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from bos_tournament.accounts.requests import AuthenticatedHttpRequest
from bos_tournament.errors import Refused
from bos_tournament.refusals import show_refusal
from bos_tournament.tournaments.access import tournament_access
from bos_tournament.tournaments.access.page_context import tournament_context
from bos_tournament.tournaments.models import Tournament
from bos_tournament.tournaments.rounds.forms import FinalStandingsUpdateForm
from bos_tournament.tournaments.standings import final_standings, leaderboard


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def update_final_standings(request: AuthenticatedHttpRequest, slug: str) -> HttpResponse:
    """What would be other if the standings were closed now; done with a reason that everybody reads."""
    tournament = tournament_access.staff_of(request.user, slug, tournament_access.ORGANIZER)
    if request.method != "POST":
        return _render(request, tournament)
    form = FinalStandingsUpdateForm(request.POST)
    if form.is_valid():
        cleaned = form.cleaned_data
        stage = tournament.stages.filter(number=cleaned["stage"]).select_related("tournament").first()
        if stage is None:
            raise Http404(_("There is no such stage."))
        try:
            final_standings.update_final_standings(stage, by=request.user, why=cleaned["why"], token=cleaned["token"])
            messages.success(request, _("Final standings updated. Earlier versions stay readable."))
            return redirect("tournaments:standings", slug)
        except Refused as refusal:
            show_refusal(form, refusal)
    return _render(request, tournament, form, status=422)


def _render(
    request: HttpRequest, tournament: Tournament, form: FinalStandingsUpdateForm | None = None, *, status: int = 200
) -> HttpResponse:
    differences = final_standings.differences(tournament)
    why = form["why"].value() if form else ""
    context = {
        **tournament_context(request, tournament),
        "kept": leaderboard.latest_snapshots(tournament),
        "found": [
            (
                difference,
                FinalStandingsUpdateForm(
                    initial={"stage": difference.stage.number, "token": difference.token, "why": why}
                ),
            )
            for difference in differences
        ],
        "refused": form,
    }
    return render(request, "tournaments/final_standings_update.html", context, status=status)
