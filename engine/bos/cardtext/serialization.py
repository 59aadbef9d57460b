"""What cards were understood to say, kept as text: for a card when it is published, for a pool when an event pins it.

A kept meaning is played in place of what the language makes of the sentence later. One that cannot be read any more,
because the trees have changed since, is left out: then the card is read from its sentences again.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from engine.bos.cardtext.reader import spoken
from engine.bos.cardtext.tree_json import NotATree, from_json, tree_to_json
from engine.bos.model import syntax
from engine.bos.model.card_pool import Pool
from engine.bos.model.cards import Card, Spoken


def compiled(face: Card, names: Pool | None = None) -> Spoken:
    """What a card says: the meaning kept with it, or what the language makes of its sentences today."""
    return face.kept or spoken(face, names)


def write_spoken(meaning: Spoken) -> str:
    """A meaning as canonical JSON: the same text for the same meaning."""
    return _written(_told(meaning))


def read_spoken(text: str) -> Spoken:
    """The meaning that `write_spoken` wrote. Raises NotATree."""
    try:
        return _heard(json.loads(text))
    except (ValueError, RecursionError) as fault:
        raise NotATree(str(fault)) from None


def write_kept(pool: Pool, names: Pool | None = None) -> str:
    """What all cards of a pool say, as one canonical JSON object by the identity of the card; plain ones are left out.

    `names` holds the cards that a sentence may name; None: whatever looks like a name.
    """
    by_card = {card.key: _told(compiled(card, names)) for card in pool.cards if card.abilities or card.condition}
    return _written(by_card)


def with_kept(pool: Pool, text: str) -> Pool:
    """The pool whose cards say what `write_kept` wrote. Raises NotATree where the text is nothing of that kind."""
    by_card = kept_texts(text)
    return Pool(tuple(_saying(card, by_card.get(card.key)) for card in pool.cards))


def kept_texts(text: str) -> dict[str, Any]:
    """What was kept of each card, as data by its identity. Raises NotATree."""
    try:
        by_card = json.loads(text)
    except (ValueError, RecursionError):
        raise NotATree("A kept meaning is JSON.") from None
    if not isinstance(by_card, dict):
        raise NotATree("The meanings of a pool are an object by card.")
    return by_card


def _saying(card: Card, data: Any) -> Card:
    """The card with its kept meaning, if that can be read and speaks of as many abilities as the card has."""
    try:
        meaning = _heard(data)
    except NotATree:
        return card
    return replace(card, kept=meaning) if len(meaning.texts) == len(card.abilities) else card


def _told(meaning: Spoken) -> dict[str, Any]:
    parts = {"texts": meaning.texts, "calling": meaning.summoning_condition, "rising": meaning.boss_condition}
    return {name: tree_to_json(part) for name, part in parts.items() if part}


def _heard(data: Any) -> Spoken:
    if not isinstance(data, Mapping) or set(data) - {"texts", "calling", "rising"}:
        raise NotATree("What a card says is an object of texts, calling and rising.")
    texts = data.get("texts", [])
    if not isinstance(texts, list):
        raise NotATree("The texts of a card are a list.")
    return Spoken(
        tuple(_part(text, syntax.Text) for text in texts),
        _part(data.get("calling"), syntax.SummoningCondition),
        _part(data.get("rising"), syntax.BossCondition),
    )


def _part(data: Any, kind: type) -> Any:
    if data is None:
        return None
    part = from_json(data)
    if not isinstance(part, kind):
        raise NotATree(f"A {kind.__name__} was kept there.")
    return part


def _written(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
