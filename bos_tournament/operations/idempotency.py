"""Requests that may be repeated: with an Idempotency-Key the deed happens once and is answered alike each time."""

import hmac
import json
from base64 import urlsafe_b64encode
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any
from uuid import UUID

from cryptography.fernet import Fernet, InvalidToken
from django.db import connection, transaction
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_variables

from bos_tournament.accounts.models import User
from bos_tournament.errors import Refused
from bos_tournament.operations.models import Answered

KEPT = timedelta(days=14)


@dataclass(frozen=True)
class Hidden:
    """A part of a request that is a secret of its own: compared by a key that is not the site's, until it is let go."""

    about: UUID
    """What it belongs to, such as a match; by this id it is let go."""
    what: object = field(repr=False)
    """The secret itself, as plain data."""
    mac_key: bytes = field(repr=False)
    """The key of the code that is kept in place of the secret."""

    def mac(self) -> str:
        return hmac.digest(self.mac_key, _text(self.what), "sha256").hex()


@sensitive_variables()
def run_once(
    user: User,
    key: UUID | None,
    request: object,
    deed: Callable[[], tuple[int, Any]],
    *,
    hidden: Hidden | None = None,
) -> tuple[int, Any]:
    """The answer (status, body) of the deed, which runs at most once for this user and key.

    `request` is what was asked (JSON-able), without what is `hidden`; the same key with something else asked is
    refused. The answer is kept in the deed's own transaction, sealed, since answers tell links and lists. Without a key
    the deed simply runs.

    Raises Refused: `key_reused`, `answer_lost`, and what the deed refuses.
    """
    if key is None:
        return deed()
    mac = salted_hmac("bos.repeats", _text(request), algorithm="sha256").hexdigest()
    secret = {"about": hidden.about, "hidden_mac": hidden.mac()} if hidden else {}
    with transaction.atomic():
        answered = Answered(user=user, key=key, request_mac=mac, **secret)
        if not _is_first(answered):
            return _again(user, key, mac, hidden)
        status, answer = deed()
        sealed = _seal(key).encrypt(json.dumps(answer, default=str).encode()).decode()
        Answered.objects.filter(pk=answered.pk).update(status=status, answer={"sealed": sealed})
    return status, answer


def _is_first(answered: Answered) -> bool:
    """Keeps the request unless its key was used before; waits for one with the same key that is on its way."""
    fields = Answered._meta.concrete_fields
    columns = ", ".join(connection.ops.quote_name(str(field.column)) for field in fields)
    values = [field.get_db_prep_save(getattr(answered, field.attname), connection) for field in fields]
    with connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO operations_answered ({columns}) VALUES ({', '.join(['%s'] * len(values))})"  # noqa: S608
            " ON CONFLICT (user_id, key) DO NOTHING",
            values,
        )
        return cursor.rowcount == 1


@contextmanager
def sent_by_form() -> Iterator[None]:
    """Inside, a key that comes back with something else asked is refused in words for who fills in a form."""
    try:
        yield
    except Refused as refusal:
        if refusal.code != "key_reused":
            raise
        raise Refused(
            _("This form was already sent with other values. Check what it did."), code="key_reused"
        ) from None


def forget_hidden_values(*about: UUID) -> None:
    """What was hidden in requests about these is not known any more, by no key; their answers stay."""
    Answered.objects.filter(about__in=about).exclude(hidden_mac="").update(hidden_mac="")


def _text(content: object) -> bytes:
    return json.dumps(content, sort_keys=True).encode()


def _again(user: User, key: UUID, mac: str, hidden: Hidden | None) -> tuple[int, Any]:
    answered = Answered.objects.get(user=user, key=key)
    differs = answered.hidden_mac and (hidden is None or hidden.mac() != answered.hidden_mac)
    if answered.request_mac != mac or differs:
        raise Refused(_("This Idempotency-Key was used for something else. Create a new one."), code="key_reused")
    try:
        return answered.status, json.loads(_seal(key).decrypt(answered.answer.get("sealed", "").encode()))
    except InvalidToken:  # the site's secret changed since, or somebody it may have named was erased
        sentence = _("This was already done, but its answer was not kept. Check what it changed.")
        raise Refused(sentence, code="answer_lost") from None


def _seal(key: UUID) -> Fernet:
    """Made from the key of the request and the site's secret: a copy of the database alone opens no answer."""
    return Fernet(urlsafe_b64encode(salted_hmac("bos.repeats.answers", str(key), algorithm="sha256").digest()))


def delete_old_answers() -> None:
    """Drops answers nobody will ask for again."""
    Answered.objects.filter(day__lt=timezone.localdate() - KEPT).delete()
