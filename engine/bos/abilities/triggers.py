"""When abilities are set off, and when they may be used: events and phases against what a text asks for (10.1.1)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from engine.bos.abilities import active_abilities, card_abilities, departed, memory, standing_texts
from engine.bos.abilities.conditions import holds
from engine.bos.abilities.targets import done_this_turn, fits, means, named, owner_now
from engine.bos.model import syntax, terms
from engine.bos.model.ability_numbers import giver_of, is_delayed, own_number
from engine.bos.model.cards import SPELL, Card
from engine.bos.model.piles import available
from engine.bos.model.places import NOBODY, player
from engine.bos.model.quick_values import make_pending
from engine.bos.model.setup import Setup
from engine.bos.model.state import GRAVEYARD, ORIGINS, SPELLBOOK, Copy, Draft, PendingAbility, Remembered, Table
from engine.choice import Event

WHERE: Final = {
    "summoned": ("summon", "card", "other"),
    "defeated": ("defeat", "card", "other"),
    "attacks": ("attack", "card", "target"),
    "attacked": ("attack", "target", "card"),
    "blocks": ("block", "card", "other"),
    "blocked": ("block", "other", "card"),
    "battles": ("engage", "card", "other"),
    "unblocked": ("unblocked", "card", "target"),
    "survives": ("survive", "card", "other"),
    "has attacked": ("attack over", "card", "target"),
    "has blocked": ("block over", "card", "other"),
    "defeats": ("defeat", "other", "card"),
    "deals damage": ("taken", "other", "hurt"),
    "damaged": ("taken", "hurt", "other"),
    "readied": ("ready", "card", ""),
    "acts": ("act", "card", ""),
    "turned face-down": ("face down", "card", ""),
    "turned face-up": ("face up", "card", ""),
    "moves": ("move", "card", ""),
    "enchanted": ("enchant", "card", "other"),
    "enchants": ("enchant", "other", "card"),
    "removed": ("unenchant", "other", "card"),
    "to graveyard": ("to graveyard", "card", ""),
    "to castle": ("to castle", "card", ""),
    "to spellbook": ("to spellbook", "card", ""),
    "doubles": ("double vim", "seat", ""),
    "runs out": ("life 0", "seat", ""),
    "loses the game": ("lose game", "seat", ""),
    "leaves": ("leave", "card", ""),
    "returns": ("return", "card", ""),
    "casts": ("cast", "seat", "card"),
    "summons": ("summon", "seat", "card"),
    "discards": ("discard", "seat", "card"),
    "conducts": ("conduct", "card", "other"),
}
"""For each verb the kind of event, and which of its fields hold who it is about and the other thing."""

OVER: Final = "attack over"
"""What happens when an attack is over."""
_PHASES: Final = ("startup", "summoning", "main", "ending")
DUTY: Final = "duty"
"""Under this kind stand abilities that have to be used during a phase (10.3.3)."""

_OF_RESOURCE: Final = {"gains": "gain", "loses": "lose", "spends": "spend"}


class Listener(NamedTuple):
    """One ability of one face that an event can set off."""

    number: int
    """Which ability of its card, from 0."""
    text: syntax.Text
    """The ability."""
    when: syntax.When | syntax.At | syntax.During
    """The clause of its condition that the event fits."""


class Listeners(NamedTuple):
    """Who listens to one kind of event: faces on the table or under a card by identity, and spells in a spellbook."""

    present: dict[str, tuple[Listener, ...]]
    """Those of cards on the table or under a card, by the card's identity."""
    in_book: tuple[dict[str, tuple[Listener, ...]], ...]
    """Those of spells in a spellbook, by seat and identity."""
    lent: dict[str, tuple[Listener, ...]]
    """Those that cards on the table have from another card, by the identity of that one."""


def listeners(setup: Setup) -> dict[str, Listeners]:
    """For each kind of event in this game who listens to it; worked out once for a setup."""
    known = setup.known.fresh()
    by_kind: dict[str, Listeners] | None = known.listeners
    if by_kind is None:
        by_kind = known.listeners = _listen(setup)
    return by_kind


