"""Why a line is illegal that gives an answer which the rules refuse, or cannot be proven to be."""

from __future__ import annotations

from engine.bos.model import moves
from engine.bos.model.cards import Card
from engine.bos.model.moves import Move
from engine.bos.model.places import boss_place
from engine.bos.model.state import State, at
from engine.bos.rules import unparsed_text
from engine.choice import Answer, Violation
from engine.contract import Stop
from engine.log import Line
from engine.replay_state import stop_at


def refused(line: Line, state: State, answer: Answer[Move], violation: Violation) -> Stop:
    """Illegal, unless the card's own unread text could say otherwise."""
    card = _arriving(state, answer)
    excuse = unparsed_text.excuse(card, violation) if card else None
    if excuse:
        return stop_at(line, "unproven", excuse.rule, excuse.message)
    return stop_at(line, "illegal", violation.rule, violation.message, 0, violation.ruling)


def _arriving(state: State, answer: Answer[Move]) -> Card | None:
    """The card that would be summoned, cast or turned up."""
    if isinstance(answer.move, moves.TurnUpBoss):
        boss = at(state, boss_place(answer.seat))
        return boss.face if boss and not boss.up else None
    name = moves.named_card(answer.move)
    return state.setup.playing[answer.seat].get(name) if name else None
