"""What happened in a line of a record, told in sentences: what the cards did by which rule, and what changed by it.

Kinds of events that nobody tells about here are passed over; what they changed is told all the same, since changes are
read off the two tables.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple, get_args

from engine.bos.decks.swaps import how_often
from engine.bos.display.views import Onlooker, View, view
from engine.bos.model.ability_numbers import giver_of, is_lent, own_number, printed_number
from engine.bos.model.places import LETTERS, NOBODY, column_of, is_boss_place, position, seat_of_thing
from engine.bos.model.state import GONE, GRAVEYARD, TABLE, Copy, State, named
from engine.bos.model.syntax import Skippable
from engine.choice import Event
from engine.contract import Told
from engine.messages import Arg, Message, all_of


def tell(before: State, events: Sequence[Event], after: State) -> list[str]:
    """What happened between two tables, a sentence each, rules in brackets. Empty when nothing did."""
    return [
        f"{sentence.text} ({sentence.rule})" if sentence.rule else str(sentence.text)
        for sentence in narrate(before, events, after)
    ]


def narrate(before: State, events: Sequence[Event], after: State) -> list[Told]:
    """What happened between two tables: first the events in their order, then what is different, then the end."""
    scene = Scene(before, after)
    sentences: list[Told] = []
    for (kind, _), group in groupby(_without_echoes(events), key=lambda event: (event.kind, event.amount)):
        if kind in _TOGETHER:
            sentences.append(_TOGETHER[kind](scene, list(group)))
        elif kind in _TOLD:
            sentences += [_TOLD[kind](scene, event) for event in group]
    return [*sentences, *_differences(scene, events), *_ending(scene)]


class Scene(NamedTuple):
    """The table before a line and after it."""

    before: State
    """The position before the line."""
    after: State
    """The position after it."""

    def card(self, number: int) -> str:
        """A card by name and by the place where it was found; one that came later, by the place it took."""
        was = self.before.copies[number]
        return named(was if was.zone == TABLE and was.up else self.after.copies[number])

    def cards(self, events: list[Event]) -> Arg:
        """The cards that several events are about, in one list."""
        return all_of(self.card(event.card) for event in events)

    def who(self, seat: int) -> str:
        """The name of a seat's player."""
        return self.after.setup.names[seat]


def touched(events: Sequence[Event], after: State) -> set[str]:
    """The places of the table, as a record writes them, whose cards had a part in these events."""
    numbers = {event.card for event in events} | {event.other for event in events if event.kind in _BETWEEN_CARDS}
    places = {after.copies[number].place for number in numbers if number >= 0}
    return {position(place) for place in places if place != NOBODY}


def view_after(state: State, onlooker: Onlooker, events: Sequence[Event]) -> View:
    """A view of the table with the cards that had a part in these events `touched`."""
    table = view(state, onlooker)
    places = touched(events, state)
    for side in table["seats"]:
        for card in (side["boss"], *side["wizards"], *side["summons"]):
            if card and card["at"] in places:
                card["touched"] = True
    return table


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
    echoed = {(event.kind, event.card) for event in events}
    return [event for event in events if (_ECHOES.get(event.kind), event.card) not in echoed]


# What cards and players did


def _ready(scene: Scene, events: list[Event]) -> Told:
    if len(events) > 1:
        code = "bos.event.turn_up" if events[0].amount else "bos.event.are_ready"
        return Told(Message(code, cards=scene.cards(events)), "4.1.1")
    code = "bos.event.turns_up" if events[0].amount else "bos.event.is_ready"
    return Told(Message(code, card=scene.card(events[0].card)), "4.1.1")


def _face_down(scene: Scene, events: list[Event]) -> Told:
    if len(events) > 1:
        return Told(Message("bos.event.turn_down", cards=scene.cards(events)), "5.1.4")
    return Told(Message("bos.event.turns_down", card=scene.card(events[0].card)), "5.1.4")


def _turn(scene: Scene, event: Event) -> Told:
    return Told(
        Message("bos.event.turn_begins", turn=scene.after.turn, turns=event.amount, player=scene.who(event.seat)),
        "3.1.1",
    )


def _decay(scene: Scene, event: Event) -> Told:
    return Told(Message("bos.event.decay", player=scene.who(event.seat), times=how_often(event.amount)), "4.3.2")


def _main(scene: Scene, event: Event) -> Told:
    return Told(Message("bos.event.main_phase", player=scene.who(event.seat)), "3.1.2")


def _skipped(scene: Scene, event: Event) -> Told:
    return Told(Message(f"bos.event.{event.kind.replace(' ', '_')}", player=scene.who(event.seat)), "3.1.9")