def _listen(setup: Setup) -> dict[str, Listeners]:
    by_kind: dict[str, Listeners] = {}
    seats, borrowed = range(len(setup.playing)), standing_texts.standing(setup).borrowed
    for seat in seats:
        for name, face in setup.playing[seat].items():
            for kind, casting, waiting in _listening(face):
                listening = by_kind.setdefault(kind, Listeners({}, tuple({} for _ in seats), {}))
                (listening.in_book[seat] if casting else listening.present)[name] = waiting
            for kind in _left_waiting(face):
                by_kind.setdefault(kind, Listeners({}, tuple({} for _ in seats), {}))
            for kind, waiting in _lending(face, borrowed=borrowed).items():
                by_kind.setdefault(kind, Listeners({}, tuple({} for _ in seats), {})).lent[name] = waiting
    return by_kind


def _lending(face: Card, *, borrowed: bool) -> dict[str, tuple[Listener, ...]]:
    """For each kind of event the abilities that others have from a card, and which wait for it."""
    by_kind: dict[str, tuple[Listener, ...]] = {}
    for number, text in standing_texts.lent_on(face, borrowed=borrowed):
        for kind, when in (*_kinds(text), *(_ALWAYS if _at_any_time(text) else ())):
            by_kind[kind] = (*by_kind.get(kind, ()), Listener(number, text, when))
    return by_kind


def _left_waiting(face: Card) -> Iterator[str]:
    """The kinds of events for which abilities of a card may be left waiting."""
    for number in range(len(card_abilities.texts_of(face))):
        for delay in card_abilities.delays_of(face, number):
            if isinstance(delay, syntax.Delay) and not delay.would:
                for when in delay.when.events if isinstance(delay.when, syntax.When) else (delay.when,):
                    yield from kinds_of(when)
    if card_abilities.asks_of_attacks(face):
        yield OVER


Listening = tuple[tuple[str, bool, tuple[Listener, ...]], ...]
"""Kinds of events, each with the abilities of one card that wait for it, and whether that is in a spellbook."""

_KNOWN: Final[dict[tuple[int, int], tuple[Card, tuple[syntax.Text | None, ...], Listening]]] = {}
"""By the numbers in memory of a card and its texts, which no others can come to have as long as they are kept here."""


def _listening(face: Card) -> Listening:
    texts = card_abilities.texts_of(face)
    cached = _KNOWN.get((id(face), id(texts)))
    if cached is None:
        if len(_KNOWN) >= card_abilities.MOST_CARDS:
            _KNOWN.clear()
        cached = _KNOWN[id(face), id(texts)] = (face, texts, _work_out(face, texts))
    return cached[2]


def _work_out(face: Card, texts: tuple[syntax.Text | None, ...]) -> Listening:
    by_kind: dict[tuple[str, bool], list[Listener]] = {}
    for number, text in enumerate(texts):
        if text is None:
            continue
        casting = face.type is SPELL and (bool(text.enchant) or not _under(face))
        always = _ALWAYS if not casting or card_abilities.has_condition(face) else ()
        for kind, when in (*_kinds(text), *(always if _at_any_time(text) else ())):
            listening = by_kind.setdefault((kind, casting), [])
            if Listener(number, text, when) not in listening:
                listening.append(Listener(number, text, when))
    return tuple((kind, casting, tuple(listening)) for (kind, casting), listening in by_kind.items())


def _kinds(text: syntax.Text) -> Iterator[tuple[str, syntax.When | syntax.At | syntax.During]]:
    """The kinds of events that set a text off."""
    if text.instead or (text.continuous and not text.enchant):
        return
    events = any(isinstance(moment, syntax.When) for moment in text.moments)
    for moment in text.moments:
        if isinstance(moment, syntax.At) and not events:
            yield from ((kind, moment) for kind in kinds_of(moment))
        elif isinstance(moment, syntax.During):
            yield from ((f"during {phase}", moment) for phase in _PHASES if moment.phase in (phase, "turn"))
            if text.must:
                yield DUTY, moment
        elif isinstance(moment, syntax.When):
            yield from ((kind, event) for event in moment.events for kind in kinds_of(event))


_ALWAYS: Final = tuple((f"during {phase}", syntax.During("turn", "each player's")) for phase in _PHASES)


def _at_any_time(text: syntax.Text) -> bool:
    """Whether it is used or cast when its player likes, in no phase more than in another (10.1.2, G-68)."""
    if text.instead or (text.continuous and not text.enchant):
        return False
    return not any(isinstance(moment, syntax.When | syntax.At | syntax.During) for moment in text.moments)


