"""What may be written next: every line as the notation has it, with what to tap on a board for it."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import SequenceMatcher
from itertools import islice
from typing import Final

from engine.bos.board.tapped import tapped
from engine.bos.model import moves
from engine.bos.model.moves import Move
from engine.bos.model.state import State
from engine.bos.notation.notation_writer import write
from engine.bos.rules import record_writer
from engine.bos.rules.game_loop import apply
from engine.bos.rules.options import legal
from engine.choice import Answer
from engine.contract import NextLine, NextLines

MOST_WAYS: Final = 400
"""So many ways to choose things for one line are listed at most."""
_OF_LINE: Final = ("pick", "may", "pay", "mode", "number", "conduct")


def next_lines(state: State) -> NextLines:
    """Every line that may follow, those of the main phase included while the summoning phase may end; of a line with
    too many ways to choose for it only `MOST_WAYS`."""
    found: dict[str, NextLine] = {}
    is_whole = True
    for moment in moments(state):
        for answer in legal(moment):
            if _is_silent(answer.move):
                continue
            ways = _ways(moment, answer)
            is_whole = is_whole and len(ways) < MOST_WAYS
            for line in ways:
                found.setdefault(line.written, line)
    return NextLines(tuple(found.values()), is_whole)


def moments(state: State) -> Iterator[State]:
    """The position, and those that follow while a record says nothing."""
    while True:
        yield state
        silent = next((answer for answer in legal(state) if _is_silent(answer.move)), None)
        if silent is None or state.outcome:
            return
        state = apply(state, silent).state


def continuations(state: State) -> list[str]:
    """The same lines without what to tap."""
    return [line.written for line in next_lines(state).lines]


def nearest(state: State, written: str, most: int) -> list[str]:
    """The legal lines that look most like what was written, best first; lines of the same kind come before others."""
    wanted = written.casefold()

    def likeness(line: str) -> tuple[bool, float]:
        return line[:1].casefold() == wanted[:1], SequenceMatcher(None, wanted, line.casefold()).ratio()

    return sorted(continuations(state), key=likeness, reverse=True)[:most]


def _is_silent(move: Move) -> bool:
    """Whether a record leaves the move out, so that what follows it may be written at once."""
    return isinstance(move, moves.NextPhase | moves.Pass | moves.Done) or move == moves.Pay()


def _ways(state: State, answer: Answer[Move]) -> list[NextLine]:
    """The line of an answer with whatever its own ability asks for then, in every way it may be answered."""
    inner, path = record_writer.is_inner(state, answer), tapped(state, answer)
    if not inner and not isinstance(answer.move, record_writer.OWN):
        return [NextLine(write(state, answer), path, answer.seat)]
    after, events, _ = apply(state, answer, asks_all=True)
    entry = (
        record_writer.heard(record_writer.continued(state), state, answer)
        if inner
        else record_writer.opened(state, answer, events)
    )
    lines: list[NextLine] = []
    _complete(after, entry, path, answer.seat, lines)
    return lines


def _complete(
    state: State, entry: record_writer.Entry, path: tuple[str, ...], seat: int, lines: list[NextLine]
) -> None:
    """Add to an entry what its ability asks, until it asks no more."""
    if len(lines) >= MOST_WAYS:
        return
    if not state.question or state.question.kind not in _OF_LINE or record_writer.asker(state) != entry.source:
        lines.append(NextLine(entry.lines()[0], path, seat))
        return
    for answer in islice(legal(state), MOST_WAYS):
        if not record_writer.is_inner(state, answer):
            continue
        after, events, _ = apply(state, answer, asks_all=True)
        longer, further = record_writer.heard(entry, state, answer), path + tapped(state, answer)
        if record_writer.began(events, entry.source):
            lines.append(NextLine(longer.lines()[0], further, seat))
        else:
            _complete(after, longer, further, seat, lines)
