"""The page of figures: what was played in a tournament, or in all that are over, and what it won."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from bos_tournament.tournaments.access import tournament_access
from bos_tournament.tournaments.access.live_page import render_live_page
from bos_tournament.tournaments.access.page_context import tournament_context
from bos_tournament.tournaments.models import Tournament
from bos_tournament.tournaments.players import play_statistics
from bos_tournament.tournaments.standings import leaderboard

PAGE = "tournaments/statistics.html"


@require_safe
def statistics_of_tournament(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = tournament_access.tournament_to_see(request.user, slug)
    version = leaderboard.version_of(tournament, leaderboard.standings_of(tournament))

    def context() -> dict[str, object]:
        return {**tournament_context(request, tournament), "found": play_statistics.of([tournament])}

    return render_live_page(request, PAGE, PAGE, version=version, context=context)


@require_safe
def statistics_of_all(request: HttpRequest) -> HttpResponse:
    """Of every tournament that is over."""
    over = Tournament.objects.filter(state=Tournament.State.FINISHED).only("pk")
    context = {"found": play_statistics.of(over), "tournaments": len(over)}
    return render(request, "tournaments/statistics_of_all.html", context)
