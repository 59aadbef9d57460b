"""Personal links: how a guest signs in. A link works once; making a new one ends the earlier and all it opened."""

from datetime import timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from bos_tournament.accounts.digests import digest, new_token
from bos_tournament.accounts.models import PersonalLink, User
from bos_tournament.errors import Refused

WAITS = timedelta(days=30)


@transaction.atomic
def issue_link(user: User, *, by: User) -> str:
    """The token of a new link, told only now; earlier links and the sessions they opened end.

    Raises Refused unless the user is a guest: nobody but its owner signs in to an account.
    """
    guest = User.objects.select_for_update().get(pk=user.pk)
    if not guest.guest or not guest.is_active:
        raise Refused(_("Only a guest signs in by link; an account has its password."), code="not_a_guest")
    revoke_links(guest, by=by)
    token = new_token()
    PersonalLink.objects.create(user=guest, token_digest=digest(token), made_by=by)
    return token


@transaction.atomic
def revoke_links(user: User, *, by: User) -> None:
    """Ends every link of a guest, opened or waiting, and every session they opened."""
    guest = User.objects.select_for_update().get(pk=user.pk)
    guest.links.filter(revoked_at=None).update(revoked_at=timezone.now(), revoked_by=by)
    if guest.guest:
        # Sessions are bound to the password field, so a new unusable password ends them.
        guest.set_unusable_password()
        guest.save(update_fields=["password"])


def waiting(token: str) -> PersonalLink:
    """The link that this token still opens. Raises Refused when it was used, revoked, is too old or never was."""
    link = (
        PersonalLink.objects.select_related("user", "made_by")
        .filter(token_digest=digest(token), opened_at=None, revoked_at=None, user__is_active=True)
        .filter(made_at__gt=timezone.now() - WAITS)
        .first()
    )
    if link is None:
        raise Refused(_("This link does not work any more. Ask the desk for a new one."), code="link_over")
    return link


def opened_by(user: User, token: str) -> bool:
    """Whether this user signed in with this link, and it still holds: scanned again, it leads on."""
    opened = PersonalLink.objects.filter(token_digest=digest(token), revoked_at=None).exclude(opened_at=None)
    return user.is_authenticated and opened.filter(user=user).exists()


@transaction.atomic
def open_link(token: str) -> User:
    """Uses the link up and gives its guest. Raises Refused when it does not work any more."""
    guest = User.objects.select_for_update().get(pk=waiting(token).user_id)
    # Asked again under the lock, since two phones may open at once.
    link = waiting(token)
    link.opened_at = timezone.now()
    link.save(update_fields=["opened_at"])
    return guest
