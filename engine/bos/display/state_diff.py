"""How two positions differ, a sentence for each thing a judge can point at: totals, places, piles, whose move it is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from engine.bos.display.state_facts import to_come
from engine.bos.display.views import View, view
from engine.bos.model.places import COLUMNS, seat_of_thing
from engine.bos.model.state import DelayedAbility, Modifier, State, named
from engine.contract import Difference
from engine.messages import Arg, Message, all_of
from engine.seats import seat_name

MAX_TOLD = 40

Fact = Arg | Counter[Arg]
"""How something is: in words, or the cards of a pile."""


def differences(first: State, second: State) -> list[Difference]:
    """What differs, in a fixed order: turn, totals, cards by place, piles, question, end; at most MAX_TOLD."""
    if first is second:
        return []
    pairs = zip(facts(first), facts(second), strict=True)
    return [_difference(subject, left, right) for (subject, left), (_, right) in pairs if left != right][:MAX_TOLD]


def _difference(subject: Arg, first: Fact, second: Fact) -> Difference:
    """Of piles only what either holds beyond the other."""
    if isinstance(first, Counter) and isinstance(second, Counter):
        return Difference(subject, _pile(first - second), _pile(second - first))
    assert not isinstance(first, Counter)
    assert not isinstance(second, Counter)
    return Difference(subject, first, second)


def facts(state: State) -> Iterator[tuple[Arg, Fact]]:
    """Everything that can differ, and how it is; two tables of one game have the same list of names."""
    table = view(state, "judge")
    phase = Message(f"bos.phase.{table['phase']}")
    turn = Message("bos.fact.turn", turns=table["turn"], seat=table["active"], phase=phase)
    yield Message("bos.fact.moment"), turn if table["turn"] else Message("bos.fact.before_game")
    for side in table["seats"]:
        for resource in ("life", "vim", "ether"):
            yield Message(f"bos.fact.{resource}", seat=side["seat"]), str(side[resource])
    for side in table["seats"]:
        yield from _places(table, side)
    for side in table["seats"]:
        for pile in ("castle", "spellbook"):
            yield Message(f"bos.fact.{pile}", seat=side["seat"]), Counter(side[f"{pile}_cards"])
        yield Message("bos.fact.graveyard", seat=side["seat"]), Counter(side["graveyard"])
        yield Message("bos.fact.attacks", seat=side["seat"]), str(side["attacks"])
    lasting = [_lasting(state, modifier) for modifier in state.modifiers]
    yield Message("bos.fact.lasting_effects"), Counter([*lasting, *(_to_come(state, each) for each in state.delayed)])
    yield Message("bos.fact.waiting"), _asked(table["asked"])
    yield Message("bos.fact.end"), _over(table["over"])


def _asked(question: View | None) -> Message:
    if question is None:
        return Message("bos.word.nobody")
    return Message("bos.fact.asked", seat=question["seat"], kind=Message(f"bos.asked.{question['kind']}"))


def _over(over: View | None) -> Message:
    if over is None:
        return Message("bos.fact.not_reached")
    winners = all_of(over["winners"]) if over["winners"] else Message("bos.word.nobody")
    return Message("bos.fact.won", who=winners, reason=Message(f"bos.reason.{over['reason']}"))


def _places(table: View, side: View) -> Iterator[tuple[Arg, Fact]]:
    digit, columns = side["seat"][1:], table["columns"]
    if len(columns) > COLUMNS:  # of a combined team the lower seat stands in a to c, the higher one in d to f (14.3.5)
        columns = columns[:COLUMNS] if side["side"][0] == side["seat"] else columns[COLUMNS:]
    for kind, mark in (("wizards", "w"), ("summons", "")):
        for letter, card in zip(columns, side[kind], strict=True):
            yield f"{digit}{mark}{letter}", _card(card)
    yield f"{digit}*", _card(side["boss"])


def _card(card: dict[str, Any] | None) -> Arg:
    if card is None:
        return Message("bos.word.nothing")
    name: str = card["name"] if card["strength"] is None else f"{card['name']} {card['strength']}"
    code = _MARKED[card["up"], card["acted"]]
    fact = Message(code, card=name) if code else name
    under = tuple(sorted(card["enchantments"]))
    return Message("bos.fact.with_cards", card=fact, names=under) if under else fact


_MARKED = {
    (True, False): "",
    (True, True): "bos.fact.acted",
    (False, False): "bos.fact.face_down",
    (False, True): "bos.fact.face_down_acted",
}


def _lasting(state: State, modifier: Modifier) -> Message:
    """An effect that lasts, with whom it concerns."""
    whom = named(state.copies[modifier.thing]) if modifier.thing >= 0 else seat_name(seat_of_thing(modifier.thing))
    amount = f" {modifier.amount:+d}" if modifier.kind == "strength" else ""
    return Message("bos.fact.lasting", what=f"{modifier.what or modifier.kind}{amount}", card=whom)


def _to_come(state: State, delayed: DelayedAbility) -> Message:
    """An ability that waits, with its card."""
    moment = to_come(state, delayed)
    return Message("bos.fact.to_come", card=state.copies[delayed.pending.source].face.name, moment=moment)


def _pile(cards: Counter[Arg]) -> Message:
    if not cards:
        return Message("bos.fact.no_more")
    several = sorted(cards.items(), key=lambda item: str(item[0]))
    lines = (Message("bos.fact.copies", number=count, card=name) if count > 1 else name for name, count in several)
    return Message("bos.fact.also", cards=tuple(lines))
