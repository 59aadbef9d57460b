"""Checking in: who says before the start that they are there."""

from collections.abc import Collection
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from bos_tournament.errors import Refused
from bos_tournament.operations.db_clock import db_now
from bos_tournament.tournaments.models import Entrant, Tournament
from bos_tournament.tournaments.structure.locking import bump_version, lock_tournament

BEFORE_PLAY = (Entrant.State.REGISTERED, Entrant.State.WAITLISTED)


@transaction.atomic
def check_in(entrant: Entrant) -> Entrant:
    """Somebody checks in on their own phone, inside the window. Twice is once."""
    tournament = lock_tournament(entrant.tournament)
    now = db_now()
    if not tournament.takes_check_ins(now):
        opens = tournament.check_in_opens_at
        if tournament.state == Tournament.State.OPEN and opens and now < opens:
            raise Refused(_("Check-in is not open yet; come back later."), code="check_in_not_open")
        raise Refused(_("Check-in is closed; speak to the staff."), code="check_in_closed")
    return _mark(tournament, entrant, present=True)


@transaction.atomic
def set_checked_in(entrant: Entrant, *, present: bool) -> Entrant:
    """Staff say who is there, at any time before the start."""
    tournament = lock_tournament(entrant.tournament)
    if tournament.state != Tournament.State.OPEN:
        raise Refused(_("Check-in is over: the tournament has started or is over."), code="check_in_closed")
    return _mark(tournament, entrant, present=present)


@transaction.atomic
def check_in_all(tournament: Tournament, *, only: Collection[UUID] | None = None) -> int:
    """Staff say that all are there, or all of these entrants; returns how many were not yet. One moment for all."""
    tournament = lock_tournament(tournament)
    if tournament.state != Tournament.State.OPEN:
        raise Refused(_("Check-in is over: the tournament has started or is over."), code="check_in_closed")
    missing = tournament.entrants.filter(state__in=BEFORE_PLAY, checked_in_at=None)
    if only is not None:
        missing = missing.filter(pk__in=only)
    marked = missing.update(checked_in_at=db_now())
    if marked:
        bump_version(tournament)
    return marked


def may_check_in(tournament: Tournament, entrant: Entrant) -> bool:
    """Is there still somebody to check in?"""
    return tournament.state == Tournament.State.OPEN and entrant.state in BEFORE_PLAY and entrant.checked_in_at is None


def _mark(tournament: Tournament, entrant: Entrant, *, present: bool) -> Entrant:
    entrant = tournament.entrants.get(pk=entrant.pk)
    if entrant.state not in BEFORE_PLAY:
        raise Refused(
            _("%(player)s is no longer registered and cannot be checked in.") % {"player": entrant.user},
            code="not_entered",
        )
    if present != (entrant.checked_in_at is not None):
        entrant.checked_in_at = db_now() if present else None
        entrant.save(update_fields=["checked_in_at"])
        bump_version(tournament)
    return entrant
