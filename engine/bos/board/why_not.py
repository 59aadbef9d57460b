"""Why a card on the table is part of no line that may follow: what one would try with it, and what is against that."""

from __future__ import annotations

from engine.bos.board.next_lines import moments, next_lines
from engine.bos.model import moves
from engine.bos.model.moves import Move, ThingRef
from engine.bos.model.places import NOBODY, column_of, is_boss_place, is_summon_place, position, seat_of
from engine.bos.model.presence import rivals
from engine.bos.model.state import Copy, State
from engine.bos.rules.legality import check
from engine.choice import Answer, Violation


def why_not(state: State) -> dict[str, Violation]:
    """By its place, for every card of the seat that is asked which no line names, why it can do nothing."""
    named = {token for line in next_lines(state).lines for token in line.path}
    question = state.question
    if question is None:
        return {}
    now = [moment for moment in moments(state) if moment.question and moment.question.seat == question.seat][-1]
    reasons: dict[str, Violation] = {}
    for place, held in enumerate(now.table):
        move = _tried(now, now.copies[held]) if held >= 0 and position(place) not in named else None
        writer = now.copies[held].control if now.setup.seating.is_shared else question.seat
        violation = check(now, Answer(writer, move)) if move else None
        if violation is not None:
            reasons[position(place)] = violation
    return reasons


def _tried(state: State, card: Copy) -> Move | None:
    """What one would try with a card; None where that is nothing a rule could be against."""
    assert state.question
    kind, place = state.question.kind, card.place
    if kind == "pick":
        return moves.Pick(ThingRef(place))
    if not _is_of_the_asked(state, card):
        return None
    if kind == "block":
        return moves.Block(place)
    return _act(card, rivals(state, state.question.seat)[0]) if kind == "menu" else None


def _is_of_the_asked(state: State, card: Copy) -> bool:
    """Whether a card stands before the seat that is asked, or one of its combined team."""
    lead = state.setup.seating.lead
    return state.question is not None and lead[seat_of(card.place)] == lead[state.question.seat]


def _act(card: Copy, opponent: int) -> Move:
    place = card.place
    if is_boss_place(place) and not card.up:
        return moves.TurnUpBoss()
    if column_of(place) != NOBODY and not is_summon_place(place):
        return moves.Use(place, 1)
    return moves.Attack(place, NOBODY, opponent)
