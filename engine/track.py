"""A record to walk through: every line with what it did and why, the table after it, and lines tried there.

The record is played once; tables and sentences are made from that one replay. Nothing here changes a record.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from engine import log as record
from engine.bos import options, telling, views
from engine.bos.cards import Pool
from engine.bos.editions import Edition
from engine.bos.names import Problem
from engine.bos.opening import Pinned, open_game
from engine.bos.telling import Told
from engine.bos.writing import canonical
from engine.log import Line, Log
from engine.replay import Mark, Replay, Stop, furthest, replay

MAX_TRIED = 300
"""The most characters of a line that somebody tries."""

MAX_NEAREST = 5
_OF_LINE = re.compile(r"Line (\d+): (.+)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class TrackLine:
    """A line of a record, or the table before the first one (`key` 0): what it says and did, what is wrong with it.

    `key` names the line among all of them: its number, and for a number written twice also which of them it is. `how`
    is "played"; "stops" for the line at which the engine could not go on; "as played" for a line carried out without
    regard to the rules after that; "not played" where nothing can be told.
    """

    key: str
    number: int
    written: str
    canonical: str
    how: str
    told: tuple[Told, ...] = ()
    notes: tuple[str, ...] = ()
    problem: Stop | None = None
    comment: str = ""
    clock: str = ""


@dataclass(frozen=True, slots=True)
class Trial:
    """What the engine says about a line that somebody tries: `finding` is "accepted", or why it was not."""

    written: str
    finding: str
    rule: str | None = None
    message: str = ""
    canonical: str = ""
    told: tuple[Told, ...] = ()
    notes: tuple[str, ...] = ()
    nearest: tuple[str, ...] = ()
    table: dict[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class Track:
    """A record that was played. `problem` says why it could not even be opened; then it has lines, but no table."""

    log: Log
    lines: tuple[TrackLine, ...]
    problem: str = ""
    run: Replay | None = None
    _marks: dict[str, int] = field(default_factory=dict)

    def line(self, key: str | None) -> TrackLine:
        """The line with that key; without one, the last line that was played."""
        found = next((row for row in self.lines if row.key == key), None)
        return found or [row for row in self.lines if row.how == "played"][-1]

    def table(self, key: str, who: views.Onlooker = "public") -> dict[str, Any] | None:
        """The table after that line as that onlooker may see it, cards that had a part in it `touched`."""
        mark = self._mark(key)
        return _drawn(mark, who, marked=key in self._marks) if mark else None

    def reached(self, key: str) -> bool:
        """Whether the table after that line is known, and not only the one before the replay ended."""
        return key in self._marks

    def legal(self, key: str) -> list[str]:
        """Every line that could lawfully follow there; none after the end of the game."""
        mark = self._mark(key)
        return options.continuations(mark.state) if mark else []

    def attempt(self, key: str, written: str) -> Trial:
        """What the engine says about a line put after that one, in place of all that follow. Changes nothing."""
        mark = self._mark(key)
        tidy = " ".join(written[:MAX_TRIED].split())
        if mark is None:
            return Trial(tidy, "unreadable", None, self.problem)
        tried = record.read(tidy)
        if tried.fault or len(tried.lines) != 1 or not tried.lines[0].body:
            return Trial(tidy, "unreadable", None, "Write one line, as it would stand in a record.")
        return self._play(mark, self._shown(key), replace(tried.lines[0], number=self.line(key).number + 1))

    def _play(self, mark: Mark, before: tuple[Line, ...], line: Line) -> Trial:
        assert self.run
        run = replay(replace(self.log, lines=(*before, line)), self.run.state.setup)
        notes = _notes(run).get(line.number, ())
        if run.stop:
            near = options.nearest(mark.state, line.body, MAX_NEAREST)
            return Trial(line.body, run.stop.finding, run.stop.rule, run.stop.message, notes=notes, nearest=tuple(near))
        last = run.marks[-1]
        wrong = [stop for stop in run.wrong if stop.line == line.number]
        return Trial(
            line.body,
            "contradicted" if wrong else "accepted",
            None,
            wrong[0].message if wrong else "",
            canonical(line.body),
            tuple(telling.sentences(mark.state, last.events, last.state)),
            notes,
            table=_drawn(last, "public", marked=True),
        )

    def _shown(self, key: str) -> tuple[Line, ...]:
        """The lines up to that one, as far as they were played."""
        keys = [row.key for row in self.lines[1:]]
        upto = keys.index(key) + 1 if key in keys else 0
        return tuple(
            line for row, line in zip(self.lines[1 : upto + 1], self.log.lines, strict=False) if row.how == "played"
        )

    def _mark(self, key: str) -> Mark | None:
        """The position after that line, or the last one before it that is known."""
        if self.run is None:
            return None
        last = 0
        for row in self.lines:
            last = self._marks.get(row.key, last)
            if row.key == key:
                break
        return self.run.marks[last]


def track(
    game_text: str,
    decks: Mapping[str, str],
    pool: Pool,
    edition: Edition,
    *,
    pinned: Pinned | None = None,
    names: tuple[str, str] | None = None,
) -> Track:
    """Play a record and keep every step of it. `names` are the players' names, if the caller knows better than the
    record. Never raises for what is written."""
    log = record.read(game_text)
    if log.fault:
        return Track(log, _unplayed(log), log.fault.message)
    opening = open_game(log, decks, pool, edition, pinned=pinned)
    if isinstance(opening, Problem):
        return Track(log, _unplayed(log), opening.message)
    if names:
        opening = replace(opening, setup=replace(opening.setup, names=names))
    return _tracked(log, furthest(log, opening))


def unplayed(game_text: str, why: str) -> Track:
    """A record that cannot be played for a reason that lies outside it."""
    log = record.read(game_text)
    return Track(log, _unplayed(log), why)


def _tracked(log: Log, run: Replay) -> Track:
    marks: dict[str, int] = {"0": 0}
    notes = _notes(run)
    wrong = {stop.line: stop for stop in run.wrong}
    lines = [TrackLine("0", 0, "", "", "played", notes=notes.get(0, ()))]
    for (key, line), index in zip(_keyed(log.lines), _marks_of(log.lines, run), strict=True):
        lines.append(_line(key, line, run, index, notes.get(line.number, ()), wrong.get(line.number)))
        if index is not None:
            marks[key] = index
    return Track(log, tuple(lines), "", run, marks)


def _line(
    key: str, line: Line, run: Replay, index: int | None, notes: tuple[str, ...], wrong: Stop | None
) -> TrackLine:
    plain = TrackLine(
        key,
        line.number,
        line.body,
        canonical(line.body),
        "played",
        notes=notes,
        comment=line.comment or "",
        clock=line.clock or "",
    )
    if index is not None:
        before, mark = run.marks[index - 1].state, run.marks[index]
        told = (*telling.sentences(before, mark.events, mark.state), *_checked(line, wrong))
        return replace(plain, told=told, problem=wrong)
    if not line.body:
        return plain
    stopped = run.stop is not None and run.stop.line == line.number
    return replace(plain, how="stops" if stopped else "not played", problem=run.stop if stopped else None)


def _checked(line: Line, wrong: Stop | None) -> tuple[Told, ...]:
    return (Told("These totals are right."),) if line.body.startswith("=") and wrong is None else ()


def _marks_of(lines: Sequence[Line], run: Replay) -> list[int | None]:
    """For each line the position after it, among the marks; a number written twice in a row takes one mark each."""
    found: list[int | None] = []
    at = 1
    for index, line in enumerate(lines):
        start = at
        again = index + 1 < len(lines) and lines[index + 1].number == line.number
        while line.body and at < len(run.marks) and run.marks[at].line == line.number and not (again and at > start):
            at += 1
        found.append(at - 1 if at > start else None)
    return found


def _keyed(lines: Sequence[Line]) -> list[tuple[str, Line]]:
    seen: dict[int, int] = {}
    keyed = []
    for line in lines:
        seen[line.number] = seen.get(line.number, 0) + 1
        again = f".{seen[line.number]}" if seen[line.number] > 1 or line.number == 0 else ""
        keyed.append((f"{line.number}{again}", line))
    return keyed


def _unplayed(log: Log) -> tuple[TrackLine, ...]:
    lines = [
        TrackLine(
            key, line.number, line.body, line.body, "not played", comment=line.comment or "", clock=line.clock or ""
        )
        for key, line in _keyed(log.lines)
    ]
    return (TrackLine("0", 0, "", "", "played"), *lines)


def _notes(run: Replay) -> dict[int, tuple[str, ...]]:
    """The remarks of a replay by the line they are about; those about none, at 0."""
    notes: dict[int, tuple[str, ...]] = {}
    for note in run.notes:
        found = _OF_LINE.fullmatch(note)
        number, said = (int(found[1]), found[2][:1].upper() + found[2][1:]) if found else (0, note)
        notes[number] = (*notes.get(number, ()), said)
    return notes


def _drawn(mark: Mark, who: views.Onlooker, *, marked: bool) -> dict[str, Any]:
    shown = views.view(mark.state, who)
    places = telling.touched(mark.events, mark.state) if marked else set()
    for side in shown["seats"]:
        for card in (side["boss"], *side["wizards"], *side["summons"]):
            if card and card["at"] in places:
                card["touched"] = True
    return shown
