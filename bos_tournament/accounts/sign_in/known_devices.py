"""Devices that an account was signed in on: a cookie that outlives the sign-in, so that strangers who guess cannot keep
the owner out."""

import secrets
from collections.abc import Callable

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import constant_time_compare, salted_hmac

from bos_tournament.accounts.models import User
from bos_tournament.accounts.requests import HtmxHttpRequest

SALT = "bos.devices"
MOST_PEOPLE = 8  # of one device: a family, or a laptop at the desk
REMEMBERED = 60 * 60 * 24 * 365


class KnownDevices:
    """Gives the cookie to whoever has just proved that an account is theirs."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if user := getattr(request, "proved_to_be", None):
            response.set_cookie(
                settings.DEVICE_COOKIE_NAME,
                _with(request, user),
                max_age=REMEMBERED,
                secure=settings.SECURE,
                httponly=True,
                samesite="Lax",
            )
        return response


def remember(sender: object, request: HtmxHttpRequest, user: User, **_: object) -> None:
    """Somebody signed in with a password, or opened the letter for a new one."""
    if not user.guest:
        request.proved_to_be = user


def known_as(request: HttpRequest, user: User | None) -> str | None:
    """The name of this device if the user was signed in on it before."""
    device, people = _read(request)
    if user is None or not any(constant_time_compare(mark, _mark(device, user)) for mark in people):
        return None
    return device


def _with(request: HttpRequest, user: User) -> str:
    device, people = _read(request)
    device = device or secrets.token_hex(12)
    mark = _mark(device, user)
    return signing.dumps(
        [device, [mark, *(earlier_mark for earlier_mark in people if earlier_mark != mark)][:MOST_PEOPLE]], salt=SALT
    )


def _read(request: HttpRequest) -> tuple[str, list[str]]:
    try:
        device, people = signing.loads(request.COOKIES.get(settings.DEVICE_COOKIE_NAME, ""), salt=SALT)
    except signing.BadSignature:
        return "", []
    return device, people


def _mark(device: str, user: User) -> str:
    """Tells who was here to nobody but this site."""
    return salted_hmac(SALT, f"{device} {user.pk}", algorithm="sha256").hexdigest()[:32]
