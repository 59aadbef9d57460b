"""What the site uses of allauth that allauth does not promise: in one place, to be looked at with each update."""

from collections.abc import Sequence

from allauth.account.internal.flows import email_verification, login
from allauth.account.models import EmailAddress
from allauth.mfa.totp.internal import auth
from django.http import HttpRequest

from bos_tournament.accounts.models import User

PROOFS_KEY = login.AUTHENTICATION_METHODS_SESSION_KEY
"""Where a session keeps how and when its user proved to be themselves."""
PROOFS_OF_KEY = f"{PROOFS_KEY}_user"
"""Where it keeps who that was."""


def note_proof(request: HttpRequest, user: User, method: str, **facts: object) -> None:
    """Notes in the session that the user has just proved to be themselves by this method."""
    login.record_authentication(request, user, method, **facts)


def keep_proofs(request: HttpRequest, proofs: Sequence[dict[str, object]]) -> None:
    """Leaves only these in the session."""
    if proofs:
        request.session[PROOFS_KEY] = list(proofs)
    else:
        request.session.pop(PROOFS_KEY, None)


def send_confirmation(request: HttpRequest, address: EmailAddress) -> None:
    """Sends the letter whose link confirms the address."""
    email_verification.send_verification_email_to_address(request, address)


def add_second_factor(user: User) -> str:
    """Gives the user an app that makes codes, and returns its secret."""
    secret: str = auth.generate_totp_secret()
    auth.TOTP.activate(user, secret)
    return secret


def code_at(secret: str, step: int) -> str:
    """The six digits that the app shows in this step, counted since 1970."""
    code: str = auth.format_hotp_value(auth.hotp_value(secret, step))
    return code
