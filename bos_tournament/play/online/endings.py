"""The end of an online game: by the rules, by concession, by agreement or by the clock. It is the result at once, and
the desk may overrule it like any other."""

import logging
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from bos_tournament.errors import Refused
from bos_tournament.matches import match_score, match_steps, surroundings
from bos_tournament.matches.models import Game, Match, Reason, Seat
from bos_tournament.operations import live_events
from bos_tournament.operations.db_clock import db_now
from bos_tournament.play.models import Recording
from bos_tournament.play.online import clocks, turns
from bos_tournament.play.recording.endings import reported_end, whole_record
from bos_tournament.play.recording.positions import position_of, standing_rows

log = logging.getLogger(__name__)


def held_game(seat: Seat, game: Game) -> Recording:
    """The board of an online game that is on, for one who changes it alone.

    Raises Refused: `not_now`, `match_finished`, `no_recording`, `not_online`, `time_over`.
    """
    match = match_steps.lock_for(seat, Match.Step.PLAYING, refusal=_("You cannot play now: %(instead)s"))
    refuse_at_a_table(match)
    recording = _open_board(match)
    if recording is None or recording.game_id != game.pk:
        raise Refused(_("This game is over, or its board is not open yet."), code="no_recording")
    refuse_time_over(match)
    return recording


def refuse_at_a_table(match: Match) -> None:
    """Raises Refused (`not_online`) for what only players at a distance do."""
    if not match.plays_online:
        raise Refused(_("This game is played at a table."), code="not_online")


def refuse_time_over(match: Match) -> None:
    """Raises Refused (`time_over`) where somebody's time has run out, which ends the game."""
    if clocks.is_over(match):
        raise Refused(_("Time has run out. The result follows in a moment."), code="time_over")


def end_with(recording: Recording, seat: Seat, written: str, *, winner: Seat | None, reason: Reason) -> None:
    """Writes the line that ends the game, and its result. The caller holds the match."""
    rows = standing_rows(recording)
    recording.lines.create(number=len(rows) + 1, seat=seat, written=written, made_at=db_now())
    recording.half, recording.draw_offered_by = "", None
    recording.keep_asked = recording.keep_asked_by = None
    _end(recording, winner, reason)
    tell_players(recording)


def go_on_after(recording: Recording, *, by: Seat, is_new_turn: bool = False) -> None:
    """After a line: the end is the result; otherwise the clock of the seat runs that has to act. The caller holds the
    match and saves the recording."""
    rows = standing_rows(recording)
    here = position_of(recording, rows, None)
    if here.outcome:
        winner, reason = reported_end(recording.game, here)
        _end(recording, winner, reason)
        return
    match = Match.objects.get(pk=recording.game.match_id)
    asked = turns.asked_seat(recording, rows)
    if asked:
        answers = asked != (turns.seat_in_turn(rows) or asked)
        game = match.games.get(pk=recording.game_id)
        clocks.run_clock(match, game, seat=asked, is_new_turn=is_new_turn, is_answer=answers, by=by.user)
        match.save(update_fields=["flag_seat", "flag_at"])


@transaction.atomic
def concede_game(seat: Seat, game: Game) -> None:
    """This player gives the game up; the other one has won it. Raises Refused as `held_game` does."""
    recording = held_game(seat, game)
    end_with(recording, seat, f"X P{seat.number} concedes", winner=_other(seat), reason=Reason.CONCEDED)


def enforce_clocks() -> None:
    """Everybody whose time has run out in an online game loses by the clock. Done again, nothing is done."""
    for pk in list(clocks.overdue()):
        try:
            lose_by_clock(pk)
        except Exception:
            log.exception("Cannot end the match %s by its clock", pk)


@transaction.atomic
def lose_by_clock(pk: UUID) -> None:
    """Where time has run out in this match, its player loses the game, or the match if the time is for all of it
    (G-149); once."""
    match = Match.objects.select_for_update().get(pk=pk)
    if not clocks.is_over(match):
        return
    recording = _open_board(match)
    if recording is None or match.flag_seat is None:
        return
    seat = match.seats.select_related("user").get(number=match.flag_seat)
    end_with(recording, seat, f"X P{seat.number} time", winner=_other(seat), reason=Reason.TIME)


def settle_clock(game: Game) -> None:
    """What the clock has decided is the result before anybody sees or changes the game."""
    if clocks.is_over(game.match):
        lose_by_clock(game.match_id)


def tell_players(recording: Recording) -> None:
    """Saves the board; open pages learn that there is something new."""
    recording.version += 1
    recording.save()
    live_events.publish_change("match", recording.game.match_id)


def _open_board(match: Match) -> Recording | None:
    boards = Recording.objects.select_related("game__match", "game__first", "draw_offered_by")
    return boards.filter(game__match=match, game__outcome=Game.Outcome.OPEN).first()


def _other(seat: Seat) -> Seat:
    return Seat.objects.filter(match=seat.match_id).exclude(pk=seat.pk).get()


def _end(recording: Recording, winner: Seat | None, reason: Reason) -> None:
    """The result, and the record that is kept as that of both."""
    match = Match.objects.get(pk=recording.game.match_id)
    game = match.games.get(pk=recording.game_id)
    if winner and reason == Reason.TIME and not match.clock_per_game:
        match_score.end_match(match, game, winner=winner, reason=reason)
    else:
        match_score.end_game(match, game, winner=winner, reason=reason)
    _sign(recording)
    match_steps.save(match)


def _sign(recording: Recording) -> None:
    """Both wrote the record on the board, so it is kept as that of both."""
    text = whole_record(recording)
    game = Game.objects.get(pk=recording.game_id)
    for seat in recording.game.match.seats.select_related("user"):
        recording.signed_by.add(seat)
        surroundings.judging.keep_board_record(game, seat, text)
