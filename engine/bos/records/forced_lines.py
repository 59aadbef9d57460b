"""What is done on the table though it is against the rules."""

from __future__ import annotations

from engine.bos.model.state import State
from engine.bos.records.line_interpreter import read
from engine.bos.rules import game_loop
from engine.choice import Event
from engine.contract import Problem


def force_line(state: State, body: str) -> tuple[State, tuple[Event, ...]] | None:
    """A line done on the table whether it is lawful or not; None where it does nothing or cannot be done."""
    reading = read(state, body)
    if isinstance(reading, Problem) or not reading.answers:
        return None
    events: tuple[Event, ...] = ()
    for answer in reading.answers:
        forced = game_loop.force(state, answer)
        if forced is None:
            return None
        state, events = forced.state, (*events, *forced.events)
    return state, events
