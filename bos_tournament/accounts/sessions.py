"""Sessions in the database that know whose they are (SESSION_ENGINE)."""

from typing import cast

from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore as DatabaseSessions

from bos_tournament.accounts.models import Session, User


class SessionStore(DatabaseSessions):
    """Django's database sessions, with a column for the user."""

    @classmethod
    def get_model_class(cls):
        return Session

    def create_model_instance(self, data):
        session = cast(Session, super().create_model_instance(data))
        session.user_id = data.get(SESSION_KEY)
        return session


def end_sessions(user: User, *, but: str | None = None) -> None:
    """Signs the user out everywhere, except in the session with the key `but`."""
    user.sessions.exclude(session_key=but).delete()
