"""Who runs a tournament: invited by a link, with a role each; the last organizer stays."""

from datetime import timedelta

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import QuerySet
from django.http import Http404
from django.utils.translation import gettext as _

from bos_tournament.accounts.models import User
from bos_tournament.accounts.sign_in.token_digests import digest, new_token
from bos_tournament.errors import Refused, SecondFactorNeeded
from bos_tournament.operations.db_clock import db_now
from bos_tournament.tournaments.models import Staff, StaffInvitation, Tournament
from bos_tournament.tournaments.structure.locking import bump_version, lock_tournament

LASTS = timedelta(hours=24)
MOST_WAITING = 50


@transaction.atomic
def invite(tournament: Tournament, *, role: str, by: User) -> str:
    """The token of a link that makes its opener staff, once, within 24 hours. Only its digest is kept."""
    tournament = lock_tournament(tournament)
    if role not in Staff.Role.values:
        raise Refused(_("Choose one of the roles."), code="unknown_role")
    if open_invitations(tournament).count() >= MOST_WAITING:
        raise Refused(
            _("%(most)s invitations are already open; withdraw some first.") % {"most": MOST_WAITING},
            code="too_many_invitations",
        )
    token = new_token()
    tournament.invitations.create(role=role, token_digest=digest(token), made_by=by)
    return token


def open_invitations(tournament: Tournament) -> QuerySet[StaffInvitation]:
    """Invitations that can still be used."""
    return tournament.invitations.filter(used_at=None, revoked_at=None, made_at__gt=db_now() - LASTS)


def invitation(user: User, token: str) -> StaffInvitation:
    """What a link invites to, for an account with a second factor; 404 when it is used, withdrawn, old or unknown."""
    staff_invitation = (
        StaffInvitation.objects.filter(token_digest=digest(token), used_at=None, revoked_at=None)
        .filter(made_at__gt=db_now() - LASTS)
        .select_related("tournament", "made_by")
        .first()
    )
    if staff_invitation is None:
        raise Http404(_("This invitation no longer works. Ask the organizer for a new one."))
    if user.guest:
        raise PermissionDenied(_("Staff need an account; turn your guest entry into one first."))
    if not user.second_factor:
        raise SecondFactorNeeded
    return staff_invitation


@transaction.atomic
def accept_invitation(user: User, token: str) -> Staff:
    """Makes the user staff and uses the link up. Who holds the role already is refused and the link stays."""
    tournament = lock_tournament(invitation(user, token).tournament)
    # Asked again under the lock, since two people may open one link at once.
    staff_invitation = invitation(user, token)
    if tournament.staff.filter(user=user, role=staff_invitation.role).exists():
        raise Refused(
            _("You are already %(role)s here.") % {"role": staff_invitation.get_role_display()}, code="role_held"
        )
    staff_invitation.used_by, staff_invitation.used_at = user, db_now()
    staff_invitation.save(update_fields=["used_by", "used_at"])
    role = tournament.staff.create(user=user, role=staff_invitation.role)
    bump_version(tournament)
    return role


@transaction.atomic
def withdraw_invitation(staff_invitation: StaffInvitation) -> None:
    """Ends an invitation nobody has used."""
    lock_tournament(staff_invitation.tournament)
    StaffInvitation.objects.filter(pk=staff_invitation.pk, used_at=None, revoked_at=None).update(revoked_at=db_now())


@transaction.atomic
def remove_staff(role: Staff) -> None:
    """Takes a role from somebody, by an organizer or by themselves; the last organizer stays."""
    tournament = lock_tournament(role.tournament)
    if role.role == Staff.Role.ORGANIZER and tournament.staff.filter(role=Staff.Role.ORGANIZER).count() == 1:
        raise Refused(_("A tournament needs an organizer; invite another one first."), code="last_organizer")
    tournament.staff.filter(pk=role.pk).delete()
    bump_version(tournament)
