"""Everybody who takes or took part since the start, as far as pairing and ranking ask.

A large tournament reads thousands of them for each round, and needs no object of the database for any.
"""

from itertools import starmap
from typing import NamedTuple
from uuid import UUID

from bos_tournament.tournaments.models import Tournament
from bos_tournament.tournaments.structure.pairing_terms import TAKES_PART


class Participant(NamedTuple):
    """An entrant with a place. The names are those of the fields of `Entrant`, so functions may take either."""

    pk: UUID
    """The entrant's id."""
    place: int
    """From 1; players are called by it in event files."""
    state: str
    """A value of `Entrant.State`."""
    dropped_after: int | None
    """The last round played, for whoever left."""
    deck_version_id: UUID | None
    """None while there is no list."""
    seeding: int | None
    """From 1, set before the start."""
    earned_byes: int
    """The number of first Swiss rounds without a match."""
    fixed_table: int | None
    """Where the entrant always sits."""
    handle: str
    """What everybody calls them."""


def participants(tournament: Tournament) -> list[Participant]:
    """By place. One query."""
    entrants = tournament.entrants.filter(state__in=TAKES_PART).exclude(place=None).order_by("place")
    return list(starmap(Participant, entrants.values_list(*Participant._fields[:-1], "user__handle")))
