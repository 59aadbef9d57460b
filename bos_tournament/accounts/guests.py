"""Guests: people who take part without an account, and how they get one later."""

from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from bos_tournament.accounts import addresses, handles
from bos_tournament.accounts.models import FormerName, User
from bos_tournament.accounts.sign_in import personal_links
from bos_tournament.errors import Refused


def make_guest(*, handle: str, real_name: str = "") -> User:
    """Somebody without e-mail and password. Raises Refused when the handle is malformed or taken."""
    guest = User(real_name=handles.readable(real_name), guest=True)
    guest.set_handle(handles.free_handle(handle))
    guest.set_unusable_password()
    try:
        with transaction.atomic():
            guest.save(force_insert=True)
    except IntegrityError:
        raise handles.taken() from None
    return guest


@transaction.atomic
def forget_real_name(guest: User) -> None:
    """The handle and the results stay; the real name goes, also from the names that the guest had before."""
    was, guest.real_name = guest.real_name, ""
    guest.save(update_fields=["real_name"])
    FormerName.objects.filter(user=guest, name=was).delete()


@transaction.atomic
def claim(guest: User, *, email: str, password: str) -> User:
    """Turns a guest into an account; every link and session of the guest ends.

    Raises Refused when it is no guest, the address is malformed or taken, or the password is weak.
    """
    user = User.objects.select_for_update().get(pk=guest.pk)
    if not user.guest:
        raise Refused(_("This guest already has an email address. Sign in with it."), code="not_a_guest")
    addresses.free_email(email)
    try:
        validate_password(password, User(email=email, handle=user.handle))
    except ValidationError as fault:
        raise Refused(" ".join(fault.messages), code="password_weak") from None
    personal_links.revoke_links(user, by=user)
    user.guest = False
    user.set_password(password)
    user.save()
    addresses.set_address(user, email, confirmed=False)
    return user
