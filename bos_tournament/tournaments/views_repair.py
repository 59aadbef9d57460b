"""Mending a round after a correction: what no longer fits, what each way would change, then the choice."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from bos_tournament.errors import Refused
from bos_tournament.pairing.repair import Mending
from bos_tournament.tournaments import access_desk, repairing
from bos_tournament.tournaments.context import frame
from bos_tournament.tournaments.forms_desk import RepairForm
from bos_tournament.tournaments.models import Round

WAYS = {
    Mending.LEAVE: (
        _("Leave the tables as they are"),
        _("Nobody moves; your reason stands above the round for everybody."),
    ),
    Mending.SWAP: (_("Let two tables exchange opponents"), _("The fewest people move for the better.")),
    Mending.UNPLAYED: (_("Pair the unplayed tables again"), _("Tables where a game is decided stay.")),
    Mending.ROUND: (_("Pair the whole round again"), _("No game is decided yet, so none is lost.")),
}


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def repair(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Shows everything first; a choice that no longer fits what is true is shown again."""
    found = access_desk.round_to_run(request.user, slug, number)
    form = RepairForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        said = form.cleaned_data
        try:
            repairing.mend(found, mending=said["mending"], token=said["token"], why=said["why"])
        except Refused as refusal:
            form.add_error(None, str(refusal))
        else:
            messages.success(
                request, gettext("Done. Everybody reads the reason at round %(round)s.") % {"round": number}
            )
            return redirect("tournaments:desk_round", slug, number)
    return _render(request, found, form, status=422 if form.errors else 200)


def _render(request: HttpRequest, found: Round, form: RepairForm, *, status: int) -> HttpResponse:
    tournament = found.stage.tournament
    repair_ = repairing.repair_of(found)
    offers = [(*WAYS[offer.mending], offer) for offer in repair_.offers] if repair_ else []
    context = {
        **frame(request, tournament),
        "round": found,
        "repair": repair_,
        "offers": offers,
        "leave_cost": next((offer.remedy.cost for _, _, offer in offers), 0),
        "form": form,
        "chosen": form["mending"].value() or Mending.LEAVE,
    }
    return render(request, "tournaments/repair.html", context, status=status)
