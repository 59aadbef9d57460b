"""Sessions in the database that know whose they are (SESSION_ENGINE), and that nobody takes over who reads it.

The row has the digest of the key that the browser sends, and its data is sealed with that key and the site's secret.
"""

from base64 import urlsafe_b64encode
from datetime import datetime
from typing import Any, cast

from cryptography.fernet import Fernet, InvalidToken
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends.base import SessionBase
from django.contrib.sessions.backends.db import SessionStore as DatabaseSessions
from django.db.models import QuerySet
from django.http import Http404, HttpRequest
from django.utils import timezone
from django.utils.crypto import salted_hmac

from bos_tournament.accounts.models import Session, User
from bos_tournament.accounts.sign_in import access_log
from bos_tournament.accounts.sign_in.token_digests import digest

SIGNED_IN, DEVICE = "signed_in", "device"  # what a session keeps of its own beginning


class SessionStore(DatabaseSessions):
    """Django's database sessions, with a column for the user. Outside of its request nobody knows a session's key."""

    seen_at: datetime | None = None

    @classmethod
    def get_model_class(cls) -> type[Session]:
        return Session

    def load(self) -> dict[str, Any]:
        session = live(self.session_key)
        if session is None:
            self._session_key = None
            return {}
        self.seen_at = session.seen_at
        return self.decode(session.session_data)

    def exists(self, session_key: str) -> bool:
        return Session.objects.filter(session_key=digest(session_key)).exists()

    def delete(self, session_key: str | None = None) -> None:
        if key := session_key or self.session_key:
            Session.objects.filter(session_key=digest(key)).delete()

    def create_model_instance(self, data: dict[str, Any]) -> Session:
        session = cast(Session, super().create_model_instance(data))
        session.session_key = digest(session.session_key)
        session.user_id = data.get(SESSION_KEY)
        session.device = data.get(DEVICE, "")
        if since := data.get(SIGNED_IN):
            session.made_at = datetime.fromisoformat(since)
        return session

    def encode(self, session_dict: dict[str, Any]) -> str:
        return self._cipher().encrypt(self.serializer().dumps(session_dict)).decode()

    def decode(self, session_data: bytes | str) -> dict[str, Any]:
        try:
            return self.serializer().loads(self._cipher().decrypt(session_data))
        except InvalidToken:  # signed only, as sessions were until they were sealed
            return super().decode(session_data)

    def _cipher(self) -> Fernet:
        key = salted_hmac("bos.sessions", self.session_key or "", algorithm="sha256").digest()
        return Fernet(urlsafe_b64encode(key))

    # A coroutine goes the same ways in a thread: Django's own would look for the key, of which no row knows.
    aload, aexists, adelete = SessionBase.aload, SessionBase.aexists, SessionBase.adelete
    acreate, asave = SessionBase.acreate, SessionBase.asave


def live(session_key: str | None) -> Session | None:
    """The row of a key as a browser sends it, while it has not run out."""
    if not session_key:
        return None
    return Session.objects.filter(session_key=digest(session_key), expire_date__gt=timezone.now()).first()


def of_user(user: User) -> QuerySet[Session]:
    """The sign-ins of somebody that still hold, the one last used first."""
    return user.sessions.filter(expire_date__gt=timezone.now()).order_by("-seen_at", "pk")


def end_one(user: User, name: str) -> None:
    """Ends a sign-in of this user. Raises Http404 for anybody else's."""
    if len(name) != Session.NAME or not user.sessions.filter(session_key__startswith=name).delete()[0]:
        raise Http404
    access_log.note("sessions ended", user=user)


def delete_expired_sessions() -> None:
    """Drops what has run out."""
    SessionStore.clear_expired()


def end_others(sender: object, request: HttpRequest, user: User, **_: object) -> None:
    """A new password ends the sign-ins that were made with the one before."""
    end_sessions(user, but=request.session.session_key)


def end_sessions(user: User, *, but: str | None = None) -> None:
    """Signs the user out everywhere, except in the session with the key `but`."""
    if user.sessions.exclude(session_key=digest(but) if but else None).delete()[0]:
        access_log.note("sessions ended", user=user)
