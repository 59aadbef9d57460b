"""Personal links: how a guest signs in. A link works once; making a new one ends the earlier and all it opened.

Staff make links, so a link alone does not show that its guest opened it. What came in through an earlier link stays
closed to a new one, and in the middle of a tournament it does nothing at a table, until others at the table say that
this is the guest. `matches.new_phones` asks them.
"""

from collections.abc import Callable
from datetime import datetime, timedelta

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from bos_tournament.accounts.models import PersonalLink, User
from bos_tournament.accounts.requests import Viewer
from bos_tournament.accounts.sign_in.token_digests import digest, new_token
from bos_tournament.errors import Refused

WAITS = timedelta(days=30)
# Apps in which a guest may have something at stake add how to find out.
stakes: list[Callable[[User], bool]] = []
NOT_KNOWN_YET = gettext_lazy(
    "You signed in with a new link. Your opponent or the head judge has to confirm that it is you first."
)


@transaction.atomic
def issue_link(user: User, *, by: User) -> str:
    """The token of a new link, told only now; earlier links and the sessions they opened end.

    Raises Refused unless the user is a guest: nobody but its owner signs in to an account.
    """
    guest = User.objects.select_for_update().get(pk=user.pk)
    if not guest.guest or not guest.is_active:
        raise Refused(_("Only guests sign in by link; accounts have a password."), code="not_a_guest")
    revoke_links(guest, by=by)
    token = new_token()
    PersonalLink.objects.create(
        user=guest, token_digest=digest(token), made_by=by, midway=has_something_at_stake(guest)
    )
    return token


@transaction.atomic
def revoke_links(user: User, *, by: User) -> None:
    """Ends every link of a guest, opened or waiting, and every session they opened."""
    guest = User.objects.select_for_update().get(pk=user.pk)
    guest.links.filter(revoked_at=None).update(revoked_at=timezone.now(), revoked_by=by)
    if guest.guest:
        # Sessions are bound to the password field, so a new unusable password ends them. What they keep stays, so that
        # their browsers are told who ended them.
        guest.sessions.update(user=None)
        guest.set_unusable_password()
        guest.save(update_fields=["password"])


def usable_link(token: str) -> PersonalLink:
    """The link that this token still opens. Raises Refused when it was used, revoked, is too old or never was."""
    link = (
        PersonalLink.objects.select_related("user", "made_by")
        .filter(token_digest=digest(token), opened_at=None, revoked_at=None, user__is_active=True)
        .filter(made_at__gt=timezone.now() - WAITS)
        .first()
    )
    if link is None:
        raise Refused(_("This link no longer works. Ask the desk for a new one."), code="link_over")
    return link


def opened_by(user: Viewer, token: str) -> bool:
    """Whether this user signed in with this link, and it still holds: scanned again, it leads on."""
    opened = PersonalLink.objects.filter(token_digest=digest(token), revoked_at=None).exclude(opened_at=None)
    return user.is_authenticated and opened.filter(user=user).exists()


@transaction.atomic
def open_link(token: str) -> User:
    """Uses the link up and gives its guest. Raises Refused when it does not work any more."""
    guest = User.objects.select_for_update().get(pk=usable_link(token).user_id)
    # Asked again under the lock, since two phones may open at once.
    link = usable_link(token)
    link.opened_at = timezone.now()
    link.midway = link.midway or has_something_at_stake(guest)
    link.save(update_fields=["opened_at", "midway"])
    return guest


def has_something_at_stake(guest: User) -> bool:
    """Is a list of theirs in, or do they sit at a match? Whoever signs in as them then could do them harm."""
    return any(is_at_stake(guest) for is_at_stake in stakes)


def was_opened(guest: User) -> bool:
    """Did any link of this guest sign somebody in?"""
    return bool(guest.links.exclude(opened_at=None).exists())


def unconfirmed(user: Viewer) -> PersonalLink | None:
    """The link that signed this guest in, as long as nobody has said that it is them. Accounts have none."""
    if not user.is_authenticated or not user.guest:
        return None
    return user.links.filter(revoked_at=None, confirmed_at=None).exclude(opened_at=None).first()


def in_doubt(user: Viewer) -> PersonalLink | None:
    """As `unconfirmed`, for a link that came in the middle of something: its session does nothing at a table."""
    link = unconfirmed(user)
    return link if link and link.midway else None


def closed_before(user: User) -> datetime | None:
    """What this guest wrote before this moment is closed to the link they came by; None: nothing is."""
    link = unconfirmed(user)
    return link.opened_at if link else None


def confirm(link: PersonalLink) -> None:
    """From now on the link opens everything of its guest."""
    PersonalLink.objects.filter(pk=link.pk, confirmed_at=None).update(confirmed_at=timezone.now())


def why_closed(user: User) -> str:
    """Why what its guest left under an earlier link is closed to this one; empty where nothing is."""
    link = unconfirmed(user)
    closed = link and (link.midway or user.links.filter(opened_at__lt=link.opened_at).exists())
    return str(NOT_KNOWN_YET) if closed else ""


def refuse_in_doubt(user: User) -> None:
    """Raises PermissionDenied where a link might lead somebody else to what its guest left under an earlier one."""
    if why := why_closed(user):
        raise PermissionDenied(why)
