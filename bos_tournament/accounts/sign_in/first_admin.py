"""The first admin of a site whose database is not ours: a link for whoever runs the server."""

from datetime import timedelta

from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from bos_tournament.accounts import addresses, handles
from bos_tournament.accounts.models import FirstAdminLink, User
from bos_tournament.accounts.sign_in.token_digests import digest, new_token
from bos_tournament.errors import Refused

LASTS = timedelta(hours=24)


@transaction.atomic
def invite() -> str | None:
    """The address at which the first admin is made, or None when there is an admin. Ends earlier addresses."""
    if has_admin():
        return None
    FirstAdminLink.objects.all().delete()
    token = new_token()
    FirstAdminLink.objects.create(token_digest=digest(token))
    return settings.PUBLIC_URL + reverse("accounts:first_admin", args=[token])


def has_admin() -> bool:
    return User.objects.filter(is_superuser=True, is_active=True).exists()


def open_invitation(token: str) -> FirstAdminLink:
    """The invitation this token still opens. Raises Refused when it was used, is too old, or there is an admin."""
    fresh = FirstAdminLink.objects.filter(used_at=None, made_at__gt=timezone.now() - LASTS)
    link = fresh.filter(token_digest=digest(token)).first()
    if link is None or has_admin():
        raise Refused(_("This link no longer works. Run the command again for a new one."), code="link_over")
    return link


@transaction.atomic
def create_first_admin(token: str, *, email: str, handle: str, password: str) -> User:
    """Makes the first admin and uses the link up. Raises Refused when the link is over or something does not fit."""
    link = FirstAdminLink.objects.select_for_update().get(pk=open_invitation(token).pk)
    # Asked again under the lock, since two browsers may send at once.
    open_invitation(token)
    email, handle = addresses.free_email(email), handles.free_handle(handle, of_staff=True)
    try:
        validate_password(password, User(email=email, handle=handle))
    except ValidationError as fault:
        raise Refused(" ".join(fault.messages), code="password_weak") from None
    try:
        with transaction.atomic():
            admin = User.objects.create_superuser(email, password, handle=handle)
            EmailAddress.objects.create(user=admin, email=email, primary=True, verified=True)
    except IntegrityError:
        raise handles.taken() from None
    link.used_at = timezone.now()
    link.save(update_fields=["used_at"])
    return admin
