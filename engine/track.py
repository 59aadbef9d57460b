"""A record to walk through: every line with what it did and why, the table after it, and lines tried there.

The record is played once; tables and sentences are made from that one replay. Nothing here changes a record.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from engine import log as record
from engine.bos import options, telling, views
from engine.bos.acts import acts
from engine.bos.cards import Pool
from engine.bos.editions import Edition
from engine.bos.names import Problem
from engine.bos.opening import Pinned, open_game
from engine.bos.presumed import Lists
from engine.bos.telling import Told
from engine.bos.writing import canonical
from engine.log import Line, Log
from engine.replay import as_played, furthest, replay
from engine.sheet import Mark, Replay, Stop

MAX_TRIED = 300
"""The most characters of a line that somebody tries."""

MAX_NEAREST = 5
_OF_LINE = re.compile(r"Line (\d+)(?:: (.+)| .+)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class TrackLine:
    """A line of a record, or the table before the first one (`key` 0): what it says and did, what is wrong with it.

    `key` names the line among all of them: its number, and for a number written twice also which of them it is. `how`
    is "played"; "stops" for the line at which the engine could not go on (if it was carried out all the same, `told`
    says what it did); "as played" for a line after that, done as it is written, of which nothing is official; "not
    played" where nothing can be told.
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
    marks: Mapping[str, Mark] = field(default_factory=dict)
    """The table after each line by its key, where it is known."""

    def line(self, key: str | None) -> TrackLine:
        """The line with that key; without one, the last line that was played."""
        found = next((row for row in self.lines if row.key == key), None)
        return found or [row for row in self.lines if row.how == "played"][-1]

    def table(self, key: str, who: views.Onlooker = "public") -> dict[str, Any] | None:
        """The table after that line as that onlooker may see it, cards that had a part in it `touched`."""
        mark = self._mark(key)
        return _drawn(mark, who, marked=key in self.marks) if mark else None

    def reached(self, key: str) -> bool:
        """Whether the table after that line is known, and not only the one before the replay ended."""
        return key in self.marks

    def asked(self, key: str) -> tuple[int, str] | None:
        """Which seat, from 0, is asked after that line, and what; nobody when the game is over."""
        mark = self._mark(key)
        choices = options.options(mark.state) if mark else ()
        return (choices[0].seat, choices[0].prompt) if choices else None

    def legal(self, key: str) -> list[str]:
        """Every line that could lawfully follow there, on the last lawful table; none after the end of the game."""
        mark = self._mark(key, lawful=True)
        return options.continuations(mark.state) if mark else []

    def attempt(self, key: str, written: str) -> Trial:
        """What the engine says about a line put after that one, on the last lawful table there. Changes nothing."""
        mark = self._mark(key, lawful=True)
        tidy = " ".join(written[:MAX_TRIED].split())
        if mark is None:
            return Trial(tidy, "unreadable", None, self.problem)
        tried = record.read(tidy, acts)
        if tried.fault or len(tried.lines) != 1 or not tried.lines[0].body:
            return Trial(tidy, "unreadable", None, "Write one line, as it would stand in a record.")
        return self._play(mark, self._before(key), tried.lines[0]._replace(number=self.line(key).number + 1))

    def _play(self, mark: Mark, before: tuple[Line, ...], line: Line) -> Trial:
        assert self.run
        run = replay(replace(self.log, lines=(*before, line)), self.run.state.setup)
        notes = notes_by_line(run.notes).get(line.number, ())
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

    def _before(self, key: str) -> tuple[Line, ...]:
        """The lines up to that one, as far as they were played."""
        upto = self.lines.index(self.line(key))
        rows = zip(self.lines[1 : upto + 1], self.log.lines, strict=False)
        return tuple(line for row, line in rows if row.how == "played")

    def _mark(self, key: str, *, lawful: bool = False) -> Mark | None:
        """The position after that line, or the last one before it that is known."""
        last = None
        for row in self.lines:
            if not lawful or row.how == "played":
                last = self.marks.get(row.key, last)
            if row.key == key:
                break
        return last


