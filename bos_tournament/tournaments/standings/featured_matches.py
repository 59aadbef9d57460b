"""Featured matches: tables of the round that is on which the hall is shown first."""

from dataclasses import dataclass
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from bos_tournament.errors import Refused
from bos_tournament.tournaments.models import Pairing, Round, Sitting, Tournament
from bos_tournament.tournaments.structure.locking import bump_version, lock_tournament

MOST_FEATURED = 3  # so that the screen keeps room for everybody else


@dataclass(frozen=True)
class Featured:
    """A featured table as everybody reads it."""

    table: int | None
    """Its number."""
    match: UUID
    """The match's id."""
    names: tuple[str, ...]
    """Handles in seat order."""


@transaction.atomic
def feature(pairing: Pairing) -> Pairing:
    """Shows a table first, on the screen of the hall and on the tournament's page, until its round is closed.

    Twice is once. Raises Refused: `round_closed`, `not_published`, `no_match`, `enough_featured`.
    """
    return _set(pairing, featured=True)


@transaction.atomic
def unfeature(pairing: Pairing) -> Pairing:
    """Takes that back. Twice is once. Raises Refused: `round_closed`, `not_published`, `no_match`."""
    return _set(pairing, featured=False)


def featured_now(tournament: Tournament) -> list[Featured]:
    """The featured tables of the round that is on, by number. One query."""
    sittings = (
        Sitting.objects.filter(pairing__featured=True, round__stage__tournament=tournament)
        .filter(round__state=Round.State.PUBLISHED, round__closed_at=None)
        .order_by("pairing__table", "number")
        .values_list("pairing__table", "pairing__match", "entrant__user__handle")
    )
    tables: dict[tuple[int | None, UUID], list[str]] = {}
    for table, match, handle in sittings:
        tables.setdefault((table, match), []).append(handle)
    return [Featured(table, match, tuple(names)) for (table, match), names in tables.items()]


def is_on(round_: Round, tournament: Tournament) -> bool:
    """Is it being played? Only then its featured tables are shown first. Asks nothing."""
    published = round_.state == Round.State.PUBLISHED and round_.closed_at is None
    return published and tournament.state == Tournament.State.RUNNING


def _set(pairing: Pairing, *, featured: bool) -> Pairing:
    tournament = lock_tournament(pairing.round.stage.tournament)
    pairing = Pairing.objects.select_related("round__stage__tournament").get(pk=pairing.pk)
    if pairing.round.closed_at:
        raise Refused(_("This round is closed; feature a table of the next one."), code="round_closed")
    if pairing.round.state != Round.State.PUBLISHED:
        raise Refused(_("Publish the round first; then a table can be featured."), code="not_published")
    if pairing.match_id is None:
        raise Refused(_("This pairing is not played."), code="no_match")
    if featured and pairing.round.pairings.filter(featured=True).exclude(pk=pairing.pk).count() >= MOST_FEATURED:
        raise Refused(
            _("%(most)s tables are already featured; stop featuring one first.") % {"most": MOST_FEATURED},
            code="enough_featured",
        )
    if pairing.featured != featured:
        pairing.featured = featured
        pairing.save(update_fields=["featured"])
        bump_version(tournament)
    return pairing
