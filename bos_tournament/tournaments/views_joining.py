"""Pages about how people get in: the flyer, many read from a table, the queue of requests, the player meeting."""

from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from bos_tournament.errors import Refused
from bos_tournament.tournaments import access, approving, importing, paper, seating
from bos_tournament.tournaments.access_desk import member
from bos_tournament.tournaments.context import frame
from bos_tournament.tournaments.forms_people import ImportForm, RefuseForm
from bos_tournament.tournaments.models import Entrant, Tournament
from bos_tournament.tournaments.views_paper import printed

PAGE = 30


@login_required
@require_safe
def flyer(request: HttpRequest, slug: str) -> HttpResponse:
    """An invitation to hang up, with the code that joins."""
    tournament = access.staff_of(request.user, slug)
    return printed(request, tournament, "flyer", [paper.flyer(tournament)])


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def import_people(request: HttpRequest, slug: str) -> HttpResponse:
    """First shows what each row would do; `sure` enters those without a fault and keeps the others in the field."""
    tournament = access.staff_of(request.user, slug)
    if request.method != "POST":
        return _render_import(request, tournament, ImportForm())
    form = ImportForm(request.POST, request.FILES)
    if not form.is_valid():
        return _render_import(request, tournament, form, status=422)
    text, sure = form.cleaned_data["text"], "sure" in request.POST
    try:
        deed = importing.import_entrants if sure else importing.preview
        reading = deed(tournament, text, by=member(request.user))
    except Refused as refusal:
        form = ImportForm(initial={"text": text})
        return _render_import(request, tournament, form, refusal=str(refusal), status=422)
    if not sure:
        return _render_import(request, tournament, ImportForm(initial={"text": text}), reading=reading)
    messages.success(request, _imported(reading))
    if not reading.faults:
        return redirect("tournaments:entrants", slug)
    rest = importing.preview(tournament, reading.left_over, by=member(request.user))
    return _render_import(request, tournament, ImportForm(initial={"text": reading.left_over}), reading=rest)


@login_required
@require_safe
def requests(request: HttpRequest, slug: str) -> HttpResponse:
    return _render_requests(request, access.staff_of(request.user, slug))


@login_required
@require_POST
def accept(request: HttpRequest, slug: str, pk: UUID) -> HttpResponse:
    entrant = access.entrant_for_staff(request.user, slug, pk)
    try:
        entrant = approving.accept(entrant)
    except Refused as refusal:
        messages.error(request, str(refusal))
    else:
        waits = entrant.state == Entrant.State.WAITLISTED
        said = (
            _("%(player)s is on the waitlist; they get a mail.") if waits else _("%(player)s is in; they get a mail.")
        )
        messages.success(request, said % {"player": entrant.user})
    return redirect("tournaments:requests", slug)


@login_required
@require_POST
def refuse(request: HttpRequest, slug: str, pk: UUID) -> HttpResponse:
    entrant = access.entrant_for_staff(request.user, slug, pk)
    form = RefuseForm(request.POST, prefix=str(pk))
    if form.is_valid():
        try:
            approving.refuse(entrant, **form.cleaned_data)
            messages.success(
                request, _("%(player)s is not accepted; they get a mail with your reason.") % {"player": entrant.user}
            )
            return redirect("tournaments:requests", slug)
        except Refused as refusal:
            form.add_error(None, str(refusal))
    return _render_requests(request, entrant.tournament, form, status=422)


@require_safe
def meeting(request: HttpRequest, slug: str) -> HttpResponse:
    """Where everybody sits at the player meeting, by name, until the first round is published."""
    tournament = _with_meeting(request, slug)
    people = seating.seated(tournament)
    own = seating.own_table(access.own_entry(request.user, tournament), people)
    context = {**frame(request, tournament), "people": people, "own_table": own}
    return render(request, "tournaments/meeting.html", context)


@require_safe
def meeting_sheet(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = _with_meeting(request, slug)
    return printed(request, tournament, "player-meeting", [paper.meeting(tournament)])


@login_required
@require_POST
def seat_meeting(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = access.staff_of(request.user, slug)
    try:
        seating.seat_meeting(tournament)
    except Refused as refusal:
        messages.error(request, str(refusal))
        return redirect("tournaments:entrants", slug)
    messages.success(request, _("Everybody is seated by name; the page is public."))
    return redirect("tournaments:meeting", slug)


def _with_meeting(request: HttpRequest, slug: str) -> Tournament:
    tournament = access.tournament_to_see(request.user, slug)
    if not seating.is_on(tournament):
        raise Http404(_("There is no player meeting now."))
    return tournament


def _imported(reading: importing.Reading) -> str:
    entered, already = len(reading.entering), reading.already_in
    if reading.waiting and already:
        said = ngettext(
            "%(entered)s person is entered, %(waiting)s of them on the waitlist; %(already)s were in already.",
            "%(entered)s people are entered, %(waiting)s of them on the waitlist; %(already)s were in already.",
            entered,
        )
    elif reading.waiting:
        said = ngettext(
            "%(entered)s person is entered, %(waiting)s of them on the waitlist.",
            "%(entered)s people are entered, %(waiting)s of them on the waitlist.",
            entered,
        )
    elif already:
        said = ngettext(
            "%(entered)s person is entered; %(already)s were in already.",
            "%(entered)s people are entered; %(already)s were in already.",
            entered,
        )
    else:
        said = ngettext("%(entered)s person is entered.", "%(entered)s people are entered.", entered)
    said %= {"entered": entered, "waiting": reading.waiting, "already": already}
    left = _("The lines below were left out; mend them and read them again.")
    return f"{said} {left}" if reading.faults else said


def _render_import(
    request: HttpRequest,
    tournament: Tournament,
    form: ImportForm,
    *,
    reading: importing.Reading | None = None,
    refusal: str = "",
    status: int = 200,
) -> HttpResponse:
    context = {**frame(request, tournament), "form": form, "reading": reading, "refusal": refusal}
    return render(request, "tournaments/import.html", context, status=status)


def _render_requests(
    request: HttpRequest, tournament: Tournament, form: RefuseForm | None = None, *, status: int = 200
) -> HttpResponse:
    """Who asks, longest first, each with a form of their own; below them who was refused."""
    asking = tournament.entrants.filter(state=Entrant.State.ASKED).select_related("user")
    page = Paginator(asking.order_by("waits_since", "pk"), PAGE).get_page(request.GET.get("page"))
    rows = [(one, form if form and form.prefix == str(one.pk) else RefuseForm(prefix=str(one.pk))) for one in page]
    refused = tournament.entrants.filter(state=Entrant.State.REFUSED).select_related("user")
    context = {
        **frame(request, tournament),
        "page": page,
        "rows": rows,
        "refuse_form": form,
        "refused": refused.order_by("user__handle")[:100],
        "free": max(tournament.capacity - tournament.entrants.exclude(place=None).count(), 0),
        "may_answer": tournament.state == Tournament.State.OPEN,
    }
    return render(request, "tournaments/requests.html", context, status=status)
