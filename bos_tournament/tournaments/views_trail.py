"""The page of the trail."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from bos_tournament.tournaments import access
from bos_tournament.tournaments import trail as told
from bos_tournament.tournaments.context import frame


@login_required
@require_safe
def trail(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = access.trail_to_read(request.user, slug)
    asked = request.GET.get("page", "1")
    page = int(asked) if asked.isdecimal() and 1 <= len(asked) <= 4 and int(asked) else 1
    lines, more = told.changes(tournament, page=page)
    context = {**frame(request, tournament), "lines": lines, "newer": page - 1, "older": page + 1 if more else 0}
    return render(request, "tournaments/trail.html", context)
