"""Whose line it is, and what its places, names and numbers stand for on this table."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from engine.bos.abilities.card_abilities import text_at
from engine.bos.model.cards import Card
from engine.bos.model.moves import ThingRef
from engine.bos.model.places import boss_place, summon_place, wizard_place
from engine.bos.model.presence import next_turn
from engine.bos.model.state import Copy, State, Table
from engine.bos.model.syntax import Text
from engine.bos.notation.card_lookup import OF_PILES, SPELLS, SUMMONS, Kinds, find_card
from engine.bos.notation.line_parser import Cast, Move, Ref, Summon, Use, line_of_duel, parse
from engine.bos.notation.line_patterns import table_shape
from engine.bos.notation.table_references import is_mandatory
from engine.contract import Problem
from engine.messages import Message, any_of
from engine.seats import seat_name


def says(state: State, body: str) -> Move:
    """What a line says at this table. Raises Unreadable with a sentence and a column."""
    setup = state.setup
    return line_of_duel(body) if setup.seating.is_duel else parse(body, *table_shape(setup))


def place_of(ref: Ref, seat: int) -> int:
    """The place of a reference whose seat, where dropped, is the one given."""
    owner = seat if ref.seat is None else ref.seat
    if ref.kind == "boss":
        return boss_place(owner)
    return wizard_place(owner, ref.column) if ref.kind == "wizard" else summon_place(owner, ref.column)


def writer(state: State) -> int:
    """Whose line it is when nothing else is said: whoever is asked; while a block is open, the active player."""
    if state.question is None or state.question.kind not in ("menu", "begin"):
        return max(state.active, 0)
    return state.question.seat


def aside_seat(state: State, move: Cast | Use) -> int:
    """Who writes: behind `>` the next one after the active player, unless a seat is named.

    Between two turns an ability that is answered is one of the turn that ends.
    """
    if move.seat is not None and move.seat < state.setup.seating.seats:
        return move.seat
    if move.aside:
        return next_turn(state, max(state.active, 0))
    return max(state.active, 0) if isinstance(move, Use) and move.sign != "U" else writer(state)


def card_of(state: State, seat: int, move: Summon | Cast) -> tuple[int, Card | Problem]:
    """The card named, and whose it is: between two turns a line may be anybody's."""
    kinds = SUMMONS if isinstance(move, Summon) else SPELLS
    card = find_card(state.setup, seat, move.name, kinds)
    if isinstance(card, Problem) and state.question:
        fitting = of_others(state, seat, move.name, kinds)
        if fitting and state.question.kind == "begin":
            return fitting[0] if len(fitting) == 1 else (seat, whose(move.name, [other for other, _ in fitting]))
        card = next((other for _, other in fitting if _asks_for(state, seat, other)), card)
    return seat, card


def of_others(state: State, seat: int, name: str, kinds: Kinds) -> list[tuple[int, Card]]:
    """The card of that name of each other player who has one, in the order of turns."""
    found = [(other, find_card(state.setup, other, name, kinds)) for other in state.setup.seating.orders[seat][1:]]
    return [(other, card) for other, card in found if not isinstance(card, Problem)]


def whose(name: str, seats: Sequence[int]) -> Problem:
    """1.1.4: a line that several players could have written."""
    players = any_of([seat_name(seat) for seat in seats])
    return Problem("unproven", "1.1.4", Message("bos.line.whose", text=name, seats=players))


def _asks_for(state: State, seat: int, card: Card) -> bool:
    """Whether this seat carries out just now the effect of a spell of the other player (G-387), or may use an ability
    of a card of the other player that it controlled (2.1.9)."""
    asking = state.frames[-1].pending if state.frames else None
    waiting = (*((asking,) if asking else ()), *state.waiting)
    return any(pending.seat == seat and state.copies[pending.source].face.key == card.key for pending in waiting)


def thing_of(state: State, side: int, ref: Ref | str) -> ThingRef | Problem:
    """What a line aims at; a place without its digit is on that side."""
    if isinstance(ref, str):
        return _thing_of_pile(state, side, ref)
    return ThingRef(seat=ref.seat or 0) if ref.kind == "player" else ThingRef(place_of(ref, side))


def _thing_of_pile(state: State, seat: int, name: str) -> ThingRef | Problem:
    """The card of a pile that the beginning of a name means, which may stand behind its owner."""
    owner = _OWNED.fullmatch(name) if not state.setup.seating.is_duel else None
    if owner and int(owner.group(1)) <= state.setup.seating.seats:
        seat, name = int(owner.group(1)) - 1, owner.group(2)
    card = find_card(state.setup, seat, name, OF_PILES)
    if isinstance(card, Problem) and not owner:
        fitting = {other.key: (player, other) for player, other in of_others(state, seat, name, OF_PILES)}
        if len(fitting) > 1:
            return whose(name, [player for player, _ in fitting.values()])
        card = next((other for _, other in fitting.values()), card)
    return card if isinstance(card, Problem) else ThingRef(card=card.key)


_OWNED: Final = re.compile(r"P([1-6])\s+(.+)", re.IGNORECASE)


def text_of(table: Table, abilities: list[tuple[Copy, int]], number: int) -> Text | None:
    """What the ability of that number says; None where there is none, or it cannot be read."""
    if not 1 <= number <= len(abilities):
        return None
    source, own = abilities[number - 1]
    return text_at(table, source, own)


def the_number(table: Table, abilities: list[tuple[Copy, int]], sign: str) -> int:
    """The first ability of the place that the sign can mean."""
    for number, (source, own) in enumerate(abilities, 1):
        if is_mandatory(table, source, own) == (sign == "!"):
            return number
    return 1
