"""Cards that an event took away or felled, as they last were: under whose control (2.1.9), how strong (G-266)."""

from __future__ import annotations

from typing import Final

from engine.bos.model.cards import CardType
from engine.bos.model.places import NOBODY, seat_of_thing
from engine.bos.model.state import Copy
from engine.choice import Event

_TO_PILES: Final = ("to graveyard", "to castle", "to spellbook")
_TAKING_AWAY: Final = ("leave", "return", *_TO_PILES)


def as_it_went(event: Event | None, card: Copy) -> Copy:
    """A card that an event took away under the control it went with; out of a pile nobody controls it (2.1.9)."""
    if event is None or event.kind not in _TAKING_AWAY or event.card != card.id:
        return card
    if event.kind in _TO_PILES and event.other == NOBODY:
        return card
    gone = card.own()
    gone.control = event.seat if event.kind == "leave" else seat_of_thing(event.other)
    return gone


def speaker(event: Event, card: Copy) -> int:
    """Whose an ability of a card is that an event sets off: its caster's (G-79), or of whoever controls it, or did as
    it went (2.1.9); in a pile its owner's."""
    if card.face.type is CardType.SPELL:
        return card.owner
    control = as_it_went(event, card).control
    return card.owner if control == NOBODY else control


def last_strength(event: Event | None, card: Copy) -> int:
    """The strength of a card; of one that fell, or left with the event of an ability, what it last had (G-266)."""
    if card.leaving:
        return card.fell_with
    gone = card.place == NOBODY and event is not None and event.card == card.id
    return event.amount if gone and event is not None and event.kind in ("leave", "return") else card.strength


def as_it_was(event: Event | None, card: Copy) -> Copy:
    """A card as a text looks at it that a defeat or a departure set off: under the control and with the strength that
    it last had (2.1.9, G-266)."""
    was = as_it_went(event, card)
    if event is not None and event.kind in ("defeat", *_TAKING_AWAY):
        strength = last_strength(event, card)
        if strength != card.strength:
            was = was.own()
            was.strength = strength
    return was
