"""Whose time passes before each line of a written game: what a clock at the table would do, line by line.

The time up to a line belongs to the player whose turn it is, in a combined game to the team (14.5.28), unless the line
is an answer of anybody else, a judge's, or part of a pause (13.1.3). It is nobody's before the first turn and after the
end (13.1.7).

A turn begins with its `T` line and is over with `E`, but for abilities of the ending phase that are written behind it.
When a judge takes the game back, the turn of that line goes on, with what is left of its delay.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum
from typing import NamedTuple

from engine.bos.model.seating import TWO, Seating
from engine.bos.notation.line_parser import (
    Attack,
    Block,
    ByMember,
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
from engine.bos.notation.line_patterns import Shape, seating_shape
from engine.log import Line, Log
from engine.messages import Message

_PAUSING = re.compile(r"j\s+(pause|go\s+on)", re.IGNORECASE)


class Time(Enum):
    """Whose the time before a line is."""

    OWN = "of the player whose turn it is"
    ANSWER = "of the one who answers in that turn"
    JUDGE = "perhaps of the player, perhaps of a judge who was asked"
    STANDS = "nobody's"
    MARK = "whatever the lines around it say: a turn begins, or totals are written after one"


class TurnBegun(NamedTuple):
    """A turn: the number of its `T` line, its own number, and whose it is."""

    line: int
    """The number of its `T` line."""
    number: int
    """The number of the turn, from 1."""
    seat: int
    """Whose it is, from 0: the lower seat of a combined team."""


class TimedLine(NamedTuple):
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
class TurnProgress:
    """The record so far. `places` is what to go back to when a judge takes the game back."""

    seating: Seating = TWO
    """Who sits at the table."""
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
    left: set[int] = field(default_factory=set)
    """Who left the game, by written lines."""
    places: list[tuple[int, int, bool]] = field(default_factory=list)

    def clock(self, seat: int) -> int:
        """The seat whose clock is that seat's: the lower one of a combined team (14.5.28)."""
        return self.seating.lead[seat] if seat < self.seating.seats else seat


def timed_lines(log: Log, progress: TurnProgress) -> Iterator[TimedLine]:
    """Every line of the record in its order; `progress` goes along."""
    shape = seating_shape(progress.seating)
    for line in log.lines:
        move = _move(line.body, shape)
        time = _whose(progress, line, move)
        slip = _begin(progress, line, move) if isinstance(move, Turn) else _slip(progress, line)
        yield TimedLine(line, move, time, progress.turn, slip)
        _go_on(progress, line, move)
        progress.places.append((line.number, progress.turn, progress.over))


def _move(body: str, shape: Shape) -> Move | None:
    try:
        move = parse(body, *shape) if body else None
    except Unreadable:
        return None
    return move.move if isinstance(move, ByMember) else move


def _whose(progress: TurnProgress, line: Line, move: Move | None) -> Time:
    if isinstance(move, Turn):
        return Time.STANDS if progress.paused or progress.ended or progress.turn < 0 else Time.MARK
    if progress.turn < 0 or progress.ended or progress.paused:
        return Time.STANDS
    if isinstance(move, Judge) and not _pausing(line):
        return Time.STANDS if progress.over else Time.JUDGE
    if _by_another(progress, move):
        return Time.ANSWER
    return Time.MARK if progress.over and not isinstance(move, Use) else Time.OWN


def _by_another(progress: TurnProgress, move: Move | None) -> bool:
    """Whether the line is written by somebody whose turn it is not: an answer, a spell, an ability."""
    seat = progress.turns[progress.turn].seat
    match move:
        case Block():
            defender = progress.attacked if move.seat is None else move.seat
            return defender is None or progress.clock(defender) != seat
        case Cast(aside=True) | Use(aside=True):
            return move.seat is None or progress.clock(move.seat) != seat
        case Word(word="PASS"):
            return progress.attacked is not None
        case Use(sign="+" | "-" | "!"):
            return move.place.seat is not None and progress.clock(move.place.seat) != seat
    return False


def _begin(progress: TurnProgress, line: Line, move: Turn) -> Message | None:
    slip = Message("bos.clock.begins_in_pause") if progress.paused else None
    progress.turn, progress.over, progress.paused, progress.attacked = -1, False, False, None
    if move.seat < progress.seating.seats:
        progress.turns.append(TurnBegun(line.number, move.number, progress.clock(move.seat)))
        progress.turn = len(progress.turns) - 1
    return slip


def _slip(progress: TurnProgress, line: Line) -> Message | None:
    pausing = _pausing(line)
    if pausing == "pause" and progress.paused:
        return Message("bos.clock.paused_already")
    if pausing == "go on" and not progress.paused:
        return Message("bos.clock.not_paused")
    return None


def _go_on(progress: TurnProgress, line: Line, move: Move | None) -> None:
    """What the line leaves behind for the next ones."""
    pausing = _pausing(line)
    if pausing:
        progress.paused = pausing == "pause"
    elif isinstance(move, Attack):
        progress.attacked = move.target.seat if move.target.kind == "player" else None
    elif move == Word("E"):
        progress.over = True
    elif isinstance(move, Leave):
        _go(progress, move)
    elif isinstance(move, Judge) and move.deed == "undo":
        _go_back(progress, move.number or 0)


def _go(progress: TurnProgress, move: Leave) -> None:
    """Somebody leaves: the game is over unless at least two sides go on (14.5.24), and so is the turn of who left."""
    seating, turn = progress.seating, progress.turn
    if seating.is_duel or move.how == "draw":
        progress.ended = True
        return
    seat = progress.turns[turn].seat if move.seat is None and turn >= 0 else move.seat
    if seat is None or seat >= seating.seats:
        return
    progress.left |= set(seating.sharing[seat])
    progress.ended = sum(not progress.left.issuperset(side) for side in seating.sides) < 2
    progress.over = progress.over or (turn >= 0 and progress.turns[turn].seat == progress.clock(seat))
    progress.attacked = None if progress.attacked == seat else progress.attacked


def _go_back(progress: TurnProgress, number: int) -> None:
    earlier = [place for place in progress.places if place[0] <= number]
    _, progress.turn, progress.over = earlier[-1] if earlier else (0, -1, False)
    progress.attacked = None


def _pausing(line: Line) -> str | None:
    """`pause` or `go on`, for a line that begins or ends a pause."""
    match = _PAUSING.fullmatch(line.body) if line.body[:1] in ("J", "j") else None
    return " ".join(match.group(1).casefold().split()) if match else None
