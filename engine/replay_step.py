"""A record played one line at a time, from any position: the one door through which records are compared and mended.

A line is the unit: what it answers, and what silence answers around it, is known to the replay alone.
"""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from engine.contract import Game, Opening, State
from engine.log import Line
from engine.replay import begin_replay
from engine.replay_state import Replay, ReplayStep

_FIELDS = tuple(field.name for field in fields(Replay))


def beginnings(game: Game, opening: Opening) -> list[Replay]:
    """A game before its first line, once for every way in which it may have begun."""
    return [begin_replay(game, setup) for setup in opening.placements()]


def advance(run: Replay, line: Line) -> Replay:
    """The game after one more line, or with `stop` set and at the same position. `run` is not changed."""
    after = copied(run)
    after.stop = run.game.play_line(after, line)
    if after.stop is None:
        after.played += 1
    return after


def up_to(run: Replay, steps: int) -> Replay:
    """The game as it was after so many steps, for one more line; nothing that was noted on the way."""
    duties = [duty for duty in run.duties if duty[0] <= steps]
    return Replay(run.game, run.steps[:steps], duties=duties)


def adopt(run: Replay, other: Replay, number: int | None = None) -> Replay:
    """A game that goes on from the position of another one, reached in its own line of that number (by default its
    last one), so that its own line numbers keep their meaning."""
    last = other.steps[-1]
    after = copied(run)
    after.steps.append(ReplayStep(run.upto if number is None else number, last.state, last.events))
    return after


def copied(run: Replay) -> Replay:
    """The same game, to be played on without changing `run`."""
    values: dict[str, Any] = {name: _own(getattr(run, name)) for name in _FIELDS}
    return Replay(**values)


def _own(value: object) -> object:
    """Lists grow with a game; each line gets its own."""
    return list(value) if isinstance(value, list) else value


def settled(run: Replay) -> State:
    """The table once what still waits is answered as silence answers it, so that nothing on it is half done."""
    return run.game.settle(run.state)


def holds(before: Replay, after: Replay) -> bool:
    """Whether the line between was accepted, and its totals, if it has any, are right."""
    return after.stop is None and len(after.wrong) == len(before.wrong)
