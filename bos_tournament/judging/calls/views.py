"""Calling a judge: the players' button on the match page, and the queue of the staff."""

from collections.abc import Mapping
from datetime import datetime
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from bos_tournament.accounts.requests import AuthenticatedHttpRequest
from bos_tournament.errors import Refused
from bos_tournament.judging import access_calls_and_penalties
from bos_tournament.judging.calls import judge_calls
from bos_tournament.judging.calls.forms import BoardChangeForm, CallForm
from bos_tournament.judging.models import Call
from bos_tournament.matches.access import match_to_see
from bos_tournament.matches.views import render_match
from bos_tournament.operations import pagination
from bos_tournament.play.models import BoardChange
from bos_tournament.play.recording import board_changes
from bos_tournament.refusals import show_refusal
from bos_tournament.tournaments.access import live_page
from bos_tournament.tournaments.access.page_context import tournament_context
from bos_tournament.tournaments.access.tournament_access import staff_of
from bos_tournament.tournaments.models import Tournament
from bos_tournament.tournaments.structure import round_names
from bos_tournament.tournaments.structure.stages import pulse

OPEN_SHOWN, OVER_SHOWN = 20, 20


@login_required
@require_POST
def call(request: AuthenticatedHttpRequest, pk: UUID) -> HttpResponse:
    """One tap of a player; back on the match page it says who comes."""
    seat = access_calls_and_penalties.calling_seat(request.user, pk)
    form = CallForm(request.POST)
    if form.is_valid():
        try:
            judge_calls.call_judge(seat, **form.cleaned_data)
            return redirect(seat.match)
        except Refused as refusal:
            show_refusal(form, refusal)
    return render_match(request, match_to_see(pk), form=form, status=422)


@login_required
@require_POST
def withdraw_call(request: AuthenticatedHttpRequest, pk: UUID) -> HttpResponse:
    judge_call = access_calls_and_penalties.call_of_seat(request.user, pk)
    try:
        judge_calls.withdraw_call(judge_call, by=request.user)
    except Refused as refusal:
        messages.error(request, str(refusal))
    return redirect(judge_call.match)


@login_required
@require_safe
def list_calls(request: AuthenticatedHttpRequest, slug: str) -> HttpResponse:
    """Who waits, since when, and who is on the way; asks again by itself."""
    tournament = staff_of(request.user, slug)
    return live_page.render_live_page(
        request,
        "judging/calls.html",
        "judging/_calls.html",
        version=f"{tournament.version}.{pulse(tournament)}.{timezone.now():%H%M}",  # calls grow old by themselves
        context=lambda: _queue(request, tournament),
    )


@login_required
@require_POST
def take_call(request: AuthenticatedHttpRequest, pk: UUID) -> HttpResponse:
    judge_call, tournament = access_calls_and_penalties.call_to_answer(request.user, pk)
    try:
        judge_calls.take_call(judge_call, by=request.user)
    except Refused as refusal:
        messages.error(request, str(refusal))
    return redirect("judging:calls", tournament.slug)


@login_required
@require_POST
def release_call(request: AuthenticatedHttpRequest, pk: UUID) -> HttpResponse:
    judge_call, tournament = access_calls_and_penalties.call_to_answer(request.user, pk)
    try:
        judge_calls.release_call(judge_call)
    except Refused as refusal:
        messages.error(request, str(refusal))
    return redirect("judging:calls", tournament.slug)


@login_required
@require_POST
def resolve_call(request: AuthenticatedHttpRequest, pk: UUID) -> HttpResponse:
    judge_call, tournament = access_calls_and_penalties.call_to_answer(request.user, pk)
    try:
        judge_calls.resolve_call(judge_call, by=request.user)
    except Refused as refusal:
        messages.error(request, str(refusal))
    return redirect("judging:calls", tournament.slug)


@login_required
@require_POST
def decide_board_change(request: AuthenticatedHttpRequest, pk: UUID) -> HttpResponse:
    """Changes the board on which the game is recorded, as a player asks, or leaves it as it is."""
    judge_call, tournament = access_calls_and_penalties.call_to_answer(request.user, pk)
    form = BoardChangeForm(request.POST)
    allows = form.is_valid() and form.cleaned_data["allows"]
    try:
        about = form.cleaned_data.get("asked")
        judge_calls.decide_board_change(judge_call, by=request.user, allows=allows, about=about)
    except Refused as refusal:
        messages.error(request, str(refusal))
    return redirect("judging:calls", tournament.slug)


def _queue(request: HttpRequest, tournament: Tournament) -> dict[str, object]:
    now, rows = timezone.now(), judge_calls.calls_of(tournament)
    # By name "waiting" comes after "coming": who has nobody yet stands first.
    still_open = rows.filter(state__in=Call.OPEN, match__called_off_at=None).order_by("-state", "made_at")
    over = rows.exclude(state__in=Call.OPEN).order_by("-ended_at")[:OVER_SHOWN]
    page = pagination.page(request, still_open, at_once=OPEN_SHOWN)
    round_names.look_up(judge_call.match.pairing.round for judge_call in (*page, *over))
    changes = board_changes.changes_before_judges([judge_call.match_id for judge_call in page])
    return {
        **tournament_context(request, tournament),
        "calls": [
            {**_row(request, tournament, judge_call, now), "change": _change(judge_call, changes)}
            for judge_call in page
        ],
        "page": page,
        "over": [_row(request, tournament, judge_call, now) for judge_call in over],
        "presses": tournament.call_minutes,
    }


def _change(judge_call: Call, changes: Mapping[UUID, BoardChange]) -> dict[str, object] | None:
    """The change of the board about which this call's judge decides."""
    change = changes.get(judge_call.match_id)
    if change is None:
        return None
    names = {seat.number: seat.user.handle for seat in judge_call.match.seats.all()}
    agreed = change.agreed_by.user.handle if change.agreed_by else ""
    said = board_changes.sentence(change, names)
    return {"by": change.asked_by.user.handle, "agreed": agreed, "said": said, "game": change.recording.game.number}


def _row(request: HttpRequest, tournament: Tournament, call: Call, now: datetime) -> dict[str, object]:
    end = call.taken_at or call.ended_at or now
    seats = list(call.match.seats.all())
    return {
        "call": call,
        "who": " – ".join(seat.user.handle for seat in seats),
        "waited": max(int((end - call.made_at).total_seconds() // 60), 0),
        "pressing": judge_calls.is_pressing(tournament, call, now),
        "may_answer": all(seat.user_id != request.user.pk for seat in seats),
    }
