"""Pages of organizers: setting up, changing, opening, announcing, cancelling, and the trail."""

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from bos_tournament.accounts.qr_codes import qr_svg
from bos_tournament.accounts.requests import AuthenticatedHttpRequest
from bos_tournament.errors import Refused
from bos_tournament.refusals import show_refusal
from bos_tournament.tournaments.access import series_access, tournament_access
from bos_tournament.tournaments.access.page_context import tournament_context
from bos_tournament.tournaments.entrants import join_codes
from bos_tournament.tournaments.entrants.forms import CodeLimitForm
from bos_tournament.tournaments.models import Tournament
from bos_tournament.tournaments.models.series import Series
from bos_tournament.tournaments.planning import lifecycle
from bos_tournament.tournaments.planning.forms import CancelForm, PlanForm
from bos_tournament.tournaments.series.forms import IntoSeriesForm
from bos_tournament.tournaments.staff.forms import AnnouncementForm
from bos_tournament.tournaments.staff.views import render_staff


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: AuthenticatedHttpRequest) -> HttpResponse:
    organizer = tournament_access.organizer_to_be(request.user)
    form = PlanForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            tournament = lifecycle.create(organizer, form.plan(), sure=is_sure(request))
        except Refused as refusal:
            show_refusal(form, refusal)
        else:
            messages.success(request, _("Draft saved. Check it, then open registration."))
            return redirect(tournament)
    return render(request, "tournaments/new.html", {"form": form}, status=422 if form.errors else 200)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def edit(request: AuthenticatedHttpRequest, slug: str) -> HttpResponse:
    tournament = tournament_access.staff_of(request.user, slug, tournament_access.ORGANIZER)
    form = PlanForm(request.POST if request.method == "POST" else None, tournament=tournament)
    if request.method == "POST" and form.is_valid():
        try:
            lifecycle.edit(tournament, form.plan(), sure=is_sure(request))
        except Refused as refusal:
            show_refusal(form, refusal)
        else:
            messages.success(request, _("Settings saved."))
            return redirect(tournament)
    return _render_edit(request, tournament, form, CancelForm(), status=422 if form.errors else 200)


@login_required
@require_POST
def open_registration(request: AuthenticatedHttpRequest, slug: str) -> HttpResponse:
    tournament = tournament_access.staff_of(request.user, slug, tournament_access.ORGANIZER)
    try:
        lifecycle.open_registration(tournament, sure=is_sure(request))
    except Refused as refusal:
        if refusal.code == "start_in_the_past":
            context = {**tournament_context(request, tournament), "question": str(refusal)}
            return render(request, "tournaments/open_registration.html", context, status=422)
        messages.error(request, str(refusal))
    else:
        messages.success(request, _("Registration is open. Share the join link or its code."))
    return redirect(tournament)


@login_required
@require_POST
def announce(request: AuthenticatedHttpRequest, slug: str) -> HttpResponse:
    tournament = tournament_access.staff_of(request.user, slug, tournament_access.ORGANIZER)
    form = AnnouncementForm(request.POST)
    if form.is_valid():
        try:
            lifecycle.announce(tournament, text=form.cleaned_data["text"])
        except Refused as refusal:
            show_refusal(form, refusal, at="text")
        else:
            sentence = _("Announcement published.") if form.cleaned_data["text"] else _("Announcement removed.")
            messages.success(request, sentence)
            return redirect("tournaments:staff", tournament.slug)
    return render_staff(request, tournament, announcement_form=form, status=422)


@login_required
@require_POST
def cancel(request: AuthenticatedHttpRequest, slug: str) -> HttpResponse:
    tournament = tournament_access.staff_of(request.user, slug, tournament_access.ORGANIZER)
    form = CancelForm(request.POST)
    if form.is_valid():
        try:
            lifecycle.cancel(tournament, confirmation=form.cleaned_data["confirmation"])
        except Refused as refusal:
            show_refusal(form, refusal)
        else:
            messages.success(request, _("Tournament cancelled."))
            return redirect(tournament)
    return _render_edit(request, tournament, PlanForm(tournament=tournament), form, status=422)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def delete(request: AuthenticatedHttpRequest, slug: str) -> HttpResponse:
    """Says what goes with a draft, and deletes it."""
    tournament, refusal = tournament_access.staff_of(request.user, slug, tournament_access.ORGANIZER), ""
    if request.method == "POST":
        try:
            lifecycle.delete(tournament)
        except Refused as refused:
            refusal = str(refused)
        else:
            messages.success(request, _("Draft %(tournament)s deleted.") % {"tournament": tournament.name})
            return redirect("tournaments:list")
    context = {**tournament_context(request, tournament), "people": tournament.entrants.count(), "refusal": refusal}
    return render(request, "tournaments/delete.html", context, status=422 if refusal else 200)


@login_required
@require_safe
def poster(request: AuthenticatedHttpRequest, slug: str) -> HttpResponse:
    """The join link, its QR code and its code in letters, for a screen or a printer."""
    return _render_poster(request, tournament_access.staff_of(request.user, slug))


@login_required
@require_POST
def renew_code(request: AuthenticatedHttpRequest, slug: str) -> HttpResponse:
    tournament = tournament_access.staff_of(request.user, slug, tournament_access.ORGANIZER)
    try:
        join_codes.renew(tournament)
    except Refused as refusal:
        messages.error(request, str(refusal))
    else:
        messages.success(request, _("This is the new code. The old one and its link no longer work."))
    return redirect("tournaments:poster", tournament.slug)


@login_required
@require_POST
def limit_code(request: AuthenticatedHttpRequest, slug: str) -> HttpResponse:
    tournament = tournament_access.staff_of(request.user, slug, tournament_access.ORGANIZER)
    form = CodeLimitForm(request.POST)
    if form.is_valid():
        try:
            join_codes.limit(tournament, most=form.cleaned_data["most"])
        except Refused as refusal:
            show_refusal(form, refusal, at="most")
        else:
            messages.success(request, _("Limit saved."))
            return redirect("tournaments:poster", tournament.slug)
    return _render_poster(request, tournament, form, status=422)


def is_sure(request: HttpRequest) -> bool:
    """Was the question about a start in the past answered with yes?"""
    return request.POST.get("sure") == "yes"


def _render_poster(
    request: HttpRequest, tournament: Tournament, form: CodeLimitForm | None = None, *, status: int = 200
) -> HttpResponse:
    shared = tournament_context(request, tournament)
    link = settings.PUBLIC_URL + reverse("tournaments:join_link", args=[tournament.join_code])
    context = {
        **shared,
        "is_organizer": tournament_access.ORGANIZER in shared["held"],
        "form": form or CodeLimitForm(initial={"most": tournament.code_limit}),
        "used_up": join_codes.is_used_up(tournament),
        "link": link,
        "qr": qr_svg(link, title=_("Join %(tournament)s") % {"tournament": tournament}),
        "code_page": settings.PUBLIC_URL.split("://")[-1] + reverse("tournaments:join_by_code"),
    }
    return render(request, "tournaments/poster.html", context, status=status)


def _render_edit(
    request: HttpRequest, tournament: Tournament, form: PlanForm, cancel_form: CancelForm, *, status: int
) -> HttpResponse:
    choices = series_access.series_to_put_into(request.user, tournament)
    context = {
        **tournament_context(request, tournament),
        "form": form,
        "cancel_form": cancel_form,
        "series_form": IntoSeriesForm(choices=choices) if choices else None,
        "series": Series.objects.filter(legs__tournament=tournament).order_by("name", "pk"),
    }
    return render(request, "tournaments/edit.html", context, status=status)
