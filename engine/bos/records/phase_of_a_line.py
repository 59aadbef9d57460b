"""What a line tells of the phase that is on: whatever belongs to the main phase ends the summoning phase."""

from __future__ import annotations

from typing import Final

from engine.bos.abilities.card_abilities import has_condition, texts_of
from engine.bos.model.cards import SPELL, Card
from engine.bos.model.presence import is_active
from engine.bos.model.state import State
from engine.bos.model.syntax import At, During, Text
from engine.bos.records.unstated_answers import is_put_off, waits_for_an_event
from engine.bos.rules.spells import can_cast


def waits_for_main(text: Text | None) -> bool:
    """Whether an ability, of whichever player, cannot be used before the summoning phase ends."""
    return text is not None and any(
        (isinstance(moment, During) and moment.phase == "main")
        or (isinstance(moment, At) and (moment.phase, moment.point) in _AT_THE_CHANGE)
        for moment in text.moments
    )


_AT_THE_CHANGE: Final = (("summoning", "end"), ("main", "start"), ("main", "middle"))


def is_of_main(text: Text | None) -> bool:
    """Whether an ability is one of the main phase, so that writing it ends the summoning phase."""
    if text is None:
        return True
    phases = [moment.phase for moment in text.moments if isinstance(moment, During)]
    return bool(phases) and not any(phase in ("summoning", "turn") for phase in phases)


def _is_cast_in_main(card: Card) -> bool:
    """Whether a spell is one of the main phase (6.1.1): it has no condition, or that is its condition."""
    texts = texts_of(card)
    return not has_condition(card) or (bool(texts) and texts[0] is not None and is_of_main(texts[0]))


def ends_summoning(state: State, seat: int, card: Card) -> bool:
    """Whether a card that is named in the summoning phase tells of the main phase: as a spell that is cast there, or by
    what waits for its beginning."""
    if (is_active(state, seat) and _is_cast_in_main(card)) or _is_cast_later(card):
        return True
    texts = texts_of(card)
    waits = bool(texts) and texts[0] is not None and waits_for_an_event(texts[0])
    return (waits or is_put_off(state, name=card.key)) and not can_cast(state, seat, card)


def _is_cast_later(card: Card) -> bool:
    """Whether a spell waits for the main phase of this turn, whosever it is."""
    texts = texts_of(card)
    return card.type is SPELL and bool(texts) and waits_for_main(texts[0])
