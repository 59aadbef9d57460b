"""Calling a judge: the players' button on the match page, and the queue of the staff."""

from collections.abc import Callable
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from bos_tournament.errors import Refused
from bos_tournament.judging import access_table, calling
from bos_tournament.judging.forms import CallForm
from bos_tournament.judging.models import Call
from bos_tournament.matches.access import match_to_see
from bos_tournament.matches.views import page
from bos_tournament.tournaments import polling, round_names
from bos_tournament.tournaments.access import staff_of
from bos_tournament.tournaments.access_desk import member
from bos_tournament.tournaments.context import frame
from bos_tournament.tournaments.models import Tournament
from bos_tournament.tournaments.stages import pulse

OVER_SHOWN = 20


@login_required
@require_POST
def call(request: HttpRequest, pk: UUID) -> HttpResponse:
    """One tap of a player; back on the match page it says who comes."""
    seat = access_table.seat_that_calls(member(request.user), pk)
    form = CallForm(request.POST)
    if form.is_valid():
        try:
            calling.call_judge(seat, **form.cleaned_data)
            return redirect(seat.match)
        except Refused as refusal:
            form.add_error(None, str(refusal))
    return page(request, match_to_see(pk), form=form, status=422)


@login_required
@require_POST
def withdraw(request: HttpRequest, pk: UUID) -> HttpResponse:
    found = access_table.call_of_seat(member(request.user), pk)
    return _told(request, found.match.get_absolute_url(), lambda: calling.withdraw_call(found, by=member(request.user)))


@login_required
@require_safe
def queue(request: HttpRequest, slug: str) -> HttpResponse:
    """Who waits, since when, and who is on the way; asks again by itself."""
    tournament = staff_of(request.user, slug)
    return polling.answer(
        request,
        "judging/calls.html",
        "judging/_calls.html",
        version=f"{tournament.version}.{pulse(tournament)}.{timezone.now():%H%M}",  # calls grow old by themselves
        context=lambda: _queue(request, tournament),
    )


@login_required
@require_POST
def take(request: HttpRequest, pk: UUID) -> HttpResponse:
    found, tournament = access_table.call_to_answer(member(request.user), pk)
    return _told(request, _queue_url(tournament), lambda: calling.take_call(found, by=member(request.user)))


@login_required
@require_POST
def put_back(request: HttpRequest, pk: UUID) -> HttpResponse:
    found, tournament = access_table.call_to_answer(member(request.user), pk)
    return _told(request, _queue_url(tournament), lambda: calling.put_back(found))


@login_required
@require_POST
def finish(request: HttpRequest, pk: UUID) -> HttpResponse:
    found, tournament = access_table.call_to_answer(member(request.user), pk)
    return _told(request, _queue_url(tournament), lambda: calling.finish_call(found, by=member(request.user)))


def _queue(request: HttpRequest, tournament: Tournament) -> dict[str, object]:
    now, rows = timezone.now(), calling.calls_of(tournament)
    # By name "waiting" comes after "coming": who has nobody yet stands first.
    still_open = rows.filter(state__in=Call.OPEN, match__called_off_at=None).order_by("-state", "made_at")
    over = rows.exclude(state__in=Call.OPEN).order_by("-ended_at")[:OVER_SHOWN]
    round_names.look_up(one.match.pairing.round for one in (*still_open, *over))
    return {
        **frame(request, tournament),
        "calls": [_row(request, tournament, one, now) for one in still_open],
        "over": [_row(request, tournament, one, now) for one in over],
        "presses": tournament.call_minutes,
    }


def _row(request: HttpRequest, tournament: Tournament, call: Call, now) -> dict[str, object]:
    end = call.taken_at or call.ended_at or now
    seats = list(call.match.seats.all())
    return {
        "call": call,
        "who": " – ".join(seat.user.handle for seat in seats),
        "waited": max(int((end - call.made_at).total_seconds() // 60), 0),
        "pressing": calling.is_pressing(tournament, call, now),
        "may_answer": all(seat.user_id != request.user.pk for seat in seats),
    }


def _queue_url(tournament: Tournament) -> str:
    return f"{tournament.get_absolute_url()}calls/"


def _told(request: HttpRequest, url: str, deed: Callable[[], Call]) -> HttpResponse:
    """Does the deed, or says why not, and shows the page again."""
    try:
        deed()
    except Refused as refusal:
        messages.error(request, str(refusal))
    return redirect(url)
