"""Which tournaments anyone may know of, and how many players they have, for queries."""

from django.db.models import Count, Q, QuerySet

from bos_tournament.tournaments.models import Tournament

State = Tournament.State
INSIDE = Q(entrants__place__isnull=False)


def private(of: str = "") -> Q:
    """What `Tournament.is_private` says, of the tournaments that a lookup beginning with `of` leads to."""
    return Q(**{f"{of}state": State.DRAFT}) | Q(**{f"{of}state": State.CANCELLED, f"{of}opened_at": None})


def counted(tournaments: QuerySet[Tournament]) -> QuerySet[Tournament]:
    """With `entrants_count`, how many have a place."""
    return tournaments.annotate(entrants_count=Count("entrants", filter=INSIDE))
