"""Which tournaments everybody may know of, as a condition for queries."""

from django.db.models import Q

from bos_tournament.tournaments.models import Tournament

State = Tournament.State


def private(of: str = "") -> Q:
    """What `Tournament.is_private` says, of the tournaments that a lookup beginning with `of` leads to."""
    return Q(**{f"{of}state": State.DRAFT}) | Q(**{f"{of}state": State.CANCELLED, f"{of}opened_at": None})
