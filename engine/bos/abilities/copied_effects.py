"""Which spells have an effect that a text can carry out anew (G-387, G-388)."""

from __future__ import annotations

from engine.bos.abilities.card_abilities import texts_of
from engine.bos.model import syntax
from engine.bos.model.cards import CardType
from engine.bos.model.state import Table


def can_be_copied(table: Table, number: int) -> bool:
    """Whether the effect of a card can be carried out anew: it is a spell that neither enchants nor speaks of an event,
    and whose effect is not being carried out already."""
    face = table.copies[number].face if number >= 0 else None
    if face is None or face.type is not CardType.SPELL or not all(map(_is_plain, texts_of(face))):
        return False
    return not any(frame.pending is not None and frame.pending.source == number for frame in table.frames)


def _is_plain(text: syntax.Text | None) -> bool:
    if text is None or text.enchant or text.instead:
        return False
    return not any(isinstance(moment, syntax.When) for moment in text.moments)
