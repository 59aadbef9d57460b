"""Pages about how people get in: the flyer, many read from a table, the queue of requests, the player meeting."""

from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from bos_tournament.accounts.requests import AuthenticatedHttpRequest
from bos_tournament.errors import Refused
from bos_tournament.operations import pagination
from bos_tournament.refusals import show_refusal
from bos_tournament.tournaments.access import tournament_access
from bos_tournament.tournaments.access.page_context import tournament_context
from bos_tournament.tournaments.entrants import csv_import, join_requests, player_meeting
from bos_tournament.tournaments.entrants.forms import ImportForm, RefuseForm
from bos_tournament.tournaments.models import Entrant, Tournament

PAGE, MOST_REFUSED, SEATS_AT_ONCE = 24, 24, 200


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def import_people(request: AuthenticatedHttpRequest, slug: str) -> HttpResponse:
    """First shows what each row would do; `sure` enters those without a fault and keeps the others in the field."""
    tournament = tournament_access.staff_of(request.user, slug)
    if request.method != "POST":
        return _render_import(request, tournament, ImportForm())
    form = ImportForm(request.POST, request.FILES)
    if not form.is_valid():
        return _render_import(request, tournament, form, status=422)
    text, sure = form.cleaned_data["text"], "sure" in request.POST
    try:
        deed = csv_import.import_entrants if sure else csv_import.preview
        reading = deed(tournament, text, by=request.user)
    except Refused as refusal:
        form = ImportForm(initial={"text": text})
        return _render_import(request, tournament, form, refusal=str(refusal), status=422)
    if not sure:
        return _render_import(request, tournament, ImportForm(initial={"text": text}), reading=reading)
    messages.success(request, _imported(reading))
    if not reading.faults:
        return redirect("tournaments:entrants", slug)
    rest = csv_import.preview(tournament, reading.left_over, by=request.user)
    return _render_import(request, tournament, ImportForm(initial={"text": reading.left_over}), reading=rest)


@login_required
@require_safe
def requests(request: AuthenticatedHttpRequest, slug: str) -> HttpResponse:
    return _render_requests(request, tournament_access.staff_of(request.user, slug))


@login_required
@require_POST
def accept(request: AuthenticatedHttpRequest, slug: str, pk: UUID) -> HttpResponse:
    entrant = tournament_access.entrant_for_staff(request.user, slug, pk)
    try:
        entrant = join_requests.accept(entrant)
    except Refused as refusal:
        messages.error(request, str(refusal))
    else:
        waits = entrant.state == Entrant.State.WAITLISTED
        sentence = (
            _("%(player)s is on the waitlist and gets an email.") if waits else _("%(player)s is in and gets an email.")
        )
        messages.success(request, sentence % {"player": entrant.user})
    return redirect("tournaments:requests", slug)


@login_required
@require_POST
def refuse(request: AuthenticatedHttpRequest, slug: str, pk: UUID) -> HttpResponse:
    entrant = tournament_access.entrant_for_staff(request.user, slug, pk)
    form = RefuseForm(request.POST, prefix=str(pk))
    if form.is_valid():
        try:
            join_requests.refuse(entrant, **form.cleaned_data)
            messages.success(
                request, _("%(player)s was declined and gets an email with your reason.") % {"player": entrant.user}
            )
            return redirect("tournaments:requests", slug)
        except Refused as refusal:
            show_refusal(form, refusal)
    return _render_requests(request, entrant.tournament, form, status=422)


@require_safe
def meeting(request: HttpRequest, slug: str) -> HttpResponse:
    """Where everybody sits at the player meeting, by name, until the first round is published."""
    tournament = player_meeting.tournament_with_meeting(request.user, slug)
    people = player_meeting.seated(tournament)
    own = player_meeting.own_table(tournament_access.own_entry(request.user, tournament), people)
    words = pagination.search_words(request)
    found = [one for one in people if words.casefold() in one.entrant.user.handle.casefold()]
    page = pagination.page(request, found, at_once=SEATS_AT_ONCE)
    context = {**tournament_context(request, tournament), "page": page, "words": words, "own_table": own}
    return render(request, "tournaments/meeting.html", context)


@login_required
@require_POST
def seat_meeting(request: AuthenticatedHttpRequest, slug: str) -> HttpResponse:
    tournament = tournament_access.staff_of(request.user, slug)
    try:
        player_meeting.seat_meeting(tournament)
    except Refused as refusal:
        messages.error(request, str(refusal))
        return redirect("tournaments:entrants", slug)
    messages.success(request, _("All players are seated by name; the page is public."))
    return redirect("tournaments:meeting", slug)


def _imported(reading: csv_import.Reading) -> str:
    entered, already = len(reading.entering), reading.already_in
    if reading.waiting and already:
        sentence = ngettext(
            "%(entered)s player was added, %(waiting)s of them to the waitlist; %(already)s were already in.",
            "%(entered)s players were added, %(waiting)s of them to the waitlist; %(already)s were already in.",
            entered,
        )
    elif reading.waiting:
        sentence = ngettext(
            "%(entered)s player was added, %(waiting)s of them to the waitlist.",
            "%(entered)s players were added, %(waiting)s of them to the waitlist.",
            entered,
        )
    elif already:
        sentence = ngettext(
            "%(entered)s player was added; %(already)s were already in.",
            "%(entered)s players were added; %(already)s were already in.",
            entered,
        )
    else:
        sentence = ngettext("%(entered)s player was added.", "%(entered)s players were added.", entered)
    sentence %= {"entered": entered, "waiting": reading.waiting, "already": already}
    left = _("The lines below were left out; fix them and update the preview.")
    return f"{sentence} {left}" if reading.faults else sentence


def _render_import(
    request: HttpRequest,
    tournament: Tournament,
    form: ImportForm,
    *,
    reading: csv_import.Reading | None = None,
    refusal: str = "",
    status: int = 200,
) -> HttpResponse:
    context = {**tournament_context(request, tournament), "form": form, "reading": reading, "refusal": refusal}
    return render(request, "tournaments/import.html", context, status=status)


def _render_requests(
    request: HttpRequest, tournament: Tournament, form: RefuseForm | None = None, *, status: int = 200
) -> HttpResponse:
    """Who asks, longest first, each with a form of their own; below them who was refused."""
    asking = tournament.entrants.filter(state=Entrant.State.ASKED).select_related("user")
    page = Paginator(asking.order_by("waits_since", "pk"), PAGE).get_page(request.GET.get("page"))
    rows = [
        (entrant, form if form and form.prefix == str(entrant.pk) else RefuseForm(prefix=str(entrant.pk)))
        for entrant in page
    ]
    refused = tournament.entrants.filter(state=Entrant.State.REFUSED).select_related("user")
    context = {
        **tournament_context(request, tournament),
        "page": page,
        "rows": rows,
        "refuse_form": form,
        "refused": refused.order_by("user__handle")[:MOST_REFUSED],
        "free": max(tournament.capacity - tournament.entrants.exclude(place=None).count(), 0),
        "may_answer": tournament.state == Tournament.State.OPEN,
    }
    return render(request, "tournaments/requests.html", context, status=status)
