"""The end of a recorded game: each player says that the record is right, which reports the result as well."""

from django.db import transaction
from django.utils.translation import gettext as _

from bos_tournament.errors import Refused
from bos_tournament.matches import match_steps, result_reports, surroundings
from bos_tournament.matches.models import Game, Match, Reason, Seat
from bos_tournament.play.game_setup import rules_of
from bos_tournament.play.models import Recording
from bos_tournament.play.recording.positions import RecordedPosition, position_of, standing_rows
from bos_tournament.play.recording.record_writer import written_record

Step = Match.Step
REASONS = {"concession": Reason.CONCEDED, "time": Reason.TIME}
"""Reports by what the engine says of the end; any other is a game that was played out."""


def reported_end(game: Game, here: RecordedPosition) -> tuple[Seat | None, Reason]:
    """Who won, nobody in a draw, and how; as a report says it. Raises Refused (`not_over`)."""
    if here.outcome is None:
        raise Refused(_("The recorded game is not over yet. Record it to its end first."), code="not_over")
    winners = here.outcome.winners
    winner = game.match.seats.get(number=winners[0] + 1) if winners else None
    return winner, REASONS.get(here.outcome.reason, Reason.PLAYED)


@transaction.atomic
def confirm_record(seat: Seat, game: Game) -> None:
    """This player says that the record is right, and with it the result: a report, or the answer to one. The record is
    kept for judges as this player's. Said twice, it counts once.

    Raises Refused: `no_recording`, `not_over`, `match_finished`, `is_result`, and what a report refuses.
    """
    match = match_steps.lock(seat.match)
    if match.plays_online:
        raise Refused(_("The end of an online game is its result. Nothing has to be confirmed."), code="is_result")
    recording = Recording.objects.select_related("game__match", "game__first").filter(game=game).first()
    if recording is None:
        raise Refused(_("This game is not being recorded. Start the recording first."), code="no_recording")
    if recording.signed_by.filter(pk=seat.pk).exists():
        return
    here = position_of(recording, standing_rows(recording), None)
    winner, reason = reported_end(game, here)
    if game.outcome == Game.Outcome.OPEN:
        _report(match, seat, game, winner, reason)
    recording.signed_by.add(seat)
    surroundings.judging.keep_board_record(game, seat, whole_record(recording))


def _report(match: Match, seat: Seat, game: Game, winner: Seat | None, reason: Reason) -> None:
    """Agrees with the other's report where that says the same; otherwise reports."""
    standing = game.reports.filter(withdrawn_at=None)
    if standing.filter(seat=seat).exists():
        return
    theirs = standing.exclude(seat=seat).first()
    if theirs and match.step == Step.REPORTED and theirs.winner == winner:
        result_reports.agree(seat, report=theirs.pk)
        return
    result_reports.report_result(seat, winner=winner, reason=reason, game=game.number, sure=True)


def whole_record(recording: Recording) -> str:
    """The record as the notation has it; it names nothing that was never shown."""
    lists, pool, _edition = rules_of(recording.game)
    return written_record(recording, standing_rows(recording), lists, pool, only_face_up=True)
