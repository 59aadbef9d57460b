"""Sending what webhooks are to be told: after the commit, at least once, again and again for a day, then no more.

Nothing is held while an address is asked: a try is counted first, then made without the database, then written down.
Whatever ends a worker in between costs a pause, since the next sending finds the delivery still waiting.
"""

import json
import logging
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from time import monotonic
from typing import Any

from cryptography.fernet import InvalidToken
from django.db import connection, transaction
from django.db.models import Q

from bos_tournament.errors import Refused
from bos_tournament.operations.db_clock import db_now
from bos_tournament.tournaments.models.webhooks import Delivery, Try, Webhook
from bos_tournament.tournaments.webhooks import outbound_http, subscriptions

log = logging.getLogger(__name__)

AT_ONCE = 16  # addresses side by side, each with one delivery
SENDS_FOR = 20  # seconds of one sending; the next one goes on
WAITS_FOR = outbound_http.ALL_SECONDS + outbound_http.CONNECT_SECONDS * outbound_http.MOST_ADDRESSES + 2
# Seconds from a try to the next; after the last of them it stays the pause, until a day has passed.
PAUSES = (10, 30, 120, 600, 1_800, 3_600, 7_200, 14_400, 21_600)
RESTS = timedelta(seconds=30)  # of an address that failed, whatever else waits for it
OFF_AFTER = timedelta(hours=23)  # without one good answer
KEPT = timedelta(days=30)
GONE = 410
ONE_SENDER = 0x626F73  # an advisory lock of the database
AGENT = "BOS-Tournament"

Writer = Callable[[Delivery], dict[str, Any]]


@dataclass(frozen=True)
class Letter:
    """Everything one post needs, so that it is sent without the database."""

    delivery: Delivery
    """With its webhook loaded."""
    body: bytes
    """JSON in UTF-8, as it was signed."""
    headers: dict[str, str]
    """By name, the signature among them."""


def send_due(write: Writer) -> int:
    """Sends what is due, as `write` says it, and returns how many tries were made.

    One worker at a time sends, so that slow receivers never keep the others from opening bids.
    """
    with _alone() as alone:
        return sum(_batches(write)) if alone else 0


def delete_old_deliveries() -> None:
    """Drops the log of deliveries that ended long ago."""
    old = Delivery.objects.filter(made_at__lt=db_now() - KEPT)
    old.exclude(state=Delivery.State.WAITING).delete()


def _batches(write: Writer) -> Iterator[int]:
    ends = monotonic() + SENDS_FOR
    while monotonic() < ends and (claimed := _claim()):
        yield len(claimed)
        for delivery, posted in _post(claimed, write):
            _note(delivery, posted)


