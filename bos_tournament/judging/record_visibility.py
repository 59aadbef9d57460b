"""Records are sealed: who may read one, when the engine's answer is told, and what each reader knows of the lists.

A record handed in during a game would be a question to the engine, and one that is copied from the other player's
proves nothing. So a record is only taken in while its game is not reported by both; the other player reads it once both
have handed one in, or a judge opened them in a dispute. What the engine says about it is told to a judge by the lists
that were played, and to everybody else by what they may know: their own list, the catalogue, the boss's colour.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import Count, Max

from bos_tournament.accounts.models import User
from bos_tournament.audit.tracking import states_of
from bos_tournament.judging.models import Dispute, Record
from bos_tournament.matches.models import Game, Match, Seat

ALL = "judge"
"""Knows both lists as they were played."""
NEITHER = "public"
"""Knows neither list. Else the reader is a seat, `P1` or `P2`, who knows its own."""


@dataclass(frozen=True)
class Seal:
    """How far the records of one game are open to its players. What a judge opens are the records that are there."""

    reported: bool
    """Whether the game can no longer be played on."""
    both_in: bool
    """Whether both seats have handed in a record."""
    opened_at: datetime | None
    """When a judge last opened the records; None if never."""

    @property
    def open(self) -> bool:
        """Does each player read every record of the other's?"""
        return self.reported and self.both_in

    def was_opened(self, record: Record) -> bool:
        """Was this one there when a judge opened the records?"""
        return self.opened_at is not None and record.made_at <= self.opened_at

    def lets_read(self, record: Record, user: User, seat: Seat | None) -> bool:
        """Staff read every record, a player their own and, once they are open, all."""
        return seat is None or record.by_id == user.pk or self.open or self.was_opened(record)

    def lets_hear(self, record: Record, user: User, seat: Seat | None) -> bool:
        """Whether this reader is told what the engine finds in the record."""
        answered = self.reported or self.was_opened(record)
        return seat is None or (answered and self.lets_read(record, user, seat))


def seal_of(game: Game) -> Seal:
    """How far the records of this game are open now. One query."""
    counts = Record.objects.filter(game=game).aggregate(
        seats=Count("seat", distinct=True), opened_at=Max("game__disputes__records_opened_at")
    )
    return Seal(is_reported(game), both_in=counts["seats"] > 1, opened_at=counts["opened_at"])


def seals_of(match: Match, games: Iterable[Game], rows: Iterable[Record]) -> dict[UUID, Seal]:
    """The same for games of one match whose records are known, by the game's id. One query."""
    disputes = Dispute.objects.filter(game__match=match, records_opened_at__isnull=False).order_by("records_opened_at")
    opened = dict(disputes.values_list("game", "records_opened_at"))
    seats: dict[UUID, set[UUID]] = {}
    for row in rows:
        if row.seat_id:
            seats.setdefault(row.game_id, set()).add(row.seat_id)
    return {
        game.pk: Seal(is_reported(game), both_in=len(seats.get(game.pk, ())) > 1, opened_at=opened.get(game.pk))
        for game in games
    }


def is_reported(game: Game) -> bool:
    """Whether it can no longer be played on: it has ended, or both players said how, though differently."""
    return game.outcome != Game.Outcome.OPEN or game.match.step == Match.Step.DIFFERING


def was_readable(game: Game, seat: Seat) -> bool:
    """Whether this seat may have read another record of the game by now, even if they are sealed again: a result that
    was taken back closes what both had read."""
    game = Game.objects.select_related("match").get(pk=game.pk)
    rows = list(game.records.only("seat_id", "by_id", "made_at"))
    others, seal = [row for row in rows if row.seat_id != seat.pk], seal_of(game)
    if any(seal.lets_read(row, seat.user, seat) for row in others):
        return True
    return bool(others) and len(others) < len(rows) and _was_reported(game)


def _was_reported(game: Game) -> bool:
    """Whether it ended once, or both said how it did, whatever was taken back since."""
    ended = states_of(game).exclude(outcome=Game.Outcome.OPEN).exists()
    return ended or game.reports.values("seat").distinct().count() > 1
