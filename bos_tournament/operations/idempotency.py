"""Requests that may be repeated: with an Idempotency-Key the deed happens once and is answered alike each time."""

import hmac
import json
from base64 import urlsafe_b64encode
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any
from uuid import UUID

from cryptography.fernet import Fernet, InvalidToken
from django.db import transaction
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_variables

from bos_tournament.accounts.models import User
from bos_tournament.errors import Refused
from bos_tournament.operations import bulk_rows
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


@dataclass(frozen=True, eq=False)
class KeyedRequest:
    """A request of somebody that may be sent again."""

    user: User
    """Who asks."""
    key: UUID
    """Theirs, a new one for each request."""
    request: object
    """What was asked (JSON-able), without what is hidden."""
    hidden: Hidden | None = None
    """The part of it that is a secret of its own."""

    def mac(self) -> str:
        return salted_hmac("bos.repeats", _text(self.request), algorithm="sha256").hexdigest()


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
    asked = KeyedRequest(user, key, request, hidden)
    with transaction.atomic():
        kept = _keep([asked])
        if not kept:
            return _again(asked)
        status, answer = deed()
        _answer([(kept[asked], status, answer)])
    return status, answer


@sensitive_variables()
def run_together(
    asked: Collection[KeyedRequest], deed: Callable[[Collection[KeyedRequest]], Mapping[KeyedRequest, tuple[int, Any]]]
) -> Mapping[KeyedRequest, tuple[int, Any]]:
    """`run_once` for many in one transaction: the answers of those that the deed did, whose keys were new.

    The others are as if they had not been asked; each is left to `run_once`, which says why. Not for use inside a
    transaction, on which what somebody else asked would depend.
    """
    with transaction.atomic(durable=True):
        kept = _keep(asked)
        answers = deed([one for one in asked if one in kept])
        _answer([(kept[one], *answer) for one, answer in answers.items()])
        if left := [kept[one].pk for one in kept.keys() - answers.keys()]:
            Answered.objects.filter(pk__in=left).delete()
    return answers


def _keep(asked: Collection[KeyedRequest]) -> dict[KeyedRequest, Answered]:
    """The requests whose keys were not used before, as they are kept; waits for one of the same key on its way."""
    answered = {one: _unanswered(one) for one in asked}
    in_order = sorted(answered.values(), key=lambda row: (row.user_id, row.key))  # so that nobody waits in a circle
    written = bulk_rows.insert_new_rows(Answered, map(bulk_rows.columns_of, in_order), unique=["user_id", "key"])
    return {one: row for one, row in answered.items() if row.pk in written}


def _unanswered(asked: KeyedRequest) -> Answered:
    hidden = asked.hidden
    secret = {"about": hidden.about, "hidden_mac": hidden.mac()} if hidden else {}
    return Answered(user=asked.user, key=asked.key, request_mac=asked.mac(), **secret)


def _answer(answers: Sequence[tuple[Answered, int, Any]]) -> None:
    """Keeps them, sealed."""
    for answered, status, answer in answers:
        sealed = _seal(answered.key).encrypt(json.dumps(answer, default=str).encode()).decode()
        answered.status, answered.answer = status, {"sealed": sealed}
    bulk_rows.update_rows([answered for answered, *_ in answers], ["status", "answer"])


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


def _again(asked: KeyedRequest) -> tuple[int, Any]:
    answered = Answered.objects.get(user=asked.user, key=asked.key)
    differs = answered.hidden_mac and (asked.hidden is None or asked.hidden.mac() != answered.hidden_mac)
    if answered.request_mac != asked.mac() or differs:
        raise Refused(_("This Idempotency-Key was used for something else. Create a new one."), code="key_reused")
    try:
        return answered.status, json.loads(_seal(asked.key).decrypt(answered.answer.get("sealed", "").encode()))
    except InvalidToken:  # the site's secret changed since, or somebody it may have named was erased
        sentence = _("This was already done, but its answer was not kept. Check what it changed.")
        raise Refused(sentence, code="answer_lost") from None


def _seal(key: UUID) -> Fernet:
    """Made from the key of the request and the site's secret: a copy of the database alone opens no answer."""
    return Fernet(urlsafe_b64encode(salted_hmac("bos.repeats.answers", str(key), algorithm="sha256").digest()))


def delete_old_answers() -> None:
    """Drops answers nobody will ask for again."""
    Answered.objects.filter(day__lt=timezone.localdate() - KEPT).delete()
