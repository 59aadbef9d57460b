"""What stands where somebody's name stood who is erased."""

import secrets

from bos_tournament.accounts.models import User

FORMER = "Former player"


def pseudonym() -> str:
    """A free handle like "Former player 3f9a"."""
    for length in (2, 2, 3, 4):
        handle = f"{FORMER} {secrets.token_hex(length)}"
        if not User.objects.filter(handle__iexact=handle).exists():
            return handle
    return f"{FORMER} {secrets.token_hex(7)}"