def _over(scene: Scene, event: Event) -> Told:
    return Told(Message("bos.event.turn_ends", player=scene.who(event.seat)), "3.1.1")


def _summon(scene: Scene, event: Event) -> Told:
    card = scene.after.copies[event.card]
    player, name = scene.who(event.seat), card.face.name
    if card.place == NOBODY:
        return Told(Message("bos.event.summons", player=player, card=name), "5.1.5")
    column = LETTERS[column_of(card.place)]
    return Told(Message("bos.event.summons_in", player=player, card=name, column=column), "5.1.5")


def _attack(scene: Scene, event: Event) -> Told:
    whom = scene.card(event.other) if event.other != NOBODY else scene.who(event.seat)
    return Told(Message("bos.event.attacks", card=scene.card(event.card), target=whom), "7.1.2")


def _block(scene: Scene, event: Event) -> Told:
    if is_boss_place(scene.before.copies[event.card].place):
        return Told(Message("bos.event.blocks", card=scene.card(event.card)), "9.2.2")
    column = LETTERS[column_of(scene.before.copies[event.other].place)]
    return Told(Message("bos.event.moves_and_blocks", card=scene.card(event.card), column=column), "8.2.1")


def _dealt(scene: Scene, event: Event) -> Told:
    whom = scene.card(event.card) if event.card != NOBODY else scene.who(event.seat)
    if event.other < 0:
        return Told(Message("bos.event.effect_damage", number=event.amount, target=whom))
    return Told(Message("bos.event.damage", card=scene.card(event.other), number=event.amount, target=whom))


def _defeat(scene: Scene, event: Event) -> Told:
    return Told(Message("bos.event.defeated", card=scene.card(event.card)), "7.4.1")


def _leave(scene: Scene, event: Event) -> Told:
    copy = scene.after.copies[event.card]
    card = scene.card(event.card)
    if copy.zone in (TABLE, GONE):
        return Told(Message("bos.event.leaves", card=card))
    message = Message(f"bos.event.leaves_for_{copy.zone}", card=card, player=scene.who(copy.owner))
    return Told(message, "7.4.3" if copy.zone == GRAVEYARD else "")


def _put(scene: Scene, event: Event) -> Told:
    copy = scene.after.copies[event.card]
    if copy.zone == GONE:
        return Told(Message("bos.event.leaves", card=copy.face.name))
    return Told(Message(f"bos.event.to_{copy.zone}", card=copy.face.name, player=scene.who(copy.owner)))


def _act(scene: Scene, event: Event) -> Told:
    return Told(Message("bos.event.acts", card=scene.card(event.card)))


def _face_up(scene: Scene, event: Event) -> Told:
    return Told(Message("bos.event.turns_up", card=scene.card(event.card)))


def _move(scene: Scene, event: Event) -> Told:
    card, place = scene.card(event.card), scene.after.copies[event.card].place
    if place == NOBODY:
        return Told(Message("bos.event.moves", card=card))
    return Told(Message("bos.event.moves_to", card=card, place=position(place)))


def _ability(scene: Scene, event: Event) -> Told:
    stands_on = giver_of(event.amount - 1)
    number = own_number(event.amount - 1) if is_lent(event.amount - 1) else printed_number(event.amount - 1)
    abilities = scene.after.copies[event.card if stands_on == NOBODY else stands_on].face.abilities
    player, card = scene.who(event.seat), scene.card(event.card)
    if not 0 <= number < len(abilities):
        return Told(Message("bos.event.carries_out", player=player, card=card))
    text = abilities[number].text
    return Told(Message("bos.event.carries_out_text", player=player, card=card, text=text))


def _pick(scene: Scene, event: Event) -> Told:
    whom = scene.card(event.other) if event.other >= 0 else scene.who(seat_of_thing(event.other))
    return Told(Message("bos.event.chooses", player=scene.who(event.seat), target=whom))


def _change(scene: Scene, event: Event) -> Told:
    verb, resource = event.kind.split()
    whom = scene.card(event.card) if event.card >= 0 else scene.who(event.seat)
    amount, happens = Message(f"bos.amount.{resource}", number=event.amount), {"gain": "gains", "lose": "loses"}[verb]
    if event.other < 0:
        return Told(Message(f"bos.event.{happens}", target=whom, amount=amount))
    source = scene.after.copies[event.other].face.name
    return Told(Message(f"bos.event.{happens}_by", target=whom, amount=amount, source=source))


def _prevent(scene: Scene, event: Event) -> Told:
    whom = scene.card(event.card) if event.card >= 0 else scene.who(event.seat)
    if event.other < 0:
        return Told(Message("bos.event.prevented", number=event.amount, target=whom))
    source = scene.after.copies[event.other].face.name
    return Told(Message("bos.event.prevented_by", number=event.amount, target=whom, source=source))


