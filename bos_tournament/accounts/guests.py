"""Guests: people who take part without an account, and how they get one later."""

from allauth.account.models import EmailAddress
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import IntegrityError, transaction

from bos_tournament.accounts import handles, links
from bos_tournament.accounts.models import User
from bos_tournament.errors import Refused


def make_guest(*, handle: str, real_name: str = "") -> User:
    """Somebody without e-mail and password. Raises Refused when the handle is malformed or taken."""
    guest = User(handle=handles.free_handle(handle), real_name=real_name.strip(), guest=True)
    guest.set_unusable_password()
    try:
        with transaction.atomic():
            guest.save(force_insert=True)
    except IntegrityError:
        raise handles.taken() from None
    return guest


@transaction.atomic
def claim(guest: User, *, email: str, password: str) -> User:
    """Turns a guest into an account; every link and session of the guest ends.

    Raises Refused when it is no guest, the address is malformed or taken, or the password is weak.
    """
    user = User.objects.select_for_update().get(pk=guest.pk)
    if not user.guest:
        raise Refused("This account has an e-mail address already; sign in with it.", code="not_a_guest")
    user.email = free_email(email)
    try:
        validate_password(password, user)
    except ValidationError as fault:
        raise Refused(" ".join(fault.messages), code="password_weak") from None
    links.revoke_links(user, by=user)
    user.guest = False
    user.set_password(password)
    user.save()
    EmailAddress.objects.create(user=user, email=user.email, primary=True, verified=False)
    return user


def free_email(text: str) -> str:
    """The tidied address; refuses one that is malformed or belongs to an account."""
    email = text.strip().lower()
    try:
        validate_email(email)
    except ValidationError:
        raise Refused("Write an e-mail address like anna@example.org.", code="email_malformed") from None
    known = (
        User.objects.filter(email__iexact=email).exists() or EmailAddress.objects.filter(email__iexact=email).exists()
    )
    if known:
        raise Refused("This address has an account already; sign in with it.", code="email_taken")
    return email
