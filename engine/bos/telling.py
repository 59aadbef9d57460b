"""What happened in a line of a record, told in sentences: what the cards did by which rule, and what changed by it.

Kinds of events that nobody tells about here are passed over; what they changed is told all the same, since changes are
read off the two tables.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from engine.bos.state import (
    GRAVEYARD,
    LETTERS,
    NOBODY,
    TABLE,
    Copy,
    State,
    column_of,
    is_boss_place,
    named,
    position,
    seat_of_thing,
)
from engine.choice import Event


class Told(NamedTuple):
    """A finished sentence, and the number of the rule by which it happened, if one rule says so."""

    text: str
    rule: str = ""


def tell(before: State, events: Sequence[Event], after: State) -> list[str]:
    """What happened between two tables, a sentence each, rules in brackets. Empty when nothing did."""
    return [f"{told.text} ({told.rule})" if told.rule else told.text for told in sentences(before, events, after)]


def sentences(before: State, events: Sequence[Event], after: State) -> list[Told]:
    """What happened between two tables: first the events in their order, then what is different, then the end."""
    scene = Scene(before, after)
    told: list[Told] = []
    for (kind, _), group in groupby(_without_echoes(events), key=lambda event: (event.kind, event.amount)):
        if kind in _TOGETHER:
            told.append(_TOGETHER[kind](scene, list(group)))
        elif kind in _TOLD:
            told += [_TOLD[kind](scene, event) for event in group]
    return [*told, *_differences(scene, events), *_ending(scene)]


class Scene(NamedTuple):
    """The table before a line and after it."""

    before: State
    after: State

    def card(self, number: int) -> str:
        """A card by name and by the place where it was found; one that came later, by the place it took."""
        was = self.before.copies[number]
        return named(was if was.zone == TABLE and was.up else self.after.copies[number])

    def cards(self, events: list[Event]) -> str:
        """The cards that several events are about, in one list."""
        return _listed([self.card(event.card) for event in events])

    def who(self, seat: int) -> str:
        """The name of a seat's player."""
        return self.after.setup.names[seat]


def touched(events: Sequence[Event], after: State) -> set[str]:
    """The places of the table, as a record writes them, whose cards had a part in these events."""
    numbers = {event.card for event in events} | {event.other for event in events if event.kind in _BETWEEN_CARDS}
    places = {after.copies[number].place for number in numbers if number >= 0}
    return {position(place) for place in places if place != NOBODY}


_BETWEEN_CARDS = ("attack", "block", "dealt", "taken", "defeat", "summon", "pick", "enchant", "prevent")

_ECHOES = {
    "act": "attack",
    "move": "block",
    "face up": "ready",
    "use": "ability",
    "discard": "leave",
    "return": "leave",
}
"""Kinds of events that say nothing new where the other kind tells of the same card."""


def _without_echoes(events: Sequence[Event]) -> list[Event]:
    known = {(event.kind, event.card) for event in events}
    return [event for event in events if (_ECHOES.get(event.kind), event.card) not in known]


def _listed(names: list[str]) -> str:
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} and {names[-1]}"


def _verb(events: list[Event], one: str, many: str) -> str:
    return one if len(events) == 1 else many


# What cards and players did


def _ready(scene: Scene, events: list[Event]) -> Told:
    if events[0].amount:
        return Told(f"{scene.cards(events)} {_verb(events, 'turns', 'turn')} face-up.", "4.1.1")
    return Told(f"{scene.cards(events)} {_verb(events, 'is', 'are')} ready again.", "4.1.1")


def _face_down(scene: Scene, events: list[Event]) -> Told:
    return Told(f"{scene.cards(events)} {_verb(events, 'turns', 'turn')} face-down.", "5.1.4")


def _turn(scene: Scene, event: Event) -> Told:
    return Told(f"Turn {scene.after.turn} begins; it is turn {event.amount} of {scene.who(event.seat)}.", "3.1.1")


def _decay(scene: Scene, event: Event) -> Told:
    often = {1: "once", 2: "twice"}.get(event.amount, f"{event.amount} times")
    return Told(f"Decay: life and vim of {scene.who(event.seat)} are halved {often}.", "4.3.2")


