"""The log of doors (logger `bos.doors`): who got in, who did not, and what changed about getting in; a JSON line each.

A line has the moment, a kind, the id of an account and the name of a route: never a path, an address, a token, a handle
or a mail, so that whoever reads the log can open nothing with it.
"""

import json
import logging
from collections.abc import Callable
from typing import Any

from allauth.mfa.models import Authenticator
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from bos_tournament.accounts.models import User
from bos_tournament.accounts.requests import Viewer

log = logging.getLogger("bos.doors")
REFUSED = {401: "refused", 403: "refused", 404: "hidden", 429: "too many"}


class Doors:
    """Notes doors that stayed shut. An address that is no page of this site is no door."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if response.status_code in REFUSED and request.resolver_match is not None:
            note(REFUSED[response.status_code], user=getattr(request, "user", None), request=request)
        return response


def note(kind: str, *, user: Viewer | None, request: HttpRequest | None = None) -> None:
    match = getattr(request, "resolver_match", None)
    facts = {
        "at": timezone.now().isoformat(timespec="seconds"),
        "kind": kind,
        "user": str(user.pk) if user is not None and user.pk else None,
        "route": match.view_name or match.route if match else None,
    }
    log.info(json.dumps(facts))


def signed_in(sender: object, request: HttpRequest, user: User, **_: object) -> None:
    note("signed in", user=user, request=request)


def signed_out(sender: object, request: HttpRequest, user: User | None, **_: object) -> None:
    if user is not None:
        note("signed out", user=user, request=request)


def failed(sender: object, credentials: dict[str, Any], request: HttpRequest | None = None, **_: object) -> None:
    """With the account that somebody tried, where there is one."""
    email = credentials.get("email")
    note("sign-in failed", user=User.objects.filter(email__iexact=email).first() if email else None, request=request)


def password_changed(sender: object, request: HttpRequest, user: User, **_: object) -> None:
    note("password changed", user=user, request=request)


def factor_added(sender: object, request: HttpRequest, user: User, **_: object) -> None:
    note("second factor added", user=user, request=request)


def factor_removed(sender: object, request: HttpRequest, user: User, **_: object) -> None:
    note("second factor removed", user=user, request=request)


def factor_used(sender: object, request: HttpRequest, user: User, authenticator: Authenticator, **_: object) -> None:
    recovery = authenticator.type == Authenticator.Type.RECOVERY_CODES
    note("recovery code used" if recovery else "second factor used", user=user, request=request)


def listen() -> None:
    """Hears what Django and allauth say."""
    from allauth.account import signals as accounts
    from allauth.mfa import signals as factors
    from django.contrib.auth import signals

    signals.user_logged_in.connect(signed_in)
    signals.user_logged_out.connect(signed_out)
    signals.user_login_failed.connect(failed)
    for changed in (accounts.password_changed, accounts.password_reset, accounts.password_set):
        changed.connect(password_changed)
    factors.authenticator_added.connect(factor_added)
    factors.authenticator_removed.connect(factor_removed)
    factors.authenticator_reset.connect(factor_added)
    factors.authenticator_used.connect(factor_used)
