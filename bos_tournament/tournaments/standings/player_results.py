"""What one player's matches came to so far, so that a wrong result is seen before the next round is paired."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from typing import Any
from uuid import UUID

from django.db.models import OuterRef, QuerySet, Subquery
from django.utils.translation import gettext as _

from bos_tournament.matches.models import Reason, Seat
from bos_tournament.tournaments.models import Entrant, Round, Sitting
from bos_tournament.tournaments.structure import round_names


@dataclass(frozen=True)
class OwnResult:
    """A round from the player's side: `outcome` is won, lost, drawn or free, `said` the words for it."""

    round: int
    """Its number in the tournament."""
    title: str
    """What the round is called."""
    other: str
    """The opponent's handle; empty without a match."""
    match: UUID | None
    """The match's id; None without one."""
    outcome: str
    said: str


def so_far(entrant: Entrant, rounds: Iterable[Round] | None = None) -> list[OwnResult]:
    """The rounds with a result, in order. One query for any number; another in a bracket, unless `rounds` are all of
    `rounds_of`."""
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
    if rounds is None:
        round_names.look_up(sitting.round for sitting in sittings)
    else:
        known = {round_.pk: round_ for round_ in rounds}
        for sitting in sittings:
            sitting.round = known.get(sitting.round_id, sitting.round)
    return [result for sitting in sittings if (result := _told(sitting))]


def _one(seats: QuerySet[Seat], name: str) -> Subquery:
    return Subquery(seats.values(name)[:1])


def _told(sitting: Any) -> OwnResult | None:
    """Of a sitting with what `so_far` asks besides."""
    match, own = sitting.pairing.match, partial(OwnResult, sitting.round.number, round_names.title(sitting.round))
    if match is None:
        unplayed = sitting.pairing.get_unplayed_display()
        return own("", None, "free", unplayed) if unplayed else None
    if match.finished_at is None:
        return None
    games = {"won": sitting.won, "lost": sitting.lost}
    if match.winner_id is None and match.reason != Reason.DOUBLE_NO_SHOW:  # then both have lost
        return own(sitting.other, match.pk, "drawn", _("drawn %(won)s–%(lost)s") % games)
    if match.winner_id == sitting.seat:
        return own(sitting.other, match.pk, "won", _("won %(won)s–%(lost)s") % games)
    return own(sitting.other, match.pk, "lost", _("lost %(won)s–%(lost)s") % games)
