"""The drawings of all published cards: one SVG file a stone, under a name of its contents, so that it is kept for ever.

Each drawing is a symbol under the slug of its card. It takes its paints from the page that shows it.
"""

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple
from uuid import UUID

from django.urls import reverse

from bos_tournament.cards import art, catalogue
from bos_tournament.cards.art.lines import FIELD
from bos_tournament.cards.art.spells import ANSWERS, STAYS
from bos_tournament.cards.models import Card
from engine.bos.game import Card as EngineCard
from engine.bos.game import serialization

VIEW_BOX = f'viewBox="0 0 {FIELD} {FIELD}" preserveAspectRatio="xMidYMid slice"'


class Sheet(NamedTuple):
    """The drawings of one stone."""

    digest: str
    """Another one for other drawings."""
    svg: str
    """The file."""


def sheets() -> Mapping[str, Sheet]:
    """By colour; drawn once a version of the catalogue and process."""
    return _sheets(stamp) if (stamp := catalogue.version()) else {}


def add_drawings(cards: Iterable[Card]) -> None:
    """Tells each card where its drawing is; drafts, and cards without a type or colour, have none."""
    drawn = sheets()
    for card in cards:
        sheet = drawn.get(card.color or "") if card.type and card.state == Card.State.PUBLISHED else None
        if sheet:
            card.drawing = f"{reverse('cards:art', args=[card.color, sheet.digest])}#{card.slug}"


@lru_cache(maxsize=2)
def _sheets(_stamp: UUID) -> Mapping[str, Sheet]:
    cards, slugs = catalogue.published()
    symbols = defaultdict(list)
    for card in cards.cards:
        if card.type and card.color:
            drawing = art.draw(card.name, card.type, card.color, _mark(card))
            symbols[str(card.color)].append(f'<symbol id="{slugs[card.key]}" {VIEW_BOX}>{drawing}</symbol>')
    return {color: _sheet("".join(drawings)) for color, drawings in symbols.items()}


def _sheet(symbols: str) -> Sheet:
    svg = f'<svg xmlns="http://www.w3.org/2000/svg">{symbols}</svg>\n'
    return Sheet(hashlib.blake2s(svg.encode(), digest_size=8).hexdigest(), svg)


def _mark(card: EngineCard) -> str:
    texts = serialization.compiled(card, catalogue.known()).texts
    if any(text is not None and text.enchant for text in texts):
        return STAYS
    return ANSWERS if card.condition else ""
