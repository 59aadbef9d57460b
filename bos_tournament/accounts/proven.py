"""Who has just shown that an account is theirs, and so is not asked for the password again at once.

Signing in, signing up and choosing a first password prove as much as the page that asks again, and hold as long.
"""

import time

from allauth.account.internal.flows.login import get_authentication_records, record_authentication
from django.conf import settings
from django.http import HttpRequest

from bos_tournament.accounts.models import User

PROOFS = ("password", "mfa")  # what a mail or a personal link opens is no proof of a password


def chose_password(request: HttpRequest, user: User, **_: object) -> None:
    """Whoever has just chosen the password of this account knows it."""
    record_authentication(request, user, "password")


def recently(request: HttpRequest) -> bool:
    """True for ACCOUNT_REAUTHENTICATION_TIMEOUT seconds after a password or a code was last given."""
    given = [one["at"] for one in get_authentication_records(request, request.user) if one["method"] in PROOFS]
    return bool(given) and time.time() - max(given) < settings.ACCOUNT_REAUTHENTICATION_TIMEOUT
