"""How much of the damage is dealt that would be: what texts make of it, and what they prevent."""

from __future__ import annotations

from typing import Final, NamedTuple

from engine.bos.abilities import conditions, fight_rules, targets
from engine.bos.abilities.active_abilities import speaking
from engine.bos.abilities.continuous_effects import forbidden
from engine.bos.abilities.standing_clauses import Guard
from engine.bos.abilities.standing_texts import standing
from engine.bos.model.places import NOBODY, seat_of_thing
from engine.bos.model.presence import turn_rank
from engine.bos.model.quick_values import make_event
from engine.bos.model.state import Draft, Modifier, PendingAbility, Table
from engine.bos.model.syntax import DamageChange
from engine.bos.model.terms import Each, Thing, Who
from engine.bos.rules import replacement_effects
from engine.choice import Event

IN_BATTLE: Final = "be damaged in battle"


def damage(draft: Draft, target: int, by: int, dealt: int, in_battle: bool) -> int:
    """How much of the damage is still dealt to a card or player after all that prevents it (G-90).

    `by` is the card that deals it, or -1. Whoever cannot be damaged is dealt none.
    """
    effects = standing(draft.setup)
    if effects.damage is not None or draft.modifiers:
        dealt = _changed(draft, target, by, dealt, in_battle)
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


def _changed(draft: Draft, target: int, by: int, dealt: int, in_battle: bool) -> int:
    """G-295, G-360: what texts make more or less of the damage, then what they double and halve, at last bounds."""
    change, doubled, halves = 0, 0, ""
    bounds: list[int] = []
    for pending, deed, modifier in fight_rules.changes(draft) if dealt > 0 else ():
        if not _is_changed(draft, pending, deed, modifier, (target, by, in_battle)):
            continue
        if modifier is not None and deed.once:
            draft.modifiers = tuple(each for each in draft.modifiers if each is not modifier)
        if deed.at_most:
            bounds.append(deed.amount or 0)
        elif deed.half:
            halves += deed.half[0]
        else:
            change += -(deed.amount or 0) if deed.less else deed.amount or 0
            doubled += deed.amount is None
    dealt = max(dealt + change, 0) << doubled
    for way in halves:
        dealt = (dealt + (way == "u")) // 2
    return min([dealt, *bounds])


def _is_changed(
    table: Table, pending: PendingAbility, deed: DamageChange, modifier: Modifier | None, blow: tuple[int, int, bool]
) -> bool:
    """Whether a change is one of this blow: its target, who deals it, and whether it is one of a battle."""
    target, by, in_battle = blow
    whose, other = (target, by) if deed.taken else (by, target)
    if deed.in_battle and not in_battle:
        return False
    if modifier.thing != whose if modifier else not _is_of(table, pending, deed.who, whose):
        return False
    if not fight_rules.is_side(table, pending._replace(it=(whose,)), deed.other, other):
        return False
    return deed.only is None or conditions.holds(table, pending._replace(it=(other,)), deed.only)


def _is_of(table: Table, pending: PendingAbility, who: Thing, whose: int) -> bool:
    """Whether it is damage of those that a text names; a spell that deals it is nowhere then."""
    if isinstance(who, Each):
        return whose >= 0 and fight_rules.is_side(table, pending, who, whose)
    if isinstance(who, Who):
        return whose < NOBODY and targets.means(table, pending, who.player, whose)
    return whose in targets.named(table, pending, who)


class _Shield(NamedTuple):
    """Something that prevents damage: so much (None: all), by a card, and what is used up by it."""

    seat: int
    source: int
    amount: int | None
    modifier: Modifier | None = None
    limit: tuple[int, int, str] = (NOBODY, 0, "")


def _damage_event(table: Table, target: int, by: int, dealt: int) -> Event:
    seat = seat_of_thing(target) if target < 0 else table.copies[target].control
    return make_event("dealt", max(target, NOBODY), seat, by, dealt)


def _shields(draft: Draft, event: Event, target: int, in_battle: bool) -> list[_Shield]:
    """The active player's first (J-10); of one player continuous texts before what is used up."""
    shields = [
        _Shield(pending.seat, pending.source, guard.deed.amount, limit=(pending.source, pending.number, guard.limit))
        for pending, guard in speaking(draft, standing(draft.setup).guards)
        if (pending.source, pending.number, guard.limit) not in draft.used
        and _guards(draft, pending._replace(event=event, it=(target,), amount=event.amount), guard, target, in_battle)
    ]
    shields += [
        _Shield(modifier.seat, modifier.source, None if modifier.amount < 0 else modifier.amount, modifier)
        for modifier in draft.modifiers
        if modifier.kind == "prevent" and modifier.thing == target
    ]
    return sorted(shields, key=lambda shield: turn_rank(draft, shield.seat))


def _guards(table: Table, pending: PendingAbility, guard: Guard, target: int, in_battle: bool) -> bool:
    if guard.when is None:
        return _is_of(table, pending, guard.deed.to, target)
    assert pending.event is not None
    return replacement_effects.is_meant(table, pending, guard.when, pending.event, in_battle)


def _take(draft: Draft, target: int, shield: _Shield, dealt: int) -> int:
    kept_off = dealt if shield.amount is None else min(shield.amount, dealt)
    if shield.limit[2]:
        draft.used += (shield.limit,)
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
