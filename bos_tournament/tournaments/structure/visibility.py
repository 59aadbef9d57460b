"""Which tournaments anyone may know of, and what every page of one says of it, for queries."""

from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import Count, OuterRef, Q, QuerySet

from bos_tournament.operations.db_clock import Clock
from bos_tournament.tournaments.models import Entrant, Stage, Tournament

State = Tournament.State
INSIDE = Q(entrants__place__isnull=False)


def private(of: str = "") -> Q:
    """What `Tournament.is_private` says, of the tournaments that a lookup beginning with `of` leads to."""
    return Q(**{f"{of}state": State.DRAFT}) | Q(**{f"{of}state": State.CANCELLED, f"{of}opened_at": None})


def counted(tournaments: QuerySet[Tournament]) -> QuerySet[Tournament]:
    """With `entrants_count`, how many have a place."""
    return tournaments.annotate(entrants_count=Count("entrants", filter=INSIDE))


def with_crowd(tournaments: QuerySet[Tournament]) -> QuerySet[Tournament]:
    """As `counted`, with `waiting_count`, how many wait for a place, and `asked_at`, the moment of the question."""
    waiting = Count("entrants", filter=Q(entrants__state=Entrant.State.WAITLISTED))
    return counted(tournaments).annotate(waiting_count=waiting, asked_at=Clock())


def with_formats(tournaments: QuerySet[Tournament]) -> QuerySet[Tournament]:
    """With `formats`, those of the stages there are."""
    stages = Stage.objects.filter(tournament=OuterRef("pk")).order_by("number")
    return tournaments.annotate(formats=ArraySubquery(stages.values("format")))


def formats_of(tournament: Tournament) -> set[str]:
    """The formats of the stages there are. Asks nothing of a tournament from `with_formats`."""
    return set(formats_in_order(tournament))


def formats_in_order(tournament: Tournament) -> list[str]:
    """The same, one for each stage."""
    known = getattr(tournament, "formats", None)
    return list(tournament.stages.values_list("format", flat=True)) if known is None else known