@contextmanager
def _alone() -> Iterator[bool]:
    """Whether nobody else sends now; nobody else does until the block ends, or this process."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_lock(%s)", [ONE_SENDER])
        (mine,) = cursor.fetchone()
        try:
            yield mine
        finally:
            if mine:
                cursor.execute("SELECT pg_advisory_unlock(%s)", [ONE_SENDER])


@transaction.atomic
def _claim() -> list[Delivery]:
    """The oldest delivery that is due of each address, their tries counted: one that ends its worker is tried later."""
    now = db_now()
    awake = Q(webhook__rests_until=None) | Q(webhook__rests_until__lte=now)
    due = Delivery.objects.filter(awake, state=Delivery.State.WAITING, next_at__lte=now, webhook__off_at=None)
    oldest = due.order_by("webhook_id", "made_at", "pk").distinct("webhook_id").values("pk")
    deliveries = Delivery.objects.select_for_update(skip_locked=True, of=("self",)).filter(pk__in=oldest)
    claimed = list(deliveries.select_related("webhook__tournament").order_by("next_at", "pk")[:AT_ONCE])
    for delivery in claimed:
        delivery.tries_made += 1
        delivery.next_at = _next_at(delivery, now)
        delivery.save(update_fields=["tries_made", "next_at"])
    return claimed


def _next_at(delivery: Delivery, now: datetime) -> datetime:
    """When it is tried again if this try fails: later each time, and a last time when its day ends."""
    pause = timedelta(seconds=PAUSES[min(delivery.tries_made, len(PAUSES)) - 1])
    return min(now + pause, max(delivery.give_up_at, now + timedelta(seconds=PAUSES[0])))


def _post(claimed: list[Delivery], write: Writer) -> Iterator[tuple[Delivery, outbound_http.Posted]]:
    """All of them side by side; what has no answer in time is taken for not answered."""
    pool = ThreadPoolExecutor(AT_ONCE)
    deliveries: dict[Future[outbound_http.Posted], Delivery] = {}
    for delivery in claimed:
        try:
            letter = _letter(delivery, write)
        except InvalidToken:
            yield delivery, outbound_http.Posted(None, 0, fault=Try.Fault.UNSIGNED)
            continue
        except Exception:  # the others are sent all the same
            log.exception("Delivery %s cannot be written", delivery.pk)
            yield delivery, outbound_http.Posted(None, 0, fault=Try.Fault.UNWRITTEN)
            continue
        deliveries[pool.submit(outbound_http.post, delivery.webhook.url, letter.body, letter.headers)] = delivery
    finished, late = wait(deliveries, timeout=WAITS_FOR)
    pool.shutdown(wait=False, cancel_futures=True)
    for future in finished:
        yield deliveries[future], future.result()
    for future in late:
        yield deliveries[future], outbound_http.Posted(None, WAITS_FOR * 1000, fault=Try.Fault.LATE)


def _letter(delivery: Delivery, write: Writer) -> Letter:
    body = json.dumps(write(delivery), default=str, ensure_ascii=False, separators=(",", ":")).encode()
    moment, id_ = int(db_now().timestamp()), str(delivery.pk)
    signature = outbound_http.sign(subscriptions.secrets_of(delivery.webhook), id_=id_, moment=moment, body=body)
    headers = {
        "Content-Type": "application/json",
        "User-Agent": AGENT,
        "Webhook-Id": id_,
        "Webhook-Timestamp": str(moment),
        "Webhook-Signature": signature,
    }
    return Letter(delivery, body, headers)


def _note(delivery: Delivery, posted: outbound_http.Posted) -> None:
    """Writes down what came of a try, and switches an address off that failed for long or said it is gone."""
    with transaction.atomic():
        held = Webhook.objects.select_for_update(no_key=True).filter(pk=delivery.webhook_id).first()
        if held is None:
            return  # removed while it was asked
        now = db_now()
        Try.objects.create(
            delivery_id=delivery.pk,
            at=now,
            status=posted.status,
            milliseconds=posted.milliseconds,
            answer=posted.answer,
            fault=posted.fault or "",
        )
        _go_on(delivery, posted, now)
        held.failing_since = None if posted.is_fine else held.failing_since or now
        held.rests_until = None if posted.is_fine else now + RESTS
        held.save(update_fields=["failing_since", "rests_until"])
    if why := _off_because(held, posted, now):
        with suppress(Refused):  # removed meanwhile
            subscriptions.switch_off(held, why=why)


def _go_on(delivery: Delivery, posted: outbound_http.Posted, now: datetime) -> None:
    # Somebody may have asked for it once more meanwhile; that stays.
    waiting = Delivery.objects.filter(pk=delivery.pk, state=Delivery.State.WAITING, tries_made=delivery.tries_made)
    if posted.is_fine:
        waiting.update(state=Delivery.State.DELIVERED)
    elif now >= delivery.give_up_at:
        waiting.update(state=Delivery.State.GIVEN_UP)


def _off_because(webhook: Webhook, posted: outbound_http.Posted, now: datetime) -> Webhook.Off | None:
    """Why an address is to be switched off now; None while it is not."""
    if webhook.is_off or posted.is_fine:
        return None
    if posted.status == GONE:
        return Webhook.Off.GONE
    failed = webhook.failing_since is not None and webhook.failing_since <= now - OFF_AFTER
    return Webhook.Off.FAILED if failed else None
