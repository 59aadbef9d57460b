"""What stands in the way of an event: damage that is prevented, and "would … instead".

An ability acts at most once on one event and on what takes its place, so that nothing is replaced for ever. Several:
those of the active player first, then by place (J-10).
"""

from __future__ import annotations

from typing import Final, NamedTuple

from engine.bos.abilities import choices, conditions, memory, targets
from engine.bos.abilities.active_abilities import speaking
from engine.bos.abilities.card_abilities import Voices, standing
from engine.bos.abilities.continuous_effects import forbidden
from engine.bos.abilities.standing_clauses import Guard
from engine.bos.model.places import NOBODY, player, seat_of_thing
from engine.bos.model.state import Draft, Frame, Modifier, PendingAbility, Table
from engine.bos.model.syntax import DamageChange, Party, Step, Text, When
from engine.bos.model.terms import Who
from engine.bos.rules import effect_dispatch
from engine.choice import Event

IN_BATTLE: Final = "be damaged in battle"
REPLACING: Final = "replacing"
"""The routine of a replacement under way: only its `PendingAbility` counts, as a mark that it has acted."""

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


def damage(draft: Draft, target: int, by: int, dealt: int, in_battle: bool) -> int:
    """How much of the damage is still dealt to a card or player after all that prevents it (G-90).

    `by` is the card that deals it, or -1. Whoever cannot be damaged is dealt none.
    """
    effects = standing(draft.setup)
    if effects.damage is not None:
        dealt = _changed(draft, effects.damage, target, by, dealt, in_battle)
    bans = effects.bans
    if not (draft.modifiers or effects.guards or "be damaged" in bans or IN_BATTLE in bans) or dealt <= 0:
        return dealt
    ban = forbidden(draft, "be damaged", target, by)
    if ban is None and in_battle:
        ban = forbidden(draft, IN_BATTLE, target)
    if ban is not None:
        return _prevent(draft, target, ban.id, dealt, dealt)
    event = _damage_event(draft, target, by, dealt)
    for shield in _shields(draft, event, target, in_battle):
        if not dealt:
            break
        dealt = _take(draft, target, shield, dealt)
    return dealt


def _changed(draft: Draft, voices: Voices[DamageChange], target: int, by: int, dealt: int, in_battle: bool) -> int:
    """G-295: what texts make more or less of the damage, then what they double."""
    change, doubled = 0, 0
    for pending, deed in speaking(draft, voices) if dealt > 0 else ():
        if deed.in_battle and not in_battle:
            continue
        if (target if deed.taken else by) in targets.named(draft, pending, deed.who):
            change += -(deed.amount or 0) if deed.less else deed.amount or 0
            doubled += deed.amount is None
    return max(dealt + change, 0) << doubled


class _Shield(NamedTuple):
    """Something that prevents damage: so much (None: all), by a card, and what is used up by it."""

    seat: int
    source: int
    amount: int | None
    modifier: Modifier | None = None


def _damage_event(table: Table, target: int, by: int, dealt: int) -> Event:
    seat = seat_of_thing(target) if target < 0 else table.copies[target].control
    return Event("dealt", max(target, NOBODY), seat, by, dealt)


def _shields(draft: Draft, event: Event, target: int, in_battle: bool) -> list[_Shield]:
    """The active player's first (J-10); of one player continuous texts before what is used up."""
    shields = [
        _Shield(pending.seat, pending.source, guard.deed.amount)
        for pending, guard in speaking(draft, standing(draft.setup).guards)
        if _guards(draft, pending._replace(event=event, it=(target,), amount=event.amount), guard, target, in_battle)
    ]
    shields += [
        _Shield(modifier.seat, modifier.source, None if modifier.amount < 0 else modifier.amount, modifier)
        for modifier in draft.modifiers
        if modifier.kind == "prevent" and modifier.thing == target
    ]
    return sorted(shields, key=lambda shield: shield.seat != draft.active)


def _guards(table: Table, pending: PendingAbility, guard: Guard, target: int, in_battle: bool) -> bool:
    if guard.when is None:
        return target in targets.named(table, pending, guard.deed.to)
    assert pending.event is not None
    return _is_meant(table, pending, guard.when, pending.event, in_battle)


def _take(draft: Draft, target: int, shield: _Shield, dealt: int) -> int:
    kept_off = dealt if shield.amount is None else min(shield.amount, dealt)
    if shield.modifier is not None and (shield.amount is not None or shield.modifier.what == "next"):
        _use_up(draft, shield.modifier, kept_off)
    return _prevent(draft, target, shield.source, kept_off, dealt)


