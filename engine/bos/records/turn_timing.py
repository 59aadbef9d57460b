"""Whose time passes before each line of a written duel: what a clock at the table would do, line by line.

The time up to a line belongs to the player whose turn it is, unless the line is an answer of the other player, a
judge's, or part of a pause (13.1.3). It is nobody's before the first turn and after the end (13.1.7).

A turn begins with its `T` line and is over with `E`, but for abilities of the ending phase that are written behind it.
When a judge takes the game back, the turn of that line goes on, with what is left of its delay.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum
from typing import NamedTuple

from engine.bos.notation.line_parser import (
    Attack,
    Block,
    Cast,
    Judge,
    Leave,
    Move,
    Turn,
    Unreadable,
    Use,
    Word,
    parse,
)
from engine.log import Line, Log
from engine.messages import Message

_PAUSING = re.compile(r"j\s+(pause|go\s+on)", re.IGNORECASE)


class Time(Enum):
    """Whose the time before a line is."""

    OWN = "of the player whose turn it is"
    ANSWER = "of the other player, who answers in that turn"
    JUDGE = "perhaps of the player, perhaps of a judge who was asked"
    STANDS = "nobody's"
    MARK = "whatever the lines around it say: a turn begins, or totals are written after one"


class TurnBegun(NamedTuple):
    """A turn: the number of its `T` line, its own number, and whose it is, 0 or 1."""

    line: int
    """The number of its `T` line."""
    number: int
    """The number of the turn, from 1."""
    seat: int
    """Whose it is, 0 or 1."""


class Beat(NamedTuple):
    """A line, what it says if it can be read, whose the time before it is, its turn (from 0, -1 for none), and what is
    wrong with its pause."""

    line: Line
    """The line."""
    move: Move | None
    """What it says; None if it cannot be read."""
    time: Time
    """Whose the time before it is."""
    turn: int
    """Its turn, counted from 0; -1 for none."""
    slip: Message | None
    """What is wrong with its pause; None where nothing is."""


@dataclass(slots=True)
class Pace:
    """The record so far. `places` is what to go back to when a judge takes the game back."""

    turns: list[TurnBegun] = field(default_factory=list)
    """The turns that have begun."""
    turn: int = -1
    """The turn that runs, counted from 0; -1 for none."""
    over: bool = False
    """Whether that turn has been ended."""
    ended: bool = False
    """Whether the game has."""
    paused: bool = False
    """Whether a judge has stopped the clock."""
    attacked: int | None = None
    """The seat that is attacked and may answer; None for nobody."""
    places: list[tuple[int, int, bool]] = field(default_factory=list)


def beats(log: Log, pace: Pace) -> Iterator[Beat]:
    """Every line of the record in its order; `pace` goes along."""
    for line in log.lines:
        move = _move(line.body)
        time = _whose(pace, line, move)
        slip = _begin(pace, line, move) if isinstance(move, Turn) else _slip(pace, line)
        yield Beat(line, move, time, pace.turn, slip)
        _go_on(pace, line, move)
        pace.places.append((line.number, pace.turn, pace.over))


def _move(body: str) -> Move | None:
    try:
        return parse(body) if body else None
    except Unreadable:
        return None


def _whose(pace: Pace, line: Line, move: Move | None) -> Time:
    if isinstance(move, Turn):
        return Time.STANDS if pace.paused or pace.ended or pace.turn < 0 else Time.MARK
    if pace.turn < 0 or pace.ended or pace.paused:
        return Time.STANDS
    if isinstance(move, Judge) and not _pausing(line):
        return Time.STANDS if pace.over else Time.JUDGE
    if _by_the_other(pace, move):
        return Time.ANSWER
    return Time.MARK if pace.over and not isinstance(move, Use) else Time.OWN


def _by_the_other(pace: Pace, move: Move | None) -> bool:
    """Whether the line is written by somebody whose turn it is not: an answer, a spell, an ability."""
    seat = pace.turns[pace.turn].seat
    match move:
        case Block():
            defender = 1 - seat if pace.attacked is None else pace.attacked
            return (defender if move.seat is None else move.seat) != seat
        case Cast(aside=True) | Use(aside=True):
            return move.seat != seat
        case Word(word="PASS"):
            return pace.attacked is not None
        case Use(sign="+" | "-" | "!"):
            return move.place.seat not in (None, seat)
    return False


def _begin(pace: Pace, line: Line, move: Turn) -> Message | None:
    slip = Message("bos.clock.begins_in_pause") if pace.paused else None
    pace.turn, pace.over, pace.paused, pace.attacked = -1, False, False, None
    if move.seat < 2:
        pace.turns.append(TurnBegun(line.number, move.number, move.seat))
        pace.turn = len(pace.turns) - 1
    return slip


def _slip(pace: Pace, line: Line) -> Message | None:
    pausing = _pausing(line)
    if pausing == "pause" and pace.paused:
        return Message("bos.clock.paused_already")
    if pausing == "go on" and not pace.paused:
        return Message("bos.clock.not_paused")
    return None


def _go_on(pace: Pace, line: Line, move: Move | None) -> None:
    """What the line leaves behind for the next ones."""
    pausing = _pausing(line)
    if pausing:
        pace.paused = pausing == "pause"
    elif isinstance(move, Attack):
        pace.attacked = move.target.seat if move.target.kind == "player" else None
    elif move == Word("E"):
        pace.over = True
    elif isinstance(move, Leave):
        pace.ended = True
    elif isinstance(move, Judge) and move.deed == "undo":
        _go_back(pace, move.number or 0)


def _go_back(pace: Pace, number: int) -> None:
    earlier = [place for place in pace.places if place[0] <= number]
    _, pace.turn, pace.over = earlier[-1] if earlier else (0, -1, False)
    pace.attacked = None


def _pausing(line: Line) -> str | None:
    """`pause` or `go on`, for a line that begins or ends a pause."""
    match = _PAUSING.fullmatch(line.body) if line.body[:1] in ("J", "j") else None
    return " ".join(match.group(1).casefold().split()) if match else None
