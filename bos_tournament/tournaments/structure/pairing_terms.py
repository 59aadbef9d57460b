"""What a Swiss round is drawn with besides results: who is kept apart, and who keeps a table.

A round keeps the terms it was drawn with, so that anybody can draw it again after they changed.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Q

from bos_tournament.pairing.event import Apart
from bos_tournament.tournaments.models import Entrant, Round, Tournament

State = Entrant.State
LEFT = (State.DROPPED, State.REMOVED, State.DISQUALIFIED)
TAKES_PART = (State.PLAYING, *LEFT)  # or took part, since the start

Pair = tuple[str, str]


@dataclass(frozen=True)
class Terms:
    """Pairs who never meet, pairs who are better kept apart, and fixed tables by player, all as in event files."""

    forbidden: tuple[Pair, ...] = ()
    """Pairs who never meet."""
    avoided: tuple[Pair, ...] = ()
    """Pairs who are better kept apart."""
    tables: Mapping[str, int] = field(default_factory=dict)
    """The fixed table of each player who has one."""

    def written(self) -> dict[str, object]:
        """As a round keeps them."""
        return {"forbidden": self.forbidden, "avoided": self.avoided, "tables": dict(self.tables)}


def player_at(place: int | None) -> str:
    """What a player is called in event files: stays the same when the handle changes or is erased."""
    return f"P{place}"


def now(tournament: Tournament) -> Terms:
    """What the next round is drawn with. Two queries."""
    here = Q(one__state__in=TAKES_PART, other__state__in=TAKES_PART, one__place__gte=1, other__place__gte=1)
    pairs = tournament.kept_apart.filter(here)
    fixed = tournament.entrants.filter(state__in=TAKES_PART, place__gte=1, fixed_table__gte=1).order_by("place")
    never: list[Pair] = []
    rather_not: list[Pair] = []
    for strongly, *places in pairs.values_list("never", "one__place", "other__place"):
        first, second = sorted(place or 0 for place in places)
        (never if strongly else rather_not).append((player_at(first), player_at(second)))
    tables = {player_at(place): table for place, table in fixed.values_list("place", "fixed_table") if table}
    return Terms(tuple(sorted(never)), tuple(sorted(rather_not)), tables)


def of(tournament: Tournament, number: int) -> Terms:
    """What that round was drawn with. One query."""
    rows = Round.objects.filter(stage__tournament=tournament, number=number).values_list("drawn_with", flat=True)
    return _read(rows.first() or {})


def apart_in(tournament: Tournament, *, before: int | None) -> tuple[Apart, ...]:
    """The pairs that each closed round was drawn with, up to the one before `before`. One query."""
    closed = Round.objects.filter(stage__tournament=tournament, stage__format="swiss", closed_at__isnull=False)
    if before is not None:
        closed = closed.filter(number__lt=before)
    rows = closed.order_by("number").values_list("number", "drawn_with")
    terms = [(number, _read(written)) for number, written in rows]
    return tuple(Apart(number, drawn.forbidden, drawn.avoided) for number, drawn in terms)


def _read(written: Mapping[str, Any]) -> Terms:
    if not written:  # rounds did not always keep them
        return Terms()
    return Terms(_kept(written["forbidden"]), _kept(written["avoided"]), written["tables"])


def _kept(pairs: Iterable[Pair]) -> tuple[Pair, ...]:
    return tuple((first, second) for first, second in pairs)
