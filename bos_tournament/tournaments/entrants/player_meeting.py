"""The player meeting before the first round: everybody at a table by name, so that who is missing or twice is seen."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction
from django.db.models import QuerySet
from django.http import Http404
from django.utils.translation import gettext as _

from bos_tournament.accounts.requests import Viewer
from bos_tournament.errors import Refused
from bos_tournament.operations.db_clock import db_now
from bos_tournament.tournaments.access import tournament_access
from bos_tournament.tournaments.models import Entrant, Round, Tournament
from bos_tournament.tournaments.structure.locking import bump_version, lock_tournament

AT_A_TABLE = 2
INSIDE = (Entrant.State.REGISTERED, Entrant.State.PLAYING)
"""The states of those who have a place and did not leave again."""


@dataclass(frozen=True)
class Seated:
    """Somebody and the table where they sit at the meeting."""

    entrant: Entrant
    """With the user loaded."""
    table: int
    """Counted from 1."""


def table_of(seat: int) -> int:
    """The table of a seat, two seats to a table, both counted from 1."""
    return (seat - 1) // AT_A_TABLE + 1


@transaction.atomic
def seat_meeting(tournament: Tournament) -> Tournament:
    """Seats everybody who has a place in alphabetical order, anew each time; whoever comes later sits after them.

    Raises Refused before registration opens and once the first round is published: `no_meeting`, `nobody_to_seat`.
    """
    tournament = lock_tournament(tournament)
    if not may_meet(tournament):
        raise Refused(_("A player meeting takes place before the first round."), code="no_meeting")
    inside = sorted(_inside(tournament), key=_by_name)
    if not inside:
        raise Refused(_("No player has a place yet, so there is no one to seat."), code="nobody_to_seat")
    tournament.entrants.exclude(meeting_seat=None).update(meeting_seat=None)
    for seat, entrant in enumerate(inside, start=1):
        entrant.meeting_seat = seat
    Entrant.objects.bulk_update(inside, ["meeting_seat"], batch_size=500)
    tournament.meeting_at = db_now()
    tournament.save(update_fields=["meeting_at"])
    bump_version(tournament)
    return tournament


def may_meet(tournament: Tournament) -> bool:
    """Is it before the first round? Drafts of rounds do not count."""
    if tournament.state != Tournament.State.RUNNING:
        return tournament.state == Tournament.State.OPEN
    return not Round.objects.filter(stage__tournament=tournament, state=Round.State.PUBLISHED).exists()


def is_on(tournament: Tournament) -> bool:
    """Is there a seating that people should follow?"""
    return tournament.meeting_at is not None and may_meet(tournament)


def seated(tournament: Tournament) -> list[Seated]:
    """Everybody by name with their table. Who left since leaves a free seat; who came since sits behind the last."""
    inside = list(_inside(tournament))
    last = max((entrant.meeting_seat for entrant in inside if entrant.meeting_seat), default=0)
    later = sorted(
        (entrant for entrant in inside if entrant.meeting_seat is None),
        key=lambda entrant: (entrant.waits_since, entrant.pk),
    )
    seats = {entrant.pk: seat for seat, entrant in enumerate(later, start=last + 1)}
    people = [Seated(entrant, table_of(entrant.meeting_seat or seats[entrant.pk])) for entrant in inside]
    return sorted(people, key=lambda person: _by_name(person.entrant))


def own_table(entrant: Entrant | None, people: Sequence[Seated]) -> int | None:
    """Where somebody sits; None for who is not in."""
    return next((person.table for person in people if entrant and person.entrant.pk == entrant.pk), None)


def _inside(tournament: Tournament) -> QuerySet[Entrant]:
    """Who has a place and did not leave again."""
    return tournament.entrants.filter(state__in=INSIDE).select_related("user")


def _by_name(entrant: Entrant) -> tuple[str, str]:
    return str(entrant.user).casefold(), str(entrant.user)


def tournament_with_meeting(user: Viewer, slug: str) -> Tournament:
    """The tournament whose meeting is on, as `tournament_to_see` gives it; 404 at any other time."""
    tournament = tournament_access.tournament_to_see(user, slug)
    if not is_on(tournament):
        raise Http404(_("There is no player meeting now."))
    return tournament
