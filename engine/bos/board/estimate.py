"""What a position is worth to a seat, told from what lies open: life, strength on the table, vim and cards."""

from __future__ import annotations

from math import log2
from typing import Final

from engine.bos.model.piles import pile_size
from engine.bos.model.places import NOBODY
from engine.bos.model.presence import rivals
from engine.bos.model.state import CASTLE, SPELLBOOK, Copy, State, fights, on_table
from engine.contract import WON

REST: Final = 0.2
"""So much do opponents count that are not the strongest one."""


def estimate(state: State, seat: int) -> float:
    """What a position is worth to a seat, in points of life: what it has less what the opponent has, which counts a
    little more, so that a fair exchange is worth it; and less what can still attack in the opponent's turn. Of several
    opponents the strongest counts, the others a little; a teammate for nothing."""
    if state.outcome:
        winners = state.outcome.winners
        return 0.0 if not winners else WON if seat in winners else -WON
    others = rivals(state, seat)
    rest = sorted([_side(state, other) for other in others])
    strongest = rest.pop() if rest else 0.0
    active = state.active if state.active in others else NOBODY
    threat = sum(copy.strength for copy in _fighters(state, active) if not copy.acted) if active != NOBODY else 0
    return _side(state, seat) - 1.05 * strongest - 0.3 * threat - REST * sum(rest)


def _side(state: State, seat: int) -> float:
    """What one side has. Vim doubles every turn and 0 stays 0, so the first is worth most."""
    members, seat = state.setup.seating.sharing[seat], state.setup.seating.lead[seat]
    spare = sum([pile_size(state, each, CASTLE) + pile_size(state, each, SPELLBOOK) for each in members])
    life = state.life[seat] - max(0, 8 - state.life[seat])
    strength = sum([copy.strength + 2 for copy in _fighters(state, seat)])
    vim = 5 * log2(1 + state.vim[seat]) + 0.8 * state.ether[seat]
    return life + strength + vim + 0.3 * spare


def _fighters(state: State, seat: int) -> list[Copy]:
    """The summons of a seat, in a combined game of its team, and its boss once that is face-up."""
    members = state.setup.seating.sharing[seat]
    return [copy for each in members for copy in on_table(state, each) if fights(copy)]
