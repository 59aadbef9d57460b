"""Checking in at the door: a player's code opens this page on a phone of staff, and one tap checks them in."""

from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from bos_tournament.accounts.requests import AuthenticatedHttpRequest
from bos_tournament.errors import Refused
from bos_tournament.tournaments.access import tournament_access
from bos_tournament.tournaments.access.page_context import tournament_context
from bos_tournament.tournaments.entrants import check_in as checking_in
from bos_tournament.tournaments.models import Entrant

MOST_NAMED = 24


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def door_check_in(request: AuthenticatedHttpRequest, slug: str, pk: UUID) -> HttpResponse:
    entrant = tournament_access.entrant_for_staff(request.user, slug, pk)
    if request.method != "POST":
        return _render(request, entrant)
    try:
        checking_in.set_checked_in(entrant, present=True)
    except Refused as refusal:
        return _render(request, entrant, refusal=str(refusal), status=422)
    messages.success(request, _("%(player)s is checked in.") % {"player": entrant.user})
    return redirect("tournaments:door_check_in", slug, pk)


def _render(request: HttpRequest, entrant: Entrant, *, refusal: str = "", status: int = 200) -> HttpResponse:
    tournament = entrant.tournament
    before = tournament.entrants.filter(state__in=checking_in.BEFORE_PLAY)
    missing = before.filter(checked_in_at=None).select_related("user").order_by("user__handle")
    context = {
        **tournament_context(request, tournament),
        "entrant": entrant,
        "may_mark": checking_in.may_check_in(tournament, entrant),
        "there": before.exclude(checked_in_at=None).count(),
        "missing": missing.count(),
        "missing_names": missing[:MOST_NAMED],
        "refusal": refusal,
    }
    return render(request, "tournaments/door_check_in.html", context, status=status)
