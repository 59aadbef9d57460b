"""What stands in the way of an event: damage that is prevented, and "would … instead".

An ability acts at most once on one event and on what takes its place, so that nothing is replaced for ever. Several:
those of the active player first, then by place (J-10).
"""

from __future__ import annotations

from typing import Final, NamedTuple

from engine.bos import effects, quantities, things
from engine.bos.state import NOBODY, Doing, Draft, Frame, Modifier, Table, player, seat_of_thing
from engine.bos.statics import forbidden, speaking
from engine.bos.texts import Guard, standing
from engine.bos.tree import Each, Host, Step, Text, This, When, Who
from engine.choice import Event

REPLACING: Final = "replacing"
"""The routine of a replacement under way: only its `Doing` counts, as a mark that it has acted."""

VERBS: Final[dict[str, tuple[str, ...]]] = {
    "defeat": ("defeated", "defeats"),
    "dealt": ("damaged", "deals damage"),
    "return": ("returns",),
    "discard": ("discards",),
    "gain life": ("gains",),
    "gain vim": ("gains",),
    "gain ether": ("gains",),
    "lose life": ("loses",),
    "lose vim": ("loses",),
    "lose ether": ("loses",),
}
"""What may be replaced: for each kind of event the verbs that speak of it."""

ACTIVE: Final = frozenset({"defeats", "deals damage"})
"""Verbs whose subject is the other card of the event."""


# Damage


def damage(draft: Draft, thing: int, by: int, dealt: int, in_battle: bool) -> int:
    """How much of the damage is still dealt to a card or player after all that prevents it (G-90).

    `by` is the card that deals it, or -1. Whoever cannot be damaged is dealt none.
    """
    said = standing(draft.setup)
    if not (draft.modifiers or said.guards or "be damaged" in said.bans) or dealt <= 0:
        return dealt
    ban = forbidden(draft, "be damaged", thing)
    if ban is not None:
        return _prevent(draft, thing, ban.id, dealt, dealt)
    event = _damage_event(draft, thing, by, dealt)
    for shield in _shields(draft, event, thing, in_battle):
        if not dealt:
            break
        dealt = _take(draft, thing, shield, dealt)
    return dealt


class _Shield(NamedTuple):
    """Something that prevents damage: so much (None: all), by a card, and what is used up by it."""

    seat: int
    source: int
    amount: int | None
    modifier: Modifier | None = None


def _damage_event(table: Table, thing: int, by: int, dealt: int) -> Event:
    seat = seat_of_thing(thing) if thing < 0 else table.copies[thing].control
    return Event("dealt", max(thing, NOBODY), seat, by, dealt)


def _shields(draft: Draft, event: Event, thing: int, in_battle: bool) -> list[_Shield]:
    """The active player's first (J-10); of one player continuous texts before what is used up."""
    found = [
        _Shield(doing.seat, doing.source, guard.deed.amount)
        for doing, guard in speaking(draft, standing(draft.setup).guards)
        if _guards(draft, doing._replace(event=event, it=(thing,), amount=event.amount), guard, thing, in_battle)
    ]
    found += [
        _Shield(modifier.seat, modifier.source, None if modifier.amount < 0 else modifier.amount, modifier)
        for modifier in draft.modifiers
        if modifier.kind == "prevent" and modifier.thing == thing
    ]
    return sorted(found, key=lambda shield: shield.seat != draft.active)


def _guards(table: Table, doing: Doing, guard: Guard, thing: int, in_battle: bool) -> bool:
    if guard.when is None:
        return thing in things.named(table, doing, guard.deed.to)
    assert doing.event is not None
    return _is_meant(table, doing, guard.when, doing.event, in_battle)


def _take(draft: Draft, thing: int, shield: _Shield, dealt: int) -> int:
    kept_off = dealt if shield.amount is None else min(shield.amount, dealt)
    if shield.modifier is not None and shield.amount is not None:
        _use_up(draft, shield.modifier, kept_off)
    return _prevent(draft, thing, shield.source, kept_off, dealt)


