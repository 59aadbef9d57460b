"""Requests that may be repeated: with an Idempotency-Key the deed happens once and is answered alike each time."""

import json
from base64 import urlsafe_b64encode
from collections.abc import Callable
from datetime import timedelta
from typing import Any
from uuid import UUID

from cryptography.fernet import Fernet, InvalidToken
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_variables

from bos_tournament.accounts.models import User
from bos_tournament.errors import Refused
from bos_tournament.history.models import Answered

KEPT = timedelta(days=14)


def once(user: User, key: UUID | None, request: object, deed: Callable[[], tuple[int, Any]]) -> tuple[int, Any]:
    """The answer (status, body) of the deed, which runs at most once for this user and key.

    `request` is what was asked (JSON-able); the same key with something else asked is refused. The answer is kept in
    the deed's own transaction, sealed, since answers tell links and lists. Without a key the deed simply runs.

    Raises Refused: `key_reused`, `answer_lost`, and what the deed refuses.
    """
    if key is None:
        return deed()
    mac = salted_hmac("bos.repeats", json.dumps(request, sort_keys=True), algorithm="sha256").hexdigest()
    with transaction.atomic():
        try:
            with transaction.atomic():
                kept = Answered.objects.create(user=user, key=key, request_mac=mac)
        except IntegrityError:
            return _again(user, key, mac)
        kept.status, answer = deed()
        kept.answer = {"sealed": _seal(key).encrypt(json.dumps(answer, default=str).encode()).decode()}
        kept.save()
    return kept.status, answer


@sensitive_variables()
def once_by_form(user: User, key: UUID | None, asked: object, deed: Callable[[], object]) -> None:
    """Does the deed of a form once, however often the form is sent. Brought back with something else, it is refused."""
    try:
        once(user, key, asked, lambda: (201, deed() or {}))
    except Refused as refusal:
        if refusal.code != "key_reused":
            raise
        raise Refused(_("This form was sent already, saying something else; look again."), code="key_reused") from None


def _again(user: User, key: UUID, mac: str) -> tuple[int, Any]:
    kept = Answered.objects.get(user=user, key=key)
    if kept.request_mac != mac:
        raise Refused(_("This Idempotency-Key was used for something else; make a new one."), code="key_reused")
    try:
        return kept.status, json.loads(_seal(key).decrypt(kept.answer.get("sealed", "").encode()))
    except InvalidToken:  # the site's secret changed since, or somebody it may have named was erased
        said = _("This was done already, and its answer cannot be told again; look at what it changed.")
        raise Refused(said, code="answer_lost") from None


def _seal(key: UUID) -> Fernet:
    """Made from the key of the request and the site's secret: a copy of the database alone opens no answer."""
    return Fernet(urlsafe_b64encode(salted_hmac("bos.repeats.answers", str(key), algorithm="sha256").digest()))


def forget() -> None:
    """Drops answers nobody will ask for again."""
    Answered.objects.filter(day__lt=timezone.localdate() - KEPT).delete()
