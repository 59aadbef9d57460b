"""How often strangers may try: passwords, sign-ups, letters. Never counted by address, since a hall is one.

A device on which an account was signed in before, and whoever is signed in, have counts of their own: others use up
neither theirs nor those of the whole site.
"""

from django.http import HttpRequest
from django.utils.crypto import salted_hmac

from bos_tournament.accounts import rate_limits
from bos_tournament.accounts.models import User
from bos_tournament.accounts.rate_limits import Rate
from bos_tournament.accounts.sign_in import known_devices

# Sized for a hall of 600 that arrives within the hour; what runs in keeps one core of two below a tenth.
WRONG_PASSWORDS = Rate(5, 5 * 60)  # of one account
STRANGERS_PASSWORDS = Rate(120, 10 * 60)  # wrong ones, of all accounts together
SIGN_UPS = Rate(300, 15 * 60)
LETTERS = Rate(90, 30 * 60)  # for a new password


class TooMany(Exception):
    """Of this account (`account`) or of the whole site (`site`)."""


def count_attempt(request: HttpRequest, email: str) -> list[str]:
    """Counts a password as wrong before it is looked at, since looking costs; `was_right` takes the counts back.

    Raises TooMany.
    """
    lane, stranger = _lane(request, email)
    if not rate_limits.count_one(lane, WRONG_PASSWORDS):
        raise TooMany("account")
    if not stranger:
        return [lane]
    if not rate_limits.take_from_bucket("passwords", STRANGERS_PASSWORDS):
        rate_limits.give_back(lane)
        raise TooMany("site")
    return [lane, "passwords"]


def was_right(counted: list[str]) -> None:
    for bucket in counted:
        rate_limits.give_back(bucket)


def reset_attempts(email: str) -> None:
    """Whoever chose a new password starts again."""
    rate_limits.reset(_of(email))


def may_sign_up() -> bool:
    return rate_limits.take_from_bucket("sign-ups", SIGN_UPS)


def may_send_email(request: HttpRequest, email: str) -> bool:
    _name, stranger = _lane(request, email)
    return not stranger or rate_limits.take_from_bucket("letters", LETTERS)


def _lane(request: HttpRequest, email: str) -> tuple[str, bool]:
    """Under what name tries for this account are counted here, and whether a stranger makes them."""
    if request.user.is_authenticated and request.user.email == email:
        return f"{_of(email)}:in", False
    owner = User.objects.filter(email__iexact=email).first() if email else None
    device = known_devices.known_as(request, owner)
    return (f"{_of(email)}:{device}", False) if device else (_of(email), True)


def _of(email: str) -> str:
    """No address is kept, and none can be tried out, without the site's secret."""
    return "password:" + salted_hmac("bos.attempts", email.lower(), algorithm="sha256").hexdigest()[:32]
