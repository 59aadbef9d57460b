"""Pages of organizers on which a deed of the desk is taken back, its consequences first."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from bos_tournament.accounts.requests import AuthenticatedHttpRequest
from bos_tournament.errors import Refused
from bos_tournament.tournaments.access import tournament_access
from bos_tournament.tournaments.access.page_context import tournament_context
from bos_tournament.tournaments.rounds import undo_actions


@login_required
@require_safe
def undo(request: AuthenticatedHttpRequest, slug: str) -> HttpResponse:
    """Everything that can be taken back now, and what stands in the way of the rest."""
    tournament = tournament_access.staff_of(request.user, slug, tournament_access.ORGANIZER)
    context = {"offers": undo_actions.preview_undos(tournament)}
    return render(request, "tournaments/undo.html", {**tournament_context(request, tournament), **context})


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def undo_action(request: AuthenticatedHttpRequest, slug: str, key: str) -> HttpResponse:
    """Shows what taking one deed back does, then does exactly that; what changed meanwhile is shown again."""
    tournament = tournament_access.staff_of(request.user, slug, tournament_access.ORGANIZER)
    if key not in undo_actions.DEEDS:
        raise Http404(_("Nothing of this kind can be undone here."))
    refusal, title = "", str(undo_actions.DEEDS[key].title)
    if request.method == "POST":
        try:
            undo_actions.undo(tournament, key, token=request.POST.get("token", ""))
        except Refused as refused:
            refusal = str(refused)
            tournament.refresh_from_db()
        else:
            messages.success(request, _("Done: %(deed)s.") % {"deed": f"{title[0].lower()}{title[1:]}"})
            return redirect("tournaments:desk", slug)
    try:
        offer = undo_actions.preview_undo(tournament, key)
    except Refused as refused:
        offer, refusal = None, refusal or str(refused)
    context = {"offer": offer, "title": title, "refusal": refusal}
    status = 422 if request.method == "POST" else 200
    return render(
        request, "tournaments/undo_action.html", {**tournament_context(request, tournament), **context}, status=status
    )
