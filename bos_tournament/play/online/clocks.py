"""The clocks of matches that are played on the board: the board passes them on, and a time that is over loses.

While one player answers what the other did, the clock of the one who answers runs; afterwards the turn goes on with
what was left of its delay.
"""

from collections.abc import Iterable
from dataclasses import replace
from uuid import UUID

from bos_tournament.accounts.models import User
from bos_tournament.matches.clock_marks import clocks_at, last, make, setting_of
from bos_tournament.matches.clock_state import Clocks, Setting, begun
from bos_tournament.matches.models import ClockMark, Game, Match
from bos_tournament.operations.db_clock import db_now

Deed = ClockMark.Deed


def run_clock(match: Match, game: Game, *, seat: int, is_new_turn: bool, is_answer: bool, by: User) -> None:
    """From now on the time of that seat passes: it begins a turn, goes on with its own, or answers in the other's.
    Nothing without clocks. The caller holds the match and saves it."""
    setting = setting_of(match)
    if setting is None:
        return
    before = last(match)
    if before is None or before.game_id != game.pk:
        make(match, game, Deed.START, _first(match, before, seat, setting), by=by)
        return
    clocks = clocks_at(before)
    if before.deed == Deed.STOP:
        clocks = replace(clocks, at=db_now(), runs=True)
    elif clocks.turn == seat and not is_new_turn:
        return
    passed = replace(clocks.seen(db_now()), turn=seat)
    if is_new_turn or is_answer:
        deed = Deed.TURN if is_new_turn else Deed.ANSWER
        make(match, game, deed, replace(passed, delay=setting.free), by=by)
    else:
        make(match, game, Deed.ANSWER, replace(passed, delay=_delay_left(match, game, seat)), by=by)


def _first(match: Match, before: ClockMark | None, seat: int, setting: Setting) -> Clocks:
    seats = tuple(match.seats.values_list("number", flat=True))
    earlier = replace(clocks_at(before), out=None, out_at=None) if before else None
    return begun(db_now(), first=seat, setting=setting, before=earlier, seats=seats)


def _delay_left(match: Match, game: Game, seat: int) -> int:
    """What was left of the delay of that seat's turn when it waited for an answer, in milliseconds."""
    marks = list(match.marks.filter(game=game).order_by("number"))
    own = max((at for at, mark in enumerate(marks) if mark.turn == seat), default=None)
    if own is None or own + 1 >= len(marks):
        return 0
    return clocks_at(marks[own]).seen(marks[own + 1].at).delay


def is_over(match: Match) -> bool:
    """Has the time of a player run out in a game that is being played on the board?"""
    on = match.plays_online and match.step == Match.Step.PLAYING and match.called_off_at is None
    return on and match.flag_at is not None and match.flag_at <= db_now()


def overdue() -> Iterable[UUID]:
    """The matches on the board in which somebody's time has run out."""
    on = Match.objects.filter(
        online=True, pool__isnull=False, step=Match.Step.PLAYING, called_off_at=None, flag_at__lte=db_now()
    )
    return on.values_list("pk", flat=True)
