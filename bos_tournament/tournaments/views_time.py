"""Doors of the round's time: for all tables from the desk, for one from its table."""

from collections.abc import Callable
from uuid import UUID

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from bos_tournament.errors import Refused
from bos_tournament.tournaments import access_desk, timing
from bos_tournament.tournaments.access_desk import member
from bos_tournament.tournaments.forms_desk import ExtensionForm, MinutesForm, MoreMinutesForm
from bos_tournament.tournaments.models import Round
from bos_tournament.tournaments.views_desk import render_desk
from bos_tournament.tournaments.views_tables import answer


@login_required
@require_POST
def start(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    round_, form = access_desk.round_to_look_at(request.user, slug, number), MinutesForm(request.POST)
    return _do(request, round_, form, lambda: timing.start(round_, minutes=form.cleaned_data["minutes"]))


@login_required
@require_POST
def pause(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    round_ = access_desk.round_to_look_at(request.user, slug, number)
    return _do(request, round_, forms.Form(request.POST), lambda: timing.pause(round_))


@login_required
@require_POST
def go_on(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    round_ = access_desk.round_to_look_at(request.user, slug, number)
    return _do(request, round_, forms.Form(request.POST), lambda: timing.go_on(round_))


@login_required
@require_POST
def lengthen(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    round_, form = access_desk.round_to_look_at(request.user, slug, number), MoreMinutesForm(request.POST)
    return _do(request, round_, form, lambda: timing.lengthen(round_, minutes=form.cleaned_data["minutes"]))


@login_required
@require_POST
def extend(request: HttpRequest, slug: str, pk: UUID) -> HttpResponse:
    pairing = access_desk.table_to_settle(request.user, slug, pk)
    form = ExtensionForm(request.POST, prefix="more")

    def give() -> list[str]:
        made = timing.extend(pairing, by=member(request.user), **form.cleaned_data)
        said = ngettext(
            "Table %(table)s has %(minutes)s minutes more.",
            "Table %(table)s has %(minutes)s minutes more.",
            made.minutes,
        )
        return [said % {"table": pairing.table, "minutes": made.minutes}]

    return answer(request, pairing, form, "more_form", give)


@login_required
@require_POST
def withdraw_extension(request: HttpRequest, slug: str, pk: UUID) -> HttpResponse:
    pairing = access_desk.table_to_settle(request.user, slug, pk)
    given = request.POST.get("extension", "")
    if not given.isdecimal() or len(given) > 15:
        raise Http404(_("This table has no such extension."))
    found = pairing.extensions.filter(pk=int(given)).select_related("pairing__round__stage__tournament").first()
    if found is None:
        raise Http404(_("This table has no such extension."))

    def take() -> list[str]:
        timing.withdraw_extension(found)
        return [_("The %(minutes)s minutes are taken back.") % {"minutes": found.minutes}]

    return answer(request, pairing, forms.Form(request.POST), "withdrawn_form", take)


def _do(request: HttpRequest, round_: Round, form: forms.Form, deed: Callable[[], object]) -> HttpResponse:
    """Does the deed and shows the desk, or says there why not."""
    tournament = round_.stage.tournament
    if not form.is_valid():
        said = " ".join(str(error) for errors in form.errors.values() for error in errors)
        return render_desk(
            request, tournament, refusal=_("The minutes are not right: %(said)s") % {"said": said}, status=422
        )
    try:
        deed()
    except Refused as refusal:
        return render_desk(request, tournament, refusal=str(refusal), status=422)
    messages.success(request, _("All screens show it now."))
    return redirect("tournaments:desk", tournament.slug)
