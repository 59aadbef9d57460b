"""Whether it matters what is answered: where every answer leads to the same table, nobody need be asked."""

from __future__ import annotations

from itertools import islice
from typing import Final

from engine.bos.board.next_lines import asks
from engine.bos.model.state import State
from engine.bos.notation.canonical_state import canonical
from engine.bos.records.implied_answers import ABILITIES
from engine.bos.rules.game_loop import carry_out
from engine.bos.rules.options import legal

MOST_ANSWERS: Final = 12
"""Of a question with more answers it is not looked whether they matter."""
MOST_POSITIONS: Final = 60
"""So many positions are looked at most."""


def settled(state: State) -> str | None:
    """The first line that may follow where a question about abilities has several answers, silence among them, and it
    makes no difference which is given; None where it does, and where that would take long to see."""
    if state.question is None or state.question.kind not in ABILITIES or not _all_lead_to_one(state):
        return None
    ask = asks(state)[0]
    lines = [line.written for line in ask.lines.lines]
    return lines[0] if lines and len(lines) + ask.may_pass > 1 else None


def _all_lead_to_one(state: State) -> bool:
    """Whether all ways to answer this question, and those of the same seat that follow from it, end alike."""
    assert state.question
    seat, ends, ahead = state.question.seat, set[bytes](), [state]
    for _ in range(MOST_POSITIONS):
        if not ahead:
            return len(ends) == 1
        now = ahead.pop()
        answers = list(islice(legal(now), MOST_ANSWERS + 1))
        if len(answers) > MOST_ANSWERS:
            return False
        for answer in answers:
            after = carry_out(now, answer).state
            if after.question and after.question.kind in ABILITIES and after.question.seat == seat:
                ahead.append(after)
            else:
                ends.add(canonical(after))
        if len(ends) > 1:
            return False
    return False