def _under(face: Card) -> bool:
    return any(text is not None and text.enchant for text in card_abilities.texts_of(face))


def kinds_of(when: syntax.When | syntax.At) -> tuple[str, ...]:
    """The kinds of events a condition waits for; a boss is summoned by being turned face-up (G-260)."""
    if isinstance(when, syntax.At):
        return (f"{when.point} {when.phase}",)
    if when.verb in _OF_RESOURCE:
        kind = f"{_OF_RESOURCE[when.verb]} {when.resource or 'vim'}"
        return (kind, "taken") if kind == "lose life" else (kind,)
    kind = WHERE[when.verb][0]
    if when.verb not in _ARRIVING:
        return (kind,)
    arrives = when.to if when.verb == "summons" else when.who
    named = arrives.filter.kinds if isinstance(arrives, terms.Each) else ()
    return tuple(each for each in (kind, "boss") if not named or each != "boss" or "boss" in named)


_ARRIVING: Final = ("summoned", "summons", "turned face-up")


def set_off(draft: Draft, events: Sequence[Event]) -> list[PendingAbility]:
    """The abilities that these events set off, in the order of events, then places, then spellbooks."""
    by_kind = listeners(draft.setup)
    raised: list[PendingAbility] = []
    for index, event in enumerate(events):
        listening = by_kind.get(event.kind)
        if listening is not None:
            if listening.present:
                _by_cards(draft, events, index, listening.present, raised)
            if listening.lent:
                _by_bearers(draft, events, index, listening.lent, raised)
            for seat, faces in enumerate(listening.in_book):
                if faces and draft.turns[seat]:
                    _by_spells(draft, events, index, seat, faces, raised)
    return raised


Faces = dict[str, tuple[Listener, ...]]


def _by_cards(draft: Draft, events: Sequence[Event], index: int, faces: Faces, raised: list[PendingAbility]) -> None:
    """Of cards on places, of what lies under them, and of a card that this event took away."""
    event = events[index]
    gone = (event.other,) if event.kind == "unenchant" else (event.card,) if event.kind in _OWN_GOING else ()
    were_copies = active_abilities.copies(draft.before) if gone else ()
    for number in (*draft.table, *draft.under, *gone):
        if number >= 0 and not (number in gone and number in were_copies):
            copy = draft.copies[number]
            for listener in faces.get(copy.face.key, ()):
                pending = _matched(draft, copy, listener, event)
                if pending and awake(draft, pending) and _was_there(copy, events, index):
                    _raise(raised, pending)


def _by_bearers(draft: Draft, events: Sequence[Event], index: int, faces: Faces, raised: list[PendingAbility]) -> None:
    """Of cards on places, and of one that this event took away, what they have from others."""
    event = events[index]
    held = active_abilities.lent(draft)
    if event.kind in ("leave", "return"):
        held += [each for each in active_abilities.lent(draft.before) if each[0] == event.card and each not in held]
    for bearer, number in held:
        for listener in faces.get(draft.copies[giver_of(number)].face.key, ()):
            if listener.number == own_number(number):
                copy = draft.copies[bearer]
                pending = _matched(draft, copy, listener._replace(number=number), event)
                if pending and awake(draft, pending) and _was_there(copy, events, index):
                    _raise(raised, pending)


def _by_spells(
    draft: Draft, events: Sequence[Event], index: int, seat: int, faces: Faces, raised: list[PendingAbility]
) -> None:
    for name, listening in faces.items():
        copy = available(draft, seat, SPELLBOOK, draft.setup.playing[seat][name])
        if copy is not None:
            for listener in listening:
                pending = _matched(draft, copy, listener, events[index])
                if pending and _was_there(copy, events, index):
                    _raise(raised, pending)


def _was_there(copy: Copy, events: Sequence[Event], index: int) -> bool:
    """Whether a card hears an event: it did not come only later (G-262), and had not fallen before (G-261)."""
    event = events[index]
    if copy.leaving and event.kind == "taken":
        return any(one.kind == "defeat" and one.card == copy.id and one.other >= 0 for one in events[index + 1 :])
    if copy.id in (event.card, event.other):
        return True
    before = event.kind not in ARRIVALS
    for later in events[index + 1 :]:
        before = before or later.kind not in ARRIVALS
        if before and later.kind in ARRIVALS and copy.id == arrived(later):
            return False
    return True