def _use_up(draft: Draft, modifier: Modifier, amount: int) -> None:
    """Of "the next N damage" so much is spent."""
    where = draft.modifiers.index(modifier)
    left = (modifier._replace(amount=modifier.amount - amount),) if modifier.amount > amount else ()
    draft.modifiers = (*draft.modifiers[:where], *left, *draft.modifiers[where + 1 :])


def _prevent(draft: Draft, target: int, source: int, kept_off: int, dealt: int) -> int:
    """Note what was prevented; gives what is left of the damage."""
    if kept_off:
        seat = seat_of_thing(target) if target < 0 else draft.copies[target].control
        draft.happen("prevent", max(target, NOBODY), seat, source, kept_off)
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
    acted = {frame.pending[:2] for frame in draft.frames if frame.routine == REPLACING and frame.pending}
    for pending, text in sorted(speaking(draft, voices), key=lambda speaker: speaker[0].seat != draft.active):
        if pending[:2] in acted or (pending.source, pending.number, text.limit) in draft.used:
            continue
        about = pending._replace(event=event, it=(_subject(event),), amount=event.amount)
        about = _with_event(draft, about, text, event)
        if _stands_in(draft, about, text, event, in_battle):
            _carry_out(draft, about, text)
            return True
    return False


def _with_event(draft: Draft, pending: PendingAbility, text: Text, event: Event) -> PendingAbility:
    """The ability with the cards of the event that it stands in for in mind."""
    active = text.instead is not None and text.instead.verb in ACTIVE
    subject, other = (event.other, _subject(event)) if active else (_subject(event), event.other)
    return memory.with_event(draft, pending, text, subject, other)


def _stands_in(draft: Draft, pending: PendingAbility, text: Text, event: Event, in_battle: bool) -> bool:
    assert text.instead is not None
    if not _is_meant(draft, pending, text.instead, event, in_battle):
        return False
    return not any(
        choices.is_open(draft, pending, phrase) for step in text.steps for phrase in choices.slots(step.deed)
    )


def _carry_out(draft: Draft, pending: PendingAbility, text: Text) -> None:
    """The steps at once, marked as under way, so that what they do is not replaced by the same ability again."""
    if text.limit:
        draft.used += ((pending.source, pending.number, text.limit),)
    draft.happen("ability", pending.source, pending.seat, amount=pending.number + 1)
    mark = Frame(REPLACING, pending=pending)
    draft.frames.append(mark)
    for number, step in enumerate(text.steps):
        pending = _step(draft, pending, text, number, step)
    if draft.frames and draft.frames[-1] is mark:
        draft.frames.pop()


def _step(draft: Draft, pending: PendingAbility, text: Text, number: int, step: Step) -> PendingAbility:
    if step.did is not None and step.did != pending.did:
        return pending
    if step.only and not conditions.holds(draft, pending, step.only):
        return pending._replace(did=False)
    if step.unless and conditions.holds(draft, pending, step.unless):
        return pending._replace(did=False)
    resolved = tuple(targets.named(draft, pending, phrase) for phrase in choices.slots(step.deed))
    pending = memory.with_step(draft, pending, text, number, resolved)
    return effect_dispatch.after(pending, effect_dispatch.perform(draft, pending, step.deed, resolved))


# What an event is about


def _is_meant(table: Table, pending: PendingAbility, when: When, event: Event, in_battle: bool) -> bool:
    """Whether an event that would happen is the one a text speaks of."""
    if when.verb not in VERBS[event.kind]:
        return False
    if when.resource is not None and not event.kind.endswith(when.resource):
        return False
    if when.least is not None and event.amount < when.least:
        return False
    if when.in_battle and not (in_battle or (event.kind == "defeat" and event.amount == 1)):
        return False
    subject, other = _subject(event), event.other
    if when.verb in ACTIVE:
        subject, other = other, subject
    if not _stands_for(table, pending, when.who, subject) or (
        when.to and not _stands_for(table, pending, when.to, other)
    ):
        return False
    return when.condition is None or conditions.holds(table, pending, when.condition)


def _subject(event: Event) -> int:
    """Whom an event happens to, as a thing."""
    return event.card if event.card >= 0 else player(event.seat)


def _stands_for(table: Table, pending: PendingAbility, named: Party, target: int) -> bool:
    if isinstance(named, Who):
        return seat_of_thing(target) in targets.players(table, pending, named.player)
    return target >= 0 and target in targets.named(table, pending, named)
