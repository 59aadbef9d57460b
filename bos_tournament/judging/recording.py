"""Handing in what somebody wrote down of a game."""

from django.db import transaction
from django.utils.translation import gettext as _

from bos_tournament.accounts.models import User
from bos_tournament.errors import Refused
from bos_tournament.history import jobs
from bos_tournament.history.moments import db_now
from bos_tournament.judging import sealing
from bos_tournament.judging.models import Record
from bos_tournament.matches import steps
from bos_tournament.matches.models import Game, Match, Seat
from engine.log import MAX_BYTES

MOST_RECORDS = 3
"""So many records of one game may one person hand in."""


@transaction.atomic
def hand_in(game: Game, *, by: User, seat: Seat | None, text: str) -> Record:
    """Takes a written game as it is; a worker judges it, and compares it with the other player's. It is kept whether
    its writer could read another record of the game by then. What somebody handed
    in last is that record when it comes once more: a second tap uses up none of the few.

    Raises Refused: `match_called_off`, `game_not_begun`, `record_empty`, `record_too_long`, `too_many_records`.
    """
    match = Match.objects.select_for_update().get(pk=game.match_id)
    steps.refuse_called_off(match)
    if not begun(game):
        raise Refused(_("This game has not begun; hand in its record once somebody goes first."), code="game_not_begun")
    if not text.strip():
        raise Refused(_("Paste the written game, or choose its file."), code="record_empty")
    if len(text.encode()) > MAX_BYTES:
        raise Refused(_("A record has at most 64 KB; hand in the written game only."), code="record_too_long")
    text, earlier = text.replace("\0", "\ufffd"), game.records.filter(by=by)
    if (last := earlier.last()) and last.text == text:
        return last
    if earlier.count() >= MOST_RECORDS:
        raise Refused(
            _("You handed in %(most)s records; that is the most.") % {"most": MOST_RECORDS}, code="too_many_records"
        )
    blind = seat is not None and not sealing.was_readable(game, seat)
    record = Record.objects.create(game=game, by=by, seat=seat, text=text, blind=blind, made_at=db_now())
    jobs.enqueue("judging.find", record.pk)
    return record


def begun(game: Game) -> bool:
    """Whether somebody went first, or the game has ended anyhow."""
    return game.first_id is not None or game.outcome != Game.Outcome.OPEN