ARRIVALS: Final = frozenset({"summon", "boss", "ready", "face up", "enchant", "return"})
"""With what a card comes to where it can be heard; those without anything between them are one moment."""


def arrived(event: Event) -> int:
    """Which card came by such an event; -1 for one that was there already."""
    if event.kind == "enchant":
        return event.other
    return NOBODY if event.kind == "ready" and not event.amount else event.card


def _raise(raised: list[PendingAbility], pending: PendingAbility) -> None:
    """Once, though the event that has just set an ability off may be two of the things it waits for."""
    last = raised[-1] if raised else None
    if last is None or last.event is not pending.event or last[:2] != pending[:2]:
        raised.append(pending)


def matched(
    draft: Draft, copy: Copy, listener: Listener, event: Event, waiting: PendingAbility
) -> PendingAbility | None:
    """The ability that waited since earlier, `waiting`, if the event is one it waits for: it keeps what its words meant
    then, but for what the event names (G-306)."""
    when = listener.when
    if isinstance(when, syntax.At):
        pending = waiting._replace(event=event)
        return pending if _in_turn(draft, pending, listener.text, when) else None
    pending_now = _matched(draft, copy, listener, event, waiting.seat, waiting.named)
    if pending_now is None:
        return None
    it = pending_now.it if pending_now.it[0] > NOBODY else waiting.it
    who = waiting.who if pending_now.who == NOBODY else pending_now.who
    return pending_now._replace(it=it, who=who, x=waiting.x)


def _matched(
    draft: Draft,
    copy: Copy,
    listener: Listener,
    event: Event,
    seat: int = NOBODY,
    known: tuple[Remembered, ...] = (),
) -> PendingAbility | None:
    """The ability about to be carried out, if the event is one it waits for; `seat` is whose it is, unless its card
    tells, and `known` what its words look back on already."""
    when = listener.when
    if isinstance(when, syntax.During):
        return None
    if seat == NOBODY:
        seat = departed.speaker(event, copy)
    if isinstance(when, syntax.At):
        pending = make_pending(copy.id, listener.number, seat, event, amount=event.amount)
        return pending if _in_turn(draft, pending, listener.text, when) else None
    subject, other = _parts(event, when)
    if type(when.who) is terms.This and subject != copy.id:
        return None
    if when.least is not None and event.amount < when.least:
        return None
    if when.out_of and event.amount != ORIGINS.index(when.out_of):
        return None
    if event.kind == "taken" and not event.amount:
        return None
    if when.in_battle and not _in_battle(draft, event):
        return None
    it = (subject if when.to is None or isinstance(when.who, terms.Each) else other,)
    named_seat = _player_named(draft, when, subject, other)
    pending = make_pending(copy.id, listener.number, seat, event, it, event.amount, who=named_seat, named=known)
    if not _is(draft, pending, when.who, subject) or (when.to is not None and not _is(draft, pending, when.to, other)):
        return None
    if when.nth is not None and done_this_turn(draft, pending, when, event.seat) != when.nth:
        return None
    pending = memory.with_event(draft, pending, listener.text, subject, other)
    return pending if others_hold(draft, pending, listener.text) else None


def _player_named(table: Table, when: syntax.When, subject: int, other: int) -> int:
    """The seat of "that player": the last one that the condition names; -1 if it names none."""
    seat = NOBODY
    for party, target in ((when.who, subject), (when.to, other)):
        if target != NOBODY and _names_a_player(party):
            seat = owner_now(table, target)
    if when.verb in ("attacks", "unblocked", "has attacked") and when.to is None and other != NOBODY:
        return owner_now(table, other)
    return seat


def _names_a_player(named: terms.Thing | None) -> bool:
    if isinstance(named, terms.Who):
        return named.player != "you"
    return isinstance(named, terms.Each) and named.filter.control not in (None, "you")


def _parts(event: Event, when: syntax.When) -> tuple[int, int]:
    """Whom the event is about, and the other one, as things."""
    if when.verb in _OF_RESOURCE:
        return player(event.seat) if event.card == NOBODY else NOBODY, NOBODY
    _, subject, other = WHERE[when.verb]
    return _part(event, subject), _part(event, other)


