"""The page of a player: tournaments, matches, and whom they met how often. By handle only, hidden on wish."""

from uuid import UUID

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from bos_tournament.tournaments.players import player_profiles

PAGE, MOST_RIVALS = 30, 100


@require_safe
def player(request: HttpRequest, pk: UUID) -> HttpResponse:
    """With ?against=<id> only the matches against that player. An account that was merged leads on to the other's."""
    account = player_profiles.player_to_see(request.user, pk)
    if account.pk != pk:
        return redirect("tournaments:player", account.pk)
    matches = player_profiles.matches_of(account)
    rivals = player_profiles.rivals_of(matches)
    against = next(
        (rival for rival in rivals if str(rival.user.pk) == request.GET.get("against") and rival.shown), None
    )
    listed = [met for met in matches if met.other.pk == against.user.pk] if against else matches
    context = {
        "player": account,
        "myself": account.pk == request.user.pk,
        "total": player_profiles.total(matches),
        "parts": player_profiles.parts_of(account, matches),
        "rivals": [rival for rival in rivals if rival.shown][:MOST_RIVALS],
        "hidden": sum(not rival.shown for rival in rivals),
        "against": against,
        "page": Paginator(listed, PAGE).get_page(request.GET.get("page")),
    }
    return render(request, "tournaments/player.html", context)
