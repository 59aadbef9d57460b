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

from bos_tournament.errors import Refused
from bos_tournament.tournaments import access, copying
from bos_tournament.tournaments.access_desk import member
from bos_tournament.tournaments.context import frame
from bos_tournament.tournaments.forms_copying import CopyForm, TemplateForm
from bos_tournament.tournaments.forms_planning import show_refusal
from bos_tournament.tournaments.models import Tournament
from bos_tournament.tournaments.models_templates import Template
from bos_tournament.tournaments.views_planning import is_sure

WEEK = timedelta(days=7)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def duplicate(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = access.staff_of(request.user, slug, access.ORGANIZER)
    shown = {"name": tournament.name, "starts_at": timezone.make_naive(tournament.starts_at + WEEK, tournament.zone)}
    form = CopyForm(request.POST if request.method == "POST" else None, zone=tournament.zone, initial=shown)
    if request.method == "POST" and form.is_valid():
        try:
            made = copying.duplicate(tournament, by=member(request.user), sure=is_sure(request), **form.cleaned_data)
        except Refused as refusal:
            show_refusal(form, refusal)
        else:
            messages.success(request, _("The duplicate is a draft. Look it over, then open registration."))
            return redirect(made)
    return _render_duplicate(request, tournament, form, TemplateForm(), status=422 if form.errors else 200)


@login_required
@require_POST
def keep_template(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = access.staff_of(request.user, slug, access.ORGANIZER)
    form = TemplateForm(request.POST)
    if form.is_valid():
        try:
            copying.keep_template(tournament, by=member(request.user), name=form.cleaned_data["template_name"])
            messages.success(request, _("The template is kept."))
            return redirect("tournaments:templates")
        except Refused as refusal:
            form.add_error("template_name", str(refusal))
    return _render_duplicate(request, tournament, CopyForm(zone=tournament.zone), form, status=422)


@login_required
@require_safe
def templates(request: HttpRequest) -> HttpResponse:
    return _render_templates(request)


@login_required
@require_POST
def use_template(request: HttpRequest, pk: UUID) -> HttpResponse:
    template = access.template_of(request.user, pk)
    form = _use_form(template, request.POST)
    if form.is_valid():
        try:
            made = copying.use_template(template, by=member(request.user), sure=is_sure(request), **form.cleaned_data)
        except Refused as refusal:
            show_refusal(form, refusal)
        else:
            messages.success(request, _("Your draft is saved. Look it over, then open registration."))
            return redirect(made)
    return _render_templates(request, form, status=422)


@login_required
@require_POST
def delete_template(request: HttpRequest, pk: UUID) -> HttpResponse:
    template = access.template_of(request.user, pk)
    template.delete()
    messages.success(
        request, _("The template %(template)s is deleted; tournaments made with it stay.") % {"template": template.name}
    )
    return redirect("tournaments:templates")


def _use_form(template: Template, data: dict | None = None) -> CopyForm:
    zone = ZoneInfo(template.settings.get("time_zone", "UTC"))
    return CopyForm(data, zone=zone, initial={"name": template.name}, prefix=str(template.pk))


def _render_templates(request: HttpRequest, form: CopyForm | None = None, *, status: int = 200) -> HttpResponse:
    organizer = access.organizer_to_be(request.user)
    rows = [(one, form if form and form.prefix == str(one.pk) else _use_form(one)) for one in organizer.templates.all()]
    return render(request, "tournaments/templates.html", {"rows": rows}, status=status)


def _render_duplicate(
    request: HttpRequest, tournament: Tournament, form: CopyForm, template_form: TemplateForm, *, status: int
) -> HttpResponse:
    context = {**frame(request, tournament), "form": form, "template_form": template_form}
    return render(request, "tournaments/duplicate.html", context, status=status)
