"""What a phrase of a meaning must know about its text: which one it is, and what its words refer to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from engine.bos.model import syntax, terms
from engine.bos.model.deed_things import things_of
from engine.messages import Message

THIS: Final = Message("bos.thing.this")
IT: Final = Message("bos.thing.it")
HOST: Final = Message("bos.thing.enchanted", noun=Message("bos.noun.card"))
OTHER: Final = Message("bos.thing.other_card")


@dataclass(frozen=True, slots=True)
class Context:
    """What a phrase must know about the text it stands in."""

    host: Message = HOST
    """The card under the enchantment."""
    other: Message = OTHER
    """The other card of the event."""
    text: syntax.Text | None = None
    """The text, in which references are looked up."""
    delay: syntax.Delay | None = None
    """What waits, whose steps they are."""
    itself: terms.Thing | None = None
    """What the deed is done to, one at a time."""
    continuous: bool = False
    """Whether the steps apply all the time."""
    enchants: bool = False
    """Whether they are those of an enchantment."""


PLAIN: Final = Context()


# What was named before


def named_before(context: Context, what: terms.Earlier) -> terms.Thing | None:
    """What a reference refers to, as the text said it first; None where that is no part of this text."""
    text = context.text
    if text is None:
        return None
    if what.where == "event":
        events = events_of(context, what.number)
        return (events[0].who, events[0].to)[what.slot] if events else None
    if what.where == "cost":
        part = text.cost[what.number] if what.number < len(text.cost) else None
        return None if part is None or isinstance(part, syntax.Pay) else part.what
    steps = context.delay.steps if what.where == "then" and context.delay else text.steps
    if what.number >= len(steps):
        return None
    deed = steps[what.number].deed
    if isinstance(deed, syntax.Conduct):
        return terms.Choose(terms.Filter(kinds=("summon",)))
    slots = one_by_one(deed)
    return slots[what.slot] if what.slot < len(slots) else None


def events_of(context: Context, number: int) -> list[syntax.When]:
    """The events of the text, or those that are waited for (1)."""
    text, delay = context.text, context.delay
    moments: tuple[object, ...] = (*text.moments, text.instead) if text else ()
    if number:
        moments = (delay.when,) if delay else ()
    return [event for moment in moments if isinstance(moment, syntax.When) for event in moment.events]


def one_by_one(deed: syntax.Deed) -> list[terms.Thing]:
    """The things of a deed, each of several things together by itself."""
    return [
        part for phrase in things_of(deed) for part in (phrase.parts if isinstance(phrase, terms.Both) else (phrase,))
    ]


def is_player(context: Context, what: terms.Thing) -> bool:
    """Whether a reference means a player."""
    if isinstance(what, terms.Itself):
        what = context.itself or what
    meant = named_before(context, what) if isinstance(what, terms.Earlier) else what
    return isinstance(meant, terms.Who)
