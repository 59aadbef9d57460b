"""How a written duel ends, or what it waits for, in sentences."""

from __future__ import annotations

from typing import Any

from engine.bos.model.editions import Edition
from engine.bos.model.standings import places_reached
from engine.bos.model.state import State
from engine.choice import Event, Outcome
from engine.log import Log
from engine.messages import Message, Note, all_of
from engine.replay_state import Replay
from engine.seats import seat_name


def totals(state: State | None, edition: Edition) -> dict[str, list[int]]:
    """Life, vim and ether of each seat; before the first line without a position."""
    if state is None:
        return {"life": [edition.life] * 2, "vim": [edition.vim] * 2, "ether": [0, 0]}
    leads = state.setup.seating.leads
    pools = {"life": state.life, "vim": state.vim, "ether": state.ether}
    return {name: [pool[lead] for lead in leads] for name, pool in pools.items()}


def ending(outcome: Outcome) -> Message:
    """How the duel ended, in a sentence."""
    if not outcome.winners:
        return Message("bos.end.drawn")
    winners = all_of([seat_name(seat) for seat in outcome.winners])
    return Message("bos.end.won", seat=winners, reason=Message(f"bos.reason.{outcome.reason}"))


def seating_json(state: State | None, outcome: Outcome | None) -> dict[str, Any]:
    """What a finding tells besides where more than two sit at the table: the mode, the sides, and if it is over who won
    and who came in which place (14.5.23). Nothing of a duel."""
    if state is None or state.setup.seating.is_duel:
        return {}
    seating = state.setup.seating
    return {
        "winners": list(map(seat_name, outcome.winners)) if outcome else None,
        "places": {seat_name(seat): place for seat, place in places_reached(state).items()} if outcome else None,
        "mode": seating.mode,
        "seats": seating.seats,
        "sides": [list(map(seat_name, side)) for side in seating.sides],
    }


def end_notes(log: Log, run: Replay) -> list[Note]:
    """Remarks on how the duel ended: what a header claims, and what ends it though a line does not say so."""
    outcome: Outcome = run.own_state.outcome
    claimed = log.header("Result")
    notes = []
    if claimed and not _agrees(claimed, outcome, run.own_state.setup.seating.seats):
        notes.append(Note(Message("bos.end.header", text=claimed[:60], said=ending(outcome))))
    if outcome.reason == "life" and any(event.kind == "decay" for event in _last_events(run)):
        notes.append(Note(Message("bos.end.decay")))
    if outcome.rule == "10.2.4":
        notes.append(Note(Message("bos.end.loop")))
    elif outcome.rule == "11.1.1" and outcome.reason == "draw" and any(run.own_state.life):
        notes.append(Note(Message("bos.end.draw_written")))
    return notes


def _last_events(run: Replay) -> tuple[Event, ...]:
    """What happened in the last line that changed anything."""
    return next((step.events for step in reversed(run.steps) if step.events), ())


def waits(state: State) -> Message | None:
    """The block that an unfinished record leaves open."""
    if state.question and state.question.kind == "block":
        return Message("bos.end.block_open", seat=seat_name(state.question.seat))
    return None


def _agrees(claimed: str, outcome: Outcome, seats: int) -> bool:
    words = claimed.casefold().split()
    named = [seat for seat in range(seats) if seat_name(seat).casefold() in words]
    first = min(named, key=lambda seat: words.index(seat_name(seat).casefold()), default=None)
    if first is not None and first not in outcome.winners:
        return False
    reasons = [word for word in words if word in REASONS]
    return not reasons or reasons[0] == outcome.reason


REASONS: tuple[str, ...] = ("life", "ability", "concession", "time", "disqualified", "draw")
"""Why a duel ends."""
