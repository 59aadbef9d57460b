"""Cards that were published or pinned earlier and are read otherwise today, and the deed that takes the new over."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from hashlib import sha256
from typing import NamedTuple
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from bos_tournament.cards import card_feedback, catalogue, published_meanings
from bos_tournament.cards.models import Card, Meaning, PinnedPool
from bos_tournament.errors import Refused
from engine.bos.game import Card as EngineCard
from engine.bos.game import Pool, Spoken, serialization, spoken, tree_json


class Changed(NamedTuple):
    """A published card that the language reads otherwise today. `old` is empty where the trees of then are gone;
    `obstacle` says why the new meaning cannot be published; `digest` names the new meaning.
    """

    card: Card
    """The row of the catalogue."""
    old: tuple[card_feedback.SentenceMeaning, ...]
    new: tuple[card_feedback.SentenceMeaning, ...]
    """Its sentences as the language reads them today."""
    obstacle: str | None
    digest: str


def changed() -> list[Changed]:
    """The published cards whose meaning is not what was kept when they were published, by name."""
    names = catalogue.known()
    return [change for card in _published() if (change := _changed(card, names))]


def _published() -> Iterator[Card]:
    yield from catalogue.to_publish().filter(state=Card.State.PUBLISHED)


def _changed(card: Card, names: Pool) -> Changed | None:
    face = catalogue.engine_card(card)
    row, today = published_meanings.kept_row(card, face), spoken(face, names)
    if row is not None and row.said == serialization.write_spoken(today):
        return None
    old = _readable(row)
    old_words = card_feedback.describe_card(face, old) if old else ()
    return Changed(
        card, old_words, card_feedback.describe_card(face, today), catalogue.obstacle(card, face, names), _digest(today)
    )


def _readable(row: Meaning | None) -> Spoken | None:
    try:
        return serialization.read_spoken(row.said) if row else None
    except tree_json.NotATree:
        return None


def _digest(meaning: Spoken) -> str:
    return sha256(serialization.write_spoken(meaning).encode()).hexdigest()[:16]


@transaction.atomic
def publish_anew(digests: Mapping[UUID, str]) -> list[Card]:
    """Publishes today's meaning of these cards in place of the kept one; returns the cards.

    `digests` holds for each card the digest of the meaning that was looked at. Raises Refused, and changes nothing, if
    one of them means something else by now or cannot be played.
    """
    cards = list(Card.objects.select_for_update().filter(pk__in=digests, state=Card.State.PUBLISHED))
    faces = [(card, catalogue.engine_card(card)) for card in cards]
    names = catalogue.known()
    for card, face in faces:
        _refuse_unseen(card, face, names, digests[card.pk])
    published_meanings.store_meanings_again(faces, names)
    return cards


def _refuse_unseen(card: Card, face: EngineCard, names: Pool, digest: str) -> None:
    if sentence := catalogue.obstacle(card, face, names):
        raise Refused(
            _("%(card)s keeps its meaning. %(said)s") % {"card": face.name, "said": sentence}, code="not_playable"
        )
    if _digest(spoken(face, names)) != digest:
        sentence = _("%(card)s has changed since this page was loaded. Nothing was published. Check it again.") % {
            "card": face.name
        }
        raise Refused(sentence, code="changed_meanwhile")


def differing(row: PinnedPool) -> tuple[str, ...]:
    """The names of the pinned cards that the language reads otherwise today than when they were pinned."""
    return _differing(row.hash, catalogue.version(), row)


@lru_cache(maxsize=64)
def _differing(_hash: str, _version: UUID | None, row: PinnedPool) -> tuple[str, ...]:
    cards = Pool.read(row.text)
    own = {card.key: card for card in catalogue.known().cards} | {card.key: card for card in cards.cards}
    names = Pool(tuple(own.values()))
    pinned, today = (
        serialization.kept_texts(row.meanings),
        serialization.kept_texts(serialization.write_kept(cards, names)),
    )
    return tuple(card.name for card in cards.cards if pinned.get(card.key) != today.get(card.key))
