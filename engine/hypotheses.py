"""What a record leaves open, supposed to be so or otherwise: where it leads then, and what speaks against it."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from engine.contract import Step, Stop
from engine.log import Log
from engine.messages import Message, Note
from engine.replay import continue_replay
from engine.replay_state import Replay, ReplayStep, stop_at

MAX_READINGS: Final = 4
"""A name that fits more cards is not supposed to mean any of them."""
MAX_NAMES: Final = 2
"""So many further names are supposed behind a first one."""


def every_answer(log: Log, run: Replay) -> list[tuple[str, Replay]]:
    """An answer that nobody wrote down: where the record leads with each that is worth supposing."""
    return [(written, _answered(log, run, step)) for written, step in run.game.supposable(run.state)]


def every_reading(log: Log, run: Replay, stop: Stop) -> list[tuple[str, Replay]]:
    """A name that fits several cards: where the record leads with each of them. Too many are not tried."""
    if len(stop.readings) > MAX_READINGS:
        return []
    return [(body, _as_far_as_can_be(log, _said(log, run, body), MAX_NAMES)) for body in stop.readings]


def _as_far_as_can_be(log: Log, run: Replay, names: int) -> Replay:
    """Beyond the next names that fit several cards the record goes on with the one that leads furthest."""
    stop = run.stop
    if stop is None or names == 0 or not 0 < len(stop.readings) <= MAX_READINGS:
        return run
    tried = [_as_far_as_can_be(log, _said(log, run, body), names - 1) for body in stop.readings]
    return max(tried, key=lambda hypothesis: hypothesis.played)


def weigh(stop: Stop, tried: list[tuple[str, Replay]]) -> tuple[Stop, list[Note]]:
    """What later lines say about each thing that may be meant here, and what is wrong with all of them."""
    against: list[Stop | None] = []
    notes = []
    for written, run in tried:
        fault = _fault(run)
        against.append(fault)
        notes.append(Note(_supposed(written, fault)))
    first = against[0] if against else None
    beyond = first is not None and first.finding != "contradicted" and (first.line != stop.line or not stop.readings)
    if first and beyond and all(fault and fault[:3] == first[:3] for fault in against):
        return first, notes
    return stop, notes


def _supposed(written: str, fault: Stop | None) -> Message:
    if fault is None:
        return Message("record.supposing_fits", text=written)
    return Message("record.supposing", text=written, line=fault.line, said=fault.message)


def _fault(run: Replay) -> Stop | None:
    """What speaks against a supposed answer: a line that cannot follow, or a wrong total."""
    if run.stop and run.stop.finding != "unproven":
        return run.stop
    return run.wrong[0] if run.wrong else None


def _answered(log: Log, run: Replay, step: Step) -> Replay:
    """Where the record leads if an answer, which it leaves out, led there before the line at which `run` stopped."""
    steps = [*run.steps, ReplayStep(run.upto, step.state, step.events)]
    supposed = Replay(run.game, steps, agreed=run.agreed, played=run.played)
    unknown = run.game.unknown_effect(run.state, step.events, step.state)
    if unknown:
        supposed.stop = stop_at(log.lines[run.played], "unproven", unknown.rule, unknown.message)
        return supposed
    return continue_replay(supposed, log)


def _said(log: Log, run: Replay, body: str) -> Replay:
    """Where the record leads if the line at which `run` stopped said that."""
    lines = (*log.lines[: run.played], log.lines[run.played]._replace(body=body), *log.lines[run.played + 1 :])
    supposed = Replay(run.game, list(run.steps), agreed=run.agreed, played=run.played, duties=list(run.duties))
    return continue_replay(supposed, replace(log, lines=lines))
