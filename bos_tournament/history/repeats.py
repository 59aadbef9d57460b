"""Requests that may be repeated: with an Idempotency-Key the deed happens once and is answered alike each time."""

import json
from collections.abc import Callable
from datetime import timedelta
from uuid import UUID

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.crypto import salted_hmac

from bos_tournament.accounts.models import User
from bos_tournament.errors import Refused
from bos_tournament.history.models import Answered

KEPT = timedelta(days=14)


def once(user: User, key: UUID | None, request: object, deed: Callable[[], tuple[int, dict]]) -> tuple[int, dict]:
    """The answer (status, body) of the deed, which runs at most once for this user and key.

    `request` is what was asked (JSON-able); the same key with something else asked is refused. The answer is kept in
    the deed's own transaction, so it must hold no secret. Without a key the deed simply runs.
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
        kept.status, kept.answer = deed()
        kept.save()
    return kept.status, kept.answer


def _again(user: User, key: UUID, mac: str) -> tuple[int, dict]:
    kept = Answered.objects.get(user=user, key=key)
    if kept.request_mac != mac:
        raise Refused("This Idempotency-Key was used for something else; make a new one.", code="key_reused")
    return kept.status, kept.answer


def forget() -> None:
    """Drops answers nobody will ask for again."""
    Answered.objects.filter(day__lt=timezone.localdate() - KEPT).delete()
