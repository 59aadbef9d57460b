"""Whether the players of an online game are at the board: each of their pages asks for news every few seconds."""

from datetime import datetime, timedelta
from typing import NamedTuple

from bos_tournament.matches.models import Seat
from bos_tournament.operations.db_clock import db_now
from bos_tournament.play.models import BoardVisit, Recording

NOTED_EVERY = timedelta(seconds=3)
AWAY_AFTER = timedelta(seconds=20)
"""Pages ask every 4 seconds; a phone may miss some."""
STEP = 10
"""Open pages show the time that somebody is away in steps of so many seconds."""


class Absence(NamedTuple):
    """How long the other player has been away from the board."""

    seconds: int
    """Until now; 0 while they are there."""
    times: int
    """How often they were away before."""
    before: int
    """Seconds of all those times."""
    ever_seen: bool
    """Whether they have been at the board at all."""


def note_visit(recording: Recording, seat: Seat) -> None:
    """This player is at the board now. A gap before it is counted."""
    now = db_now()
    visit, is_new = BoardVisit.objects.get_or_create(recording=recording, seat=seat, defaults={"seen_at": now})
    gap = now - visit.seen_at
    if is_new or gap < NOTED_EVERY:
        return
    was_away = gap >= AWAY_AFTER
    BoardVisit.objects.filter(pk=visit.pk, seen_at=visit.seen_at).update(
        seen_at=now,
        times_away=visit.times_away + was_away,
        seconds_away=visit.seconds_away + (int(gap.total_seconds()) if was_away else 0),
    )


def absence_of_other(recording: Recording, seat: Seat) -> Absence:
    """How long the player opposite this seat has been away."""
    visit = BoardVisit.objects.filter(recording=recording).exclude(seat=seat).first()
    now = db_now()
    if visit is None:
        return Absence(_steps(now, recording.made_at), 0, 0, ever_seen=False)
    return Absence(_steps(now, visit.seen_at), visit.times_away, visit.seconds_away, ever_seen=True)


def _steps(now: datetime, since: datetime) -> int:
    gap = now - since
    return int(gap.total_seconds()) // STEP * STEP if gap >= AWAY_AFTER else 0
