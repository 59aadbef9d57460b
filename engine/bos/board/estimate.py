"""What a position is worth to a seat, told from what lies open: life, strength on the table, vim and cards."""

from __future__ import annotations

from math import log2

from engine.bos.model.piles import pile_size
from engine.bos.model.state import CASTLE, SPELLBOOK, Copy, State, fights, on_table
from engine.contract import WON


def estimate(state: State, seat: int) -> float:
    """What a position is worth to a seat, in points of life: its own side less the opponent's, which counts a little
    more, so that a fair exchange is worth it; and less what can still attack in the opponent's turn."""
    if state.outcome:
        winners = state.outcome.winners
        return 0.0 if not winners else WON if seat in winners else -WON
    other = 1 - seat
    threat = sum(copy.strength for copy in _fighters(state, other) if not copy.acted) if state.active == other else 0
    return _side(state, seat) - 1.05 * _side(state, other) - 0.3 * threat


def _side(state: State, seat: int) -> float:
    """What one side has. Vim doubles every turn and 0 stays 0, so the first is worth most."""
    spare = pile_size(state, seat, CASTLE) + pile_size(state, seat, SPELLBOOK)
    life = state.life[seat] - max(0, 8 - state.life[seat])
    strength = sum([copy.strength + 2 for copy in _fighters(state, seat)])
    vim = 5 * log2(1 + state.vim[seat]) + 0.8 * state.ether[seat]
    return life + strength + vim + 0.3 * spare


def _fighters(state: State, seat: int) -> list[Copy]:
    """The summons of a seat, and its boss once that is face-up."""
    return [copy for copy in on_table(state, seat) if fights(copy)]