def _main(scene: Scene, event: Event) -> Told:
    return Told(f"{scene.who(event.seat)} goes on to the main phase.", "3.1.2")


def _over(scene: Scene, event: Event) -> Told:
    return Told(f"The turn of {scene.who(event.seat)} ends.", "3.1.1")


def _summon(scene: Scene, event: Event) -> Told:
    card = scene.after.copies[event.card]
    column = f" in column {LETTERS[column_of(card.place)]}" if card.place != NOBODY else ""
    return Told(f"{scene.who(event.seat)} summons {card.face.name}{column}; it is ready.", "5.1.5")


def _attack(scene: Scene, event: Event) -> Told:
    whom = scene.card(event.other) if event.other != NOBODY else scene.who(event.seat)
    return Told(f"{scene.card(event.card)} acts and attacks {whom}.", "7.1.2")


def _block(scene: Scene, event: Event) -> Told:
    if is_boss_place(scene.before.copies[event.card].place):
        return Told(f"{scene.card(event.card)} blocks from where it stands.", "9.2.2")
    column = LETTERS[column_of(scene.before.copies[event.other].place)]
    return Told(f"{scene.card(event.card)} moves to column {column} and blocks.", "8.2.1")


def _dealt(scene: Scene, event: Event) -> Told:
    whom = scene.card(event.card) if event.card != NOBODY else scene.who(event.seat)
    by = scene.card(event.other) if event.other >= 0 else "An effect"
    return Told(f"{by} deals {event.amount} damage to {whom}.")


def _defeat(scene: Scene, event: Event) -> Told:
    return Told(f"{scene.card(event.card)} is defeated.", "7.4.1")


def _leave(scene: Scene, event: Event) -> Told:
    copy = scene.after.copies[event.card]
    pile = f" for the {copy.zone} of {scene.who(copy.owner)}" if copy.zone != TABLE else ""
    return Told(f"{scene.card(event.card)} leaves the table{pile}.", "7.4.3" if copy.zone == GRAVEYARD else "")


def _put(scene: Scene, event: Event) -> Told:
    copy = scene.after.copies[event.card]
    return Told(f"{copy.face.name} goes to the {copy.zone} of {scene.who(copy.owner)}.")


def _act(scene: Scene, event: Event) -> Told:
    return Told(f"{scene.card(event.card)} acts.")


def _face_up(scene: Scene, event: Event) -> Told:
    return Told(f"{scene.card(event.card)} turns face-up.")


def _move(scene: Scene, event: Event) -> Told:
    place = scene.after.copies[event.card].place
    return Told(f"{scene.card(event.card)} moves" + (f" to {position(place)}." if place != NOBODY else "."))


def _ability(scene: Scene, event: Event) -> Told:
    abilities = scene.after.copies[event.card].face.abilities
    text = f": “{abilities[event.amount - 1].text}”" if 0 < event.amount <= len(abilities) else "."
    return Told(f"{scene.who(event.seat)} carries out the ability of {scene.card(event.card)}{text}")


def _pick(scene: Scene, event: Event) -> Told:
    whom = scene.card(event.other) if event.other >= 0 else scene.who(seat_of_thing(event.other))
    return Told(f"{scene.who(event.seat)} chooses {whom}.")


def _change(scene: Scene, event: Event) -> Told:
    verb, what = event.kind.split()
    whom = scene.card(event.card) if event.card >= 0 else scene.who(event.seat)
    by = f" by {scene.after.copies[event.other].face.name}" if event.other >= 0 else ""
    return Told(f"{whom} {verb}s {event.amount} {what}{by}.")


def _prevent(scene: Scene, event: Event) -> Told:
    whom = scene.card(event.card) if event.card >= 0 else scene.who(event.seat)
    by = f" by {scene.after.copies[event.other].face.name}" if event.other >= 0 else ""
    return Told(f"{event.amount} damage to {whom} is prevented{by}.")


def _unenchant(scene: Scene, event: Event) -> Told:
    return Told(f"{scene.after.copies[event.other].face.name} no longer enchants {scene.card(event.card)}.")


