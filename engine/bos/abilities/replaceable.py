"""What the texts of a game can let happen instead of an event: which events, and which spells are cast for it."""

from __future__ import annotations

from collections.abc import Mapping

from engine.bos.abilities.card_abilities import texts_of
from engine.bos.abilities.standing_texts import deeds_of
from engine.bos.cardtext.effects.replacements import is_cast_instead
from engine.bos.cardtext.tree_walk import parts
from engine.bos.model.cards import Card, CardType
from engine.bos.model.setup import Setup
from engine.bos.model.syntax import Delay, Text, When

Castable = Mapping[str, tuple[tuple[int, Text], ...]]
"""Spells that are cast as something else happens instead: their abilities of that kind, by identity."""


def castable(setup: Setup) -> Castable:
    """The spells of a game that are cast as something else happens instead; looked up once for each game."""
    known = setup.known.fresh()
    spells: Castable | None = known.castable
    if spells is None:
        faces = {face.key: face for pile in setup.piles for face in pile if face.type is CardType.SPELL}
        spells = known.castable = {name: said for name, face in faces.items() if (said := _said_instead(face))}
    return spells


def _said_instead(face: Card) -> tuple[tuple[int, Text], ...]:
    texts = texts_of(face)
    if any(text is not None and text.enchant for text in texts):
        return ()
    return tuple((number, text) for number, text in enumerate(texts) if text is not None and is_cast_instead(text))


def can_be_replaced(setup: Setup, verb: str) -> bool:
    """Whether a text of the game may let something else happen instead of this."""
    known = setup.known.fresh()
    verbs = known.replaced
    if verbs is None:
        faces = (face for cards in (setup.bosses, *setup.wizards, *setup.piles) for face in cards)
        said = (text for face in faces for text in texts_of(face))
        verbs = known.replaced = frozenset(
            part.verb for text in said if text is not None and _replaces(text) for part in parts(text)
            if isinstance(part, When)
        )  # fmt: skip
    return verb in verbs


def _replaces(text: Text) -> bool:
    return text.instead is not None or any(isinstance(deed, Delay) and deed.would for deed in deeds_of(text))
