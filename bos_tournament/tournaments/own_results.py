"""What one player's matches came to so far, so that a wrong result is seen before the next round is paired."""

from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID

from django.db.models import OuterRef, QuerySet, Subquery
from django.utils.translation import gettext as _

from bos_tournament.matches.models import Reason, Seat
from bos_tournament.tournaments import round_names
from bos_tournament.tournaments.models import Entrant, Pairing, Round, Sitting


@dataclass(frozen=True)
class Own:
    """A round from the player's side: `outcome` is won, lost, drawn or free, `said` the words for it."""

    round: int
    other: str
    match: UUID | None
    outcome: str
    said: str
    title: str = ""  # of the round


def so_far(entrant: Entrant) -> list[Own]:
    """The rounds with a result, in order. One query for any number."""
    seats = Seat.objects.filter(match=OuterRef("pairing__match"))
    mine, theirs = seats.filter(user=entrant.user_id), seats.exclude(user=entrant.user_id)
    sittings = (
        Sitting.objects.filter(entrant=entrant, round__state=Round.State.PUBLISHED)
        .select_related("pairing__match", "round__stage")
        .annotate(
            seat=_one(mine, "pk"), won=_one(mine, "games_won"), lost=_one(theirs, "games_won"),
            other=_one(theirs, "user__handle"),
        )
        .order_by("round__number")
    )  # fmt: skip
    told = ((sitting, _told(sitting)) for sitting in sittings)
    return [replace(one, title=round_names.title(sitting.round)) for sitting, one in told if one]


def _one(seats: QuerySet[Seat], name: str) -> Subquery:
    return Subquery(seats.values(name)[:1])


def _told(sitting: Any) -> Own | None:
    """Of a sitting with what `so_far` asks besides."""
    match, number = sitting.pairing.match, sitting.round.number
    if match is None:
        unplayed = Pairing.Unplayed(sitting.pairing.unplayed) if sitting.pairing.unplayed else None
        return Own(number, "", None, "free", str(unplayed.label)) if unplayed else None
    if match.finished_at is None:
        return None
    games = {"won": sitting.won, "lost": sitting.lost}
    if match.winner_id is None and match.reason != Reason.DOUBLE_NO_SHOW:  # then both have lost
        return Own(number, sitting.other, match.pk, "drawn", _("drawn %(won)s–%(lost)s") % games)
    if match.winner_id == sitting.seat:
        return Own(number, sitting.other, match.pk, "won", _("won %(won)s–%(lost)s") % games)
    return Own(number, sitting.other, match.pk, "lost", _("lost %(won)s–%(lost)s") % games)
