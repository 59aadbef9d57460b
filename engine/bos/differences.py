"""How two positions differ, a sentence for each thing a judge can point at: totals, places, piles, whose move it is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

from engine.bos.state import Modifier, State, named, seat_name, seat_of_thing
from engine.bos.views import View, view

MAX_TOLD = 40

Fact = str | Counter[str]
"""How something is: in words, or the cards of a pile."""


class Difference(NamedTuple):
    """One thing that is so in one position and otherwise in the other."""

    what: str
    one: str
    other: str


def differences(one: State, other: State) -> list[Difference]:
    """What differs, in a fixed order: turn, totals, cards by place, piles, question, end; at most MAX_TOLD."""
    if one is other:
        return []
    pairs = zip(_facts(one), _facts(other), strict=True)
    return [_difference(what, a, b) for (what, a), (_, b) in pairs if a != b][:MAX_TOLD]


def sentences(found: list[Difference], one: str, other: str) -> list[str]:
    """The differences as sentences, with a name for each of the two positions."""
    return [f"{what}: {left} in {one}, {right} in {other}." for what, left, right in found]


def _difference(what: str, one: Fact, other: Fact) -> Difference:
    """Of piles only what one holds beyond the other."""
    if isinstance(one, str) or isinstance(other, str):
        return Difference(what, str(one), str(other))
    return Difference(what, _pile(one - other), _pile(other - one))


def _facts(state: State) -> Iterator[tuple[str, Fact]]:
    """Everything that can differ; two tables of one game have the same list of names."""
    table = view(state, "judge")
    turn = f"turn {table['turn']} of {table['active']}, {table['phase']} phase" if table["turn"] else "before the game"
    yield "Moment", turn
    for side in table["seats"]:
        for what in ("life", "vim", "ether"):
            yield f"{what.capitalize()} of {side['seat']}", str(side[what])
    for side in table["seats"]:
        yield from _places(table, side)
    for side in table["seats"]:
        for pile in ("castle", "spellbook"):
            yield f"{pile.capitalize()} of {side['seat']}", Counter(side[f"{pile}_cards"])
        yield f"Graveyard of {side['seat']}", Counter(side["graveyard"])
        yield f"Attacks declared by {side['seat']}", str(side["attacks"])
    yield "Lasting effects", Counter(_lasting(state, modifier) for modifier in state.modifiers)
    asked = table["asked"]
    yield "Waiting for", f"{asked['seat']} ({asked['kind']})" if asked else "nobody"
    over = table["over"]
    yield "End", f"{' and '.join(over['winners']) or 'nobody'} won ({over['reason']})" if over else "not reached"


def _places(table: View, side: View) -> Iterator[tuple[str, Fact]]:
    digit = side["seat"][1:]
    for kind, mark in (("wizards", "w"), ("summons", "")):
        for letter, card in zip(table["columns"], side[kind], strict=True):
            yield f"{digit}{mark}{letter}", _card(card)
    yield f"{digit}*", _card(side["boss"])


def _card(card: dict[str, Any] | None) -> str:
    if card is None:
        return "nothing"
    strength = "" if card["strength"] is None else f" {card['strength']}"
    marks = ("" if card["up"] else " face-down") + (" acted" if card["acted"] else "")
    under = ", ".join(sorted(card["enchantments"]))
    return f"{card['name']}{strength}{marks}" + (f" with {under}" if under else "")


def _lasting(state: State, modifier: Modifier) -> str:
    """An effect that lasts, with whom it concerns."""
    whom = named(state.copies[modifier.thing]) if modifier.thing >= 0 else seat_name(seat_of_thing(modifier.thing))
    amount = f" {modifier.amount:+d}" if modifier.kind == "strength" else ""
    return f"{modifier.what or modifier.kind}{amount} on {whom}"


def _pile(cards: Counter[str]) -> str:
    told = ", ".join(f"{count} {name}" if count > 1 else name for name, count in sorted(cards.items()))
    return f"also {told}" if told else "nothing more"