def _unenchant(scene: Scene, event: Event) -> Told:
    return Told(
        Message(
            "bos.event.enchants_no_longer",
            card=scene.after.copies[event.other].face.name,
            target=scene.card(event.card),
        )
    )


def _pay(scene: Scene, event: Event) -> Told:
    pools = (("vim", event.amount), ("ether", event.other))
    parts = [Message(f"bos.amount.{resource}", number=amount) for resource, amount in pools if amount > 0]
    paid = all_of(parts) if parts else Message("bos.word.nothing")
    return Told(Message("bos.event.pays", player=scene.who(event.seat), amount=paid), "6.1.2")


def _cast(scene: Scene, event: Event) -> Told:
    name = scene.after.copies[event.card].face.name
    return Told(Message("bos.event.casts", player=scene.who(event.seat), card=name), "6.1.1")


def _boss(scene: Scene, event: Event) -> Told:
    return Told(Message("bos.event.boss_turns_up", card=scene.card(event.card), player=scene.who(event.seat)), "9.1.2")


def _use(scene: Scene, event: Event) -> Told:
    player, card = scene.who(event.seat), scene.card(event.card)
    if event.amount > 0:
        return Told(Message("bos.event.uses_number", player=player, number=event.amount, card=card))
    return Told(Message("bos.event.uses", player=player, card=card))


def _out(scene: Scene, event: Event) -> Told:
    return Told(Message("bos.event.out", player=scene.who(event.seat)), "14.5.17")


def _down(scene: Scene, event: Event) -> Told:
    return Told(Message("bos.event.down", player=scene.who(event.seat)), "14.4.3")


def _revive(scene: Scene, event: Event) -> Told:
    return Told(Message("bos.event.revives", player=scene.who(event.other), target=scene.who(event.seat)), "14.4.4")


_TOGETHER: dict[str, Callable[[Scene, list[Event]], Told]] = {"ready": _ready, "face down": _face_down}
"""Kinds of events that are told in one sentence when they follow each other: many cards become ready."""

_TOLD: dict[str, Callable[[Scene, Event], Told]] = {
    "turn": _turn,
    "decay": _decay,
    "main": _main,
    "over": _over,
    **{f"skip {what}": _skipped for what in get_args(Skippable)},
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
    "out": _out,
    "down": _down,
    "revive": _revive,
    **{f"{verb} {what}": _change for verb in ("gain", "lose") for what in ("strength", "life", "vim", "ether")},
}


# What is different afterwards


def _differences(scene: Scene, events: Sequence[Event]) -> Iterator[Told]:
    begun = {event.seat for event in events if event.kind == "turn"}
    for seat in range(len(scene.after.turns)):
        yield from _totals(scene, seat, begun=seat in begun)
    for was, now in zip(scene.before.copies, scene.after.copies, strict=True):
        if was is not now:
            yield from _card(scene, was, now)


def _totals(scene: Scene, seat: int, *, begun: bool) -> Iterator[Told]:
    before, after = scene.before, scene.after
    for resource, was, now in (
        ("life", before.life[seat], after.life[seat]),
        ("vim", before.vim[seat], after.vim[seat]),
        ("ether", before.ether[seat], after.ether[seat]),
    ):
        if begun and resource == "vim" and was and now == 2 * was:
            yield Told(Message("bos.event.vim_doubles", player=scene.who(seat), was=was, now=now), "4.2.1")
        elif was != now:
            yield Told(Message(f"bos.event.{resource}", player=scene.who(seat), was=was, now=now))


def _card(scene: Scene, was: Copy, now: Copy) -> Iterator[Told]:
    if was.zone == now.zone == TABLE and was.up and now.up and not now.leaving and was.strength != now.strength:
        yield Told(Message("bos.event.strength", card=named(was), was=was.strength, now=now.strength))
    if was.zone == now.zone == TABLE and was.control != now.control:
        yield Told(Message("bos.event.controls", player=scene.who(now.control), card=named(now)))
    if now.host != NOBODY and was.host != now.host:
        yield Told(Message("bos.event.enchants", card=now.face.name, target=scene.card(now.host)), "6.2.1")


def _ending(scene: Scene) -> Iterator[Told]:
    outcome = scene.after.outcome
    if outcome is None or scene.before.outcome is not None:
        return
    winners = [scene.who(seat) for seat in outcome.winners]
    if not winners:
        yield Told(Message("bos.event.drawn"), outcome.rule)
    else:
        how = outcome.reason if scene.after.setup.seating.is_duel else "together"
        yield Told(Message(f"bos.event.won_{how}", player=all_of(winners)), outcome.rule)
