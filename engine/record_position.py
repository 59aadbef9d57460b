"""A record at one of its lines: the table there, for pages and the command line, and what could follow."""

from __future__ import annotations

from typing import Any

from engine import log as record
from engine.contract import Game, Given, Opening, Problem
from engine.log import Log
from engine.messages import code_json
from engine.replay import furthest
from engine.replay_state import Replay, ReplayStep


def table(game: Game, text: str, given: Given, line: int | None = None, *, who: Any = "public") -> dict[str, Any]:
    """The table after a line (by default the last accepted one) as plain data, with `line` and, if any, `problem`."""
    log, opening = _opened(game, text, given)
    if isinstance(opening, Problem):
        return {"line": 0, "problem": str(opening.message), "problem_code": code_json(opening.message)}
    run = furthest(game, log, opening)
    step = _after(run, line)
    position = {"line": step.line, "problem": None, "problem_code": None, **game.view(step.state, who)}
    if run.stop and (line is None or line >= run.stop.line):
        position |= {"problem": str(run.stop.message), "problem_code": code_json(run.stop.message)}
    return position


def show_text(game: Game, text: str, given: Given, line: int | None = None) -> str:
    """The table after a line, drawn as text. A record that cannot be opened is answered by a sentence."""
    position = table(game, text, given, line)
    if "seats" not in position:
        return f"{position['problem']}\n"
    head = f"After line {position['line']}. " if position["line"] else "Before the first line. "
    tail = f"\nBeyond that: {position['problem']}\n" if position["problem"] else ""
    return head + game.draw(position) + tail


def legal_lines(game: Game, text: str, given: Given, line: int | None = None) -> list[str]:
    """Every line that could lawfully follow a line (by default the last accepted one); none after the end."""
    log, opening = _opened(game, text, given)
    if isinstance(opening, Problem):
        return []
    return game.continuations(_after(furthest(game, log, opening), line).state)


def _after(run: Replay, line: int | None) -> ReplayStep:
    return run.steps[-1] if line is None else [step for step in run.steps if step.line <= max(line, 0)][-1]


def _opened(game: Game, text: str, given: Given) -> tuple[Log, Opening | Problem]:
    log = record.read(text, game.acts)
    if log.fault:
        return log, Problem("unreadable", None, log.fault.message)
    return log, game.open_game(log, given)
