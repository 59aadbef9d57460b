"""How a duel ends: by life at 0, or by whatever else decides it (chapter 11)."""

from __future__ import annotations

from engine.bos.model.state import Draft
from engine.choice import Event, Outcome


def settle_life(draft: Draft) -> None:
    """Whoever is at 0 life has lost, checked after every effect (11.1.1, G-143); both at once is a draw (G-103)."""
    fallen = [seat for seat, life in enumerate(draft.life) if life <= 0]
    if not fallen or draft.outcome:
        return
    if len(fallen) == len(draft.life) and draft.setup.edition.both_at_zero == "draw":
        finish(draft, Outcome((), "draw", "11.1.1"))
        return
    losers = fallen if len(fallen) == 1 else [draft.active]
    finish(draft, Outcome(tuple(seat for seat in range(len(draft.life)) if seat not in losers), "life", "11.1.1"))


def stay_alive(draft: Draft, event: Event) -> None:
    """What happened instead of the last life being lost leaves a player with it, unless it says what life becomes."""
    if draft.life[event.seat] <= 0:
        draft.life[event.seat] = event.amount


def finish(draft: Draft, outcome: Outcome) -> None:
    """The game is over; nothing that was pending happens any more (11.1.2)."""
    draft.outcome = outcome
    draft.frames.clear()
    draft.waiting.clear()
    draft.question = None
