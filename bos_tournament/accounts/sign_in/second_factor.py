"""Second factors: whether this request carries one, and asking for it at staff doors."""

import time
from collections.abc import Callable
from urllib.parse import urlencode, urlsplit

from allauth.account.authentication import get_authentication_records
from allauth.mfa.models import Authenticator
from allauth.mfa.utils import is_mfa_enabled
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import escape_leading_slashes
from django.utils.translation import gettext as _
from django_htmx.http import HttpResponseClientRedirect

from bos_tournament.accounts.models import User
from bos_tournament.accounts.sign_in import access_log, resumed_forms
from bos_tournament.accounts.sign_in.allauth_internals import keep_proofs, note_proof
from bos_tournament.accounts.sign_in.sessions import end_sessions
from bos_tournament.errors import SecondFactorNeeded

SESSION_BACK = "second_factor_back"
HOLDS, LATELY = 12 * 60 * 60, 10 * 60  # seconds: for staff doors, and for deeds that ask for it again


class SecondFactor:
    """Marks the request's user, and sends whoever lacks a second factor to where they get it, and back."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.user.is_authenticated:
            request.user.second_factor = has_second_factor(request)
            request.user.second_factor_lately = has_second_factor(request, within=LATELY)
            resumed_forms.sent(request)
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if isinstance(exception, SecondFactorNeeded):
            return redirect_to_second_factor(request)
        return None


def has_second_factor(request: HttpRequest, *, within: int = HOLDS) -> bool:
    """True when this session was opened, or confirmed later, with a second factor, not longer ago than that."""
    moments = [
        record["at"] for record in get_authentication_records(request, request.user) if record.get("method") == "mfa"
    ]
    return bool(moments) and time.time() - max(moments) < within


def redirect_to_second_factor(request: HttpRequest) -> HttpResponse:
    """Leads to setting up or confirming a second factor; afterwards the reader comes back here."""
    back = resumed_forms.store_form(request) or return_url(request)
    if is_mfa_enabled(request.user):
        messages.info(request, _("Confirm your second factor to continue."))
        door = f"{reverse('mfa_reauthenticate')}?{urlencode({'next': back})}"
    else:
        messages.info(request, _("This page needs two-factor authentication. Set it up to continue."))
        request.session[SESSION_BACK] = back
        door = reverse("mfa_activate_totp")
    return HttpResponseClientRedirect(door) if request.headers.get("HX-Request") else redirect(door)


def return_url(request: HttpRequest) -> str:
    """The page the reader looks at: this one, or the one whose button or poll sent this request."""
    if request.method == "GET" and not request.headers.get("HX-Request"):
        return request.get_full_path()
    page = urlsplit(request.headers.get("HX-Current-URL") or request.headers.get("Referer") or "/")
    if page.netloc != request.get_host():
        return "/"
    return escape_leading_slashes(page._replace(scheme="", netloc="").geturl()) or "/"


def added(request: HttpRequest, user: User, authenticator: Authenticator, **_: object) -> None:
    """Whoever has just typed a code of a new app holds it: this session counts, all others end."""
    if authenticator.type == Authenticator.Type.TOTP:
        note_proof(request, user, "mfa", id=authenticator.pk, type=authenticator.type, reauthenticated=True)
        request.session.cycle_key()
        end_sessions(user, but=request.session.session_key)


def removed(request: HttpRequest, user: User, authenticator: Authenticator, **_: object) -> None:
    """Without a second factor no session and no token carries one."""
    if authenticator.type != Authenticator.Type.TOTP:
        return
    end_second_factor(request)
    end_sessions(user, but=request.session.session_key)
    user.api_tokens.update(second_factor=False)


def end_second_factor(request: HttpRequest) -> None:
    """This session carries no second factor any more."""
    records = get_authentication_records(request, request.user)
    keep_proofs(request, [record for record in records if record.get("method") != "mfa"])


def confirmed(request: HttpRequest, reauthenticated: bool = False, **_: object) -> None:
    """A session that gains power gets a new key."""
    if reauthenticated:
        request.session.cycle_key()


def remove_all(user: User) -> None:
    """Takes all second factors from somebody who lost theirs, ends their sessions and weakens their tokens."""
    Authenticator.objects.filter(user=user).delete()
    user.api_tokens.update(second_factor=False)
    access_log.note("second factor removed", user=user)
    end_sessions(user)
