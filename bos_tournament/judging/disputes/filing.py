"""Contesting a game: filing a dispute, adding written records, withdrawing."""

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from bos_tournament.accounts.models import User
from bos_tournament.errors import Refused
from bos_tournament.judging.models import Dispute, Record
from bos_tournament.judging.records.record_entry import begun, games_begun, hand_in
from bos_tournament.matches import match_steps
from bos_tournament.matches.models import Game, Match, Seat
from bos_tournament.operations.db_clock import db_now
from bos_tournament.play.recording.access import recording_of
from bos_tournament.play.recording.endings import whole_record


@transaction.atomic
def file_dispute(
    game: Game, *, by: User, seat: Seat | None, claim: str, text: str = "", line: int | None = None
) -> Dispute:
    """Contests a game that was begun; with a record, the engine starts to judge it. `line` is the one in question where
    the game is recorded on the board; what stands there is kept for the judges as it is now.

    Raises Refused: `claim_missing`, `match_called_off`, `game_not_begun`, `dispute_waiting`, `no_such_line`,
    `record_…`.
    """
    match = Match.objects.select_for_update().get(pk=game.match_id)
    if not claim.strip():
        raise Refused(_("Explain in a sentence what is disputed."), code="claim_missing")
    match_steps.refuse_called_off(match)
    if not begun(game):
        raise Refused(_("This game has not started. Dispute it once someone has gone first."), code="game_not_begun")
    if Dispute.objects.filter(game=game, state=Dispute.State.WAITING).exists():
        raise Refused(_("This game already has an open dispute. Add your record to it."), code="dispute_waiting")
    recorded = "" if line is None else _record_with_line(game, line)
    dispute = Dispute.objects.create(game=game, filed_by=by, claim=claim.strip()[:500], line=line)
    if recorded:
        hand_in(game, by=by, seat=None, text=recorded, on_board=True)
    if text.strip():
        add_record(dispute, by=by, seat=seat, text=text)
    _touch(match)
    return dispute


def _record_with_line(game: Game, line: int) -> str:
    """What was recorded on the board so far. Raises Refused (`no_such_line`) where that line does not stand there."""
    recording = recording_of(game)
    if recording is None or not recording.lines.filter(number=line, taken_back_at=None).exists():
        raise Refused(_("There is no such line on the board. Choose another one."), code="no_such_line")
    return whole_record(recording)


def games_to_dispute(match: Match) -> QuerySet[Game]:
    """Games that have begun and on which no dispute waits; the last one first."""
    return games_begun(match).exclude(disputes__state=Dispute.State.WAITING)


@transaction.atomic
def add_record(dispute: Dispute, *, by: User, seat: Seat | None, text: str) -> Record:
    """Hands in a record of the game in question while the dispute waits. Raises Refused: `dispute_closed`, and what
    `hand_in` refuses."""
    Match.objects.select_for_update().get(pk=dispute.game.match_id)
    dispute = Dispute.objects.select_for_update().get(pk=dispute.pk)
    if dispute.state != Dispute.State.WAITING:
        raise Refused(_("This dispute is closed and accepts no more records."), code="dispute_closed")
    return hand_in(dispute.game, by=by, seat=seat, text=text)


@transaction.atomic
def open_records(dispute: Dispute, *, by: User) -> None:
    """A judge lets each player read the other's records of the game that are in, and what the engine finds in them. One
    that is handed in after that verifies nothing. Raises Refused: `records_open`."""
    match = Match.objects.select_for_update().get(pk=dispute.game.match_id)
    dispute = Dispute.objects.select_for_update().get(pk=dispute.pk)
    opened = dispute.records_opened_at
    if opened is not None and not dispute.records.filter(made_at__gt=opened).exists():
        raise Refused(_("Both players can already read the records of this game."), code="records_open")
    dispute.records_opened_by, dispute.records_opened_at = by, db_now()
    dispute.save()
    _touch(match)


@transaction.atomic
def withdraw_dispute(dispute: Dispute, *, by: User) -> None:
    """Takes a waiting dispute back; only who filed it can. Raises Refused: `not_yours`, `dispute_closed`,
    `dispute_ruled`."""
    match = Match.objects.select_for_update().get(pk=dispute.game.match_id)
    dispute = Dispute.objects.select_for_update().get(pk=dispute.pk)
    if dispute.filed_by_id != by.pk:
        raise Refused(_("Only the player who filed a dispute can withdraw it."), code="not_yours")
    if dispute.state != Dispute.State.WAITING:
        raise Refused(_("This dispute is already closed."), code="dispute_closed")
    if dispute.rulings.exists():
        raise Refused(_("There is already a ruling. The head judge answers the appeal."), code="dispute_ruled")
    dispute.state = Dispute.State.WITHDRAWN
    dispute.save()
    _touch(match)


def _touch(match: Match) -> None:
    match.version += 1
    match.save(update_fields=["version"])
