"""Pages for setting up a tournament like an earlier one: a duplicate, and one's own templates."""

from datetime import timedelta
from uuid import UUID
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from bos_tournament.accounts.requests import AuthenticatedHttpRequest
from bos_tournament.errors import Refused
from bos_tournament.refusals import show_refusal
from bos_tournament.tournaments.access import tournament_access
from bos_tournament.tournaments.access.page_context import tournament_context
from bos_tournament.tournaments.models import Tournament
from bos_tournament.tournaments.models.template import Template
from bos_tournament.tournaments.planning import duplicates
from bos_tournament.tournaments.planning.forms_duplicates import CopyForm, TemplateForm
from bos_tournament.tournaments.planning.views import is_sure

WEEK = timedelta(days=7)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def duplicate(request: AuthenticatedHttpRequest, slug: str) -> HttpResponse:
    tournament = tournament_access.staff_of(request.user, slug, tournament_access.ORGANIZER)
    initial = {"name": tournament.name, "starts_at": timezone.make_naive(tournament.starts_at + WEEK, tournament.zone)}
    form = CopyForm(request.POST if request.method == "POST" else None, zone=tournament.zone, initial=initial)
    if request.method == "POST" and form.is_valid():
        try:
            draft = duplicates.duplicate(tournament, by=request.user, sure=is_sure(request), **form.cleaned_data)
        except Refused as refusal:
            show_refusal(form, refusal)
        else:
            messages.success(request, _("The duplicate is a draft. Check it, then open registration."))
            return redirect(draft)
    return _render_duplicate(request, tournament, form, TemplateForm(), status=422 if form.errors else 200)


@login_required
@require_POST
def keep_template(request: AuthenticatedHttpRequest, slug: str) -> HttpResponse:
    tournament = tournament_access.staff_of(request.user, slug, tournament_access.ORGANIZER)
    form = TemplateForm(request.POST)
    if form.is_valid():
        try:
            duplicates.keep_template(tournament, by=request.user, name=form.cleaned_data["template_name"])
            messages.success(request, _("Template saved."))
            return redirect("tournaments:templates")
        except Refused as refusal:
            show_refusal(form, refusal, at="template_name")
    return _render_duplicate(request, tournament, CopyForm(zone=tournament.zone), form, status=422)


@login_required
@require_safe
def templates(request: AuthenticatedHttpRequest) -> HttpResponse:
    return _render_templates(request)


@login_required
@require_POST
def use_template(request: AuthenticatedHttpRequest, pk: UUID) -> HttpResponse:
    template = tournament_access.template_of(request.user, pk)
    form = _use_form(template, request.POST)
    if form.is_valid():
        try:
            draft = duplicates.use_template(template, by=request.user, sure=is_sure(request), **form.cleaned_data)
        except Refused as refusal:
            show_refusal(form, refusal)
        else:
            messages.success(request, _("Draft saved. Check it, then open registration."))
            return redirect(draft)
    return _render_templates(request, form, status=422)


@login_required
@require_POST
def delete_template(request: AuthenticatedHttpRequest, pk: UUID) -> HttpResponse:
    template = tournament_access.template_of(request.user, pk)
    template.delete()
    messages.success(
        request, _("Template %(template)s deleted; tournaments made from it stay.") % {"template": template.name}
    )
    return redirect("tournaments:templates")


def _use_form(template: Template, data: dict | None = None) -> CopyForm:
    zone = ZoneInfo(template.settings.get("time_zone", "UTC"))
    return CopyForm(data, zone=zone, initial={"name": template.name}, prefix=str(template.pk))


def _render_templates(request: HttpRequest, form: CopyForm | None = None, *, status: int = 200) -> HttpResponse:
    organizer = tournament_access.organizer_to_be(request.user)
    rows = [
        (template, form if form and form.prefix == str(template.pk) else _use_form(template))
        for template in organizer.templates.all()
    ]
    return render(request, "tournaments/templates.html", {"rows": rows}, status=status)


def _render_duplicate(
    request: HttpRequest, tournament: Tournament, form: CopyForm, template_form: TemplateForm, *, status: int
) -> HttpResponse:
    context = {**tournament_context(request, tournament), "form": form, "template_form": template_form}
    return render(request, "tournaments/duplicate.html", context, status=status)
