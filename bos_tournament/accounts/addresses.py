"""E-mail addresses: one an account. A confirmed one is replaced only by a confirmed one."""

from allauth.account.models import EmailAddress
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import transaction
from django.utils.translation import gettext as _

from bos_tournament.accounts.models import User
from bos_tournament.errors import Refused


def free_email(text: str) -> str:
    """The tidied address; refuses one that is malformed or belongs to an account."""
    email = text.strip().lower()
    try:
        validate_email(email)
    except ValidationError:
        raise Refused(_("Enter an email address like anna@example.org."), code="email_malformed") from None
    if User.objects.filter(email__iexact=email).exists() or EmailAddress.objects.filter(email__iexact=email).exists():
        raise Refused(_("This email already has an account. Sign in with it."), code="email_taken")
    return email


def is_confirmed(user: User) -> bool:
    return EmailAddress.objects.filter(user=user, verified=True).exists()


@transaction.atomic
def set_address(user: User, email: str, *, confirmed: bool) -> EmailAddress:
    """Makes this the only address of the account. Raises Refused when it is malformed or taken."""
    email = free_email(email)
    EmailAddress.objects.filter(user=user).delete()
    User.objects.filter(pk=user.pk).update(email=email)
    user.email = email
    return EmailAddress.objects.create(user=user, email=email, primary=True, verified=confirmed)
