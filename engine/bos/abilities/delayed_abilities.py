"""Abilities that wait for a moment still to come: which of them an event sets off, and when their time is over (G-305).

They belong to whoever controlled the ability that left them, wherever its card is by now.
"""

from __future__ import annotations

from engine.bos.abilities import card_abilities
from engine.bos.abilities.active_abilities import whose_turn
from engine.bos.abilities.continuous_effects import Expiry
from engine.bos.abilities.departed import last_strength
from engine.bos.abilities.triggers import Listener, kinds_of, matched
from engine.bos.cardtext.tree_walk import parts
from engine.bos.model import syntax, terms
from engine.bos.model.places import NOBODY
from engine.bos.model.state import Copy, DelayedAbility, Draft, PendingAbility, Remembered, Table
from engine.choice import Event


def begin(draft: Draft, pending: PendingAbility, delay: card_abilities.Waiting) -> None:
    """An ability waits from now on, with all that its words mean now."""
    copies = draft.copies
    if isinstance(delay, syntax.Delay) and _speaks_of_this(delay):
        pending = _knowing_itself(pending, copies[pending.source])
    number = card_abilities.number_of(card_abilities.face_of(draft, pending), pending.number, delay)
    named = [thing for memory in pending.named for thing in memory.things]
    things = dict.fromkeys((pending.source, *pending.it, *named))
    absent = tuple(thing for thing in things if thing >= 0 and not _is_on_battlefield(copies[thing]))
    draft.delayed += (DelayedAbility(pending._replace(number=number, picked=()), delay.until, draft.turn, absent),)
    if isinstance(delay, syntax.Delay) and _is_of_a_named_card(delay):
        for event in draft.events:
            if event.kind == "defeat":
                draft.waiting += _set_off(draft, draft.delayed[-1:], event)


def _knowing_itself(pending: PendingAbility, card: Copy) -> PendingAbility:
    """An ability of a card that falls, or is gone, with the strength in mind that its card last had (G-321)."""
    if _is_on_battlefield(card) or card.face.strength is None:
        return pending
    itself = Remembered(terms.This(), (card.id,), (last_strength(pending, card),))
    return pending._replace(named=(*pending.named, itself))


def _is_of_a_named_card(delay: syntax.Delay) -> bool:
    """Whether it waits for what happens to a card named before, which the ability may just have defeated (G-312)."""
    events = delay.when.events if isinstance(delay.when, syntax.When) else ()
    return any(isinstance(event.who, terms.It | terms.Earlier) for event in events)


def _is_on_battlefield(copy: Copy) -> bool:
    return copy.place != NOBODY and not copy.leaving


def set_off(draft: Draft, event: Event) -> list[PendingAbility]:
    """The waiting abilities that an event sets off; one that waits for a single time waits no more."""
    return _set_off(draft, draft.delayed, event)


def _set_off(draft: Draft, waiting: tuple[DelayedAbility, ...], event: Event) -> list[PendingAbility]:
    raised: list[PendingAbility] = []
    for delayed in waiting:
        delay = delay_of(draft, delayed)
        waits = isinstance(delay, syntax.Delay) and not delay.would
        pending = _due(draft, delayed, delay, event) if waits and isinstance(delay, syntax.Delay) else None
        if pending is not None and isinstance(delay, syntax.Delay):
            raised.append(pending)
            if not delay.again:
                draft.delayed = tuple(each for each in draft.delayed if each is not delayed)
    return raised


def delay_of(table: Table, delayed: DelayedAbility) -> card_abilities.Waiting:
    """What a waiting ability says."""
    pending = delayed.pending
    waiting = card_abilities.delay_of(card_abilities.face_of(table, pending), pending.number)
    assert not isinstance(waiting, syntax.Grant)
    return waiting


def _due(table: Draft, delayed: DelayedAbility, delay: syntax.Delay, event: Event) -> PendingAbility | None:
    """The ability as it is carried out, if this is what it waits for."""
    if delay.later and table.turn <= delayed.turn:
        return None
    if delayed.lost and (delay.until == "on the battlefield" or _speaks_of_this(delay)):
        return None
    copy, waiting = table.copies[delayed.pending.source], delayed.pending
    text = card_abilities.carried_text(card_abilities.face_of(table, waiting), waiting.number)
    assert text is not None
    for when in delay.when.events if isinstance(delay.when, syntax.When) else (delay.when,):
        if event.kind in kinds_of(when):
            met = matched(table, copy, Listener(waiting.number, text, when), event, waiting)
            if met is not None:
                return met
    return None


def _speaks_of_this(delay: syntax.Delay) -> bool:
    return any(isinstance(part, terms.This) for part in parts(delay))


# Its end


def expire(draft: Draft, moment: Expiry) -> None:
    """End what waits until this moment of the running turn; a "next" turn is one that began later."""
    if draft.delayed:
        draft.delayed = tuple(each for each in draft.delayed if not _is_over(draft, each, moment))


def _is_over(table: Table, each: DelayedAbility, moment: Expiry) -> bool:
    if each.until != moment:
        return False
    if moment in ("end of turn", "end of the attack"):
        return True
    whose = "an opponent's" if moment == "end of an opponent's next turn" else "your"
    return whose_turn(table, each.pending.seat, table.active) == whose and each.turn < table.turn


def expire_before(draft: Draft, phase: str) -> None:
    """A phase of the running turn begins: what waits until then is over."""
    draft.delayed = tuple(each for each in draft.delayed if each.until != _until_phase(draft, each, phase))


def _until_phase(table: Table, delayed: DelayedAbility, phase: str) -> str:
    return f"{whose_turn(table, delayed.pending.seat, table.active)} next {phase} phase"
