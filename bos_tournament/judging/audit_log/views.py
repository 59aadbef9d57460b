"""The page of the trail."""

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from bos_tournament.accounts.requests import AuthenticatedHttpRequest
from bos_tournament.judging.audit_log import entries as told
from bos_tournament.judging.audit_log.forms import TrailForm
from bos_tournament.tournaments.access.page_context import tournament_context
from bos_tournament.tournaments.access.tournament_access import trail_to_read
from bos_tournament.tournaments.structure import round_names
from bos_tournament.tournaments.structure.stages import rounds_of


@login_required
@require_safe
def activity_log(request: AuthenticatedHttpRequest, slug: str) -> HttpResponse:
    """Newest first, by person, round and part. What cannot be read is not asked."""
    tournament = trail_to_read(request.user, slug)
    form = TrailForm(request.GET, rounds=round_names.titles(rounds_of(tournament)))
    page = form.page()
    lines, more = told.lines(tournament, form.asked(), page=page)
    context = {"form": form, "lines": lines, "newer": page - 1, "older": page + 1 if more else 0}
    return render(request, "judging/activity_log.html", {**tournament_context(request, tournament), **context})
