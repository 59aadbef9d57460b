"""Pages of deck lists: handing in, reading and amending on record, and all lists after the end."""

from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from bos_tournament.errors import Refused
from bos_tournament.history.moments import db_now
from bos_tournament.tournaments import access, deadlines, lists, open_lists
from bos_tournament.tournaments.context import frame
from bos_tournament.tournaments.forms_people import AmendForm, ListForm, LookForm
from bos_tournament.tournaments.forms_planning import show_refusal
from bos_tournament.tournaments.models import Entrant
from bos_tournament.tournaments.views_staff import render_entrants


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def deck(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = access.tournament_to_see(request.user, slug)
    entrant = access.entrant_with_list(request.user, tournament)
    if request.method != "POST":
        form = ListForm(owner=request.user, tournament=tournament, initial={"deck": request.GET.get("deck")})
        return _render_deck(request, entrant, form)
    form, problems = ListForm(request.POST, owner=request.user, tournament=tournament), ()
    if form.is_valid():
        try:
            version = lists.submit_list(entrant, text=form.list_text())
            messages.success(request, gettext("Your list is in: version %(version)s.") % {"version": version.number})
            return redirect("tournaments:deck", slug)
        except Refused as refusal:
            problems = refusal.facts.get("problems", ())
            if not problems:
                show_refusal(form, refusal)
    return _render_deck(request, entrant, form, problems=problems, status=422)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def read(request: HttpRequest, slug: str, pk: UUID) -> HttpResponse:
    """Asks what for; only then the list is shown, and the look is on record."""
    entrant = access.list_to_read(request.user, slug, pk)
    form = LookForm(request.POST if request.method == "POST" else None)
    context = {**frame(request, entrant.tournament), "entrant": entrant, "form": form}
    if request.method == "POST" and form.is_valid():
        try:
            version = lists.read_list(entrant, request.user, purpose=form.cleaned_data["purpose"])
            report = lists.report_of(entrant, entrant.tournament)
            context |= {"version": version, "report": report, "amend_form": AmendForm(initial={"text": version.text})}
            return render(request, "tournaments/read_list.html", context)
        except Refused as refusal:
            show_refusal(form, refusal)
    return render(request, "tournaments/read_list.html", context, status=422 if form.errors else 200)


@login_required
@require_POST
def amend(request: HttpRequest, slug: str, pk: UUID) -> HttpResponse:
    entrant = access.list_to_read(request.user, slug, pk)
    form, problems = AmendForm(request.POST), ()
    if form.is_valid():
        try:
            version = lists.amend_list(entrant, by=request.user, **form.cleaned_data)
            messages.success(
                request,
                gettext("%(player)s's list is amended: version %(version)s. They see it now.")
                % {"player": entrant.user, "version": version.number},
            )
            return redirect("tournaments:entrants", slug)
        except Refused as refusal:
            problems = refusal.facts.get("problems", ())
            if not problems:
                show_refusal(form, refusal)
    context = {**frame(request, entrant.tournament), "entrant": entrant, "amend_form": form, "problems": problems}
    return render(request, "tournaments/read_list.html", context, status=422)


@login_required
@require_POST
def unlock(request: HttpRequest, slug: str, pk: UUID) -> HttpResponse:
    """One player may hand in a list after the deadline, or no more."""
    entrant = access.entrant_for_staff(request.user, slug, pk, *access.UNLOCKERS)
    unlocked = request.POST.get("unlocked") == "yes"
    try:
        lists.unlock_list(entrant, by=request.user, unlocked=unlocked)
    except Refused as refusal:
        return render_entrants(request, entrant.tournament, refusal=str(refusal), status=422)
    said = gettext("%(player)s may hand in a list until the start.")
    if not unlocked:
        said = gettext("The list of %(player)s is locked again.")
    messages.success(request, said % {"player": entrant.user})
    asked = f"?{request.GET.urlencode()}" if request.GET else ""
    return redirect(f"{reverse('tournaments:entrants', args=[slug])}{asked}#entrant-{pk}")


@require_safe
def published(request: HttpRequest, slug: str) -> HttpResponse:
    """The lists that are open to whoever asks: of a stage, of those they met, or all after the end."""
    tournament, found = access.lists_to_see(request.user, slug)
    with_list = found.select_related("user", "deck_version").order_by("user__handle", "pk")
    page = Paginator(with_list, 30).get_page(request.GET.get("page"))
    context = {**frame(request, tournament), "page": page, "told": list(open_lists.told(tournament))}
    return render(request, "tournaments/lists.html", context)


def _render_deck(
    request: HttpRequest, entrant: Entrant, form: ListForm, *, problems: object = (), status: int = 200
) -> HttpResponse:
    tournament, now = entrant.tournament, db_now()
    versions = lists.history(entrant)
    report = lists.report_of(entrant, tournament)
    context = {
        **frame(request, tournament),
        "entrant": entrant,
        "form": form,
        "problems": problems,
        "may_submit": lists.may_submit(tournament, entrant),
        "deadline": deadlines.deadlines(tournament, now).lists,
        "late": deadlines.start_has_passed(tournament, now),
        "versions": versions,
        "report": report,
        "looks": lists.looks(tournament, versions),
        "told": list(open_lists.told(tournament)),
    }
    return render(request, "tournaments/deck.html", context, status=status)
