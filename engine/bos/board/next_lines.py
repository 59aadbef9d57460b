"""What may be written next: every line as the notation has it, with what to tap on a board for it."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import SequenceMatcher
from itertools import islice
from typing import Final

from engine.bos.board.tapped import Path, tapped
from engine.bos.model import moves
from engine.bos.model.moves import Move
from engine.bos.model.places import NOBODY, seat_of
from engine.bos.model.state import State
from engine.bos.notation.notation_writer import write
from engine.bos.rules import record_writer
from engine.bos.rules.game_loop import apply
from engine.bos.rules.options import legal, options
from engine.choice import Answer
from engine.lines import Ask, Half, NextLine, NextLines

MOST_WAYS: Final = 400
"""So many ways to choose things for one line are listed at most."""
OF_LINE: Final = ("pick", "may", "pay", "mode", "number", "conduct")
"""What an ability asks in the line that uses it."""


def next_lines(state: State) -> NextLines:
    """Every line that may follow, those of the main phase included while the summoning phase may end; of a line with
    too many ways to choose for it only `MOST_WAYS`."""
    found: dict[str, NextLine] = {}
    asked = asks(state)
    for ask in asked:
        for line in ask.lines.lines:
            found.setdefault(line.written, line)
    return NextLines(tuple(found.values()), all(ask.lines.whole for ask in asked))


def asks(state: State) -> tuple[Ask, ...]:
    """Who is asked for the next line, one after the other, each with what may be written then."""
    found: list[Ask] = []
    for moment in moments(state):
        if moment.question is None:
            break
        lines, is_whole, may_pass = _lines(moment)
        seat = moment.question.seat
        if found and found[-1].seat == seat:
            before = found.pop()
            known = {line.written for line in before.lines.lines}
            lines = [*before.lines.lines, *(line for line in lines if line.written not in known)]
            found.append(Ask(seat, before.prompt, NextLines(tuple(lines), before.lines.whole and is_whole), may_pass))
        else:
            found.append(Ask(seat, options(moment)[0].prompt, NextLines(tuple(lines), is_whole), may_pass))
    return tuple(found)


def _lines(moment: State) -> tuple[list[NextLine], bool, bool]:
    """What may be written at this moment, whether that is all, and whether nothing may be written."""
    found: dict[str, NextLine] = {}
    is_whole, may_pass = True, False
    for answer in legal(moment):
        if _is_silent(answer.move):
            may_pass = True
            continue
        ways = _ways(moment, answer)
        is_whole = is_whole and len(ways) < MOST_WAYS
        for line in ways:
            found.setdefault(line.written, line)
    return list(found.values()), is_whole, may_pass


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


def is_on_own_side(state: State, answer: Answer[Move]) -> bool:
    """Whether it is an attack on one's own side."""
    move, side = answer.move, state.setup.seating.side
    if not isinstance(move, moves.Attack):
        return False
    attacked = move.player if move.target == NOBODY else seat_of(move.target)
    return side[attacked] == side[answer.seat]


def _ways(state: State, answer: Answer[Move]) -> list[NextLine]:
    """The line of an answer with whatever its own ability asks for then, in every way it may be answered."""
    inner, path = record_writer.is_inner(state, answer), tapped(state, answer)
    if not inner and not isinstance(answer.move, record_writer.OWN):
        return [NextLine(write(state, answer), path, answer.seat, odd=is_on_own_side(state, answer))]
    after, events, _ = apply(state, answer, asks_all=True)
    entry = (
        record_writer.heard(record_writer.continued(state), state, answer)
        if inner
        else record_writer.opened(state, answer, events)
    )
    lines: list[NextLine] = []
    _complete(after, entry, NextLine("", path, answer.seat), lines)
    return lines


def _complete(state: State, entry: record_writer.Entry, line: NextLine, lines: list[NextLine]) -> None:
    """Add to an entry what its ability asks, until it asks no more. `line` is what was tapped so far, by whom."""
    if len(lines) >= MOST_WAYS:
        return
    if not state.question or state.question.kind not in OF_LINE or record_writer.asker(state) != entry.source:
        lines.append(line._replace(written=entry.lines()[0]))
        return
    for answer in islice(legal(state), MOST_WAYS):
        if not record_writer.is_inner(state, answer):
            continue
        after, events, _ = apply(state, answer, asks_all=True)
        longer = record_writer.heard(entry, state, answer)
        further = _further(line, entry, answer, tapped(state, answer))
        if record_writer.began(events, entry.source):
            lines.append(further._replace(written=longer.lines()[0]))
        else:
            _complete(after, longer, further, lines)


def _further(line: NextLine, entry: record_writer.Entry, answer: Answer[Move], path: Path) -> NextLine:
    """The line with one more choice. Where that is another seat's, what was written until then is a half of it."""
    if answer.seat == line.seat:
        return line._replace(path=line.path + path)
    half = Half(line.seat, entry.lines()[0], line.path)
    return NextLine("", line.path + path, answer.seat, (*line.halves, half))
