"""A record at one of its lines: the table there, for pages and the command line, and what could follow."""

from __future__ import annotations

from typing import Any

from engine import log as record
from engine.bos import views
from engine.bos.acts import acts
from engine.bos.cards import Pool
from engine.bos.editions import Edition
from engine.bos.names import Problem
from engine.bos.opening import Opening, Pinned, open_game
from engine.bos.options import continuations
from engine.bos.presumed import Lists
from engine.log import Log
from engine.replay import furthest
from engine.sheet import Mark, Replay


def table(
    game_text: str,
    decks: Lists,
    pool: Pool,
    edition: Edition,
    line: int | None = None,
    *,
    who: views.Onlooker = "public",
    pinned: Pinned | None = None,
) -> dict[str, Any]:
    """The table after a line (by default the last accepted one) as plain data, with `line` and, if any, `problem`."""
    log, opening = _opened(game_text, decks, pool, edition, pinned)
    if isinstance(opening, Problem):
        return {"line": 0, "problem": opening.message}
    run = furthest(log, opening)
    mark = _after(run, line)
    shown = {"line": mark.line, "problem": None, **views.view(mark.state, who)}
    if run.stop and (line is None or line >= run.stop.line):
        shown["problem"] = run.stop.message
    return shown


def show_text(game_text: str, decks: Lists, pool: Pool, edition: Edition, line: int | None = None) -> str:
    """The table after a line, drawn as text. A record that cannot be opened is answered by a sentence."""
    shown = table(game_text, decks, pool, edition, line)
    if "seats" not in shown:
        return f"{shown['problem']}\n"
    head = f"After line {shown['line']}. " if shown["line"] else "Before the first line. "
    tail = f"\nBeyond that: {shown['problem']}\n" if shown["problem"] else ""
    return head + views.draw(shown) + tail


def legal_lines(
    game_text: str,
    decks: Lists,
    pool: Pool,
    edition: Edition,
    line: int | None = None,
    *,
    pinned: Pinned | None = None,
) -> list[str]:
    """Every line that could lawfully follow a line (by default the last accepted one); none after the end."""
    log, opening = _opened(game_text, decks, pool, edition, pinned)
    return [] if isinstance(opening, Problem) else continuations(_after(furthest(log, opening), line).state)


def _after(run: Replay, line: int | None) -> Mark:
    return run.marks[-1] if line is None else [mark for mark in run.marks if mark.line <= max(line, 0)][-1]


def _opened(
    game_text: str, decks: Lists, pool: Pool, edition: Edition, pinned: Pinned | None
) -> tuple[Log, Opening | Problem]:
    log = record.read(game_text, acts)
    if log.fault:
        return log, Problem("unreadable", None, log.fault.message)
    return log, open_game(log, decks, pool, edition, pinned=pinned)
