"""Who came in which place in a game of several sides (14.5.23)."""

from __future__ import annotations

from engine.bos.model.state import State


def places_reached(state: State) -> dict[int, int]:
    """The place of each seat once the game is over, from 1: sides by when their last member fell, and those who fell in
    one step share a place (14.5.23)."""
    seating, outcome = state.setup.seating, state.outcome
    fell = {seat: number for number, batch in enumerate(state.gone) for seat in batch}
    last = len(state.gone)
    ranks = []
    for side in seating.sides:
        won = outcome is not None and side[0] in outcome.winners
        ranks.append(last + 1 if won else max(fell.get(seat, last) for seat in side))
    return {seat: 1 + sum(rank > ranks[seating.side[seat]] for rank in ranks) for seat in range(seating.seats)}
