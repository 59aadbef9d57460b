"""Pairs kept apart: the organizer's page of who is not to meet whom in Swiss rounds."""

from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from bos_tournament.errors import Refused
from bos_tournament.tournaments import access, access_desk, apart
from bos_tournament.tournaments.context import frame
from bos_tournament.tournaments.forms_desk import KeepApartForm
from bos_tournament.tournaments.forms_planning import show_refusal
from bos_tournament.tournaments.models import Tournament


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def pairs(request: HttpRequest, slug: str) -> HttpResponse:
    """All pairs, and the form for one more."""
    tournament = access.staff_of(request.user, slug, access.ORGANIZER)
    if request.method != "POST":
        return _render(request, tournament, KeepApartForm(tournament=tournament))
    form = KeepApartForm(request.POST, tournament=tournament)
    if form.is_valid():
        said = form.cleaned_data
        try:
            kept = apart.keep_apart(said["one"], said["other"], never=said["never"], why=said["why"])
        except Refused as refusal:
            show_refusal(form, refusal)
        else:
            messages.success(request, _("%(pair)s are kept apart from the next drawing on.") % {"pair": kept})
            return redirect("tournaments:apart", slug)
    return _render(request, tournament, form, status=422)


@login_required
@require_POST
def let_meet(request: HttpRequest, slug: str, pk: UUID) -> HttpResponse:
    kept = access_desk.pair_kept_apart(request.user, slug, pk)
    try:
        apart.let_meet(kept)
    except Refused as refusal:
        messages.error(request, str(refusal))
    else:
        messages.success(request, _("%(pair)s may meet from the next drawing on.") % {"pair": kept})
    return redirect("tournaments:apart", slug)


def _render(request: HttpRequest, tournament: Tournament, form: KeepApartForm, *, status: int = 200) -> HttpResponse:
    context = {
        **frame(request, tournament),
        "kept": list(apart.pairs_of(tournament)),
        "form": form,
        "is_over": tournament.is_over,
    }
    return render(request, "tournaments/apart.html", context, status=status)
