"""Who is signed in and only reads: known by one look at the database, without all that Django does around a page.

Only for pages that everybody may see. Whoever may do more, or to whom a sign-in has something left to say, is nobody
here, and is answered by Django.
"""

from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.db import connection
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from bos_tournament.accounts.models import User
from bos_tournament.accounts.sign_in.allauth_internals import PROOFS_KEY, PROOFS_OF_KEY
from bos_tournament.accounts.sign_in.ended_link_middleware import SESSION_LINK
from bos_tournament.accounts.sign_in.session_lifetimes import NOTED
from bos_tournament.accounts.sign_in.sessions import DEVICE, SIGNED_IN, SessionStore
from bos_tournament.accounts.sign_in.token_digests import digest

OF_DJANGO = frozenset({SESSION_KEY, BACKEND_SESSION_KEY, HASH_SESSION_KEY, "_session_expiry"})
OF_A_SIGN_IN = OF_DJANGO | {SIGNED_IN, DEVICE, SESSION_LINK, PROOFS_KEY, PROOFS_OF_KEY}
LOOK = """
    SELECT s.session_data, s.seen_at, s.expire_date, u.id, u.handle, u.guest, u.language, u.password
    FROM accounts_session s JOIN accounts_user u ON u.id = s.user_id
    WHERE s.session_key = %s AND u.is_active AND NOT u.is_staff AND NOT u.is_superuser
"""


class Reader(NamedTuple):
    """Somebody who is signed in."""

    pk: UUID
    """The user's."""
    handle: str
    """As everybody sees it."""
    guest: bool
    """Whether they have no account."""
    language: str
    """Which they chose; empty where they go by their browser."""


def reader_of(session_key: str) -> Reader | None:
    """Whose session this is, while it holds, says no more than that, and its use need not be noted now. One query."""
    with connection.cursor() as cursor:
        cursor.execute(LOOK, [digest(session_key)])
        row = cursor.fetchone()
    if row is None:
        return None
    data, seen_at, expires_at, pk, handle, guest, language, password = row
    if not _is_quiet(seen_at, expires_at) or not _only_signs_in(SessionStore(session_key).decode(data), pk, password):
        return None
    return Reader(pk, handle, guest, language if language in dict(settings.LANGUAGES) else "")


def _is_quiet(seen_at: datetime, expires_at: datetime) -> bool:
    now = timezone.now()
    return expires_at > now and now - seen_at <= NOTED[1]


def _only_signs_in(session: dict[str, Any], pk: UUID, password: str) -> bool:
    """Is it this user's, since their last new password, by one factor, with nothing that waits in it?"""
    return (
        OF_A_SIGN_IN.issuperset(session)
        and session.get(SESSION_KEY) == str(pk)
        and session.get(BACKEND_SESSION_KEY) in settings.AUTHENTICATION_BACKENDS
        and not any(proof.get("method") == "mfa" for proof in session.get(PROOFS_KEY, ()))
        and constant_time_compare(session.get(HASH_SESSION_KEY, ""), User(password=password).get_session_auth_hash())
    )
