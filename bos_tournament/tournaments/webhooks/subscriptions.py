"""Webhooks of a tournament: adding, changing and removing addresses, and what is sent to them on request.

The secret is told once. It is kept sealed with the secret of the site, since each delivery is signed with it.
"""

import secrets
from base64 import b64encode, urlsafe_b64encode
from collections.abc import Collection
from datetime import timedelta
from uuid import UUID

from cryptography.fernet import Fernet, InvalidToken
from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from bos_tournament.errors import Refused
from bos_tournament.operations.db_clock import db_now
from bos_tournament.tournaments.models import Tournament
from bos_tournament.tournaments.models.webhooks import TRIED_FOR, Delivery, Webhook
from bos_tournament.tournaments.structure.locking import bump_version, lock_tournament
from bos_tournament.tournaments.webhooks import outbound_http

MOST_WEBHOOKS = 10
FORMER_SIGNS_FOR = timedelta(days=1)
TEST = "test"
PAIRINGS_CHANGED = "pairings.changed"


@transaction.atomic
def add_webhook(tournament: Tournament, *, url: str, topics: Collection[str]) -> tuple[Webhook, str]:
    """A new address and its secret, which nobody is told again.

    Raises Refused: `address_faulty`, `address_private`, `address_taken`, `topic_missing`, `too_many_webhooks`.
    """
    tournament = lock_tournament(tournament)
    place = outbound_http.parse_address(url)
    if tournament.webhooks.count() >= MOST_WEBHOOKS:
        sentence = _("A tournament can have at most %(most)s webhooks; remove one first.") % {"most": MOST_WEBHOOKS}
        raise Refused(sentence, code="too_many_webhooks")
    webhook = Webhook(tournament=tournament, url=place.url, host=place.shown, topics=_chosen(topics))
    webhook.secret, secret = _new_secret(webhook.pk)
    _save(webhook)
    return webhook, secret


@transaction.atomic
def change(webhook: Webhook, *, url: str, topics: Collection[str]) -> Webhook:
    """Another address or other topics; the secret stays. Raises what `add` raises."""
    held = _held(webhook)
    place = outbound_http.parse_address(url)
    held.url, held.host, held.topics = place.url, place.shown, _chosen(topics)
    _save(held)
    return held


@transaction.atomic
def rotate(webhook: Webhook) -> str:
    """A new secret, told once; the former one signs too for a day, so that no delivery fails meanwhile."""
    held = _held(webhook)
    held.former_secret = held.secret if can_sign(held) else ""
    held.secret, secret = _new_secret(held.pk)
    held.rotated_at = db_now()
    held.save()
    return secret


@transaction.atomic
def switch_off(webhook: Webhook, *, why: Webhook.Off | None = None) -> Webhook:
    """Tells this address nothing any more; what waited is given up. Twice is once. `why` is given by the site alone."""
    held = _held(webhook)
    if not held.is_off:
        held.off_at, held.off_why = db_now(), why or ""
        held.save()
        held.deliveries.filter(state=Delivery.State.WAITING).update(state=Delivery.State.GIVEN_UP)
        bump_version(held.tournament)
    return held


@transaction.atomic
def switch_on(webhook: Webhook) -> Webhook:
    """Tells this address what happens from now on. Twice is once."""
    held = _held(webhook)
    if held.is_off:
        held.off_at, held.off_why, held.failing_since, held.rests_until = None, "", None, None
        held.save()
        bump_version(held.tournament)
    return held


@transaction.atomic
def remove_webhook(webhook: Webhook) -> None:
    """Forgets the address with its log."""
    held = _held(webhook)
    was_off = held.is_off
    held.delete()
    if was_off:  # the desk says so no more
        bump_version(held.tournament)


@transaction.atomic
def send_test(webhook: Webhook) -> Delivery:
    """Sends something that tells nothing, so that one sees whether it arrives. Raises Refused (`webhook_off`)."""
    held = _held(webhook)
    _refuse_off(held)
    return held.deliveries.create(event=TEST)


@transaction.atomic
def send_again(delivery: Delivery) -> Delivery:
    """Sends a delivery once more, under its id and with what stands now. Raises Refused (`webhook_off`)."""
    held = _held(delivery.webhook)
    _refuse_off(held)
    again = held.deliveries.select_for_update().get(pk=delivery.pk)
    again.state, again.tries_made, again.next_at = Delivery.State.WAITING, 0, db_now()
    again.give_up_at = again.next_at + TRIED_FOR
    again.save()
    return again


def queue_repaired_round(tournament: Tournament, *, number: int) -> None:
    """The tables of a published round are others now. The caller holds the tournament and commits this with it."""
    hearing = tournament.webhooks.filter(off_at=None, topics__contains=Webhook.Topic.PAIRINGS.value)
    Delivery.objects.bulk_create(
        Delivery(webhook=webhook, event=PAIRINGS_CHANGED, about={"round": number}) for webhook in hearing
    )


def secrets_of(webhook: Webhook) -> list[str]:
    """What a delivery is signed with now: the secret, and the former one for a day. Raises InvalidToken when the
    secret of the site changed since."""
    sealed = [webhook.secret]
    if webhook.former_secret and webhook.rotated_at and webhook.rotated_at + FORMER_SIGNS_FOR > db_now():
        sealed.append(webhook.former_secret)
    return [_seal(webhook.pk).decrypt(token.encode()).decode() for token in sealed]


def can_sign(webhook: Webhook) -> bool:
    """Not after the secret of the site changed: then each webhook needs a new one."""
    try:
        return bool(secrets_of(webhook))
    except InvalidToken:
        return False


def log_of(webhook: Webhook) -> QuerySet[Delivery]:
    """What was sent to the address or is on its way, the latest first, with each try."""
    return webhook.deliveries.prefetch_related("tries").order_by("-made_at", "pk")


def switched_off_by_the_site(tournament: Tournament) -> list[Webhook]:
    """What the desk is told of: addresses that failed for long."""
    return list(tournament.webhooks.filter(off_at__isnull=False).exclude(off_why=""))


def _held(webhook: Webhook) -> Webhook:
    """The webhook as it is now, under the lock of its tournament."""
    tournament = lock_tournament(webhook.tournament)
    held = tournament.webhooks.select_for_update(no_key=True).filter(pk=webhook.pk).first()
    if held is None:
        raise Refused(_("This webhook was removed in the meantime."), code="webhook_gone")
    held.tournament = tournament
    return held


def _chosen(topics: Collection[str]) -> list[str]:
    chosen = [topic for topic in Webhook.Topic.values if topic in topics]
    if not chosen:
        raise Refused(_("Choose at least one event."), code="topic_missing")
    return chosen


def _save(webhook: Webhook) -> None:
    try:
        with transaction.atomic():
            webhook.save()
    except IntegrityError:
        raise Refused(_("This address already has a webhook; change that one."), code="address_taken") from None


def _refuse_off(webhook: Webhook) -> None:
    if webhook.is_off:
        raise Refused(_("This webhook is paused. Resume it, then send."), code="webhook_off")


def _new_secret(pk: UUID) -> tuple[str, str]:
    """Sealed, and as its owner writes it down."""
    secret = outbound_http.PREFIX + b64encode(secrets.token_bytes(32)).decode()
    return _seal(pk).encrypt(secret.encode()).decode(), secret


def _seal(pk: UUID) -> Fernet:
    """Made from the row and the site's secret: a copy of the database alone signs nothing."""
    return Fernet(urlsafe_b64encode(salted_hmac("bos.webhooks", str(pk), algorithm="sha256").digest()))
