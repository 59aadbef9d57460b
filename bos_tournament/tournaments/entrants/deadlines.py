"""What is said of the deadlines before the start: none that is over is told as if it held, nor one that waits."""

from dataclasses import dataclass
from datetime import datetime

from bos_tournament.tournaments.models import Tournament

BEFORE_THE_START = (Tournament.State.DRAFT, Tournament.State.OPEN)


@dataclass(frozen=True)
class Deadline:
    """`at` is None once the planned start has passed and the door is open until the tournament really starts."""

    at: datetime | None
    is_over: bool
    """Whether it is too late now."""


@dataclass(frozen=True)
class Deadlines:
    registration: Deadline
    """When joining ends."""
    check_in: Deadline
    """When checking in ends."""
    lists: Deadline
    """When handing in deck lists ends."""


def deadlines(tournament: Tournament, now: datetime) -> Deadlines:
    """When joining, checking in and handing in lists end."""
    return Deadlines(
        registration=_deadline(tournament, tournament.registration_closes_at, now),
        check_in=_deadline(tournament, tournament.check_in_closes_at, now),
        lists=_deadline(tournament, tournament.list_deadline, now),
    )


def start_has_passed(tournament: Tournament, now: datetime) -> bool:
    """Is the planned start over, and has nobody started the tournament?"""
    return tournament.state in BEFORE_THE_START and now >= tournament.starts_at


def _deadline(tournament: Tournament, closes: datetime | None, now: datetime) -> Deadline:
    """Without a moment of its own a door closes when the tournament starts, on time or late."""
    if closes is None and start_has_passed(tournament, now):
        return Deadline(None, is_over=False)
    at = closes or tournament.starts_at
    return Deadline(at, is_over=tournament.state not in BEFORE_THE_START or now >= at)
