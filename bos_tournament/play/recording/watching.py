"""What spectators see of a featured game that is on: the board as it was some minutes ago, and always a full turn
behind. What is newer stays with the players, whatever way somebody asks."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from bos_tournament.matches import surroundings
from bos_tournament.matches.models import Bid, BidAttempt, Game, Match
from bos_tournament.operations.db_clock import db_now
from bos_tournament.play.models import RecordedLine, Recording
from bos_tournament.play.recording.record_writer import first_turns, is_beginning

OpenedBid = dict[str, str | int | None]


def spectator_delay(match: Match, game: Game) -> int | None:
    """How many minutes spectators are behind in a game that is on; None where it is not for them."""
    if game.outcome != Game.Outcome.OPEN or match.called_off_at:
        return None
    return surroundings.event.spectator_delay(match)


def shown_until(delay: int) -> datetime:
    """What happened later than this is not shown to spectators yet."""
    return db_now() - timedelta(minutes=delay)


def recording_until(game: Game, until: datetime) -> tuple[Recording | None, tuple[RecordedLine, ...]]:
    """The recording as spectators know it who see nothing later than this; None while they do not know of it."""
    recording = Recording.objects.filter(game=game, made_at__lte=until).first()
    if recording is None:
        return None, ()
    recording.game = game
    return recording, seen_lines(list(recording.lines.order_by("pk")), until)


def seen_lines(lines: Sequence[RecordedLine], until: datetime) -> tuple[RecordedLine, ...]:
    """Of all lines ever recorded, in the order of recording, those that spectators see.

    They stood at that moment and, if that is earlier, when the turn before the present one began. What was taken back
    since stays until the moment comes at which that happened.
    """
    behind = _a_turn_ago(lines)
    if behind is None:
        return ()
    moment = min(until, behind.made_at)
    earlier = [row for row in lines if row.pk < behind.pk and row.made_at <= moment]
    stood = sorted((row for row in earlier if _stands(row, moment)), key=lambda row: row.number)
    return _without_later_columns(stood)


def opened_bids(game: Game, until: datetime | None) -> list[OpenedBid]:
    """Both bids by name, once they are opened, for spectators not before that moment."""
    opened = Bid.objects.filter(attempt__game=game, attempt__state=BidAttempt.State.REVEALED, amount__isnull=False)
    if until is not None:
        opened = opened.filter(attempt__opened_at__lte=until)
    amounts = dict(opened.values_list("seat__number", "amount"))
    seats = game.match.seats.all()
    return [{"name": str(seat.user), "amount": amounts[seat.number]} for seat in seats if seat.number in amounts]


def _a_turn_ago(lines: Sequence[RecordedLine]) -> RecordedLine | None:
    """The beginning of the last turn that was followed by another one."""
    begun = [row for row in lines if is_beginning(row.written)]
    followed = [row for at, row in enumerate(begun) if any(_stands(row, next_.made_at) for next_ in begun[at + 1 :])]
    return followed[-1] if followed else None


def _stands(row: RecordedLine, moment: datetime) -> bool:
    return row.taken_back_at is None or row.taken_back_at > moment


def _without_later_columns(rows: Sequence[RecordedLine]) -> tuple[RecordedLine, ...]:
    """The columns of wizards are kept as they are now. Where a first turn was taken back since, they may have changed,
    so nothing from there on is shown."""
    firsts = first_turns(rows)
    end = next((at for at, row in enumerate(rows) if row.number in firsts and row.taken_back_at), len(rows))
    return tuple(rows[:end])