def _use_up(draft: Draft, modifier: Modifier, amount: int) -> None:
    """Of "the next N damage" so much is spent."""
    where = draft.modifiers.index(modifier)
    left = (modifier._replace(amount=modifier.amount - amount),) if modifier.amount > amount else ()
    draft.modifiers = (*draft.modifiers[:where], *left, *draft.modifiers[where + 1 :])


def _prevent(draft: Draft, thing: int, source: int, kept_off: int, dealt: int) -> int:
    """Note what was prevented; gives what is left of the damage."""
    if kept_off:
        seat = seat_of_thing(thing) if thing < 0 else draft.copies[thing].control
        draft.happen("prevent", max(thing, NOBODY), seat, source, kept_off)
    return dealt - kept_off


# Instead


def replaced(draft: Draft, event: Event, in_battle: bool = False) -> bool:
    """Whether something else happens instead of the event; if so, it has happened.

    The event is given as it would be noted; `in_battle` is looked at for damage, a defeat says it itself. A replacement
    that would have to ask is not carried out, and the event happens.
    """
    voices = standing(draft.setup).replacements
    if not voices or event.kind not in VERBS:
        return False
    acted = {frame.doing[:2] for frame in draft.frames if frame.routine == REPLACING and frame.doing}
    for doing, text in sorted(speaking(draft, voices), key=lambda found: found[0].seat != draft.active):
        if doing[:2] in acted or (doing.source, doing.number, text.limit) in draft.used:
            continue
        about = doing._replace(event=event, it=(_subject(event),), amount=event.amount)
        if _stands_in(draft, about, text, event, in_battle):
            _carry_out(draft, about, text)
            return True
    return False


def _stands_in(draft: Draft, doing: Doing, text: Text, event: Event, in_battle: bool) -> bool:
    assert text.instead is not None
    if not _is_meant(draft, doing, text.instead, event, in_battle):
        return False
    return not any(things.is_open(draft, doing, thing) for step in text.steps for thing in things.slots(step.deed))


def _carry_out(draft: Draft, doing: Doing, text: Text) -> None:
    """The steps at once, marked as under way, so that what they do is not replaced by the same ability again."""
    if text.limit:
        draft.used += ((doing.source, doing.number, text.limit),)
    draft.happen("ability", doing.source, doing.seat, amount=doing.number + 1)
    mark = Frame(REPLACING, doing=doing)
    draft.frames.append(mark)
    for step in text.steps:
        doing = _step(draft, doing, step)
    if draft.frames and draft.frames[-1] is mark:
        draft.frames.pop()


def _step(draft: Draft, doing: Doing, step: Step) -> Doing:
    if step.did is not None and step.did != doing.did:
        return doing
    if step.only and not quantities.holds(draft, doing, step.only):
        return doing._replace(did=False)
    if step.unless and quantities.holds(draft, doing, step.unless):
        return doing._replace(did=False)
    resolved = tuple(things.named(draft, doing, thing) for thing in things.slots(step.deed))
    return effects.after(doing, effects.perform(draft, doing, step.deed, resolved))


# What an event is about


def _is_meant(table: Table, doing: Doing, when: When, event: Event, in_battle: bool) -> bool:
    """Whether an event that would happen is the one a text speaks of."""
    if when.verb not in VERBS[event.kind]:
        return False
    if when.resource is not None and not event.kind.endswith(when.resource):
        return False
    if when.least is not None and event.amount < when.least:
        return False
    if when.in_battle and not (in_battle or (event.kind == "defeat" and event.amount == 1)):
        return False
    who, to = _subject(event), event.other
    if when.verb in ACTIVE:
        who, to = to, who
    if not _stands_for(table, doing, when.who, who) or (when.to and not _stands_for(table, doing, when.to, to)):
        return False
    return when.condition is None or quantities.holds(table, doing, when.condition)


def _subject(event: Event) -> int:
    """Whom an event happens to, as a thing."""
    return event.card if event.card >= 0 else player(event.seat)


def _stands_for(table: Table, doing: Doing, named: This | Host | Each | Who, thing: int) -> bool:
    if isinstance(named, Who):
        return seat_of_thing(thing) in things.players(table, doing, named.player)
    return thing >= 0 and thing in things.named(table, doing, named)
