"""How a game ends, whatever decides it (11.1.2)."""

from __future__ import annotations

from engine.bos.model.state import Draft
from engine.choice import Event, Outcome


def stay_alive(draft: Draft, event: Event) -> None:
    """What happened instead of the last life being lost leaves a player with it, unless it says what life becomes."""
    if draft.life[event.seat] <= 0:
        draft.put(draft.life, event.seat, event.amount)


def finish(draft: Draft, outcome: Outcome) -> None:
    """The game is over; nothing that was pending happens any more (11.1.2)."""
    draft.outcome = outcome
    draft.frames.clear()
    draft.waiting.clear()
    draft.question = None
