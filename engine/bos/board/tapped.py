"""What to tap on a board for an answer: a place (`1b`), a player (`P2`), a card of a pile (`=Root Giant`) or, where a
card has several abilities, one of them (`1b.2`)."""

from __future__ import annotations

from engine.bos.model import moves
from engine.bos.model.moves import AbilityRef, Move, ThingRef
from engine.bos.model.places import NOBODY, boss_place, position, wizard_places
from engine.bos.model.state import State
from engine.bos.notation.table_references import abilities_at
from engine.choice import Answer
from engine.seats import seat_name

Path = tuple[str, ...]


def tapped(state: State, answer: Answer[Move]) -> Path:
    """What to tap, in this order; nothing for an answer that is about nothing on the table."""
    move, seat = answer.move, answer.seat
    match move:
        case moves.Begin(columns):
            return tuple(map(position, wizard_places(seat, columns)))
        case moves.Summon(columns, card):
            return (_pile_card(state, card), *map(position, wizard_places(seat, columns)))
        case moves.Attack(attacker, target, player):
            return position(attacker), seat_name(player) if target == NOBODY else position(target)
        case moves.Cast():
            return (_pile_card(state, move.card),)
        case moves.Use(place, number):
            return _ability(state, AbilityRef(place, number))
        case moves.First(ability) | moves.Take(ability):
            return _ability(state, ability)
        case moves.Block(place) | moves.Ready(place):
            return (position(place),)
        case moves.TurnUpBoss():
            return (position(boss_place(seat)),)
        case moves.Pick(thing):
            return (_thing(state, thing),)
    return ()


def _ability(state: State, ability: AbilityRef) -> Path:
    """The card, and which of its abilities where it has several."""
    if ability.place == NOBODY:
        return (_pile_card(state, ability.card),)
    place = position(ability.place)
    return (place, str(ability)) if len(abilities_at(state, ability.place)) > 1 else (place,)


def _thing(state: State, thing: ThingRef) -> str:
    return str(thing) if thing.card == "" else _pile_card(state, thing.card)


def _pile_card(state: State, card: str) -> str:
    """A card that stands on no place, whoever's it is, by its name."""
    return next((f"={cards[card].name}" for cards in state.setup.playing if card in cards), f"={card}")
