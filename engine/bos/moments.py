"""When abilities are set off, and when they may be used: events and phases against what a text asks for (10.1.1)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final, NamedTuple

from engine.bos import statics, texts, tree
from engine.bos.cards import Card, CardType
from engine.bos.quantities import holds
from engine.bos.state import GRAVEYARD, NOBODY, SPELLBOOK, Copy, Doing, Draft, Setup, Table, available, player
from engine.bos.texts import texts_of
from engine.bos.things import fits, owner_now, players
from engine.choice import Event

WHERE: Final = {
    "summoned": ("summon", "card", "other"),
    "defeated": ("defeat", "card", "other"),
    "attacks": ("attack", "card", "target"),
    "attacked": ("attack", "target", "card"),
    "blocks": ("block", "card", "other"),
    "blocked": ("block", "other", "card"),
    "battles": ("engage", "card", "other"),
    "defeats": ("defeat", "other", "card"),
    "deals damage": ("taken", "other", "hurt"),
    "damaged": ("taken", "hurt", "other"),
    "readied": ("ready", "card", ""),
    "acts": ("act", "card", ""),
    "turned face-down": ("face down", "card", ""),
    "turned face-up": ("face up", "card", ""),
    "moves": ("move", "card", ""),
    "enchanted": ("enchant", "card", "other"),
    "leaves": ("leave", "card", ""),
    "returns": ("return", "card", ""),
    "casts": ("cast", "seat", "card"),
    "summons": ("summon", "seat", "card"),
    "discards": ("discard", "seat", "card"),
}
"""For each verb the kind of event, and which of its fields hold who it is about and the other thing."""

_PHASES: Final = ("startup", "summoning", "main", "ending")
DUTY: Final = "duty"
"""Under this kind stand abilities that have to be used during a phase (10.3.3)."""

_OF_RESOURCE: Final = {"gains": "gain", "loses": "lose", "spends": "spend"}


class Listener(NamedTuple):
    """One ability of one face that an event can set off."""

    number: int
    text: tree.Text
    when: tree.When | tree.At | tree.During


class Listeners(NamedTuple):
    """Who listens to one kind of event: faces on the table or under a card by identity, and spells in a spellbook."""

    present: dict[str, tuple[Listener, ...]]
    in_book: tuple[dict[str, tuple[Listener, ...]], ...]


def listeners(setup: Setup) -> Mapping[str, Listeners]:
    """For each kind of event in this game who listens to it; worked out once for a setup."""
    found: Mapping[str, Listeners] | None = setup.known.listeners
    if found is None:
        found = setup.known.listeners = _listen(setup)
        texts.hangs_on_texts(setup.known)
    return found


def _listen(setup: Setup) -> dict[str, Listeners]:
    found: dict[str, Listeners] = {}
    seats = range(len(setup.playing))
    for seat in seats:
        for name, face in setup.playing[seat].items():
            for kind, casting, there in _listening(face):
                heard = found.get(kind)
                if heard is None:
                    heard = found[kind] = Listeners({}, tuple({} for _ in seats))
                (heard.in_book[seat] if casting else heard.present)[name] = there
    return found


Listening = tuple[tuple[str, bool, tuple[Listener, ...]], ...]
"""Kinds of events, each with the abilities of one card that wait for it, and whether that is in a spellbook."""

_KNOWN: Final[dict[tuple[int, int], tuple[Card, tuple[tree.Text | None, ...], Listening]]] = {}
"""By the numbers in memory of a card and its texts, which no others can come to have as long as they are kept here."""


def _listening(face: Card) -> Listening:
    said = texts_of(face)
    known = _KNOWN.get((id(face), id(said)))
    if known is None:
        if len(_KNOWN) >= texts.MOST_CARDS:
            _KNOWN.clear()
        known = _KNOWN[id(face), id(said)] = (face, said, _work_out(face, said))
    return known[2]


def _work_out(face: Card, said: tuple[tree.Text | None, ...]) -> Listening:
    found: dict[tuple[str, bool], list[Listener]] = {}
    for number, text in enumerate(said):
        if text is None:
            continue
        casting = face.type is CardType.SPELL and (bool(text.enchant) or not _under(face))
        always = _ALWAYS if not casting or texts.has_condition(face) else ()
        for kind, when in (*_kinds(text), *(always if _at_any_time(text) else ())):
            there = found.setdefault((kind, casting), [])
            if Listener(number, text, when) not in there:
                there.append(Listener(number, text, when))
    return tuple((kind, casting, tuple(there)) for (kind, casting), there in found.items())


def _kinds(text: tree.Text) -> Iterator[tuple[str, tree.When | tree.At | tree.During]]:
    """The kinds of events that set a text off."""
    if text.instead or (text.continuous and not text.enchant):
        return
    events = any(isinstance(moment, tree.When) for moment in text.moments)
    for moment in text.moments:
        if isinstance(moment, tree.At) and not events:
            yield f"{moment.point} {moment.phase}", moment
        elif isinstance(moment, tree.During):
            yield from ((f"during {phase}", moment) for phase in _PHASES if moment.phase in (phase, "turn"))
            if text.must:
                yield DUTY, moment
        elif isinstance(moment, tree.When):
            yield from ((kind_of(event), event) for event in moment.events)


_ALWAYS: Final = tuple((f"during {phase}", tree.During("turn", "each player's")) for phase in _PHASES)


def _at_any_time(text: tree.Text) -> bool:
    """Whether it is used or cast when its player likes, in no phase more than in another (10.1.2, G-68)."""
    if text.instead or (text.continuous and not text.enchant):
        return False
    return not any(isinstance(moment, tree.When | tree.At | tree.During) for moment in text.moments)


def _under(face: Card) -> bool:
    return any(text is not None and text.enchant for text in texts_of(face))


def kind_of(when: tree.When) -> str:
    """The kind of event a condition waits for."""
    if when.verb in _OF_RESOURCE:
        return f"{_OF_RESOURCE[when.verb]} {when.resource or 'vim'}"
    return WHERE[when.verb][0]


def set_off(draft: Draft, events: Iterable[Event]) -> list[Doing]:
    """The abilities that these events set off, in the order of events, then places, then spellbooks."""
    heard = listeners(draft.setup)
    raised: list[Doing] = []
    for event in events:
        listening = heard.get(event.kind)
        if listening is not None:
            if listening.present:
                _by_cards(draft, event, listening.present, raised)
            for seat, faces in enumerate(listening.in_book):
                if faces and draft.turns[seat]:
                    _by_spells(draft, event, seat, faces, raised)
    return raised


def _by_cards(draft: Draft, event: Event, faces: Mapping[str, tuple[Listener, ...]], raised: list[Doing]) -> None:
    """Of cards on places, of what lies under them, and of a card that this event took away."""
    gone = (event.card,) if event.kind in ("leave", "return") else ()
    for number in (*draft.table, *draft.under, *gone):
        if number >= 0:
            copy = draft.copies[number]
            for listener in faces.get(copy.face.key, ()):
                doing = _matched(draft, copy, listener, event)
                if doing and awake(draft, doing) and not _is_raised(raised, doing):
                    raised.append(doing)


def _by_spells(
    draft: Draft, event: Event, seat: int, faces: Mapping[str, tuple[Listener, ...]], raised: list[Doing]
) -> None:
    for name, there in faces.items():
        copy = available(draft, seat, SPELLBOOK, draft.setup.playing[seat][name])
        if copy is not None:
            for listener in there:
                doing = _matched(draft, copy, listener, event)
                if doing and not _is_raised(raised, doing):
                    raised.append(doing)


def _is_raised(raised: list[Doing], doing: Doing) -> bool:
    """Whether the same event has just set this ability off, which waits for either of two things it is."""
    last = raised[-1] if raised else None
    return last is not None and last.event is doing.event and last[:2] == doing[:2]


def _matched(draft: Draft, copy: Copy, listener: Listener, event: Event) -> Doing | None:
    """The ability about to be carried out, if the event is one it waits for."""
    when = listener.when
    if isinstance(when, tree.During):
        return None
    seat = copy.owner if copy.face.type is CardType.SPELL else copy.control
    if isinstance(when, tree.At):
        doing = Doing(copy.id, listener.number, seat, event, amount=event.amount)
        return doing if _of_turn(draft, doing, when.whose) and others_hold(draft, doing, listener.text) else None
    subject, other = _parts(event, when)
    if type(when.who) is tree.This and subject != copy.id:
        return None
    if when.least is not None and event.amount < when.least:
        return None
    if event.kind == "taken" and not event.amount:
        return None
    if when.in_battle and not _in_battle(event):
        return None
    named_last = subject if when.to is None or isinstance(when.who, tree.Each) else other
    who = _player_named(draft, when, subject, other)
    doing = Doing(copy.id, listener.number, seat, event, (), (named_last,), event.amount, who=who)
    if not _is(draft, doing, when.who, subject) or (when.to is not None and not _is(draft, doing, when.to, other)):
        return None
    return doing if others_hold(draft, doing, listener.text) else None


def _player_named(table: Table, when: tree.When, subject: int, other: int) -> int:
    """The seat of "that player": the last one that the condition names; -1 if it names none."""
    seat = NOBODY
    for named, thing in ((when.who, subject), (when.to, other)):
        if thing != NOBODY and _names_a_player(named):
            seat = owner_now(table, thing)
    if when.verb == "attacks" and when.to is None and other != NOBODY:
        return owner_now(table, other)
    return seat


def _names_a_player(named: tree.Thing | None) -> bool:
    if isinstance(named, tree.Who):
        return named.player != "you"
    return isinstance(named, tree.Each) and named.filter.control not in (None, "you")


def _parts(event: Event, when: tree.When) -> tuple[int, int]:
    """Whom the event is about, and the other one, as things."""
    if when.verb in _OF_RESOURCE:
        return player(event.seat), NOBODY
    _, who, to = WHERE[when.verb]
    return _part(event, who), _part(event, to)


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


def _in_battle(event: Event) -> bool:
    return event.amount == 1 if event.kind == "defeat" else event.kind in ("engage", "taken")


def _is(table: Table, doing: Doing, who: tree.Thing, thing: int) -> bool:
    """Whether that thing is the one a condition speaks of."""
    match who:
        case tree.This():
            return thing == doing.source
        case tree.Host():
            return thing >= 0 and thing == table.copies[doing.source].host
        case tree.Each():
            return thing >= 0 and fits(table, doing, who.filter, table.copies[thing])
        case tree.Who():
            return thing < NOBODY and -2 - thing in players(table, doing, who.player)
    return False


def others_hold(table: Table, doing: Doing, text: tree.Text) -> bool:
    """Whether the clauses of the condition that can be looked at any time hold now (10.4.3)."""
    for moment in text.moments:
        if isinstance(moment, tree.While) and not holds(table, doing, moment.predicate):
            return False
        if isinstance(moment, tree.During) and not statics.in_phase(table, doing.seat, moment):
            return False
        if isinstance(moment, tree.At) and not _in_time(table, doing, text, moment):
            return False
        if isinstance(moment, tree.When) and moment.condition and not holds(table, doing, moment.condition):
            return False
    return True


def _in_time(table: Table, doing: Doing, text: tree.Text, moment: tree.At) -> bool:
    """Beside an event a point of a turn says in which phase the event has to be."""
    if not any(isinstance(other, tree.When) for other in text.moments):
        return True
    return statics.in_phase(table, doing.seat, tree.During(moment.phase, moment.whose))


def _of_turn(table: Table, doing: Doing, whose: tree.Whose) -> bool:
    if whose == "each player's":
        return True
    return (table.active == doing.seat) == (whose == "your")


def awake(table: Table, doing: Doing) -> bool:
    """Whether the card can have this ability now: face-up on the battlefield, or under a card, or in a spellbook.

    A defeated card has only what its own defeat sets off, and what it defeats (10.1.4, G-94).
    """
    copy = table.copies[doing.source]
    event = doing.event
    if copy.face.type is CardType.SPELL:
        return copy.host >= 0 or copy.zone == SPELLBOOK
    if event and event.kind in ("leave", "return") and event.card == copy.id:
        return True
    if copy.place == NOBODY:
        return copy.zone == GRAVEYARD and _own_defeat(copy, doing)
    if copy.leaving:
        return _own_defeat(copy, doing)
    return copy.up or bool(event and event.kind == "face down" and event.card == copy.id)


def _own_defeat(copy: Copy, doing: Doing) -> bool:
    """Whether an ability speaks of the defeat of its own card, or of what that card defeated."""
    event = doing.event
    if event is None or event.kind != "defeat":
        return False
    if event.card == copy.id:
        return True
    text = texts_of(copy.face)[doing.number]
    events = [one for m in text.moments if isinstance(m, tree.When) for one in m.events] if text else []
    return event.other == copy.id and any(one.verb == "defeats" for one in events)