def track(
    game_text: str,
    decks: Lists,
    pool: Pool,
    edition: Edition,
    *,
    pinned: Pinned | None = None,
    names: tuple[str, str] | None = None,
) -> Track:
    """Play a record and keep every step of it. `names` are the players' names, if the caller knows better than the
    record. Never raises for what is written."""
    log = record.read(game_text, acts)
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
    log = record.read(game_text, acts)
    return Track(log, _unplayed(log), why)


def _tracked(log: Log, run: Replay) -> Track:
    known = {"0": run.marks[0]}
    notes = notes_by_line(run.notes)
    wrong = {stop.line: stop for stop in reversed(run.wrong)}
    lines = [TrackLine("0", 0, "", "", "played", notes=notes.get(0, ()))]
    marks = [*run.marks, *as_played(log, run)]
    for (key, line), (start, end) in zip(_keyed(log.lines), _spans(log.lines, marks), strict=True):
        plain = replace(_plain(key, line), canonical=canonical(line.body), notes=notes.get(line.number, ()))
        here = _placed(plain, run, start, end)
        if end > start:
            here = replace(here, told=(*_happened(marks, start, end), *_checked(line, wrong)))
        if here.how != "stops" and end > start:
            known[key] = marks[end - 1]
        if here.how == "played":
            here = replace(here, problem=wrong.get(line.number))
        lines.append(here)
    return Track(log, tuple(lines), "", run, known)


def _plain(key: str, line: Line) -> TrackLine:
    clock, comment = line.clock or "", line.comment or ""
    return TrackLine(key, line.number, line.body, line.body, "not played", comment=comment, clock=clock)


def _placed(line: TrackLine, run: Replay, start: int, end: int) -> TrackLine:
    """Whether the line was played, stopped the engine, was only carried out, or none of it."""
    if start < len(run.marks) and end > start:
        return replace(line, how="played")
    if run.stop and run.stop.line == line.number and run.stop.written == line.written:
        return replace(line, how="stops", problem=run.stop)
    if not line.written and start <= len(run.marks) and not (run.stop and run.stop.line < line.number):
        return replace(line, how="played")
    return replace(line, how="as played") if end > start else line


def _happened(marks: Sequence[Mark], start: int, end: int) -> tuple[Told, ...]:
    events = [event for mark in marks[start:end] for event in mark.events]
    return tuple(telling.sentences(marks[start - 1].state, events, marks[end - 1].state))


def _checked(line: Line, wrong: Mapping[int, Stop]) -> tuple[Told, ...]:
    return (Told("These totals are right."),) if line.body.startswith("=") and line.number not in wrong else ()


def _spans(lines: Sequence[Line], marks: Sequence[Mark]) -> list[tuple[int, int]]:
    """Which of the positions each line led to, from and up to; a number written twice in a row takes one each."""
    found = []
    at = 1
    for index, line in enumerate(lines):
        start = at
        again = index + 1 < len(lines) and lines[index + 1].number == line.number
        while line.body and at < len(marks) and marks[at].line == line.number and not (again and at > start):
            at += 1
        found.append((start, at))
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
    return (TrackLine("0", 0, "", "", "played"), *(_plain(key, line) for key, line in _keyed(log.lines)))


def notes_by_line(notes: Iterable[str]) -> dict[int, tuple[str, ...]]:
    """Remarks by the line they are about; those about none, at 0."""
    found: dict[int, tuple[str, ...]] = {}
    for note in notes:
        about = _OF_LINE.fullmatch(note)
        said = about[2] if about and about[2] else note
        number, said = int(about[1]) if about else 0, said[:1].upper() + said[1:]
        found[number] = (*found.get(number, ()), said)
    return found


def _drawn(mark: Mark, who: views.Onlooker, *, marked: bool) -> dict[str, Any]:
    shown = views.view(mark.state, who)
    places = telling.touched(mark.events, mark.state) if marked else set()
    for side in shown["seats"]:
        for card in (side["boss"], *side["wizards"], *side["summons"]):
            if card and card["at"] in places:
                card["touched"] = True
    return shown
