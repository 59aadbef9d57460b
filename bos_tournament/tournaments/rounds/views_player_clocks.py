"""The players' clocks for staff: paused, let go on, set, and what follows from a time that ran out."""

from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from bos_tournament.accounts.requests import AuthenticatedHttpRequest
from bos_tournament.errors import Refused
from bos_tournament.matches import clocks
from bos_tournament.messages import localize_all
from bos_tournament.refusals import show_refusal
from bos_tournament.tournaments.access import desk_access
from bos_tournament.tournaments.access.desk_access import match_at
from bos_tournament.tournaments.rounds import result_entry
from bos_tournament.tournaments.rounds.forms import ClockTapForm, FlagForm, SetClocksForm
from bos_tournament.tournaments.rounds.views_tables import refused_at_table, to_table


@login_required
@require_POST
def pause_player_clocks(request: AuthenticatedHttpRequest, slug: str, pk: UUID) -> HttpResponse:
    pairing = desk_access.table_to_settle(request.user, slug, pk)
    form = ClockTapForm(request.POST)
    if form.is_valid():
        try:
            clocks.pause_clocks(match_at(pairing), by=request.user, **form.cleaned_data)
            return to_table(request, pairing, _("Clocks paused."))
        except Refused as refusal:
            show_refusal(form, refusal)
    return refused_at_table(request, pairing, tap_form=form)


@login_required
@require_POST
def resume_player_clocks(request: AuthenticatedHttpRequest, slug: str, pk: UUID) -> HttpResponse:
    pairing = desk_access.table_to_settle(request.user, slug, pk)
    form = ClockTapForm(request.POST)
    if form.is_valid():
        try:
            clocks.resume_clocks(match_at(pairing), by=request.user, after=form.cleaned_data["after"])
            return to_table(request, pairing, _("Clocks running."))
        except Refused as refusal:
            show_refusal(form, refusal)
    return refused_at_table(request, pairing, tap_form=form)


@login_required
@require_POST
def set_clocks(request: AuthenticatedHttpRequest, slug: str, pk: UUID) -> HttpResponse:
    """What each has left and whose turn it is; the clocks are paused then."""
    pairing = desk_access.table_to_settle(request.user, slug, pk)
    form = SetClocksForm(request.POST, match=match_at(pairing), prefix="clocks")
    if form.is_valid():
        try:
            clocks.set_clocks(match_at(pairing), by=request.user, **form.told())
            sentence = _("Clocks set and paused; resume them when the game continues.")
            return to_table(request, pairing, sentence)
        except Refused as refusal:
            show_refusal(form, refusal)
    return refused_at_table(request, pairing, clocks_form=form)


@login_required
@require_POST
def decide_by_time(request: AuthenticatedHttpRequest, slug: str, pk: UUID) -> HttpResponse:
    """A time that ran out is taken for lost."""
    pairing = desk_access.table_to_settle(request.user, slug, pk)
    form = FlagForm(request.POST, prefix="flag")
    if form.is_valid():
        try:
            changes = result_entry.decide_by_time(pairing, by=request.user, why=form.cleaned_data["why"])
            return to_table(request, pairing, *localize_all(changes))
        except Refused as refusal:
            show_refusal(form, refusal)
    return refused_at_table(request, pairing, flag_form=form)
