"""A position as one seat may know it, so that nothing that is computed from it can depend on what that seat never saw.

Unseen is what lies in a castle or a spellbook of another seat and was never shown, and its wizards before they turn
face-up for the first time; a teammate is another seat too (14.5.29). A blank stands for each of these cards, as for the
cards of a list that the reader of a record may not know (`hidden_lists`); of such piles only their sizes bind.

What the engine keeps because an unseen card
asks for it is left out with it: what waits for that card, what is remembered for its text, and steps of a turn in which
nothing else has anything to do.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final, TypeVar

from engine.bos.abilities import turn_memory
from engine.bos.display.views import is_shown
from engine.bos.model import moves
from engine.bos.model.cards import Card, CardType, blank_card
from engine.bos.model.setup import Setup
from engine.bos.model.state import ASIDE, GRAVEYARD, PILE_OF, UNDER, Copy, State
from engine.bos.rules import game_loop, trigger_queue
from engine.choice import Answer

Value = TypeVar("Value")

_OPEN: Final = (ASIDE, GRAVEYARD, UNDER)
"""Where everybody sees every card."""


def as_seen(state: State, seat: int) -> State:
    """The position as that seat, from 0, may know it. Every card keeps its id, its place and what is seen of it."""
    state = _without_secret_offer(state, seat)
    unseen = {copy.id for copy in state.copies if not _is_known(copy, seat)}
    copies = tuple([_blank(copy) if copy.id in unseen else copy for copy in state.copies])
    setup = _setup(state.setup, copies, seat, unseen)
    known = turn_memory.noted(setup).values()
    cards = {word for kept in known for word, _ in kept.cards}
    tallies = {tally for kept in known for tally in kept.tallies}
    return state._replace(
        setup=setup,
        copies=copies,
        frames=game_loop.busy_frames(setup, state.frames),
        waiting=tuple([pending for pending in state.waiting if pending.source not in unseen]),
        past=tuple([befell for befell in state.past if befell.what in cards]),
        tallies=tuple([tally for tally in state.tallies if tally[0] in tallies]),
    )


def _is_known(copy: Copy, seat: int) -> bool:
    return is_shown(copy, seat) or copy.up or copy.zone in _OPEN


def _without_secret_offer(state: State, seat: int) -> State:
    """The position once another seat has let pass what only its unseen cards offer to it, which nobody sees."""
    question = state.question
    if question is None or question.kind != "offer" or question.seat == seat:
        return state
    offered = trigger_queue.optional(state, question.seat)
    if any(_is_known(state.copies[pending.source], seat) for pending in offered):
        return state
    return _without_secret_offer(game_loop.carry_out(state, Answer(question.seat, moves.Pass())).state, seat)


def _blank(copy: Copy) -> Copy:
    twin = copy.own()
    twin.face, twin.strength = blank_card(copy.face.type, copy.face.color), 0
    return twin


def _setup(setup: Setup, copies: tuple[Copy, ...], seat: int, unseen: set[int]) -> Setup:
    """What was fixed before the game, as far as that seat may know it."""
    for other in range(setup.seating.seats):
        setup = setup if other == seat else _with_hidden(setup, copies, other, unseen)
    return setup


def _with_hidden(setup: Setup, copies: tuple[Copy, ...], other: int, unseen: set[int]) -> Setup:
    """The same with the list of another seat hidden."""
    own = [copy for copy in copies if copy.owner == other]
    seen = _by_key([copy.face for copy in own if copy.id not in unseen])
    return replace(
        setup,
        wizards=put(setup.wizards, other, tuple([copy.face for copy in own if copy.face.type is CardType.WIZARD])),
        piles=put(setup.piles, other, tuple([copy.face for copy in own if copy.face.type in PILE_OF])),
        registered=put(setup.registered, other, seen),
        playing=put(setup.playing, other, seen),
        hidden_swap=put(setup.hidden_swap, other, True),
        hidden=put(setup.hidden, other, True),
    )


def _by_key(cards: list[Card]) -> Mapping[str, Card]:
    return {card.key: card for card in sorted(cards, key=lambda card: card.key)}


def put(values: tuple[Value, ...], seat: int, value: Value) -> tuple[Value, ...]:
    """The values by seat with another one for that seat."""
    return (*values[:seat], value, *values[seat + 1 :])
