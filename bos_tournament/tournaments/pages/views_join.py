"""Pages of players: joining, leaving, checking in, and who takes part."""

from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from bos_tournament.accounts.requests import AuthenticatedHttpRequest
from bos_tournament.errors import Refused
from bos_tournament.tournaments.access import tournament_access
from bos_tournament.tournaments.access.page_context import tournament_context
from bos_tournament.tournaments.entrants import check_in as checking_in
from bos_tournament.tournaments.entrants import participation, registration
from bos_tournament.tournaments.entrants.forms import CodeForm
from bos_tournament.tournaments.models import Entrant
from bos_tournament.tournaments.pages.views_home import code_sent, render_detail, show_detail


@require_safe
def join_by_code(request: HttpRequest) -> HttpResponse:
    """Where somebody types the code they read on a screen."""
    form = CodeForm(request.GET if "code" in request.GET else None)
    if form.is_bound and form.is_valid():
        try:
            return redirect(
                "tournaments:join_link", registration.tournament_of_code(form.cleaned_data["code"]).join_code
            )
        except Http404 as unknown:
            form.add_error("code", " ".join([str(unknown), _("Check each letter.")]))
    return render(request, "tournaments/join_by_code.html", {"form": form}, status=422 if form.errors else 200)


@require_safe
def join_link(request: HttpRequest, code: str) -> HttpResponse:
    """The page to join on; where the code is needed it goes along."""
    tournament = registration.tournament_of_code(code)
    page = reverse("tournaments:join", args=[tournament.slug])
    return redirect(f"{page}?{urlencode({'code': tournament.join_code})}" if tournament.code_only else page)


@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = tournament_access.tournament_to_see(request.user, slug)
    if request.method != "POST" or not request.user.is_authenticated:
        return show_detail(request, tournament)
    try:
        entrant = registration.join(request.user, tournament, code=code_sent(request))
    except Refused as refusal:
        return render_detail(request, tournament, refusal=str(refusal))
    if entrant.state == Entrant.State.ASKED:
        messages.success(request, _("You asked to join. Staff answer here and by email."))
    elif entrant.state == Entrant.State.WAITLISTED:
        messages.warning(
            request,
            _("All places are taken. You are number %(place)s on the waitlist.")
            % {"place": registration.position(entrant)},
        )
    else:
        messages.success(request, _("You are registered. Next, submit your deck list."))
    return redirect(tournament)


@login_required
@require_POST
def withdraw(request: AuthenticatedHttpRequest, slug: str) -> HttpResponse:
    tournament = tournament_access.tournament_to_see(request.user, slug)
    entrant = tournament_access.entrant_of(request.user, tournament)
    try:
        registration.withdraw(entrant)
    except Refused as refusal:
        return render_detail(request, tournament, refusal=str(refusal))
    messages.success(request, _("You have withdrawn. You can join again while registration is open."))
    return redirect(tournament)


@login_required
@require_POST
def check_in(request: AuthenticatedHttpRequest, slug: str) -> HttpResponse:
    tournament = tournament_access.tournament_to_see(request.user, slug)
    entrant = tournament_access.entrant_of(request.user, tournament)
    try:
        checking_in.check_in(entrant)
    except Refused as refusal:
        return render_detail(request, tournament, refusal=str(refusal))
    messages.success(request, _("You are checked in."))
    return redirect(tournament)


@require_safe
def players(request: HttpRequest, slug: str) -> HttpResponse:
    """Everybody who is in, by handle, and the waitlist in its order."""
    tournament = tournament_access.tournament_to_see(request.user, slug)
    inside = tournament.entrants.exclude(place=None).select_related("user").order_by("user__handle")
    waiting = tournament.entrants.filter(state=Entrant.State.WAITLISTED).select_related("user")
    context = {
        **tournament_context(request, tournament),
        "page": Paginator(inside, 100).get_page(request.GET.get("page")),
        "waiting": waiting.order_by("waits_since", "id")[:200],
    }
    return render(request, "tournaments/players.html", context)


@login_required
@require_POST
def drop(request: AuthenticatedHttpRequest, slug: str) -> HttpResponse:
    """Somebody drops by themselves; the match that is on is still played."""
    tournament = tournament_access.tournament_to_see(request.user, slug)
    entrant = tournament_access.entrant_of(request.user, tournament)
    try:
        participation.drop(entrant)
    except Refused as refusal:
        tournament.refresh_from_db()
        return render_detail(request, tournament, refusal=str(refusal))
    messages.success(request, _("You have dropped. You can undo this until the next round is paired."))
    return redirect(tournament)


@login_required
@require_POST
def undo_drop(request: AuthenticatedHttpRequest, slug: str) -> HttpResponse:
    tournament = tournament_access.tournament_to_see(request.user, slug)
    entrant = tournament_access.entrant_of(request.user, tournament)
    try:
        participation.undo_drop(entrant)
    except Refused as refusal:
        tournament.refresh_from_db()
        return render_detail(request, tournament, refusal=str(refusal))
    messages.success(request, _("You are back in."))
    return redirect(tournament)
