"""Several things together: what they have in common, and what stands behind the last of them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from engine.bos.cardtext.combinators import Refusal
from engine.bos.cardtext.grammar_words import KINDS
from engine.bos.model import terms


def alike(parts: tuple[terms.Thing, ...]) -> terms.Filter | None:
    """What "a summon or a boss" has in common with "a summon or boss": everything but the type."""
    filters = [part.filter for part in parts if isinstance(part, terms.Choose) and (part.low, part.high) == (1, 1)]
    if len(filters) < len(parts) or any(not meant.kinds for meant in filters):
        return None
    if len({replace(meant, kinds=()) for meant in filters}) > 1:
        return None
    named = [kind for meant in filters for kind in meant.kinds]
    return replace(filters[0], kinds=tuple(kind for kind in KINDS if kind in named))


_PLACES = ("control", "owner", "zone", "least", "most", "past", "column", "near", "extreme", "dear", "cheap", "base",
           "past_no")  # fmt: skip


def placed(cards: terms.Thing, where: dict[str, Any]) -> terms.Thing:
    """The cards with what stands behind the last of several things."""
    if not isinstance(cards, terms.Choose | terms.Each) or places(cards):
        raise Refusal()
    return replace(cards, filter=replace(cards.filter, **where))


def places(what: terms.Thing) -> dict[str, Any]:
    """Everything that stands behind the noun and is not its own."""
    if not isinstance(what, terms.Choose | terms.Each):
        return {}
    pairs = {name: getattr(what.filter, name) for name in _PLACES}
    return {name: value for name, value in pairs.items() if value and (name, value) != ("zone", "table")}
