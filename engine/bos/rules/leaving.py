"""Cards that go to a pile of their owner: defeated ones, spells that were cast or removed, and what a text puts away.

Before a card goes something else may happen instead (10.4.7).
"""

from __future__ import annotations

from typing import Final

from engine.bos.abilities import continuous_effects
from engine.bos.model.cards import CardType
from engine.bos.model.places import NOBODY, player
from engine.bos.model.quick_values import make_event
from engine.bos.model.state import ASIDE, CASTLE, GRAVEYARD, ORIGINS, SPELLBOOK, TABLE, UNDER, Copy, Draft
from engine.bos.rules import replacement_effects
from engine.bos.rules.instead.postponed_events import POSTPONED
from engine.choice import Event

_HOME: Final = {CardType.SUMMON: CASTLE, CardType.SPELL: SPELLBOOK}


def bury(draft: Draft, number: int) -> bool:
    """A card on the battlefield, under another one or just cast goes to its owner's graveyard, unless something happens
    instead."""
    copy = draft.copies[number]
    goes = copy.zone == TABLE and replacement_effects.replaced(draft, make_event("leave", number, copy.control))
    if goes or replacement_effects.replaced(draft, to_graveyard(draft, number)):
        if not (draft.frames and draft.frames[-1].routine == POSTPONED):
            stay(draft, number)
        return False
    bury_now(draft, number)
    return True


def stay(draft: Draft, number: int) -> None:
    """A defeated card that something else happened to, and that lies where it lay, is there as before."""
    if draft.copies[number].zone == TABLE:
        draft.own(number).fell_with = 0


def to_graveyard(draft: Draft, number: int) -> Event:
    """That a card goes to its owner's graveyard, as an event that may be replaced; its amount says from where."""
    copy = draft.copies[number]
    return make_event("to graveyard", number, copy.owner, NOBODY, ORIGINS.index(copy.zone))


def bury_now(draft: Draft, number: int) -> None:
    """The same where nothing can happen instead any more; what lies under a card goes with it (6.2.3)."""
    copy = draft.copies[number]
    host = copy.host
    if copy.zone == UNDER:
        draft.put_away(number, GRAVEYARD)
        draft.happen("unenchant", host, other=number)
    elif copy.zone == ASIDE:
        draft.put_away(number, GRAVEYARD)
        draft.happen("away", number, copy.owner)
    else:
        draft.happen("leave", number, copy.control, amount=copy.fell_with if copy.leaving else copy.strength)
        draft.put_away(number, GRAVEYARD)
        for spell in lying_under(draft, (number,)):
            bury(draft, spell)


def lying_under(draft: Draft, hosts: tuple[int, ...]) -> tuple[int, ...]:
    """The spells that lie under some cards."""
    return tuple([spell for spell in draft.under if draft.copies[spell].host in hosts])


def put(draft: Draft, number: int, zone: str, *, discard: bool = False) -> bool:
    """A card goes to a pile of its owner, as it was printed, and its enchantments to theirs (G-66, 6.2.3).

    A defeated card that goes elsewhere does not go to the graveyard any more.
    """
    copy = draft.copies[number]
    home = home_of(copy)
    if copy.zone == zone or zone not in (GRAVEYARD, ASIDE, home):
        return False
    kind = "discard" if discard else "return" if zone == home else "away"
    if kind == "return" and continuous_effects.forbidden(draft, "be returned", number):
        return False
    if _something_else(draft, number, kind, zone):
        return False
    put_now(draft, number, zone, kind)
    return True


def home_of(copy: Copy) -> str | None:
    """The pile in which such cards lie before they come into play."""
    return _HOME.get(copy.face.type) if copy.face.type else None


def _something_else(draft: Draft, number: int, kind: str, zone: str) -> bool:
    """Whether something happens instead of going there; a card that falls has been asked about its leaving."""
    copy = draft.copies[number]
    if kind != "away" and replacement_effects.replaced(draft, Event(kind, number, copy.owner)):
        return True
    goes = copy.zone == TABLE and not copy.leaving
    where = _DISCARDED if kind == "discard" else ORIGINS.index(zone)
    if goes and replacement_effects.replaced(draft, make_event("leave", number, copy.control, NOBODY, where)):
        return True
    return zone == GRAVEYARD and replacement_effects.replaced(draft, to_graveyard(draft, number))


_DISCARDED: Final = len(ORIGINS)
"""As the amount of an event that may be replaced: that a card leaves the battlefield by being discarded. Others say by
their number in `ORIGINS` where it goes; 0 is the graveyard of whoever owns a card that falls."""


def leave_now(draft: Draft, event: Event) -> None:
    """A card leaves the battlefield after all, to where it would have gone."""
    if not event.amount:
        bury_now(draft, event.card)
    elif event.amount == _DISCARDED:
        put_now(draft, event.card, GRAVEYARD, "discard")
    else:
        zone = ORIGINS[event.amount]
        put_now(draft, event.card, zone, "return" if zone == home_of(draft.copies[event.card]) else "away")


def put_now(draft: Draft, number: int, zone: str, kind: str) -> None:
    """The card goes there; what lies under it goes to the graveyards of its owners. The other thing of the event is the
    player who controlled it on the battlefield."""
    copy = draft.copies[number]
    strength, controller = copy.fell_with or copy.strength, NOBODY
    if copy.place != NOBODY:
        controller = player(copy.control)
        draft.happen("leave", number, copy.control, amount=strength)
        for spell in lying_under(draft, (number,)):
            bury(draft, spell)
    elif copy.host != NOBODY:
        draft.happen("unenchant", copy.host, other=number)
    draft.put_away(number, zone)
    draft.happen(kind, number, copy.owner, controller, strength)
