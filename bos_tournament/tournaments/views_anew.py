"""The organizer's door to closed standings: what a correction since would change, and closing them anew."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from bos_tournament.errors import Refused
from bos_tournament.tournaments import access, board, snapshots
from bos_tournament.tournaments.access_desk import member
from bos_tournament.tournaments.context import frame
from bos_tournament.tournaments.forms_desk import AnewForm
from bos_tournament.tournaments.models import Tournament


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def anew(request: HttpRequest, slug: str) -> HttpResponse:
    """What would be other if the standings were closed now; done with a reason that everybody reads."""
    tournament = access.staff_of(request.user, slug, access.ORGANIZER)
    if request.method != "POST":
        return _render(request, tournament)
    form = AnewForm(request.POST)
    if form.is_valid():
        said = form.cleaned_data
        stage = tournament.stages.filter(number=said["stage"]).select_related("tournament").first()
        if stage is None:
            raise Http404(_("There is no such stage."))
        try:
            snapshots.close_anew(stage, by=member(request.user), why=said["why"], token=said["token"])
            messages.success(request, _("The standings are closed anew. Those before stay readable."))
            return redirect("tournaments:standings", slug)
        except Refused as refusal:
            form.add_error(None, str(refusal))
    return _render(request, tournament, form, status=422)


def _render(
    request: HttpRequest, tournament: Tournament, form: AnewForm | None = None, *, status: int = 200
) -> HttpResponse:
    found = snapshots.differences(tournament)
    why = form["why"].value() if form else ""
    context = {
        **frame(request, tournament),
        "kept": board.kept(tournament),
        "found": [
            (one, AnewForm(initial={"stage": one.stage.number, "token": one.token, "why": why})) for one in found
        ],
        "refused": form,
    }
    return render(request, "tournaments/anew.html", context, status=status)
