"""What people change about themselves."""

from collections.abc import Callable

from django.db import IntegrityError, transaction

from bos_tournament.accounts import handles
from bos_tournament.accounts.models import User

# Apps that show handles add what is to be done when somebody has another one.
after_rename: list[Callable[[User], None]] = []


def rename(
    user: User,
    *,
    handle: str,
    real_name: str,
    hides_history: bool | None = None,
    language: str | None = None,
    mails_tables: bool | None = None,
) -> User:
    """Gives the user another handle and real name; None leaves what others see of their history, the language in
    which the site speaks to them, and whether a mail tells them their table, as they are.

    Raises Refused when the handle is malformed or taken.
    """
    was = user.handle
    wanted = was if handle == was else handles.free_handle(handle, but=user.pk)
    if wanted != was:
        user.set_handle(wanted)
    user.real_name = handles.readable(real_name)
    user.hides_history = user.hides_history if hides_history is None else hides_history
    user.mails_tables = user.mails_tables if mails_tables is None else mails_tables
    user.language = user.language if language is None else language
    try:
        with transaction.atomic():
            user.save(update_fields=["handle", "skeleton", "real_name", "hides_history", "language", "mails_tables"])
            if wanted != was:
                for show_new_handle in after_rename:
                    show_new_handle(user)
    except IntegrityError:
        raise handles.taken() from None
    return user
