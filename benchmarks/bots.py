"""Players without a plan: one answers by chance, one takes what looks best at once; both the same for the same seed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import islice
from random import Random

from engine.bos.board.estimate import estimate
from engine.bos.board.next_lines import is_on_own_side
from engine.bos.decks.deck_lists import starter_decks
from engine.bos.game import apply, start
from engine.bos.model import moves
from engine.bos.model.card_pool import sample_pool
from engine.bos.model.editions import DEFAULT_EDITION
from engine.bos.model.moves import Move
from engine.bos.model.state import State
from engine.bos.records.record_setup import open_game
from engine.bos.rules.options import legal
from engine.choice import Answer, Event
from engine.contract import Given
from engine.log import read

Bot = Callable[[State, Random], Answer[Move]]

LONGEST = 2_000
"""So many answers end every game: decay takes all life before."""
HEAD = "[Game BOS] [Rules bos-1] [Bid P1 4 P2 3] [First P1]\n"

IDLE = (moves.NextPhase, moves.EndTurn, moves.Pass, moves.Done, moves.NoBlock)
"""Answers that leave things as they are."""
INNER = ("block", "pick", "may", "mode", "number", "offer", "order", "conduct")
"""Questions that belong to the answer before: it is not worth anything until they are answered."""
FIRST_LOOK, SECOND_LOOK, LOOKS = 30, 8, 90
"""How many answers are compared at first, how many to each question that follows, and how many positions in all."""
MOOD = 1.5
"""Up to so much is added to what an answer is worth, so that games between the same lists differ."""


@dataclass(frozen=True)
class Played:
    """A game: the seat that won (None: drawn, or not over), how many answers it took, and all that happened."""

    winner: int | None
    """A seat, from 0."""
    over: bool
    """Whether it ended within LONGEST answers."""
    answers: int
    """Of both players together."""
    turns: int
    """The number of the last turn."""
    events: tuple[Event, ...]
    """In the order they happened."""
    state: State
    """The last position."""


def play(decks: tuple[str, str], bots: tuple[Bot, Bot], seed: str) -> Played:
    """A whole game between two starter decks, by name; the first one goes first."""
    state, chance = table(decks), Random(seed)
    events: list[Event] = []
    answers = 0
    while state.question is not None and answers < LONGEST:
        step = apply(state, bots[state.question.seat](state, chance))
        state = step.state
        events += step.events
        answers += 1
    outcome = state.outcome
    winner = outcome.winners[0] if outcome and outcome.winners else None
    return Played(winner, outcome is not None, answers, state.turn, tuple(events), state)


def table(decks: tuple[str, str]) -> State:
    """The position before anybody's first turn. The second player has the ether of a lower bid."""
    lists = {f"P{seat}": starter_decks()[name] for seat, name in enumerate(decks, 1)}
    return start(open_game(read(HEAD), Given(lists, sample_pool(), DEFAULT_EDITION)).setup)


# By chance


def random_legal(state: State, chance: Random) -> Answer[Move]:
    """Any legal answer: first its kind, then one of that kind, so that long lists do not crowd out the others."""
    kinds: dict[type[Move], list[Answer[Move]]] = {}
    for answer in legal(state):
        kinds.setdefault(type(answer.move), []).append(answer)
    weights = [1 if kind in IDLE else 3 for kind in kinds]
    return chance.choice(kinds[chance.choices(list(kinds), weights)[0]])


# What looks best


def greedy(state: State, chance: Random) -> Answer[Move]:
    """The answer after which the table looks best, once all that belongs to it is answered as well as can be seen."""
    assert state.question
    if state.question.kind in ("begin", "ready", "order"):
        return chance.choice(list(legal(state)))
    options = list(islice(_sensible(state), FIRST_LOOK))
    looks = [LOOKS]
    rated = [(_worth_of(state, answer, looks) + chance.uniform(0, MOOD), answer) for answer in options]
    return max(rated, key=lambda each: each[0])[1]


def _sensible(state: State) -> Iterator[Answer[Move]]:
    """Answers worth a look, going on first: no attacks on one's own side, one way to pay."""
    assert state.question
    seen = set[Move]()
    found = list(legal(state))
    for answer in sorted(found, key=lambda each: type(each.move) not in IDLE):
        what = _unpaid(answer.move)
        if what not in seen and not is_on_own_side(state, answer):
            seen.add(what)
            yield answer


def _unpaid(move: Move) -> Move:
    """The move as it is whatever is paid for it."""
    if isinstance(move, moves.Cast) or (isinstance(move, moves.Pay) and move.payment):
        return replace(move, payment=moves.Payment(0, 0))
    return replace(move, payment=None) if isinstance(move, moves.Use | moves.Take) else move


def _worth_of(state: State, answer: Answer[Move], looks: list[int]) -> float:
    if isinstance(answer.move, moves.NextPhase | moves.EndTurn):
        return estimate(state, answer.seat)
    return _outlook(apply(state, answer).state, answer.seat, looks)


def _outlook(state: State, seat: int, looks: list[int]) -> float:
    """What a position is worth to a seat when both answer its questions to their own good."""
    looks[0] -= 1
    if state.question is None or state.question.kind not in INNER or looks[0] <= 0:
        return estimate(state, seat)
    best = max if state.question.seat == seat else min
    found = islice(_sensible(state), SECOND_LOOK)
    return best(_outlook(apply(state, answer).state, seat, looks) for answer in found)
