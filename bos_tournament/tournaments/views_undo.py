"""Pages of organizers on which a deed of the desk is taken back, its consequences first."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from bos_tournament.errors import Refused
from bos_tournament.tournaments import access, undoing
from bos_tournament.tournaments.context import frame


@login_required
@require_safe
def undo(request: HttpRequest, slug: str) -> HttpResponse:
    """Everything that can be taken back now, and what stands in the way of the rest."""
    tournament = access.staff_of(request.user, slug, access.ORGANIZER)
    shown = {"offers": undoing.offers(tournament)}
    return render(request, "tournaments/undo.html", {**frame(request, tournament), **shown})


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def undo_one(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """Shows what taking one deed back does, then does exactly that; what changed meanwhile is shown again."""
    tournament = access.staff_of(request.user, slug, access.ORGANIZER)
    if key not in undoing.DEEDS:
        raise Http404(_("Nothing of this kind is taken back here."))
    refusal, title = "", str(undoing.DEEDS[key].title)
    if request.method == "POST":
        try:
            undoing.undo(tournament, key, token=request.POST.get("token", ""))
        except Refused as refused:
            refusal = str(refused)
            tournament.refresh_from_db()
        else:
            messages.success(request, _("Done: %(deed)s.") % {"deed": f"{title[0].lower()}{title[1:]}"})
            return redirect("tournaments:desk", slug)
    try:
        offer = undoing.offer(tournament, key)
    except Refused as refused:
        offer, refusal = None, refusal or str(refused)
    shown = {"offer": offer, "title": title, "refusal": refusal}
    status = 422 if request.method == "POST" else 200
    return render(request, "tournaments/undo_one.html", {**frame(request, tournament), **shown}, status=status)
