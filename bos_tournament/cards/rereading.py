"""Cards that were published or pinned earlier and are read otherwise today, and the deed that takes the new over."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from hashlib import sha256
from typing import NamedTuple
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from bos_tournament.cards import catalogue, meanings, wording
from bos_tournament.cards.models import Card, Meaning, PinnedPool
from bos_tournament.errors import Refused
from engine.bos.cards import Card as EngineCard
from engine.bos.cards import Pool
from engine.bos.cardtext import keeping, treejson
from engine.bos.cardtext.reading import Spoken, spoken


class Changed(NamedTuple):
    """A published card that the language reads otherwise today. `old` is empty where the trees of then are gone;
    `obstacle` says why the new meaning cannot be published; `digest` names the new meaning.
    """

    card: Card
    old: tuple[wording.Said, ...]
    new: tuple[wording.Said, ...]
    obstacle: str | None
    digest: str


def changed() -> list[Changed]:
    """The published cards whose meaning is not what was kept when they were published, by name."""
    names = catalogue.known()
    return [found for card in _published() if (found := _changed(card, names))]


def _published() -> Iterator[Card]:
    yield from catalogue.to_publish().filter(state=Card.State.PUBLISHED)


def _changed(card: Card, names: Pool) -> Changed | None:
    face = catalogue.engine_card(card)
    row, today = meanings.kept_row(card, face), spoken(face, names)
    if row is not None and row.said == keeping.write_spoken(today):
        return None
    old = _readable(row)
    told = wording.told(face, old) if old else ()
    return Changed(card, told, wording.told(face, today), catalogue.obstacle(face, names), _digest(today))


def _readable(row: Meaning | None) -> Spoken | None:
    try:
        return keeping.read_spoken(row.said) if row else None
    except treejson.NotATree:
        return None


def _digest(said: Spoken) -> str:
    return sha256(keeping.write_spoken(said).encode()).hexdigest()[:16]


@transaction.atomic
def publish_anew(shown: Mapping[UUID, str]) -> list[Card]:
    """Publishes today's meaning of these cards in place of the kept one; returns the cards.

    `shown` holds for each card the digest of the meaning that was looked at. Raises Refused, and changes nothing, if
    one of them means something else by now or cannot be played.
    """
    cards = list(Card.objects.select_for_update().filter(pk__in=shown, state=Card.State.PUBLISHED))
    faces = [(card, catalogue.engine_card(card)) for card in cards]
    names = catalogue.known()
    for card, face in faces:
        _refuse_unseen(face, names, shown[card.pk])
    meanings.keep_anew(faces, names)
    return cards


def _refuse_unseen(face: EngineCard, names: Pool, digest: str) -> None:
    if said := catalogue.obstacle(face, names):
        raise Refused(
            _("%(card)s keeps its meaning. %(said)s") % {"card": face.name, "said": said}, code="not_playable"
        )
    if _digest(spoken(face, names)) != digest:
        said = _("%(card)s has changed since this page was shown. Nothing was published; look at it again.") % {
            "card": face.name
        }
        raise Refused(said, code="changed_meanwhile")


def differing(row: PinnedPool) -> tuple[str, ...]:
    """The names of the pinned cards that the language reads otherwise today than when they were pinned."""
    return _differing(row.hash, catalogue.version(), row)


@lru_cache(maxsize=64)
def _differing(_hash: str, _version: UUID | None, row: PinnedPool) -> tuple[str, ...]:
    cards = Pool.read(row.text)
    own = {card.key: card for card in catalogue.known().cards} | {card.key: card for card in cards.cards}
    names = Pool(tuple(own.values()))
    kept, today = keeping.kept_texts(row.meanings), keeping.kept_texts(keeping.write_kept(cards, names))
    return tuple(card.name for card in cards.cards if kept.get(card.key) != today.get(card.key))
