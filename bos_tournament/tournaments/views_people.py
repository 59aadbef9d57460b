"""Pages of players: joining, leaving, checking in, and who takes part."""

from collections.abc import Callable
from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from bos_tournament.errors import Refused
from bos_tournament.tournaments import access, joining
from bos_tournament.tournaments import check_in as checking_in
from bos_tournament.tournaments.context import frame
from bos_tournament.tournaments.forms_people import CodeForm
from bos_tournament.tournaments.models import Entrant
from bos_tournament.tournaments.views_home import code_sent, render_detail, show_detail


@require_safe
def code(request: HttpRequest) -> HttpResponse:
    """Where somebody types the code they read on a screen."""
    form = CodeForm(request.GET if "code" in request.GET else None)
    if form.is_bound and form.is_valid():
        try:
            return redirect("tournaments:by_code", joining.tournament_of_code(form.cleaned_data["code"]).join_code)
        except Http404 as unknown:
            form.add_error("code", " ".join([str(unknown), _("Check each letter.")]))
    return render(request, "tournaments/code.html", {"form": form}, status=422 if form.errors else 200)


@require_safe
def by_code(request: HttpRequest, code: str) -> HttpResponse:
    """The page to join on; where the code is needed it goes along."""
    tournament = joining.tournament_of_code(code)
    page = reverse("tournaments:join", args=[tournament.slug])
    return redirect(f"{page}?{urlencode({'code': tournament.join_code})}" if tournament.code_only else page)


@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = access.tournament_to_see(request.user, slug)
    if request.method != "POST" or not request.user.is_authenticated:
        return show_detail(request, tournament)
    try:
        entrant = joining.join(request.user, tournament, code=code_sent(request))
    except Refused as refusal:
        return render_detail(request, tournament, refusal=str(refusal))
    if entrant.state == Entrant.State.ASKED:
        messages.success(request, _("You have asked to join. Staff answer here and by mail."))
    elif entrant.state == Entrant.State.WAITLISTED:
        messages.warning(
            request,
            _("All places are taken. You are number %(place)s on the waitlist.") % {"place": joining.position(entrant)},
        )
    else:
        messages.success(request, _("You are in. Next: hand in your deck list."))
    return redirect(tournament)


@login_required
@require_POST
def withdraw(request: HttpRequest, slug: str) -> HttpResponse:
    return _own(
        request, slug, joining.withdraw, _("You have withdrawn. You can join again while registration is open.")
    )


@login_required
@require_POST
def check_in(request: HttpRequest, slug: str) -> HttpResponse:
    return _own(request, slug, checking_in.check_in, _("You are checked in."))


@require_safe
def players(request: HttpRequest, slug: str) -> HttpResponse:
    """Everybody who is in, by handle, and the waitlist in its order."""
    tournament = access.tournament_to_see(request.user, slug)
    inside = tournament.entrants.exclude(place=None).select_related("user").order_by("user__handle")
    waiting = tournament.entrants.filter(state=Entrant.State.WAITLISTED).select_related("user")
    context = {
        **frame(request, tournament),
        "page": Paginator(inside, 100).get_page(request.GET.get("page")),
        "waiting": waiting.order_by("waits_since", "id")[:200],
    }
    return render(request, "tournaments/players.html", context)


def _own(request: HttpRequest, slug: str, deed: Callable[[Entrant], object], said: str) -> HttpResponse:
    """Does a deed with one's own entry."""
    tournament = access.tournament_to_see(request.user, slug)
    entrant = access.entrant_of(request.user, tournament)
    try:
        deed(entrant)
    except Refused as refusal:
        return render_detail(request, tournament, refusal=str(refusal))
    messages.success(request, said)
    return redirect(tournament)
