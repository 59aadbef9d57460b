"""Handing in what somebody wrote down of a game."""

from datetime import timedelta

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from bos_tournament.accounts.models import User
from bos_tournament.errors import Refused
from bos_tournament.judging import record_visibility
from bos_tournament.judging.models import Record
from bos_tournament.matches import match_steps
from bos_tournament.matches.models import Game, Match, Seat
from bos_tournament.operations import jobs
from bos_tournament.operations.db_clock import db_now
from engine.hosting import MAX_BYTES

MOST_RECORDS = 20
"""So many records of one game does one person hand in within an hour; the next one is taken a little later."""
WHILE = timedelta(hours=1)


@transaction.atomic
def hand_in(game: Game, *, by: User, seat: Seat | None, text: str, on_board: bool = False) -> Record:
    """Takes a written game as it is, as often as its writer corrects it; a worker judges it, and compares it with the
    other player's. It is kept whether its writer could read another record of the game by then, and whether both
    recorded it `on_board`. What somebody handed in last is that record when it comes once more.

    Raises Refused: `match_called_off`, `game_not_begun`, `record_empty`, `record_too_long`, `too_many_records`.
    """
    match = Match.objects.select_for_update().get(pk=game.match_id)
    match_steps.refuse_called_off(match)
    if not begun(game):
        raise Refused(
            _("This game has not started. Submit its record once someone has gone first."), code="game_not_begun"
        )
    if not text.strip():
        raise Refused(_("Paste the written game, or choose a file."), code="record_empty")
    if len(text.encode()) > MAX_BYTES:
        raise Refused(_("A record can have at most 64 KB. Submit only the written game."), code="record_too_long")
    text, earlier = text.replace("\0", "\ufffd"), game.records.filter(by=by)
    if (last := earlier.last()) and last.text == text:
        return last
    if earlier.filter(made_at__gt=db_now() - WHILE).count() >= MOST_RECORDS:
        sentence = _(
            "You submitted %(most)s records of this game within an hour. Wait a while before the next correction."
        )
        raise Refused(sentence % {"most": MOST_RECORDS}, code="too_many_records")
    blind = seat is not None and not on_board and not record_visibility.was_readable(game, seat)
    record = Record.objects.create(
        game=game, by=by, seat=seat, text=text, blind=blind, on_board=on_board, made_at=db_now()
    )
    jobs.enqueue("judging.find", record.pk)
    return record


def last_text(game: Game, by: User) -> str:
    """What somebody handed in last of this game, to be corrected; empty if nothing."""
    last = game.records.filter(by=by).last()
    return last.text if last else ""


def begun(game: Game) -> bool:
    """Whether somebody went first, or the game has ended anyhow."""
    return game.first_id is not None or game.outcome != Game.Outcome.OPEN


def games_begun(match: Match) -> QuerySet[Game]:
    """Those of which a record can be handed in, as `begun` has it; the last one first."""
    return match.games.exclude(first=None, outcome=Game.Outcome.OPEN).order_by("-number")
