"""How a written duel ends, or what it waits for, in sentences."""

from __future__ import annotations

from engine.bos.model.editions import Edition
from engine.bos.model.state import State
from engine.choice import Event, Outcome
from engine.log import Log
from engine.messages import Message, Note
from engine.replay_state import Replay
from engine.seats import seat_name


def totals(state: State | None, edition: Edition) -> dict[str, list[int]]:
    """Life, vim and ether of each seat; before the first line without a position."""
    if state is None:
        return {"life": [edition.life] * 2, "vim": [edition.vim] * 2, "ether": [0, 0]}
    return {"life": list(state.life), "vim": list(state.vim), "ether": list(state.ether)}


def ending(outcome: Outcome) -> Message:
    """How the duel ended, in a sentence."""
    if not outcome.winners:
        return Message("bos.end.drawn")
    return Message("bos.end.won", seat=seat_name(outcome.winners[0]), reason=Message(f"bos.reason.{outcome.reason}"))


def end_notes(log: Log, run: Replay) -> list[Note]:
    """Remarks on how the duel ended: what a header claims, and what ends it though a line does not say so."""
    outcome: Outcome = run.own_state.outcome
    claimed = log.header("Result")
    notes = []
    if claimed and not _agrees(claimed, outcome.winners, outcome.reason):
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


def _agrees(claimed: str, winners: tuple[int, ...], reason: str) -> bool:
    words = claimed.casefold().split()
    seats = [word for word in words if word in ("p1", "p2")]
    if seats and (len(winners) != 1 or seats[0] != seat_name(winners[0]).casefold()):
        return False
    reasons = [word for word in words if word in REASONS]
    return not reasons or reasons[0] == reason


REASONS: tuple[str, ...] = ("life", "ability", "concession", "time", "disqualified", "draw")
"""Why a duel ends."""
