"""The page of a player: tournaments, matches, and whom they met how often. By handle only, hidden on wish."""

from uuid import UUID

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from bos_tournament.tournaments import players

PAGE, MOST_RIVALS = 30, 100


@require_safe
def player(request: HttpRequest, pk: UUID) -> HttpResponse:
    """With ?against=<id> only the matches against that player. An account that was merged leads on to the other's."""
    found = players.player_to_see(request.user, pk)
    if found.pk != pk:
        return redirect("tournaments:player", found.pk)
    matches = players.matches_of(found)
    rivals = players.rivals_of(matches)
    against = next((one for one in rivals if str(one.user.pk) == request.GET.get("against") and one.shown), None)
    shown = [met for met in matches if met.other.pk == against.user.pk] if against else matches
    context = {
        "player": found,
        "myself": found.pk == request.user.pk,
        "total": players.total(matches),
        "parts": players.parts_of(found, matches),
        "rivals": [one for one in rivals if one.shown][:MOST_RIVALS],
        "hidden": sum(not one.shown for one in rivals),
        "against": against,
        "page": Paginator(shown, PAGE).get_page(request.GET.get("page")),
    }
    return render(request, "tournaments/player.html", context)
