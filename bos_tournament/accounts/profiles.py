"""What people change about themselves."""

from django.db import IntegrityError, transaction

from bos_tournament.accounts import handles
from bos_tournament.accounts.models import User


def rename(
    user: User, *, handle: str, real_name: str, hides_history: bool | None = None, language: str | None = None
) -> User:
    """Gives the user another handle and real name; None leaves what others see of their history, and the language in
    which the site speaks to them, as they are.

    Raises Refused when the handle is malformed or taken.
    """
    user.handle = handles.free_handle(handle, but=user.pk)
    user.real_name = real_name.strip()
    user.hides_history = user.hides_history if hides_history is None else hides_history
    user.language = user.language if language is None else language
    try:
        with transaction.atomic():
            user.save(update_fields=["handle", "real_name", "hides_history", "language"])
    except IntegrityError:
        raise handles.taken() from None
    return user
