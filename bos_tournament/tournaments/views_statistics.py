"""The page of figures: what was played in a tournament, or in all that are over, and what it won."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from bos_tournament.tournaments import access, board, statistics
from bos_tournament.tournaments.context import frame
from bos_tournament.tournaments.models import Tournament
from bos_tournament.tournaments.polling import answer

PAGE = "tournaments/statistics.html"


@require_safe
def of_tournament(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = access.tournament_to_see(request.user, slug)
    version = board.edition(tournament).version

    def context() -> dict[str, object]:
        return {**frame(request, tournament), "found": statistics.of([tournament])}

    return answer(request, PAGE, PAGE, version=version, context=context)


@require_safe
def of_all(request: HttpRequest) -> HttpResponse:
    """Of every tournament that is over."""
    over = Tournament.objects.filter(state=Tournament.State.FINISHED).only("pk")
    context = {"found": statistics.of(over), "tournaments": len(over)}
    return render(request, "tournaments/statistics_of_all.html", context)
