"""Who runs a tournament: invited by a link, with a role each; the last organizer stays."""

from datetime import timedelta

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import Http404
from django.utils.translation import gettext as _

from bos_tournament.accounts.digests import digest, new_token
from bos_tournament.accounts.models import User
from bos_tournament.errors import Refused, SecondFactorNeeded
from bos_tournament.history.moments import db_now
from bos_tournament.tournaments.models import Staff, StaffInvitation, Tournament
from bos_tournament.tournaments.versions import locked, touch

LASTS = timedelta(hours=24)
MOST_WAITING = 50


@transaction.atomic
def invite(tournament: Tournament, *, role: str, by: User) -> str:
    """The token of a link that makes its opener staff, once, within 24 hours. Only its digest is kept."""
    tournament = locked(tournament)
    if role not in Staff.Role.values:
        raise Refused(_("Choose one of the roles."), code="unknown_role")
    if waiting(tournament).count() >= MOST_WAITING:
        raise Refused(
            _("%(most)s invitations wait already; withdraw some first.") % {"most": MOST_WAITING},
            code="too_many_invitations",
        )
    token = new_token()
    tournament.invitations.create(role=role, token_digest=digest(token), made_by=by)
    return token


def waiting(tournament: Tournament):
    """Invitations that can still be used."""
    return tournament.invitations.filter(used_at=None, revoked_at=None, made_at__gt=db_now() - LASTS)


def invitation(user: User, token: str) -> StaffInvitation:
    """What a link invites to, for an account with a second factor; 404 when it is used, withdrawn, old or unknown."""
    found = (
        StaffInvitation.objects.filter(token_digest=digest(token), used_at=None, revoked_at=None)
        .filter(made_at__gt=db_now() - LASTS)
        .select_related("tournament", "made_by")
        .first()
    )
    if found is None:
        raise Http404(_("This invitation does not work any more. Ask the organizer for a new one."))
    if user.guest:
        raise PermissionDenied(_("Staff need an account; make one of your guest's entry first."))
    if not user.second_factor:
        raise SecondFactorNeeded
    return found


@transaction.atomic
def accept(user: User, token: str) -> Staff:
    """Makes the user staff and uses the link up. Who holds the role already is refused and the link stays."""
    tournament = locked(invitation(user, token).tournament)
    # Asked again under the lock, since two people may open one link at once.
    found = invitation(user, token)
    if tournament.staff.filter(user=user, role=found.role).exists():
        raise Refused(_("You are %(role)s here already.") % {"role": found.get_role_display()}, code="role_held")
    found.used_by, found.used_at = user, db_now()
    found.save(update_fields=["used_by", "used_at"])
    role = tournament.staff.create(user=user, role=found.role)
    touch(tournament)
    return role


@transaction.atomic
def withdraw_invitation(found: StaffInvitation) -> None:
    """Ends an invitation nobody has used."""
    locked(found.tournament)
    StaffInvitation.objects.filter(pk=found.pk, used_at=None, revoked_at=None).update(revoked_at=db_now())


@transaction.atomic
def remove(role: Staff) -> None:
    """Takes a role from somebody, by an organizer or by themselves; the last organizer stays."""
    tournament = locked(role.tournament)
    if role.role == Staff.Role.ORGANIZER and tournament.staff.filter(role=Staff.Role.ORGANIZER).count() == 1:
        raise Refused(_("A tournament needs an organizer; invite another one first."), code="last_organizer")
    tournament.staff.filter(pk=role.pk).delete()
    touch(tournament)
