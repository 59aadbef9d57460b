"""Doors of the round's time: for all tables from the desk, for one from its table."""

from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from bos_tournament.accounts.requests import AuthenticatedHttpRequest
from bos_tournament.errors import Refused
from bos_tournament.refusals import show_refusal
from bos_tournament.tournaments.access import desk_access
from bos_tournament.tournaments.models import Round
from bos_tournament.tournaments.rounds import round_clock
from bos_tournament.tournaments.rounds.forms import ExtensionForm, MinutesForm, MoreMinutesForm
from bos_tournament.tournaments.rounds.views_desk import render_desk
from bos_tournament.tournaments.rounds.views_tables import refused_at_table, to_table


@login_required
@require_POST
def start_round_clock(request: AuthenticatedHttpRequest, slug: str, number: int) -> HttpResponse:
    round_, form = desk_access.round_to_look_at(request.user, slug, number), MinutesForm(request.POST)
    if form.is_valid():
        try:
            round_clock.start_round_clock(round_, minutes=form.cleaned_data["minutes"])
            return _to_desk(request, round_)
        except Refused as refusal:
            show_refusal(form, refusal)
    return _refused(request, round_, form)


@login_required
@require_POST
def pause_round_clock(request: AuthenticatedHttpRequest, slug: str, number: int) -> HttpResponse:
    round_, form = desk_access.round_to_look_at(request.user, slug, number), Form(request.POST)
    try:
        round_clock.pause_round_clock(round_)
        return _to_desk(request, round_)
    except Refused as refusal:
        show_refusal(form, refusal)
    return _refused(request, round_, form)


@login_required
@require_POST
def resume_round_clock(request: AuthenticatedHttpRequest, slug: str, number: int) -> HttpResponse:
    round_, form = desk_access.round_to_look_at(request.user, slug, number), Form(request.POST)
    try:
        round_clock.resume_round_clock(round_)
        return _to_desk(request, round_)
    except Refused as refusal:
        show_refusal(form, refusal)
    return _refused(request, round_, form)


@login_required
@require_POST
def lengthen_round_clock(request: AuthenticatedHttpRequest, slug: str, number: int) -> HttpResponse:
    round_, form = desk_access.round_to_look_at(request.user, slug, number), MoreMinutesForm(request.POST)
    if form.is_valid():
        try:
            round_clock.lengthen_round_clock(round_, minutes=form.cleaned_data["minutes"])
            return _to_desk(request, round_)
        except Refused as refusal:
            show_refusal(form, refusal)
    return _refused(request, round_, form)


@login_required
@require_POST
def extend(request: AuthenticatedHttpRequest, slug: str, pk: UUID) -> HttpResponse:
    pairing = desk_access.table_to_settle(request.user, slug, pk)
    form = ExtensionForm(request.POST, prefix="more")
    if form.is_valid():
        try:
            extension = round_clock.extend(pairing, by=request.user, **form.cleaned_data)
            sentence = ngettext(
                "Table %(table)s has %(minutes)s extra minute.",
                "Table %(table)s has %(minutes)s extra minutes.",
                extension.minutes,
            )
            return to_table(request, pairing, sentence % {"table": pairing.table, "minutes": extension.minutes})
        except Refused as refusal:
            show_refusal(form, refusal)
    return refused_at_table(request, pairing, more_form=form)


@login_required
@require_POST
def withdraw_extension(request: AuthenticatedHttpRequest, slug: str, pk: UUID) -> HttpResponse:
    pairing = desk_access.table_to_settle(request.user, slug, pk)
    number, form = request.POST.get("extension", ""), Form(request.POST)
    if not number.isdecimal() or len(number) > 15:
        raise Http404(_("This table has no such extension."))
    extension = pairing.extensions.filter(pk=int(number)).select_related("pairing__round__stage__tournament").first()
    if extension is None:
        raise Http404(_("This table has no such extension."))
    try:
        round_clock.withdraw_extension(extension)
        return to_table(request, pairing, _("%(minutes)s minutes removed.") % {"minutes": extension.minutes})
    except Refused as refusal:
        show_refusal(form, refusal)
    return refused_at_table(request, pairing, withdrawn_form=form)


def _to_desk(request: HttpRequest, round_: Round) -> HttpResponse:
    messages.success(request, _("Done. All screens are updated."))
    return redirect("tournaments:desk", round_.stage.tournament.slug)


def _refused(request: HttpRequest, round_: Round, form: Form) -> HttpResponse:
    """The desk, which says on top what was refused, or what is wrong with the minutes."""
    refusal = " ".join(map(str, form.non_field_errors()))
    if not refusal:
        faults = " ".join(str(error) for errors in form.errors.values() for error in errors)
        refusal = _("Check the minutes: %(said)s") % {"said": faults}
    return render_desk(request, round_.stage.tournament, refusal=refusal, status=422)
