"""Pages of organizers: setting up, changing, opening, announcing, cancelling, and the trail."""

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from bos_tournament.accounts.qr import qr_svg
from bos_tournament.errors import Refused
from bos_tournament.tournaments import access, access_series, join_codes, planning
from bos_tournament.tournaments.context import frame
from bos_tournament.tournaments.forms_people import CodeLimitForm
from bos_tournament.tournaments.forms_planning import AnnouncementForm, CancelForm, PlanForm, show_refusal
from bos_tournament.tournaments.forms_series import IntoSeriesForm
from bos_tournament.tournaments.models import Tournament
from bos_tournament.tournaments.models_series import Series
from bos_tournament.tournaments.views_staff import render_staff


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    organizer = access.organizer_to_be(request.user)
    form = PlanForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            tournament = planning.create(organizer, form.plan(), sure=is_sure(request))
        except Refused as refusal:
            show_refusal(form, refusal)
        else:
            messages.success(request, _("Your draft is saved. Look it over, then open registration."))
            return redirect(tournament)
    return render(request, "tournaments/new.html", {"form": form}, status=422 if form.errors else 200)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def edit(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = access.staff_of(request.user, slug, access.ORGANIZER)
    form = PlanForm(request.POST if request.method == "POST" else None, tournament=tournament)
    if request.method == "POST" and form.is_valid():
        try:
            planning.edit(tournament, form.plan(), sure=is_sure(request))
        except Refused as refusal:
            show_refusal(form, refusal)
        else:
            messages.success(request, _("The settings are saved."))
            return redirect(tournament)
    return _render_edit(request, tournament, form, CancelForm(), status=422 if form.errors else 200)


@login_required
@require_POST
def open_registration(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = access.staff_of(request.user, slug, access.ORGANIZER)
    try:
        planning.open_registration(tournament, sure=is_sure(request))
    except Refused as refusal:
        if refusal.code == "start_in_the_past":
            context = {**frame(request, tournament), "question": str(refusal)}
            return render(request, "tournaments/open_anyway.html", context, status=422)
        messages.error(request, str(refusal))
    else:
        messages.success(request, _("Registration is open. Share the join link or its code."))
    return redirect(tournament)


@login_required
@require_POST
def announce(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = access.staff_of(request.user, slug, access.ORGANIZER)
    form = AnnouncementForm(request.POST)
    if form.is_valid():
        try:
            planning.announce(tournament, text=form.cleaned_data["text"])
        except Refused as refusal:
            form.add_error("text", str(refusal))
        else:
            said = _("Everybody sees the announcement now.") if form.cleaned_data["text"] else _("Taken down.")
            messages.success(request, said)
            return redirect("tournaments:staff", tournament.slug)
    return render_staff(request, tournament, announcement_form=form, status=422)


@login_required
@require_POST
def cancel(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = access.staff_of(request.user, slug, access.ORGANIZER)
    form = CancelForm(request.POST)
    if form.is_valid():
        try:
            planning.cancel(tournament, confirmation=form.cleaned_data["confirmation"])
        except Refused as refusal:
            show_refusal(form, refusal)
        else:
            messages.success(request, _("The tournament is cancelled."))
            return redirect(tournament)
    return _render_edit(request, tournament, PlanForm(tournament=tournament), form, status=422)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def delete(request: HttpRequest, slug: str) -> HttpResponse:
    """Says what goes with a draft, and deletes it."""
    tournament, refusal = access.staff_of(request.user, slug, access.ORGANIZER), ""
    if request.method == "POST":
        try:
            planning.delete(tournament)
        except Refused as refused:
            refusal = str(refused)
        else:
            messages.success(request, _("The draft %(tournament)s is deleted.") % {"tournament": tournament.name})
            return redirect("tournaments:list")
    context = {**frame(request, tournament), "people": tournament.entrants.count(), "refusal": refusal}
    return render(request, "tournaments/delete.html", context, status=422 if refusal else 200)


@login_required
@require_safe
def poster(request: HttpRequest, slug: str) -> HttpResponse:
    """The join link, its QR code and its code in letters, for a screen or a printer."""
    return _render_poster(request, access.staff_of(request.user, slug))


@login_required
@require_POST
def renew_code(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = access.staff_of(request.user, slug, access.ORGANIZER)
    try:
        join_codes.renew(tournament)
    except Refused as refusal:
        messages.error(request, str(refusal))
    else:
        messages.success(request, _("This is the new code. The old one and its link lead nowhere now."))
    return redirect("tournaments:poster", tournament.slug)


@login_required
@require_POST
def limit_code(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = access.staff_of(request.user, slug, access.ORGANIZER)
    form = CodeLimitForm(request.POST)
    if form.is_valid():
        try:
            join_codes.limit(tournament, most=form.cleaned_data["most"])
        except Refused as refusal:
            form.add_error("most", str(refusal))
        else:
            messages.success(request, _("The limit is saved."))
            return redirect("tournaments:poster", tournament.slug)
    return _render_poster(request, tournament, form, status=422)


def is_sure(request: HttpRequest) -> bool:
    """Was the question about a start in the past answered with yes?"""
    return request.POST.get("sure") == "yes"


def _render_poster(
    request: HttpRequest, tournament: Tournament, form: CodeLimitForm | None = None, *, status: int = 200
) -> HttpResponse:
    shared = frame(request, tournament)
    link = settings.PUBLIC_URL + reverse("tournaments:by_code", args=[tournament.join_code])
    context = {
        **shared,
        "is_organizer": access.ORGANIZER in shared["held"],
        "form": form or CodeLimitForm(initial={"most": tournament.code_limit}),
        "used_up": join_codes.is_used_up(tournament),
        "link": link,
        "qr": qr_svg(link, title=_("Join %(tournament)s") % {"tournament": tournament}),
        "code_page": settings.PUBLIC_URL.split("://")[-1] + reverse("tournaments:code"),
    }
    return render(request, "tournaments/poster.html", context, status=status)


def _render_edit(
    request: HttpRequest, tournament: Tournament, form: PlanForm, cancel_form: CancelForm, *, status: int
) -> HttpResponse:
    choices = access_series.series_to_put_into(request.user, tournament)
    context = {
        **frame(request, tournament),
        "form": form,
        "cancel_form": cancel_form,
        "series_form": IntoSeriesForm(choices=choices) if choices else None,
        "series": Series.objects.filter(legs__tournament=tournament).order_by("name", "pk"),
    }
    return render(request, "tournaments/edit.html", context, status=status)
