"""What a position is worth to a seat in the long run: vim that is kept doubles, and a castle runs out of summons."""

from __future__ import annotations

from math import log2
from typing import Final

from engine.bos.model.piles import pile_size
from engine.bos.model.presence import rivals
from engine.bos.model.state import CASTLE, SPELLBOOK, Copy, State, fights, on_table
from engine.contract import WON

WORRIED: Final = 8
"""With less life than this each point counts twice."""
PLENTY: Final = 16
"""So much vim pays for all that can be cast in a turn."""
FEW_SPELLS: Final = 4
"""With fewer spells than this vim is worth less."""
REST: Final = 0.2
"""So much do opponents count that are not the strongest one."""


def prospect(state: State, seat: int) -> float:
    """What a position is worth to a seat in points of life, for one that thinks further ahead than `estimate`: the last
    vim is hardly ever worth spending, and what a castle still holds will fight too. Of several opponents
    the strongest counts, the others a little."""
    if state.outcome:
        winners = state.outcome.winners
        return 0.0 if not winners else WON if seat in winners else -WON
    others = rivals(state, seat)
    rest = sorted([_side(state, other) for other in others])
    strongest = rest.pop() if rest else 0.0
    threat = _strength(state, state.active) if state.active in others else 0.0
    return _side(state, seat) - 1.05 * strongest - 0.3 * threat - REST * sum(rest)


def _side(state: State, seat: int) -> float:
    """What one side has."""
    members, seat = state.setup.seating.sharing[seat], state.setup.seating.lead[seat]
    life = state.life[seat] - max(0, WORRIED - state.life[seat])
    fighters = sum([copy.strength + 2 for copy in _fighters(state, seat)])
    spells = sum([pile_size(state, each, SPELLBOOK) for each in members])
    piles = 1.0 * sum([pile_size(state, each, CASTLE) for each in members]) + 0.3 * spells
    return life + fighters + piles + _vim(state.vim[seat], spells) + 1.5 * state.ether[seat]


def _vim(vim: int, spells: int) -> float:
    """Vim doubles every turn and 0 stays 0, so the first is worth most; no more can be spent than spells cost."""
    if not vim:
        return 0.0
    return (12 + 8 * log2(min(vim, PLENTY))) * min(1.0, spells / FEW_SPELLS) + 0.05 * vim


def _strength(state: State, seat: int) -> float:
    """Of what can still attack."""
    return sum([copy.strength for copy in _fighters(state, seat) if not copy.acted])


def _fighters(state: State, seat: int) -> list[Copy]:
    """The summons of a seat, in a combined game of its team, and its boss once that is face-up."""
    members = state.setup.seating.sharing[seat]
    return [copy for each in members for copy in on_table(state, each) if fights(copy)]
