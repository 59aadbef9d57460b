"""Walk-ins without an account: entered by staff, with a personal link they open on their phone."""

from django.db import transaction
from django.utils.translation import gettext as _

from bos_tournament.accounts.guests import make_guest
from bos_tournament.accounts.links import issue_link, revoke_links
from bos_tournament.accounts.models import User
from bos_tournament.errors import Refused
from bos_tournament.tournaments import joining
from bos_tournament.tournaments.models import Entrant, Tournament
from bos_tournament.tournaments.versions import locked, touch


@transaction.atomic
def add_guest(tournament: Tournament, *, handle: str, real_name: str, by: User) -> tuple[Entrant, str]:
    """Enters a walk-in before or during the tournament; gives the entry and the link's token, told only now.

    Before the start a full tournament puts them on the waitlist; while it runs it refuses.
    """
    tournament = locked(tournament)
    refuse_unless_open(tournament)
    guest = make_guest(handle=handle, real_name=real_name)
    entrant = joining.enter_by_staff(tournament, guest, by=by)
    return entrant, issue_link(guest, by=by)


@transaction.atomic
def renew_link(entrant: Entrant, *, by: User) -> str:
    """A new personal link; the old one and what it opened end. The guest sees that it was renewed."""
    tournament = locked(entrant.tournament)
    token = issue_link(entrant.user, by=by)
    touch(tournament)
    return token


@transaction.atomic
def revoke_link(entrant: Entrant, *, by: User) -> None:
    """Ends a guest's links and signs them out everywhere. Accounts have no link."""
    tournament = locked(entrant.tournament)
    if not entrant.user.guest:
        raise Refused(_("Only a guest signs in by link; an account has its password."), code="not_a_guest")
    revoke_links(entrant.user, by=by)
    touch(tournament)


def refuse_unless_open(tournament: Tournament) -> None:
    """Raises Refused when staff may not enter anybody now: `not_open`, `bracket_drawn`."""
    if tournament.state not in (Tournament.State.OPEN, Tournament.State.RUNNING):
        raise Refused(_("Walk-ins are added while the tournament is open or running."), code="not_open")
    if tournament.state == Tournament.State.RUNNING and not _may_still_enter(tournament):
        raise Refused(_("The bracket is drawn, so nobody can be added."), code="bracket_drawn")


def _may_still_enter(tournament: Tournament) -> bool:
    stage = tournament.stages.order_by("-number").first()
    return stage is not None and stage.is_swiss and stage.finished_at is None
