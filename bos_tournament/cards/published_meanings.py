"""The meanings that cards were published with: kept once, played ever after, replaced only when somebody says so."""

import json
from collections.abc import Iterable
from uuid import UUID

from bos_tournament.cards.models import Card, Meaning
from engine.bos.game import Card as EngineCard
from engine.bos.game import Pool, Spoken, card_to_json, serialization, spoken, tree_json

SENTENCES = ("name", "type", "color", "condition", "abilities")
"""The values of a card on which its meaning depends."""


def printed(face: EngineCard) -> str:
    """The sentences of a card and what they are read with, as text."""
    entry = card_to_json(face)
    return json.dumps([entry[value] for value in SENTENCES], ensure_ascii=False)


def kept_row(card: Card, face: EngineCard) -> Meaning | None:
    """What was kept of a card, if it belongs to the sentences that it has now."""
    row: Meaning | None = getattr(card, "meaning", None)
    return row if row and row.printed == printed(face) else None


def kept_of(card: Card, face: EngineCard) -> Spoken | None:
    """The meaning it was published with; None where none was kept, or none that can still be read."""
    row = kept_row(card, face)
    try:
        return serialization.read_spoken(row.said) if row else None
    except tree_json.NotATree:
        return None


def store_meanings(published: Iterable[tuple[Card, EngineCard]], names: Pool) -> None:
    """Keeps what the language makes of these cards today, except of those whose sentences have a kept meaning."""
    faces = dict(published)
    earlier = dict(Meaning.objects.filter(card__in=faces).values_list("card_id", "printed"))
    store_meanings_again([(card, face) for card, face in faces.items() if earlier.get(card.pk) != printed(face)], names)


def store_meanings_again(published: Iterable[tuple[Card, EngineCard]], names: Pool) -> None:
    """Keeps what the language makes of these cards today, in place of what was kept before."""
    rows = [
        Meaning(card=card, printed=printed(face), said=serialization.write_spoken(spoken(face, names)))
        for card, face in published
    ]
    values = ["printed", "said", "kept_at"]
    Meaning.objects.bulk_create(rows, 500, update_conflicts=True, unique_fields=["card"], update_fields=values)


def drop_meanings(cards: Iterable[UUID]) -> None:
    """A draft keeps no meaning; publishing it asks the language again."""
    Meaning.objects.filter(card__in=list(cards)).delete()
