"""A position as one seat may know it, with plain cards in place of summons that other seats have not shown yet.

With blanks the others could never summon anything more, and a seat that thinks about its answer feared too little.
"""

from __future__ import annotations

from dataclasses import replace
from statistics import median_low
from typing import Final

from engine.bos.board.as_seen import put
from engine.bos.model.cards import Card, CardType, Color, blank_card
from engine.bos.model.state import PILE_OF, Copy, State

NAME: Final = "Unseen Summon"
STRENGTH: Final = 4
"""Where a pool has no summon to go by."""


def guessed(state: State, seat: int) -> State:
    """A position that is `as_seen` by that seat, in which each blank in the castle of another seat is a summon
    without abilities, as strong as most of its colour, that any wizard of its colour can conduct."""
    for other in range(state.setup.seating.seats):
        state = state if other == seat else _guessed_of(state, other)
    return state


def _guessed_of(state: State, other: int) -> State:
    """The same for one other seat."""
    color = state.setup.bosses[other].color
    blank = blank_card(CardType.SUMMON, color)
    if color is None or all(copy.face != blank or copy.owner != other for copy in state.copies):
        return state
    card = _plain_summon(state.setup.pool.cards, color)
    copies = tuple(
        [_turned(copy, card) if copy.owner == other and copy.face == blank else copy for copy in state.copies]
    )
    piles = [copy.face for copy in copies if copy.owner == other and copy.face.type in PILE_OF]
    setup = state.setup
    setup = replace(
        setup,
        piles=put(setup.piles, other, tuple(piles)),
        registered=put(setup.registered, other, {**setup.registered[other], card.key: card}),
        playing=put(setup.playing, other, {**setup.playing[other], card.key: card}),
    )
    return state._replace(setup=setup, copies=copies)


def _plain_summon(pool: tuple[Card, ...], color: Color) -> Card:
    """A summon of middling strength."""
    summons = [card for card in pool if card.type is CardType.SUMMON and card.color is color]
    strength = median_low([card.strength for card in summons if card.strength] or [STRENGTH])
    return Card(NAME, CardType.SUMMON, color, condition=f"Conduct a summon with any {color} wizard.", strength=strength)


def _turned(copy: Copy, card: Card) -> Copy:
    twin = copy.own()
    twin.face, twin.strength = card, card.strength or 0
    return twin
