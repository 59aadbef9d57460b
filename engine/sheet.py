"""What comes of a score sheet line by line: positions, where they end, written totals, and what a judge wrote."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from engine.bos import notation
from engine.bos.names import SPELLS, SUMMONS, Problem, find_card
from engine.bos.notation import Judge, Totals, Unreadable
from engine.bos.state import Draft, Setup, State, at, position, total
from engine.bos.whose import place_of, writer
from engine.bos.writing import write_move
from engine.choice import Event
from engine.log import Line, Log


class Stop(NamedTuple):
    """Where and why a replay ended before the end of its record; `readings` are what the line may say where a name in
    it fits several cards."""

    finding: str
    line: int
    rule: str | None
    message: str
    column: int | None = None
    written: str = ""
    ruling: str = ""
    readings: tuple[str, ...] = ()


class Mark(NamedTuple):
    """A position after a line: the line's number, the position, and what happened in the line."""

    line: int
    state: State
    events: tuple[Event, ...]


@dataclass(slots=True)
class Replay:
    """What a record plays out to. `marks` begins with the set-up as line 0; `wrong` holds lines of totals that
    disagree, and `doubted` the table that each of them disagrees with; `agreed` is the last line whose totals were
    right, `played` how many lines were accepted, `duties` how many marks there were, and at which place, when a duty
    was written down."""

    marks: list[Mark]
    stop: Stop | None = None
    wrong: list[Stop] = field(default_factory=list)
    doubted: list[State] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    agreed: int = 0
    played: int = 0
    duties: list[tuple[int, int]] = field(default_factory=list)

    @property
    def state(self) -> State:
        """The position after the last line that was accepted."""
        return self.marks[-1].state

    @property
    def upto(self) -> int:
        """The number of the last line that was accepted."""
        return self.marks[-1].line


def stop_at(line: Line, finding: str, rule: str | None, message: str, column: int = 0, ruling: str = "") -> Stop:
    """A stop at a line; `column` counts from the beginning of what the line says."""
    return Stop(finding, line.number, rule, message, line.column + column, line.body, ruling)


def readings(body: str, fits: tuple[str, ...]) -> tuple[str, ...]:
    """The line once for each of the cards that a name in it fits."""
    if not fits:
        return ()
    move, (short, *names) = notation.parse(body), fits
    return tuple(write_move(named_fully(move, short, name)) for name in names)


def named_fully(move: notation.Move, short: str, name: str) -> notation.Move:
    """The move with a card's whole name wherever it says that short one."""
    if not isinstance(move, notation.Summon | notation.Cast | notation.Use | notation.Word):
        return move
    target = move.target
    if target:
        target = target._replace(refs=tuple(name if ref == short else ref for ref in target.refs))
    if isinstance(move, notation.Summon):
        wizards = tuple(name if wizard == short else wizard for wizard in move.wizards)
        return replace(move, name=name if move.name == short else move.name, wizards=wizards, target=target)
    if isinstance(move, notation.Cast):
        return replace(move, name=name if move.name == short else move.name, target=target)
    return replace(move, target=target)


# Totals


def compare(run: Replay, line: Line, totals: Totals) -> None:
    """Written totals against the table; every number is compared, and every one that disagrees is told."""
    state = run.state
    said = [*_wrong_totals(state, totals), *_wrong_strengths(state, totals)]
    if said:
        run.wrong.append(stop_at(line, "contradicted", None, " ".join(said)))
        run.doubted.append(state)
        return
    if totals.mark:
        run.notes.append(f"Line {line.number}: the mark of the position was not compared.")
    if totals.life or totals.vim or totals.ether:
        run.agreed = line.number


def _wrong_totals(state: State, totals: Totals) -> Iterator[str]:
    for name, written, real in (
        ("life", totals.life, state.life),
        ("vim", totals.vim, state.vim),
        ("ether", totals.ether, state.ether),
    ):
        if written is not None and written != tuple(real):
            yield f"The line says {name} {total(written)}, but it is {total(real)} after the moves before it."


def _wrong_strengths(state: State, totals: Totals) -> Iterator[str]:
    for ref, strength in totals.strengths:
        card = at(state, place_of(ref, writer(state)))
        if card is None or not card.up or card.strength != strength:
            place = position(place_of(ref, writer(state)))
            has = f"has strength {card.strength}" if card and card.up else "holds no face-up card"
            yield f"The line says that {place} has strength {strength}, but {place} {has}."


# What a judge wrote


def obey(run: Replay, line: Line, judge: Judge) -> Stop | None:
    if judge.deed == "undo":
        return _undo(run, line, judge.number or 0)
    if judge.deed == "set" and judge.totals:
        return _set(run, line, judge.totals)
    if judge.deed == "stands":
        run.notes.append(f"Line {line.number}: a judge let the play before it stand.")
    if judge.deed == "rule":
        run.notes.append(f"Line {line.number}: a judge ruled: {judge.text}")
    run.marks.append(Mark(line.number, run.state, ()))
    return None


def _undo(run: Replay, line: Line, number: int) -> Stop | None:
    kept = [mark for mark in run.marks if mark.line <= number]
    if number >= line.number or not kept:
        said = f"A judge takes a game back to a line before; {number} is none."
        return stop_at(line, "unreadable", None, said)
    run.marks.append(Mark(line.number, kept[-1].state, ()))
    run.notes.append(f"Line {line.number}: a judge took the game back to the table after line {number}.")
    return None


def _set(run: Replay, line: Line, totals: Totals) -> Stop | None:
    """A judge's numbers replace the table's; nothing is set off by them."""
    draft = Draft(run.state)
    for ref, strength in totals.strengths:
        card = at(run.state, place_of(ref, writer(run.state)))
        if card is None or not card.up or strength < 1:
            said = "A judge sets the strength, from 1, of a face-up card; there is none, or the number is 0."
            return stop_at(line, "unreadable", None, said)
        draft.own(card.id).strength = strength
    draft.life = list(totals.life or draft.life)
    draft.vim = list(totals.vim or draft.vim)
    draft.ether = list(totals.ether or draft.ether)
    run.marks.append(Mark(line.number, draft.freeze(), ()))
    run.notes.append(f"Line {line.number}: a judge set numbers of the table.")
    return None


# What can still be said after the table is uncertain


def certain_faults(log: Log, setup: Setup, after: int) -> Stop | None:
    """The first line which is unreadable, or beyond that index names a card outside the list, whatever the table is."""
    return next((fault for fault in doubtful_lines(log, setup, after) if fault.finding != "unproven"), None)


def doubtful_lines(log: Log, setup: Setup, after: int) -> Iterator[Stop]:
    """The lines which are unreadable, and those beyond that index with a name that is no card's, or not one card's."""
    seat = setup.first
    for index, line in enumerate(log.lines):
        if not line.body:
            continue
        try:
            move = notation.parse(line.body)
        except Unreadable as problem:
            yield stop_at(line, "unreadable", None, problem.message, problem.column)
            continue
        if isinstance(move, notation.Turn):
            seat = min(move.seat, 1)
        if index > after and isinstance(move, notation.Summon | notation.Cast):
            who = 1 - seat if isinstance(move, notation.Cast) and move.aside else seat
            found = find_card(setup, who, move.name, SUMMONS if isinstance(move, notation.Summon) else SPELLS)
            if isinstance(found, Problem):
                yield stop_at(line, found.finding, found.rule, found.message)
