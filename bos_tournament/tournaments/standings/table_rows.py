"""What the desk has to know of each table, as plain rows: a round may have thousands of tables."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import starmap
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import FilteredRelation, OuterRef, Q, QuerySet, Subquery, Sum

from bos_tournament.matches.models import Match
from bos_tournament.tournaments.models import Pairing
from bos_tournament.tournaments.models.remaining_time import Extension, Remaining
from bos_tournament.tournaments.structure.stages import with_disputes


@dataclass(frozen=True)
class Present:
    """What all tables of a round share at this moment."""

    now: datetime
    """The moment itself."""
    due: datetime | None
    """When a table without a result is late beside the others; None while it is not known."""
    published_at: datetime | None
    """When the round was."""
    remaining: Remaining | None
    """The time of the round; None where none is counted."""
    late_to_sit: timedelta
    """So long after the publication, whoever has not come is missing."""

    @property
    def since_published(self) -> timedelta:
        return self.now - self.published_at if self.published_at else timedelta()


class TableRow(NamedTuple):
    """A pairing, byes too, with its match."""

    pairing: UUID
    """Its id."""
    table: int | None
    """None for a bye."""
    unplayed: str
    """A value of `Unplayed`; empty for a match."""
    match: Any
    """Its id; None for a bye."""
    step: str
    """Of the match."""
    finished_at: datetime | None
    """None while the match goes on."""
    called_off_at: datetime | None
    """None unless the match was called off."""
    flag_seat: int | None
    """Whose time runs out, or ran out."""
    flag_at: datetime | None
    """When it does unless the clocks are touched."""
    called: bool
    """Whether a judge is called to the table."""
    disputed: bool
    """Whether a dispute waits for a judge."""
    extra: int | None
    """Minutes beyond the round; None for none."""
    first: str
    """The handle at seat 1."""
    second: str | None
    """The handle at seat 2; None for a bye."""
    first_guest: bool
    """Whether a guest sits at seat 1."""
    second_guest: bool | None
    """Whether a guest sits at seat 2; None for a bye."""
    first_greeted: bool | None
    """Whether seat 1 has confirmed the bosses; None for a bye."""
    second_greeted: bool | None
    """Whether seat 2 has; None for a bye."""
    first_won: int | None
    """Games won by seat 1; None for a bye."""
    second_won: int | None
    """Games won by seat 2; None for a bye."""
    first_corrected: int | None
    """Points of the first after a later correction; None: as drawn."""
    second_corrected: int | None
    """Those of the second; None for a bye, too."""

    @property
    def names(self) -> tuple[str, ...]:
        """Handles in seat order."""
        return (self.first,) if self.second is None else (self.first, self.second)

    @property
    def has_guest(self) -> bool:
        return bool(self.first_guest or self.second_guest)

    @property
    def minutes(self) -> int:
        """What the table has beyond the round."""
        return self.extra or 0

    @property
    def corrected(self) -> int:
        """How many here have other points than the round was paired with."""
        return (self.first_corrected is not None) + (self.second_corrected is not None)

    @property
    def result(self) -> str:
        """The games won by each seat, in seat order."""
        return f"{self.first_won}–{self.second_won}"

    def missing(self, present: Present) -> tuple[str, ...]:
        """Handles of those who have not confirmed the bosses long after the round was published."""
        if self.step != Match.Step.BOSSES or present.since_published <= present.late_to_sit:
            return ()
        greeted = (self.first_greeted, self.second_greeted)
        return tuple(name for name, has_come in zip(self.names, greeted, strict=False) if not has_come)


COLUMNS = (
    *("pk", "table", "unplayed", "match", "match__step", "match__finished_at", "match__called_off_at"),
    *("match__flag_seat", "match__flag_at", "called", "disputed", "extra"),
    *("one__entrant__user__handle", "other__entrant__user__handle"),
    *("one__entrant__user__guest", "other__entrant__user__guest"),
    *("seat_one__greeted", "seat_other__greeted", "seat_one__games_won", "seat_other__games_won"),
    *("one__corrected_points", "other__corrected_points"),
)


def table_rows(pairings: QuerySet[Pairing]) -> list[TableRow]:
    """By table, then who has none. One query."""
    longer = Extension.objects.filter(pairing=OuterRef("pk"), withdrawn_at=None).order_by().values("pairing")
    rows = with_disputes(pairings).annotate(
        extra=Subquery(longer.annotate(minutes_in_all=Sum("minutes")).values("minutes_in_all")),
        one=FilteredRelation("sittings", condition=Q(sittings__number=1)),
        other=FilteredRelation("sittings", condition=Q(sittings__number=2)),
        seat_one=FilteredRelation("match__seats", condition=Q(match__seats__number=1)),
        seat_other=FilteredRelation("match__seats", condition=Q(match__seats__number=2)),
    )
    return list(starmap(TableRow, rows.order_by("table", "pk").values_list(*COLUMNS)))
