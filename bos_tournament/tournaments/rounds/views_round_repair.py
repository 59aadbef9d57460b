"""Mending a round after a correction: what no longer fits, what each way would change, then the choice."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from bos_tournament.accounts.requests import AuthenticatedHttpRequest
from bos_tournament.errors import Refused
from bos_tournament.pairing.repair import Mending
from bos_tournament.refusals import show_refusal
from bos_tournament.tournaments.access import desk_access
from bos_tournament.tournaments.access.page_context import tournament_context
from bos_tournament.tournaments.models import Round
from bos_tournament.tournaments.rounds import round_repair
from bos_tournament.tournaments.rounds.forms import RepairForm

WAYS = {
    Mending.LEAVE: (
        _("Keep current pairings"),
        _("No one moves; your reason is public above the round."),
    ),
    Mending.SWAP: (_("Swap opponents between two tables"), _("Improves the round with the fewest changes.")),
    Mending.UNPLAYED: (_("Pair the unplayed tables again"), _("Tables where a game is decided stay as they are.")),
    Mending.ROUND: (_("Pair the whole round again"), _("No game is decided yet, so none is lost.")),
}


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def repair(request: AuthenticatedHttpRequest, slug: str, number: int) -> HttpResponse:
    """Shows everything first; a choice that no longer fits what is true is shown again."""
    round_ = desk_access.round_to_run(request.user, slug, number)
    form = RepairForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        cleaned = form.cleaned_data
        try:
            round_repair.repair_round(round_, mending=cleaned["mending"], token=cleaned["token"], why=cleaned["why"])
        except Refused as refusal:
            show_refusal(form, refusal)
        else:
            messages.success(request, gettext("Done. Your reason is shown at round %(round)s.") % {"round": number})
            return redirect("tournaments:desk_round", slug, number)
    return _render(request, round_, form, status=422 if form.errors else 200)


def _render(request: HttpRequest, round_: Round, form: RepairForm, *, status: int) -> HttpResponse:
    tournament = round_.stage.tournament
    repair_ = round_repair.repair_of(round_)
    offers = [(*WAYS[offer.mending], offer) for offer in repair_.offers] if repair_ else []
    context = {
        **tournament_context(request, tournament),
        "round": round_,
        "repair": repair_,
        "offers": offers,
        "leave_cost": next((offer.remedy.cost for _, _, offer in offers), 0),
        "form": form,
        "chosen": form["mending"].value() or Mending.LEAVE,
    }
    return render(request, "tournaments/repair.html", context, status=status)
