"""Pairs kept apart: the organizer's page of who is not to meet whom in Swiss rounds."""

from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from bos_tournament.accounts.requests import AuthenticatedHttpRequest
from bos_tournament.errors import Refused
from bos_tournament.operations import pagination
from bos_tournament.refusals import show_refusal
from bos_tournament.tournaments.access import desk_access, tournament_access
from bos_tournament.tournaments.access.page_context import tournament_context
from bos_tournament.tournaments.models import Tournament
from bos_tournament.tournaments.rounds import separated_pairs
from bos_tournament.tournaments.rounds.forms import SeparatedPairForm

AT_ONCE = 32  # a reason may be long


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def separated_pairs_page(request: AuthenticatedHttpRequest, slug: str) -> HttpResponse:
    """All pairs, and the form for one more."""
    tournament = tournament_access.staff_of(request.user, slug, tournament_access.ORGANIZER)
    if request.method != "POST":
        return _render(request, tournament, SeparatedPairForm(tournament=tournament))
    form = SeparatedPairForm(request.POST, tournament=tournament)
    if form.is_valid():
        cleaned = form.cleaned_data
        try:
            pair = separated_pairs.separate_pair(
                cleaned["one"], cleaned["other"], never=cleaned["never"], why=cleaned["why"]
            )
        except Refused as refusal:
            show_refusal(form, refusal)
        else:
            messages.success(request, _("%(pair)s are kept apart from the next draw.") % {"pair": pair})
            return redirect("tournaments:separated_pairs", slug)
    return _render(request, tournament, form, status=422)


@login_required
@require_POST
def remove_separation(request: AuthenticatedHttpRequest, slug: str, pk: UUID) -> HttpResponse:
    pair = desk_access.separated_pair(request.user, slug, pk)
    try:
        separated_pairs.remove_separation(pair)
    except Refused as refusal:
        messages.error(request, str(refusal))
    else:
        messages.success(request, _("%(pair)s can be paired from the next draw.") % {"pair": pair})
    return redirect("tournaments:separated_pairs", slug)


def _render(
    request: HttpRequest, tournament: Tournament, form: SeparatedPairForm, *, status: int = 200
) -> HttpResponse:
    context = {
        **tournament_context(request, tournament),
        "page": pagination.page(request, separated_pairs.pairs_of(tournament), at_once=AT_ONCE),
        "form": form,
        "is_over": tournament.is_over,
    }
    return render(request, "tournaments/separated_pairs.html", context, status=status)
