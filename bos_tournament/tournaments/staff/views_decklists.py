"""Pages of deck lists: handing in, reading and amending on record, and all lists after the end."""

from collections.abc import Sequence
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from bos_tournament.accounts.requests import AuthenticatedHttpRequest
from bos_tournament.errors import Refused
from bos_tournament.operations.db_clock import db_now
from bos_tournament.refusals import show_refusal
from bos_tournament.tournaments.access import tournament_access
from bos_tournament.tournaments.access.page_context import tournament_context
from bos_tournament.tournaments.decklists import open_lists, submissions
from bos_tournament.tournaments.entrants import deadlines
from bos_tournament.tournaments.entrants.forms import AmendForm, ListForm, LookForm
from bos_tournament.tournaments.models import Entrant
from bos_tournament.tournaments.staff.views import render_entrants


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def deck(request: AuthenticatedHttpRequest, slug: str) -> HttpResponse:
    tournament = tournament_access.tournament_to_see(request.user, slug)
    entrant = tournament_access.entrant_with_list(request.user, tournament)
    if request.method != "POST":
        form = ListForm(owner=request.user, tournament=tournament, initial={"deck": request.GET.get("deck")})
        return _render_deck(request, entrant, form)
    form = ListForm(request.POST, owner=request.user, tournament=tournament)
    problems: Sequence[object] = ()
    if form.is_valid():
        try:
            version = submissions.submit_list(entrant, text=form.list_text())
            messages.success(
                request, gettext("Deck list submitted: version %(version)s.") % {"version": version.number}
            )
            return redirect("tournaments:deck", slug)
        except Refused as refusal:
            problems = refusal.facts.get("problems", ())
            if not problems:
                show_refusal(form, refusal)
    return _render_deck(request, entrant, form, problems=problems, status=422)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def read_decklist(request: AuthenticatedHttpRequest, slug: str, pk: UUID) -> HttpResponse:
    """Asks what for; only then the list is shown, and the look is on record."""
    entrant = tournament_access.list_to_read(request.user, slug, pk)
    form = LookForm(request.POST if request.method == "POST" else None)
    context = {**tournament_context(request, entrant.tournament), "entrant": entrant, "form": form}
    if request.method == "POST" and form.is_valid():
        try:
            version = submissions.read_list(entrant, request.user, purpose=form.cleaned_data["purpose"])
            report = submissions.report_of(entrant, entrant.tournament)
            context |= {"version": version, "report": report, "amend_form": AmendForm(initial={"text": version.text})}
            return render(request, "tournaments/decklist.html", context)
        except Refused as refusal:
            show_refusal(form, refusal)
    return render(request, "tournaments/decklist.html", context, status=422 if form.errors else 200)


@login_required
@require_POST
def amend_decklist(request: AuthenticatedHttpRequest, slug: str, pk: UUID) -> HttpResponse:
    entrant = tournament_access.list_to_read(request.user, slug, pk)
    form = AmendForm(request.POST)
    problems: Sequence[object] = ()
    if form.is_valid():
        try:
            version = submissions.amend_list(entrant, by=request.user, **form.cleaned_data)
            messages.success(
                request,
                gettext("Deck list of %(player)s amended: version %(version)s. They can see it now.")
                % {"player": entrant.user, "version": version.number},
            )
            return redirect("tournaments:entrants", slug)
        except Refused as refusal:
            problems = refusal.facts.get("problems", ())
            if not problems:
                show_refusal(form, refusal)
    context = {
        **tournament_context(request, entrant.tournament),
        "entrant": entrant,
        "amend_form": form,
        "problems": problems,
    }
    return render(request, "tournaments/decklist.html", context, status=422)


@login_required
@require_POST
def unlock_decklist(request: AuthenticatedHttpRequest, slug: str, pk: UUID) -> HttpResponse:
    """One player may hand in a list after the deadline, or no more."""
    entrant = tournament_access.entrant_for_staff(request.user, slug, pk, *tournament_access.UNLOCKERS)
    unlocked = request.POST.get("unlocked") == "yes"
    try:
        submissions.unlock_list(entrant, by=request.user, unlocked=unlocked)
    except Refused as refusal:
        return render_entrants(request, entrant.tournament, refusal=str(refusal), status=422)
    sentence = gettext("%(player)s can submit a deck list until the start.")
    if not unlocked:
        sentence = gettext("The deck list of %(player)s is locked again.")
    messages.success(request, sentence % {"player": entrant.user})
    query = f"?{request.GET.urlencode()}" if request.GET else ""
    return redirect(f"{reverse('tournaments:entrants', args=[slug])}{query}#entrant-{pk}")


@require_safe
def published_lists(request: HttpRequest, slug: str) -> HttpResponse:
    """The lists that are open to whoever asks: of a stage, of those they met, or all after the end."""
    tournament, entrants = tournament_access.lists_to_see(request.user, slug)
    with_list = entrants.select_related("user", "deck_version").order_by("user__handle", "pk")
    page = Paginator(with_list, 30).get_page(request.GET.get("page"))
    context = {
        **tournament_context(request, tournament),
        "page": page,
        "told": list(open_lists.describe_visibility(tournament)),
    }
    return render(request, "tournaments/published_lists.html", context)


def _render_deck(
    request: HttpRequest, entrant: Entrant, form: ListForm, *, problems: Sequence[object] = (), status: int = 200
) -> HttpResponse:
    tournament, now = entrant.tournament, db_now()
    versions = submissions.history(entrant)
    report = submissions.report_of(entrant, tournament)
    context = {
        **tournament_context(request, tournament),
        "entrant": entrant,
        "form": form,
        "problems": problems,
        "may_submit": submissions.may_submit(tournament, entrant),
        "deadline": deadlines.deadlines(tournament, now).lists,
        "late": deadlines.start_has_passed(tournament, now),
        "versions": versions,
        "report": report,
        "looks": submissions.looks(tournament, versions),
        "told": list(open_lists.describe_visibility(tournament)),
    }
    return render(request, "tournaments/deck.html", context, status=status)
