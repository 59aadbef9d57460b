"""A record to walk through: every line with what it did and why, the table after it, and lines tried there.

The record is played once; tables and sentences are made from that one replay. Nothing here changes a record.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from engine import log as record
from engine.best_lines import BestLines, best_lines, out_of_a_hundred
from engine.bots import best_line, best_of
from engine.choice import Violation
from engine.contract import Game, Given, Problem, Stop, Told
from engine.lines import Ask, NextLines, Outlook
from engine.log import Line, Log
from engine.messages import Message, Note
from engine.proved_wins import ProvedWin, proved_win
from engine.replay import as_played, furthest
from engine.replay_state import Replay, ReplayStep
from engine.replay_step import advance, up_to

MAX_TRIED = 300
"""The most characters of a line that somebody tries."""

MOST_TRIED = 100
"""So many lines that somebody tries one after the other are looked at."""

MAX_NEAREST = 5


@dataclass(frozen=True, slots=True)
class TrackLine:
    """A line of a record, or the table before the first one (`key` 0): what it says and did, what is wrong with it.

    `key` names the line among all of them: its number, and for a number written twice also which of them it is. `how`
    is "played"; "stops" for the line at which the engine could not go on (if it was carried out all the same, `told`
    says what it did); "as played" for a line after that, done as it is written, of which nothing is official; "not
    played" where nothing can be told. `number` is the line's, `written` and `canonical` its words, as in the record and
    as the notation has them; then come `notes`, the `problem`, the `comment` and the stamp (`clock`).
    """

    key: str
    number: int
    written: str
    canonical: str
    how: str
    told: tuple[Told, ...] = ()
    notes: tuple[Message, ...] = ()
    problem: Stop | None = None
    comment: str = ""
    clock: str = ""


@dataclass(frozen=True, slots=True)
class Trial:
    """What the engine says about a line that somebody tries: `finding` is "accepted", or why it was not.

    `written` and `canonical` are its words, as typed and as the notation has them; `rule` and `message` say what is
    against it, `told` and `notes` what it does, `nearest` which lines could stand there, `table` is the one after it;
    `before` are the lines that were tried before it, and stand.
    """

    written: str
    finding: str
    rule: str | None = None
    message: Message | None = None
    canonical: str = ""
    told: tuple[Told, ...] = ()
    notes: tuple[Message, ...] = ()
    nearest: tuple[str, ...] = ()
    table: dict[str, Any] | None = None
    before: tuple[str, ...] = ()


@dataclass(frozen=True)
class Track:
    """A record (`log`) of a `game` that was played (`run`), and its `lines`. `problem` says why it could not even be
    opened; then it has lines, but no table."""

    game: Game
    log: Log
    lines: tuple[TrackLine, ...]
    problem: Message | None = None
    run: Replay | None = None
    steps: Mapping[str, ReplayStep] = field(default_factory=dict)
    """The table after each line by its key, where it is known."""

    def line(self, key: str | None) -> TrackLine:
        """The line with that key; without one, the last line that was played."""
        track_line = next((row for row in self.lines if row.key == key), None)
        return track_line or [row for row in self.lines if row.how == "played"][-1]

    def table(self, key: str, who: Any = "public") -> dict[str, Any] | None:
        """The table after that line as that onlooker may see it, cards that had a part in it `touched`."""
        step = self._step(key)
        if step is None:
            return None
        return self.game.view_after(step.state, who, step.events if key in self.steps else ())

    def reached(self, key: str) -> bool:
        """Whether the table after that line is known, and not only the one before the replay ended."""
        return key in self.steps

    def asked(self, key: str) -> tuple[int, Message] | None:
        """Which seat, from 0, is asked after that line, and what; nobody when the game is over."""
        step = self._step(key)
        choices = self.game.options(step.state) if step else ()
        return (choices[0].seat, choices[0].prompt) if choices else None

    def next_lines(self, key: str, *tried: str) -> NextLines:
        """Every line that could lawfully follow there, or after these lines put there, on the last lawful table; none
        after the end of the game."""
        run = self._following(key, tried)
        return self.game.next_lines(run.own_state) if run else NextLines((), whole=True)

    def asks(self) -> tuple[Ask, ...]:
        """Who is asked for the next line of the record, one after the other; nobody once the game is over."""
        return self._asks

    @cached_property
    def _asks(self) -> tuple[Ask, ...]:
        run = self._following(self.lines[-1].key, ())
        return self.game.asks(run.own_state) if run else ()

    def settled(self) -> str | None:
        """A line that may follow the end of the record where several may, and it makes no difference which."""
        run = self._following(self.lines[-1].key, ())
        return self.game.settled(run.own_state) if run else None

    def why_not(self, key: str, *tried: str) -> Mapping[str, Violation]:
        """Of what can be tapped on a board there, but is part of none of these lines, why."""
        run = self._following(key, tried)
        return self.game.why_not(run.own_state) if run else {}

    def best_line(self, bot: str, *, salt: str, seat: int | None = None) -> str | None:
        """The line that a bot writes on the last lawful table at the end of the record, as in `bots`; none after the
        end of the game, and where that seat, by default the one that is asked, keeps silent."""
        run = self._following(self.lines[-1].key, ())
        return best_line(self.game, run, bot, salt=salt, seat=seat) if run else None

    def best_of(self, lines: Sequence[str], *, seat: int) -> str | None:
        """Of lines that may follow the end of the record, the one that is best for the seat, as in `bots`."""
        run = self._following(self.lines[-1].key, ())
        return best_of(self.game, run, lines, seat) if run else None

    def best_lines(self, bot: str, *, nodes: int) -> BestLines:
        """The best lines on the last lawful table at the end of the record, as a bot sees them, and what comes of each;
        none after the end of the game."""
        run = self._following(self.lines[-1].key, ())
        return best_lines(self.game, run, bot, nodes=nodes) if run else BestLines(None, (), 0)

    def proved_win(self, *, nodes: int) -> ProvedWin:
        """The win that can be proved on the last lawful table at the end of the record, by so many lines tried. Only
        for those who may know both lists."""
        run = self._following(self.lines[-1].key, ())
        return proved_win(self.game, run, nodes=nodes) if run else ProvedWin(None, (), 0, 0)

    def worths(self, seat: int) -> Mapping[str, int]:
        """What the table after each line is worth to a seat at a first look, from 0 to 100, by the line's key."""
        return {key: out_of_a_hundred(self.game, step.own_state, seat) for key, step in self.steps.items()}

    def headlines(self, written: Iterable[str]) -> list[Message]:
        """Lines that may follow the end of the record, each in a few plain words; none without a table."""
        run = self._following(self.lines[-1].key, ())
        return [self.game.headline(run.own_state, line) for line in written] if run else []

    def outlooks(self, written: Iterable[str], seat: int) -> list[Outlook | Problem]:
        """What would come of lines that may follow the end of the record, as far as that seat may know; none without a
        table."""
        run = self._following(self.lines[-1].key, ())
        return self.game.outlooks(run, seat, written) if run else []

    def _following(self, key: str, tried: Sequence[str]) -> Replay | None:
        """The game after that line and those that are tried, as far as these can stand."""
        step = self._step(key, lawful=True)
        if step is None:
            return None
        run = self._before(step)
        for line in self._read(key, tried)[0]:
            after = advance(run, line)
            if after.stop:
                break
            run = after
        return run

    def attempt(self, key: str, *tried: str) -> Trial:
        """What the engine says about lines put after that one, one after the other, on the last lawful table there:
        about the last of them, or the first that cannot stand. Changes nothing."""
        step = self._step(key, lawful=True)
        lines, unread = self._read(key, tried)
        if step is None:
            return Trial(" ".join(tried[0][:MAX_TRIED].split()) if tried else "", "unreadable", None, self.problem)
        run, before = self._before(step), tuple[str, ...]()
        for line in lines:
            after = advance(run, line)
            if after.stop or (line is lines[-1] and unread is None):
                return self._said(run, after, line, before)
            run, before = after, (*before, self.game.canonical_line(line.body, self.log.mode))
        return Trial(unread or "", "unreadable", None, Message("record.write_line"), before=before)

    def _before(self, step: ReplayStep) -> Replay:
        """The game up to a position, without what happened by itself at the end of the record."""
        assert self.run
        return up_to(self.run, min(self.run.steps.index(step) + 1, len(self.run.steps) - self.run.rest))

    def _read(self, key: str, tried: Sequence[str]) -> tuple[list[Line], str | None]:
        """The lines that somebody tries, up to the first that is none, and that one."""
        lines: list[Line] = []
        for number, written in enumerate(tried[:MOST_TRIED], self.line(key).number + 1):
            tidy = " ".join(written[:MAX_TRIED].split())
            read = record.read(tidy, self.game.acts)
            if read.fault or len(read.lines) != 1 or not read.lines[0].body:
                return lines, tidy
            lines.append(read.lines[0]._replace(number=number))
        return lines, None

    def _said(self, before: Replay, run: Replay, line: Line, earlier: tuple[str, ...]) -> Trial:
        """Only the line itself was played, however long the record is."""
        if run.stop is None:
            self.game.play_rest(run)
        notes = notes_by_line(run.notes).get(line.number, ())
        if run.stop:
            near = tuple(self.game.nearest(before.own_state, line.body, MAX_NEAREST))
            return Trial(
                line.body, run.stop.finding, run.stop.rule, run.stop.message, notes=notes, nearest=near, before=earlier
            )
        last = run.steps[-1]
        wrong = [stop for stop in run.wrong if stop.line == line.number]
        return Trial(
            line.body,
            "contradicted" if wrong else "accepted",
            None,
            wrong[0].message if wrong else None,
            self.game.canonical_line(line.body, self.log.mode),
            tuple(self.game.tell(before.state, last.events, last.state)),
            notes,
            table=self.game.view_after(last.state, "public", last.events),
            before=earlier,
        )

    def _step(self, key: str, *, lawful: bool = False) -> ReplayStep | None:
        """The position after that line, or the last one before it that is known."""
        last = None
        for row in self.lines:
            if not lawful or row.how == "played":
                last = self.steps.get(row.key, last)
            if row.key == key:
                break
        return last


