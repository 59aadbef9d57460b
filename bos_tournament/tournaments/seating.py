"""The player meeting before the first round: everybody at a table by name, so that who is missing or twice is seen."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from bos_tournament.errors import Refused
from bos_tournament.history.moments import db_now
from bos_tournament.tournaments.models import Entrant, Round, Tournament
from bos_tournament.tournaments.versions import locked, touch

AT_A_TABLE = 2


@dataclass(frozen=True)
class Seated:
    """Somebody and the table where they sit at the meeting."""

    entrant: Entrant
    table: int


def table_of(seat: int) -> int:
    """The table of a seat, two seats to a table, both counted from 1."""
    return (seat - 1) // AT_A_TABLE + 1


@transaction.atomic
def seat_meeting(tournament: Tournament) -> Tournament:
    """Seats everybody who has a place in alphabetical order, anew each time; whoever comes later sits after them.

    Raises Refused before registration opens and once the first round is published: `no_meeting`, `nobody_to_seat`.
    """
    tournament = locked(tournament)
    if not may_meet(tournament):
        raise Refused(_("A player meeting is held before the first round."), code="no_meeting")
    inside = sorted(_inside(tournament), key=_by_name)
    if not inside:
        raise Refused(_("Nobody has a place yet, so there is nobody to seat."), code="nobody_to_seat")
    tournament.entrants.exclude(meeting_seat=None).update(meeting_seat=None)
    for seat, entrant in enumerate(inside, start=1):
        entrant.meeting_seat = seat
    Entrant.objects.bulk_update(inside, ["meeting_seat"], batch_size=500)
    tournament.meeting_at = db_now()
    tournament.save(update_fields=["meeting_at"])
    touch(tournament)
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
    last = max((one.meeting_seat for one in inside if one.meeting_seat), default=0)
    later = sorted((one for one in inside if one.meeting_seat is None), key=lambda one: (one.waits_since, one.pk))
    seats = {one.pk: seat for seat, one in enumerate(later, start=last + 1)}
    people = [Seated(one, table_of(one.meeting_seat or seats[one.pk])) for one in inside]
    return sorted(people, key=lambda one: _by_name(one.entrant))


def own_table(entrant: Entrant | None, people: Sequence[Seated]) -> int | None:
    """Where somebody sits; None for who is not in."""
    return next((one.table for one in people if entrant and one.entrant.pk == entrant.pk), None)


def _inside(tournament: Tournament) -> QuerySet[Entrant]:
    """Who has a place and did not leave again."""
    inside = (Entrant.State.REGISTERED, Entrant.State.PLAYING)
    return tournament.entrants.filter(state__in=inside).select_related("user")


def _by_name(entrant: Entrant) -> tuple[str, str]:
    return str(entrant.user).casefold(), str(entrant.user)
