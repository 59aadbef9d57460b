"""Second factors: whether this request carries one, and asking for it at staff doors."""

from collections.abc import Callable
from urllib.parse import urlencode

from allauth.account.authentication import get_authentication_records
from allauth.mfa.utils import is_mfa_enabled
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from bos_tournament.errors import SecondFactorNeeded


class SecondFactor:
    """Marks the request's user, and sends whoever lacks a second factor to where they get it, and back."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.user.is_authenticated:
            request.user.second_factor = has_second_factor(request)
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if isinstance(exception, SecondFactorNeeded):
            return ask(request)
        return None


def has_second_factor(request: HttpRequest) -> bool:
    """True when this session was opened, or confirmed later, with a second factor."""
    return any(record.get("method") == "mfa" for record in get_authentication_records(request))


def ask(request: HttpRequest) -> HttpResponse:
    """Leads to setting up or confirming a second factor; afterwards the reader comes back here."""
    back = request.get_full_path() if request.method == "GET" else "/"
    enabled = is_mfa_enabled(request.user)
    door = "mfa_reauthenticate" if enabled else "mfa_activate_totp"
    messages.info(request, "Staff doors ask for a second factor. Confirm it here and go on.")
    return redirect(f"{reverse(door)}?{urlencode({'next': back})}")