def track(game: Game, text: str, given: Given) -> Track:
    """Play a record and keep every step of it. Never raises for what is written."""
    log = record.read(text, game.acts)
    if log.fault:
        return Track(game, log, _unplayed(log), log.fault.message)
    opening = game.open_game(log, given)
    if isinstance(opening, Problem):
        return Track(game, log, _unplayed(log), opening.message)
    return tracked(log, furthest(game, log, opening))


def unplayed(game: Game, text: str, why: Message | None) -> Track:
    """A record that cannot be played for a reason that lies outside it."""
    log = record.read(text, game.acts)
    return Track(game, log, _unplayed(log), why)


def tracked(log: Log, run: Replay, told: Sequence[TrackLine] = ()) -> Track:
    """A record that was played. `told` are its first rows, where they are known from when it was shorter."""
    game = run.game
    known = {"0": run.steps[0]}
    notes = notes_by_line(run.notes)
    wrong = {stop.line: stop for stop in reversed(run.wrong)}
    lines = list(told[:1]) or [TrackLine("0", 0, "", "", "played", notes=notes.get(0, ()))]
    steps = [*run.steps, *as_played(log, run)]
    for (key, line), (start, end) in zip(_keyed(log.lines), _spans(log.lines, steps), strict=True):
        if len(lines) < len(told):
            here = told[len(lines)]
        else:
            plain = replace(
                _plain(key, line), canonical=game.canonical_line(line.body, log.mode), notes=notes.get(line.number, ())
            )
            here = _placed(plain, run, start, end)
            if end > start:
                here = replace(here, told=(*_happened(game, steps, start, end), *_checked(game, line, log.mode, wrong)))
            if here.how == "played":
                here = replace(here, problem=wrong.get(line.number))
        if here.how != "stops" and end > start:
            known[key] = steps[end - 1]
        lines.append(here)
    return Track(game, log, tuple(lines), None, run, known)


