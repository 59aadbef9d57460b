"""What takes the place of an event: "would … instead".

An ability acts at most once on one event and on what takes its place, so that nothing is replaced for ever. Several:
those of the active player first, then by place (J-10).
"""

from __future__ import annotations

from typing import Final

from engine.bos.abilities import card_abilities, choices, conditions, delayed_abilities, memory, targets
from engine.bos.abilities.active_abilities import speaking
from engine.bos.abilities.replaceable import castable
from engine.bos.abilities.standing_texts import standing
from engine.bos.model.places import player
from engine.bos.model.presence import turn_rank
from engine.bos.model.state import ORIGINS, Draft, Frame, PendingAbility, Table
from engine.bos.model.syntax import Delay, Party, Step, Text, When
from engine.bos.model.terms import Each, Who
from engine.bos.rules import effect_dispatch
from engine.bos.rules.instead import postponed_events
from engine.choice import Event

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
    "leave": ("leaves",),
    "to graveyard": ("to graveyard",),
    "face down": ("turned face-down",),
    "enchant": ("enchanted", "enchants"),
    "cast": ("casts",),
    "double vim": ("doubles",),
    "life 0": ("runs out", "loses the game"),
    "lose game": ("loses the game",),
}
"""What may be replaced: for each kind of event the verbs that speak of it."""

ACTIVE: Final = frozenset({"defeats", "deals damage", "enchants"})
"""Verbs whose subject is the other card of the event."""
OF_PLAYERS: Final = frozenset({"casts", "discards", "summons"})
"""Verbs whose subject is the player of the event."""
FROM_ANYWHERE: Final = frozenset({"to graveyard", "cast", "discard", "return", "leave", "enchant"})
"""Events of cards that are not on the battlefield, or face-up there."""


# Instead


def replaced(draft: Draft, event: Event, in_battle: bool = False) -> bool:
    """Whether something else happens instead of the event; if so, it has happened.

    The event is given as it would be noted; `in_battle` is looked at for damage, a defeat says it itself. A replacement
    that would have to ask is not carried out, and the event happens.
    """
    said = standing(draft.setup)
    voices = said.replacements
    if not (voices or said.asking or castable(draft.setup) or draft.delayed) or event.kind not in VERBS:
        return False
    marks = [frame.pending for frame in draft.frames if frame.routine == postponed_events.REPLACING]
    acted = {pending[:2] for pending in marks if pending}
    speakers = [*speaking(draft, voices), *postponed_events.of_going(draft, voices, event)]
    for pending, text in sorted(speakers, key=lambda speaker: turn_rank(draft, speaker[0].seat)):
        if pending[:2] in acted or (pending.source, pending.number, text.limit) in draft.used:
            continue
        about = _matched(draft, pending, text, event, in_battle)
        if about is not None and not _is_to_be_chosen(draft, about, text):
            _carry_out(draft, about, text)
            return True
    if draft.delayed and _replaced_for_a_while(draft, event, in_battle, acted):
        return True
    return postponed_events.postpone(draft, event, in_battle, _matched)


def _replaced_for_a_while(draft: Draft, event: Event, in_battle: bool, acted: set[tuple[int, int]]) -> bool:
    """Whether something that was said to happen instead from now on does (G-369)."""
    for delayed in sorted(draft.delayed, key=lambda each: turn_rank(draft, each.pending.seat)):
        waiting = delayed.pending
        delay = delayed_abilities.delay_of(draft, delayed)
        if not isinstance(delay, Delay) or not delay.would or not isinstance(delay.when, When):
            continue
        text = card_abilities.carried_text(card_abilities.face_of(draft, waiting), waiting.number)
        if text is None or waiting[:2] in acted:
            continue
        about = waiting._replace(event=event, it=(_subject(event),), amount=event.amount)
        about = memory.with_event(draft, about, text, *_sides(event, delay.when))
        if is_meant(draft, about, delay.when, event, in_battle):
            if not delay.again:
                draft.delayed = tuple(each for each in draft.delayed if each is not delayed)
            _carry_out(draft, about, text)
            return True
    return False


def _matched(draft: Draft, pending: PendingAbility, text: Text, event: Event, in_battle: bool) -> PendingAbility | None:
    """The ability with what it stands in for in mind, if it does."""
    assert text.instead is not None
    pending = pending._replace(event=event, it=(_subject(event),), amount=event.amount)
    pending = memory.with_event(draft, pending, text, *_sides(event, text.instead))
    return pending if is_meant(draft, pending, text.instead, event, in_battle) else None


def _sides(event: Event, when: When) -> tuple[int, int]:
    """Whom the verb is about, and the other one, as things."""
    if when.verb in OF_PLAYERS:
        return player(event.seat), event.card
    return (event.other, _subject(event)) if when.verb in ACTIVE else (_subject(event), event.other)


def _is_to_be_chosen(draft: Draft, pending: PendingAbility, text: Text) -> bool:
    return any(choices.is_open(draft, pending, phrase) for step in text.steps for phrase in choices.slots(step.deed))


def _carry_out(draft: Draft, pending: PendingAbility, text: Text) -> None:
    """The steps at once, marked as under way, so that what they do is not replaced by the same ability again."""
    if text.limit:
        draft.used += ((pending.source, pending.number, text.limit),)
    draft.happen("ability", pending.source, pending.seat, amount=pending.number + 1)
    mark = Frame(postponed_events.REPLACING, pending=pending)
    draft.frames.append(mark)
    if pending.event is not None:
        postponed_events.get_up(draft, pending.event)
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
    return effect_dispatch.after(pending, step.deed, effect_dispatch.perform(draft, pending, step.deed, resolved))


# What an event is about


def is_meant(table: Table, pending: PendingAbility, when: When, event: Event, in_battle: bool) -> bool:
    """Whether an event that would happen is the one a text speaks of."""
    if when.verb not in VERBS[event.kind]:
        return False
    if when.resource is not None and not event.kind.endswith(when.resource):
        return False
    if when.least is not None and event.amount < when.least:
        return False
    if when.in_battle and not (in_battle or (event.kind == "defeat" and event.amount == 1)):
        return False
    if when.out_of and event.amount != ORIGINS.index(when.out_of):
        return False
    subject, other = _sides(event, when)
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
        return target < 0 and targets.means(table, pending, named.player, target)
    if isinstance(named, Each) and pending.event is not None and pending.event.kind in FROM_ANYWHERE:
        return target >= 0 and targets.fits(table, pending, named.filter, table.copies[target])
    return target >= 0 and target in targets.named(table, pending, named)
