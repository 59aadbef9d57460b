"""How long sign-ins last: 14 days for players, an evening for admins, and staff doors close on who has gone away.

Every answer counts as activity, also one that an open page asked for by itself: a desk that is looked at stays open
through a round, and a laptop that was closed does not.
"""

import re
from collections.abc import Callable
from datetime import datetime, timedelta

from django.contrib import messages
from django.contrib.auth import logout
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _

from bos_tournament.accounts.models import Session, User
from bos_tournament.accounts.requests import Viewer
from bos_tournament.accounts.sign_in import second_factor
from bos_tournament.accounts.sign_in.sessions import DEVICE, SIGNED_IN
from bos_tournament.accounts.sign_in.token_digests import digest

EVENING = timedelta(hours=12)
IDLE = timedelta(minutes=30)
NOTED = timedelta(minutes=1), timedelta(minutes=10)  # how late activity is written down: where it matters, elsewhere
BROWSERS = (
    ("Edge", r"Edg(e|A|iOS)?/"),
    ("Opera", r"OPR/|Opera"),
    ("Samsung Internet", r"SamsungBrowser/"),
    ("Firefox", r"Firefox/|FxiOS/"),
    ("Chrome", r"Chrome/|CriOS/|Chromium/"),
    ("Safari", r"Safari/"),
)
SYSTEMS = (
    ("iPhone", r"iPhone"),
    ("iPad", r"iPad"),
    ("Android", r"Android"),
    ("Windows", r"Windows"),
    ("Mac", r"Macintosh|Mac OS X"),
    ("ChromeOS", r"CrOS"),
    ("Linux", r"Linux|X11"),
)


class SessionAges:
    """Ends what is too old or was left alone, and notes when a session was last used."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.user.is_authenticated:
            end_expired_rights(request)
        if request.user.is_authenticated:
            note_use(request)
        return self.get_response(request)


def end_expired_rights(request: HttpRequest) -> None:
    """Admins are signed out; to other staff the second factor counts no more, so that staff doors ask for it."""
    seen = getattr(request.session, "seen_at", None)
    idle = seen is not None and timezone.now() - seen > IDLE
    if has_rights_everywhere(request.user):
        if idle or _age(request) > EVENING:
            logout(request)
            messages.info(request, _("Admins are signed out after a while. Sign in again."))
    elif idle:
        second_factor.end_second_factor(request)


def note_use(request: HttpRequest) -> None:
    """At most once a minute where staff doors may be open, else once in ten."""
    seen, now = getattr(request.session, "seen_at", None), timezone.now()
    matters = has_rights_everywhere(request.user) or second_factor.has_second_factor(request)
    if seen is not None and now - seen > NOTED[0 if matters else 1]:
        Session.objects.filter(session_key=digest(request.session.session_key or "")).update(seen_at=now)


def has_rights_everywhere(user: Viewer) -> bool:
    return user.is_staff or user.is_superuser


def began(sender: object, request: HttpRequest, user: User, **_: object) -> None:
    """Somebody signed in."""
    request.session[SIGNED_IN] = timezone.now().isoformat()
    request.session[DEVICE] = name_of(request.headers.get("User-Agent", ""))


def name_of(agent: str) -> str:
    """“Firefox, Android”: enough to know one's own devices by, and nothing else of what a browser says."""
    parts = [next((name for name, sign in names if re.search(sign, agent)), "") for names in (BROWSERS, SYSTEMS)]
    return ", ".join(filter(None, parts))


def _age(request: HttpRequest) -> timedelta:
    """Of a session from before this was noted, more than anybody allows."""
    since = request.session.get(SIGNED_IN)
    return timezone.now() - datetime.fromisoformat(since) if since else timedelta.max