def _plain(key: str, line: Line) -> TrackLine:
    clock, comment = line.clock or "", line.comment or ""
    return TrackLine(key, line.number, line.body, line.body, "not played", comment=comment, clock=clock)


def _placed(line: TrackLine, run: Replay, start: int, end: int) -> TrackLine:
    """Whether the line was played, stopped the engine, was only carried out, or none of it."""
    if start < len(run.steps) and end > start:
        return replace(line, how="played")
    if run.stop and run.stop.line == line.number and run.stop.written == line.written:
        return replace(line, how="stops", problem=run.stop)
    if not line.written and start <= len(run.steps) and not (run.stop and run.stop.line < line.number):
        return replace(line, how="played")
    return replace(line, how="as played") if end > start else line


def _happened(game: Game, steps: Sequence[ReplayStep], start: int, end: int) -> tuple[Told, ...]:
    events = [event for step in steps[start:end] for event in step.events]
    return tuple(game.tell(steps[start - 1].state, events, steps[end - 1].state))


def _checked(game: Game, line: Line, mode: str | None, wrong: Mapping[int, Stop]) -> tuple[Told, ...]:
    right = game.line_kind(line.body, mode).totals and line.number not in wrong
    return (Told(Message("record.totals_right")),) if right else ()


def _spans(lines: Sequence[Line], steps: Sequence[ReplayStep]) -> list[tuple[int, int]]:
    """Which of the positions each line led to, from and up to; a number written twice in a row takes one each."""
    spans = []
    at = 1
    for index, line in enumerate(lines):
        start = at
        again = index + 1 < len(lines) and lines[index + 1].number == line.number
        while line.body and at < len(steps) and steps[at].line == line.number and not (again and at > start):
            at += 1
        spans.append((start, at))
    return spans


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


def notes_by_line(notes: Iterable[Note]) -> dict[int, tuple[Message, ...]]:
    """Remarks by the line they are about; those about none, at 0."""
    by_line: dict[int, tuple[Message, ...]] = {}
    for message, line in notes:
        by_line[line or 0] = (*by_line.get(line or 0, ()), message)
    return by_line
