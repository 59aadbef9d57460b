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
from engine.bos.game import CardType, Pool, key, serialization

VIEW_BOX = f'viewBox="0 0 {FIELD} {FIELD}" preserveAspectRatio="xMidYMid slice"'


class Sheet(NamedTuple):
    """The drawings of one stone."""

    digest: str
    """Another one for other drawings."""
    svg: str
    """The file."""


class Drawings(NamedTuple):
    """Those of all published cards; a card without a type or colour has none."""

    sheets: Mapping[str, Sheet]
    """By colour."""
    hrefs: Mapping[str, str]
    """Where each is, by the slug of its card."""
    slugs: Mapping[str, str]
    """The slugs by the keys of the cards' names."""

    def of(self, name: str) -> str:
        """Where the drawing of the card with this name is; empty for none."""
        return self.hrefs.get(self.slugs.get(key(name), ""), "")


def drawings() -> Drawings:
    """Drawn once a version of the catalogue and process."""
    return _drawings(stamp) if (stamp := catalogue.version()) else Drawings({}, {}, {})


def add_drawings(cards: Iterable[Card]) -> None:
    """Tells each published card where its drawing is."""
    hrefs = drawings().hrefs
    for card in cards:
        card.drawing = hrefs.get(card.slug, "")


@lru_cache(maxsize=2)
def _drawings(_stamp: UUID) -> Drawings:
    (cards, slugs), names = catalogue.published(), catalogue.known()
    symbols = defaultdict[str, dict[str, str]](dict)
    for card in cards.cards:
        if card.type and card.color:
            slug, drawing = slugs[card.key], art.draw(card.name, card.type, card.color, _mark(card, names))
            symbols[str(card.color)][slug] = f'<symbol id="{slug}" {VIEW_BOX}>{drawing}</symbol>'
    sheets = {color: _sheet("".join(of_color.values())) for color, of_color in symbols.items()}
    hrefs = {
        slug: f"{reverse('cards:art', args=[color, sheets[color].digest])}#{slug}"
        for color, of_color in symbols.items()
        for slug in of_color
    }
    return Drawings(sheets, hrefs, slugs)


def _sheet(symbols: str) -> Sheet:
    svg = f'<svg xmlns="http://www.w3.org/2000/svg">{symbols}</svg>\n'
    return Sheet(hashlib.blake2s(svg.encode(), digest_size=8).hexdigest(), svg)


def _mark(card: EngineCard, names: Pool) -> str:
    if card.type != CardType.SPELL:
        return ""
    if any(text is not None and text.enchant for text in serialization.compiled(card, names).texts):
        return STAYS
    return ANSWERS if card.condition else ""
