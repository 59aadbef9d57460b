"""What a record leaves open, supposed to be so or otherwise: where it leads then, and what speaks against it."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from engine.bos import flow, options, unread
from engine.bos.writing import write
from engine.choice import Answer
from engine.log import Log
from engine.replay import go_on
from engine.sheet import Mark, Replay, Stop, stop_at

MAX_READINGS: Final = 4
"""A name that fits more cards is not supposed to mean any of them."""
MAX_NAMES: Final = 2
"""So many further names are supposed behind a first one."""


def every_answer(log: Log, run: Replay) -> list[tuple[str, Replay]]:
    """A block that nobody wrote down: where the record leads with each answer."""
    return [(write(run.state, answer), _answered(log, run, answer)) for answer in options.legal(run.state)]


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
    return max(tried, key=lambda one: one.played)


def weigh(stop: Stop, tried: list[tuple[str, Replay]]) -> tuple[Stop, list[str]]:
    """What later lines say about each thing that may be meant here, and what is wrong with all of them."""
    against: list[Stop | None] = []
    notes = []
    for written, run in tried:
        fault = _fault(run)
        against.append(fault)
        said = f"Supposing “{written}” there"
        notes.append(
            f"{said}, line {fault.line} does not fit: {fault.message}" if fault else f"{said}, the later lines fit."
        )
    first = against[0] if against else None
    beyond = first is not None and first.finding != "contradicted" and (first.line != stop.line or not stop.readings)
    if first and beyond and all(f and f[:3] == first[:3] for f in against):
        return first, notes
    return stop, notes


def _fault(run: Replay) -> Stop | None:
    """What speaks against a supposed answer: a line that cannot follow, or a wrong total."""
    if run.stop and run.stop.finding != "unproven":
        return run.stop
    return run.wrong[0] if run.wrong else None


def _answered(log: Log, run: Replay, answer: Answer) -> Replay:
    """Where the record leads if that answer, which it leaves out, was given before the line at which `run` stopped."""
    state, events, _ = flow.apply(run.state, answer)
    marks = [*run.marks, Mark(run.upto, state, events)]
    supposed = Replay(marks, agreed=run.agreed, played=run.played)
    unknown = unread.reason(run.state, events, state)
    if unknown:
        supposed.stop = stop_at(log.lines[run.played], "unproven", unknown.rule, unknown.message)
        return supposed
    return go_on(supposed, log)


def _said(log: Log, run: Replay, body: str) -> Replay:
    """Where the record leads if the line at which `run` stopped said that."""
    lines = (*log.lines[: run.played], log.lines[run.played]._replace(body=body), *log.lines[run.played + 1 :])
    supposed = Replay(list(run.marks), agreed=run.agreed, played=run.played, duties=list(run.duties))
    return go_on(supposed, replace(log, lines=lines))
