"""Cards that an event took away or felled, as they last were: under whose control (2.1.9), how strong (G-266)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from engine.bos.model import terms
from engine.bos.model.cards import SPELL
from engine.bos.model.places import NOBODY, seat_of_thing
from engine.bos.model.state import Copy, PendingAbility, Remembered
from engine.choice import Event

_TO_PILES: Final = ("to graveyard", "to castle", "to spellbook")
_TAKING_AWAY: Final = ("leave", "return", *_TO_PILES)
_TAKING_AWAY_OR_FELLING: Final = ("defeat", *_TAKING_AWAY)
_GOING: Final = ("unenchant", *_TAKING_AWAY_OR_FELLING)


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
    if card.face.type is SPELL:
        return card.owner
    control = as_it_went(event, card).control
    return card.owner if control == NOBODY else control


def tells_of_going(pending: PendingAbility) -> bool:
    """Whether an ability is about the going of its own card, which it outlives."""
    event = pending.event
    if event is None or event.kind not in _GOING:
        return False
    return pending.source == (event.other if event.kind == "unenchant" else event.card)


def last_strength(pending: PendingAbility, card: Copy) -> int:
    """The strength of a card; of one that fell, or is gone, what it last had as far as an ability knows (G-266,
    10.1.11)."""
    if card.leaving:
        return card.fell_with or _in_mind(pending, card)
    return _in_mind(pending, card) if card.place == NOBODY else card.strength


def _in_mind(pending: PendingAbility, card: Copy) -> int:
    """The strength of a card when it was last named, or had to go."""
    for memory in reversed(pending.named):
        if card.id in memory.things:
            return memory.strengths[memory.things.index(card.id)]
    return _told(pending.event, card)


def _told(event: Event | None, card: Copy) -> int:
    """The strength of a card as the event of its going tells it."""
    if card.leaving:
        return card.fell_with
    gone = card.place == NOBODY and event is not None and event.card == card.id
    return event.amount if gone and event is not None and event.kind in ("leave", "return") else card.strength


def as_it_was(event: Event | None, card: Copy) -> Copy:
    """A card as a text looks at it that a defeat or a departure set off: under the control and with the strength that
    it last had (2.1.9, G-266)."""
    was = as_it_went(event, card)
    if event is None or event.kind not in _TAKING_AWAY_OR_FELLING:
        return was
    return _as_strong(was, _told(event, card))


def as_it_is_known(pending: PendingAbility, card: Copy) -> Copy:
    """The same in the middle of an ability, whatever set it off. Only what damage set off is about a card as the damage
    left it, before it falls (G-261)."""
    event = pending.event
    was = as_it_went(event, card)
    if event is not None and event.kind == "taken" and card.id in (event.card, event.other):
        return was
    return _as_strong(was, last_strength(pending, card))


def _as_strong(card: Copy, strength: int) -> Copy:
    if strength != card.strength:
        card = card.own()
        card.strength = strength
    return card


def knowing(pending: PendingAbility, events: Sequence[Event], *, measures: bool = False) -> PendingAbility:
    """An ability with the strength in mind that cards had as they left: those it has named, and where it measures what
    it may call by other words, its own card, those of its event, and "it"."""
    gone = {event.card: event.amount for event in events if event.kind == "leave"}
    if not gone:
        return pending
    named = tuple([_updated(memory, gone) for memory in pending.named])
    known = {thing for memory in named for thing in memory.things}
    event = pending.event
    sides = () if event is None else (event.card, event.other)
    called = (pending.source, *sides, *pending.it)
    others = tuple([one for one in gone if one in called and one not in known])
    if measures and others:
        named = (*named, Remembered(terms.This(), others, tuple([gone[one] for one in others])))
    return pending._replace(named=named)


def _updated(memory: Remembered, gone: Mapping[int, int]) -> Remembered:
    if not any(thing in gone for thing in memory.things):
        return memory
    pairs = zip(memory.things, memory.strengths, strict=True)
    return memory._replace(strengths=tuple([gone.get(thing, strength) for thing, strength in pairs]))
