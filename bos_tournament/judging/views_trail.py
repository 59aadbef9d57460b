"""The page of the trail."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from bos_tournament.judging import trail as told
from bos_tournament.judging.forms_trail import TrailForm
from bos_tournament.tournaments import round_names
from bos_tournament.tournaments.access import trail_to_read
from bos_tournament.tournaments.context import frame
from bos_tournament.tournaments.stages import rounds_of


@login_required
@require_safe
def trail(request: HttpRequest, slug: str) -> HttpResponse:
    """Newest first, by person, round and part. What cannot be read is not asked."""
    tournament = trail_to_read(request.user, slug)
    form = TrailForm(request.GET, rounds=round_names.titles(rounds_of(tournament)))
    page = form.page()
    lines, more = told.lines(tournament, form.asked(), page=page)
    shown = {"form": form, "lines": lines, "newer": page - 1, "older": page + 1 if more else 0}
    return render(request, "judging/trail.html", {**frame(request, tournament), **shown})