def _part(event: Event, field: str) -> int:
    match field:
        case "card":
            return event.card
        case "other":
            return event.other
        case "seat":
            return player(event.seat)
        case "target":
            return event.other if event.other != NOBODY else player(event.seat) if event.seat >= 0 else NOBODY
        case "hurt":
            return event.card if event.card >= 0 else player(event.seat)
    return NOBODY


def _in_battle(draft: Draft, event: Event) -> bool:
    """Whether it happened in a battle; to a player, by an attack (G-362)."""
    if event.kind == "defeat":
        return event.amount == 1
    return event.kind == "engage" or any(event is blow for blow in draft.blows)


def _is(table: Table, pending: PendingAbility, phrase: terms.Thing, target: int) -> bool:
    """Whether that thing is the one a condition speaks of."""
    match phrase:
        case terms.This():
            return target == pending.source
        case terms.Host():
            return target >= 0 and target == table.copies[pending.source].host
        case terms.Earlier():
            return target in named(table, pending, phrase)
        case terms.Each():
            return target >= 0 and fits(
                table, pending, phrase.filter, departed.as_it_was(pending.event, table.copies[target])
            )
        case terms.Who():
            return target < NOBODY and means(table, pending, phrase.player, target)
    return False


def _in_turn(table: Table, pending: PendingAbility, text: syntax.Text, at: syntax.At) -> bool:
    return active_abilities.is_turn_of(table, pending, at.whose) and others_hold(table, pending, text)


def others_hold(table: Table, pending: PendingAbility, text: syntax.Text) -> bool:
    """Whether the clauses of the condition that can be looked at any time hold now (10.4.3)."""
    for moment in text.moments:
        if isinstance(moment, syntax.While) and not holds(table, pending, moment.predicate):
            return False
        if isinstance(moment, syntax.During) and not active_abilities.in_phase(table, pending, moment):
            return False
        if isinstance(moment, syntax.At) and not _in_time(table, pending, text, moment):
            return False
        if isinstance(moment, syntax.When) and moment.condition and not holds(table, pending, moment.condition):
            return False
    return True


def _in_time(table: Table, pending: PendingAbility, text: syntax.Text, moment: syntax.At) -> bool:
    """Beside an event a point of a turn says in which phase the event has to be."""
    if not any(isinstance(other, syntax.When) for other in text.moments):
        return True
    return active_abilities.in_phase(table, pending, syntax.During(moment.phase, moment.whose))


def awake(table: Table, pending: PendingAbility) -> bool:
    """Whether the card can have this ability now: face-up on the battlefield, or under a card, or in a spellbook.

    A defeated card has only what its own defeat sets off, what it defeats (10.1.4, G-94), and what damage set off
    before it fell (G-261). What was left waiting does not ask for its card (G-305).
    """
    if is_delayed(pending.number):
        return True
    copy = table.copies[pending.source]
    event = pending.event
    if active_abilities.is_lost(table, pending):
        return False
    if copy.face.type is SPELL:
        return copy.host >= 0 or copy.zone == SPELLBOOK or _was_taken_off(copy, event)
    if event and event.kind in _OWN_GOING and event.card == copy.id:
        return True
    if copy.place == NOBODY:
        return copy.zone == GRAVEYARD and _own_defeat(table, copy, pending)
    if copy.leaving:
        return bool(event and event.kind == "taken") or _own_defeat(table, copy, pending)
    return copy.up or bool(event and event.kind in ("face down", "conduct") and event.card == copy.id)


_OWN_GOING: Final = ("leave", "return", "to graveyard", "to castle", "to spellbook")
"""Events that a card hears though it has gone by them."""


def _was_taken_off(copy: Copy, event: Event | None) -> bool:
    """Whether an enchantment hears of its own end."""
    taken_off = event is not None and event.kind == "unenchant" and event.other == copy.id
    return taken_off or (event is not None and event.kind in _OWN_GOING and event.card == copy.id)


def _own_defeat(table: Table, copy: Copy, pending: PendingAbility) -> bool:
    """Whether an ability speaks of the defeat of its own card, or of what that card defeated."""
    event = pending.event
    if event is None or event.kind != "defeat":
        return False
    if event.card == copy.id:
        return True
    text = card_abilities.spoken_text(card_abilities.face_of(table, pending), pending.number)
    events = (
        [trigger for moment in text.moments if isinstance(moment, syntax.When) for trigger in moment.events]
        if text
        else []
    )
    return event.other == copy.id and any(trigger.verb == "defeats" for trigger in events)
