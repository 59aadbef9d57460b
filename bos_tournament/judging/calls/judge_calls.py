"""Calling a judge to a table: the call, who takes it, and its end. Times show; nothing ends by itself."""

from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from bos_tournament.accounts.models import User
from bos_tournament.errors import Refused
from bos_tournament.judging.models import Call
from bos_tournament.matches import match_steps
from bos_tournament.matches.models import Match, Seat
from bos_tournament.operations.db_clock import db_now
from bos_tournament.play.recording import board_changes
from bos_tournament.tournaments.models import Pairing, Tournament

State = Call.State


@transaction.atomic
def call_judge(seat: Seat, *, reason: str = "") -> Call:
    """Asks for a judge at the seat's table. Raises Refused: `match_called_off`, `nobody_judges`, `round_closed`,
    `already_called`."""
    match = match_steps.lock(seat.match)
    pairing = Pairing.objects.filter(match=match).select_related("round").first()
    if pairing is None:
        raise Refused(_("This match is not part of a tournament, so no judge can be called."), code="nobody_judges")
    if pairing.round.closed_at:
        raise Refused(_("This round is closed. Speak to the desk."), code="round_closed")
    if match.calls.filter(state__in=Call.OPEN).exists():
        raise Refused(_("A judge has already been called to this table."), code="already_called")
    call = Call.objects.create(match=match, by=seat.user, reason=" ".join(reason.split())[:200], made_at=db_now())
    match_steps.save(match)
    return call


@transaction.atomic
def withdraw_call(call: Call, *, by: User) -> Call:
    """No judge is needed any more; only who called says so. Raises Refused: `not_yours`, `call_over`."""
    call = _held(call)
    if call.by_id != by.pk:
        raise Refused(_("Only the player who called the judge can cancel the call."), code="not_yours")
    return _end(call, State.WITHDRAWN)


@transaction.atomic
def take_call(call: Call, *, by: User) -> Call:
    """Somebody of the staff goes there; both players see who. Raises Refused: `call_taken`, `call_over`."""
    call = _held(call)
    if call.state == State.COMING:
        raise Refused(_("%(name)s is already on the way.") % {"name": call.taken_by}, code="call_taken")
    call.state, call.taken_by, call.taken_at = State.COMING, by, db_now()
    return _kept(call)


@transaction.atomic
def release_call(call: Call) -> Call:
    """Whoever took the call cannot come; it waits again, since when it was made. Raises Refused: `call_not_taken`,
    `call_over`."""
    call = _held(call)
    if call.state != State.COMING:
        raise Refused(_("No one has taken this call, so it is already waiting."), code="call_not_taken")
    call.state, call.taken_by, call.taken_at = State.WAITING, None, None
    return _kept(call)


@transaction.atomic
def resolve_call(call: Call, *, by: User) -> Call:
    """The table is looked after. Whoever finishes a call that nobody took has taken it. Raises Refused: `call_over`."""
    call = _held(call)
    if call.taken_by_id is None:
        call.taken_by, call.taken_at = by, db_now()
    return _end(call, State.FINISHED)


@transaction.atomic
def decide_board_change(call: Call, *, by: User, allows: bool, about: int | None = None) -> Call:
    """Decides about the change of the board for which a player called; the call goes on, and is of whoever decided if
    nobody had taken it. `about` is the change that they read. Raises Refused: `call_over`, `no_change`, and
    `board_changed` where it is another one."""
    call = _held(call)
    board_changes.decide_change(call.match, allows=allows, about=about)
    if call.taken_by_id is None:
        call.state, call.taken_by, call.taken_at = State.COMING, by, db_now()
    return _kept(call)


def is_pressing(tournament: Tournament, call: Call, now: datetime) -> bool:
    """Does it wait for longer than it should in this tournament?"""
    return call.state == State.WAITING and now - call.made_at >= tournament.call_presses_after


def calls_of(tournament: Tournament) -> QuerySet[Call]:
    """All calls of a tournament with what a row shows."""
    calls = Call.objects.filter(match__pairing__round__stage__tournament=tournament)
    return calls.select_related("by", "taken_by", "match__pairing__round__stage__tournament").prefetch_related(
        "match__seats__user"
    )


def _held(call: Call) -> Call:
    """The open call as it is now; its match is locked first, like in every deed on a match."""
    Match.objects.select_for_update().get(pk=call.match_id)
    held = Call.objects.select_for_update(of=("self",)).select_related("match", "taken_by", "by").get(pk=call.pk)
    if held.state not in Call.OPEN:
        raise Refused(_("This call is already closed."), code="call_over")
    return held


def _end(call: Call, state: Call.State) -> Call:
    call.state, call.ended_at = state, db_now()
    return _kept(call)


def _kept(call: Call) -> Call:
    call.save()
    match_steps.save(call.match)
    return call