def _pay(scene: Scene, event: Event) -> Told:
    parts = [f"{amount} {what}" for amount, what in ((event.amount, "vim"), (event.other, "ether")) if amount > 0]
    return Told(f"{scene.who(event.seat)} pays {_listed(parts) or 'nothing'}.", "6.1.2")


def _cast(scene: Scene, event: Event) -> Told:
    return Told(f"{scene.who(event.seat)} casts {scene.after.copies[event.card].face.name}.", "6.1.1")


def _boss(scene: Scene, event: Event) -> Told:
    return Told(f"{scene.card(event.card)}, the boss of {scene.who(event.seat)}, turns face-up.", "9.1.2")


def _use(scene: Scene, event: Event) -> Told:
    which = f"ability {event.amount}" if event.amount > 0 else "the ability"
    return Told(f"{scene.who(event.seat)} uses {which} of {scene.card(event.card)}.")


_TOGETHER: dict[str, Callable[[Scene, list[Event]], Told]] = {"ready": _ready, "face down": _face_down}
"""Kinds of events that are told in one sentence when they follow each other: many cards become ready."""

_TOLD: dict[str, Callable[[Scene, Event], Told]] = {
    "turn": _turn,
    "decay": _decay,
    "main": _main,
    "over": _over,
    "summon": _summon,
    "attack": _attack,
    "block": _block,
    "dealt": _dealt,
    "defeat": _defeat,
    "pay": _pay,
    "cast": _cast,
    "boss": _boss,
    "use": _use,
    "leave": _leave,
    "discard": _put,
    "return": _put,
    "act": _act,
    "face up": _face_up,
    "move": _move,
    "ability": _ability,
    "pick": _pick,
    "prevent": _prevent,
    "unenchant": _unenchant,
    **{f"{verb} {what}": _change for verb in ("gain", "lose") for what in ("strength", "life", "vim", "ether")},
}


# What is different afterwards


def _differences(scene: Scene, events: Sequence[Event]) -> Iterator[Told]:
    begun = {event.seat for event in events if event.kind == "turn"}
    for seat in range(len(scene.after.life)):
        yield from _totals(scene, seat, begun=seat in begun)
    for was, now in zip(scene.before.copies, scene.after.copies, strict=True):
        if was is not now:
            yield from _card(scene, was, now)


def _totals(scene: Scene, seat: int, *, begun: bool) -> Iterator[Told]:
    before, after = scene.before, scene.after
    for what, was, now in (
        ("life", before.life[seat], after.life[seat]),
        ("vim", before.vim[seat], after.vim[seat]),
        ("ether", before.ether[seat], after.ether[seat]),
    ):
        if begun and what == "vim" and was and now == 2 * was:
            yield Told(f"The vim of {scene.who(seat)} doubles from {was} to {now}.", "4.2.1")
        elif was != now:
            yield Told(f"The {what} of {scene.who(seat)} goes from {was} to {now}.")


def _card(scene: Scene, was: Copy, now: Copy) -> Iterator[Told]:
    if was.zone == now.zone == TABLE and was.up and now.up and not now.leaving and was.strength != now.strength:
        yield Told(f"The strength of {named(was)} goes from {was.strength} to {now.strength}.")
    if was.zone == now.zone == TABLE and was.control != now.control:
        yield Told(f"{scene.who(now.control)} now controls {named(now)}.")
    if now.host != NOBODY and was.host != now.host:
        yield Told(f"{now.face.name} enchants {scene.card(now.host)}.", "6.2.1")


def _ending(scene: Scene) -> Iterator[Told]:
    outcome = scene.after.outcome
    if outcome is None or scene.before.outcome is not None:
        return
    winners = _listed([scene.who(seat) for seat in outcome.winners])
    said = f"{winners} won ({_REASONS.get(outcome.reason, outcome.reason)})" if winners else "it is a draw"
    yield Told(f"The game is over: {said}.", outcome.rule)


_REASONS = {
    "life": "the other has no life left",
    "ability": "by an ability",
    "concession": "the other conceded",
    "time": "the other ran out of time",
    "disqualified": "the other was disqualified",
}
