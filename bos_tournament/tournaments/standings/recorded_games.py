"""Recorded games of a tournament that anyone can replay."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from django.db.models import Exists, F, OuterRef, QuerySet

from bos_tournament.play.models import Recording
from bos_tournament.tournaments.models import Round, Sitting, Tournament

MOST_SHOWN = 8


@dataclass(frozen=True)
class RecordedGame:
    """A recorded game as everybody reads it."""

    match: UUID
    """The match's id."""
    number: int
    """Which game of the match it is."""
    round: int
    """The number of its round."""
    names: tuple[str, ...]
    """Handles in seat order."""


def with_recorded(rounds: QuerySet[Round]) -> QuerySet[Round]:
    """The same rounds, each knowing in `has_recorded` whether a game of it was recorded."""
    recorded = Recording.objects.filter(game__match__pairing__round=OuterRef("pk"))
    return rounds.annotate(has_recorded=Exists(recorded))


def latest_recorded(tournament: Tournament, rounds: Sequence[Round] = ()) -> list[RecordedGame]:
    """The last recorded games of closed rounds, the latest first. Two queries at most, and none where `rounds`, if
    they were read by `with_recorded`, have no such game."""
    if rounds and not any(getattr(one, "has_recorded", True) for one in rounds):
        return []
    over = Recording.objects.exclude(game__outcome="").filter(
        game__match__pairing__round__stage__tournament=tournament,
        game__match__pairing__round__closed_at__isnull=False,
    )
    rows = over.order_by(F("game__ended_at").desc(nulls_last=True), "-game__number").values_list(
        "game__match", "game__number", "game__match__pairing__round__number"
    )[:MOST_SHOWN]
    names = _names({match for match, _number, _round in rows}) if rows else {}
    return [RecordedGame(match, number, round_, tuple(names.get(match, ()))) for match, number, round_ in rows]


def _names(matches: set[UUID]) -> dict[UUID, list[str]]:
    sittings = Sitting.objects.filter(pairing__match__in=matches).order_by("number")
    names: dict[UUID, list[str]] = {}
    for match, handle in sittings.values_list("pairing__match", "entrant__user__handle"):
        names.setdefault(match, []).append(handle)
    return names
