"""Who has just shown that an account is theirs, and so is not asked for the password again at once.

Signing in, signing up and choosing a first password prove as much as the page that asks again, and hold as long.
"""

import time

from allauth.account.authentication import get_authentication_records
from django.conf import settings
from django.http import HttpRequest

from bos_tournament.accounts.models import User
from bos_tournament.accounts.sign_in.allauth_internals import note_proof

PROOFS = ("password", "mfa")  # what a mail or a personal link opens is no proof of a password


def chose_password(request: HttpRequest, user: User, **_: object) -> None:
    """Whoever has just chosen the password of this account knows it."""
    note_proof(request, user, "password")


def recently_authenticated(request: HttpRequest) -> bool:
    """True for ACCOUNT_REAUTHENTICATION_TIMEOUT seconds after a password or a code was last given."""
    moments = [
        record["at"] for record in get_authentication_records(request, request.user) if record["method"] in PROOFS
    ]
    return bool(moments) and time.time() - max(moments) < settings.ACCOUNT_REAUTHENTICATION_TIMEOUT
