"""What may be missing in a record that does not hold: the smallest sets of changed lines after which it does.

Looked at are the lines from the last totals that agreed up to the line at fault; then, since totals do not show
everything, those before. One change is a line put in, a position, name or number written otherwise, two neighbours
swapped, or a line written twice taken out. Sets of two, after the last totals that agreed, are looked for only if no
single change makes the record hold to its end.

A repair *holds* if the whole record then has no fault. Another is still told if the record goes clearly further
than before: past written totals that agree, or FURTHER lines past the line at fault. Everything found is a suggestion;
a change that fits is no proof that it happened.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Any, NamedTuple

from engine import log as record
from engine.bos.acts import acts
from engine.bos.alike import changed_parts, move_of, said, same_act
from engine.bos.canon import state_id
from engine.bos.cards import Pool
from engine.bos.differences import differences, sentences
from engine.bos.editions import Edition
from engine.bos.names import Problem
from engine.bos.notation import Totals
from engine.bos.opening import Opening, Pinned, open_game
from engine.bos.options import continuations
from engine.bos.presumed import Lists
from engine.bos.state import State
from engine.bos.writing import write_move
from engine.log import Line, Log
from engine.sheet import Replay
from engine.stepping import advance, beginnings, holds, settled

BUDGET = 50_000
"""Lines played, at most, in one search."""
MAX_SHOWN = 10
MAX_ALSO = 5
FURTHER = 8
LIKE = 0.5
"""How much of an unreadable line its readable form must share with it."""
UNREAD = ("6.1.4", "9.1.2", "10.1.2", "10.2.1")
"""Rules by which a replay stops where a card's text cannot be read, or what was chosen for it is not written. Only
saying more in that line can help."""

Json = dict[str, Any]


class Change(NamedTuple):
    """One change: of its kind (remove, change, swap, insert) at the line with the index `at`; `lines` take the place
    of `instead` lines there."""

    kind: str
    at: int
    lines: tuple[Line, ...]
    instead: int


@dataclass(frozen=True, slots=True)
class Repair:
    """Changes after which a record holds, or goes further: to the line with index `reach`. `state` is the table after
    the line that was at fault; `also` are changes with the same effect."""

    changes: tuple[Change, ...]
    reach: int
    holds: bool
    state: State
    also: tuple[tuple[Change, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Search:
    """What was found for a record: the index of the line at fault (None if the record holds), and repairs, the
    smallest first. `whole` says whether everything within reach was tried; `before` is the table before the fault."""

    fault: int | None
    repairs: tuple[Repair, ...] = ()
    whole: bool = True
    before: State | None = None


def repair_text(
    game_text: str, decks: Lists, pool: Pool, edition: Edition, *, pinned: Pinned | None = None
) -> list[Json]:
    """Suggestions for a record as plain data, the likeliest first; none if it holds or cannot be opened."""
    log = record.read(game_text, acts)
    opening = None if log.fault else open_game(log, decks, pool, edition, pinned=pinned)
    return [] if opening is None or isinstance(opening, Problem) else to_json(log, repair(log, opening))


def repair(log: Log, opening: Opening) -> Search:
    """Search for the smallest changes that mend a record. Where columns are unknown, those that fit longest count."""
    searches = [_Search(log.lines, start) for start in beginnings(opening)]
    return max(searches, key=lambda search: search.fault).found()


class _Search:
    def __init__(self, lines: Sequence[Line], start: Replay) -> None:
        self.lines = tuple(lines)
        self.left = BUDGET
        self.runs = [start]
        while len(self.runs) <= len(self.lines):
            run = advance(self.runs[-1], self.lines[len(self.runs) - 1])
            self.stop = run.stop
            if not holds(self.runs[-1], run):
                break
            self.runs.append(run)
        self.fault = len(self.runs) - 1
        """The index of the line at fault; the number of lines if there is none."""

    def found(self) -> Search:
        if self.fault == len(self.lines):
            return Search(None)
        before = settled(self.runs[self.fault])
        good = self._saying_more() if self._untold() else self._whole_search()
        repairs = tuple(self._ranked(good))[:MAX_SHOWN]
        return Search(self.fault, repairs, self.left > 0, before)

    def _untold(self) -> bool:
        return self.stop is not None and self.stop.finding == "unproven" and self.stop.rule in UNREAD

    def _saying_more(self) -> list[_Trial]:
        """The line at fault with other details of the same act."""
        state, line = self.runs[self.fault].state, self.lines[self.fault]
        act = said(state.setup, state.active, line.body)
        tried = [
            self._tried(change)
            for change in _of_options(line, self.fault, state)
            if change.kind == "change" and same_act(act, said(state.setup, state.active, change.lines[0].body))
        ]
        return [trial for trial in tried if self._good(trial)]

    def _whole_search(self) -> list[_Trial]:
        since = self._since()
        singles = [self._tried(change) for change in self._changes(self.lines, self.runs, since, self.fault)]
        good = [trial for trial in singles if self._good(trial)]
        if not any(trial.holds for trial in good):
            earlier = [self._tried(change) for change in self._changes(self.lines, self.runs, 0, since - 1)]
            good += [trial for trial in earlier if self._good(trial)]
        if not any(trial.holds for trial in good):
            good += [trial for trial in self._pairs(singles) if self._good(trial)]
        return good

    def _since(self) -> int:
        """The index of the last totals that agreed: what should stand right before them may show nothing in them."""
        for index in range(self.fault - 1, -1, -1):
            move = move_of(self.lines[index].body)
            if isinstance(move, Totals) and (move.life or move.vim or move.ether):
                return index
        return 0

    # Trying changes

    def _tried(self, change: Change, base: _Trial | None = None) -> _Trial:
        """How far the record goes with one more change; its index counts in the lines of `base`."""
        lines, played = (base.lines, base.runs) if base else (self.lines, self.runs)
        changed = (*lines[: change.at], *change.lines, *lines[change.at + change.instead :])
        runs = [*played[: change.at + 1]]
        while len(runs) <= len(changed) and self.left > 0:
            self.left -= 1
            run = advance(runs[-1], changed[len(runs) - 1])
            if not holds(runs[-1], run):
                break
            runs.append(run)
        as_written = change._replace(at=change.at - (len(lines) - len(self.lines)))
        changes = (*base.changes, as_written) if base else (as_written,)
        return _Trial(changes, changed, runs, len(self.lines))

    def _pairs(self, singles: list[_Trial]) -> Iterator[_Trial]:
        """A second change behind each first one that does no harm, those that go furthest first."""
        harmless = [trial for trial in singles if trial.reach >= self.fault]
        for trial in sorted(harmless, key=lambda trial: -trial.reach):
            first = trial.changes[0]
            since = first.at + len(first.lines)
            for change in self._changes(trial.lines, trial.runs, since, len(trial.runs) - 1):
                if self.left <= 0:
                    return
                if change.at >= since:
                    yield self._tried(change, trial)

    def _good(self, trial: _Trial) -> bool:
        """Whether the record holds now, or goes clearly further than before."""
        if trial.holds:
            return True
        passed = self.lines[self.fault + 1 : trial.reach]
        totals = any(isinstance(move_of(line.body), Totals) for line in passed)
        return trial.reach > self.fault and (totals or len(passed) >= FURTHER)

    # Proposing changes

    def _changes(self, lines: tuple[Line, ...], runs: list[Replay], since: int, upto: int) -> Iterator[Change]:
        """Every change between two lines, those nearest to the line at fault first."""
        fault = len(runs) - 1
        for index in range(min(upto, len(lines) - 1), since - 1, -1):
            if self.left <= 0:
                return
            self.left -= 1
            yield from _of_lines(lines, index, at_fault=index == fault)
            yield from _of_options(lines[index], index, runs[index].state)
            if index == fault:
                yield from _right_totals(lines[index], index, runs[index].state)

    # Ranking

    def _ranked(self, good: list[_Trial]) -> Iterator[Repair]:
        """The smallest first; among them those that hold, then those likest to what was written. Equal effects are
        one repair."""
        effects: dict[tuple[int, int, str], list[_Trial]] = {}
        for trial in sorted(good, key=self._likeness):
            effects.setdefault((trial.size, trial.reach, state_id(self._after(trial))), []).append(trial)
        for trials in effects.values():
            best, *others = trials
            also = tuple(trial.changes for trial in others[:MAX_ALSO])
            yield Repair(best.changes, best.reach, best.holds, self._after(best), also)

    def _likeness(self, trial: _Trial) -> tuple[int, bool, int, int, float, int, int]:
        kinds = sum(_KINDS.index(change.kind) for change in trial.changes)
        alike = sum(_alike(change, self.lines) for change in trial.changes)
        astray = sum(self._astray(change) for change in trial.changes)
        distance = sum(abs(self.fault - change.at) for change in trial.changes)
        return trial.size, not trial.holds, -trial.reach, kinds, -alike, astray, distance

    def _astray(self, change: Change) -> bool:
        """A line put in between totals and the line they belong to, or an end of a turn behind its totals."""
        before_totals = change.at < len(self.lines) and self.lines[change.at].body.startswith("=")
        ends = bool(change.lines) and change.lines[0].body == "E"
        return change.kind == "insert" and before_totals != ends

    def _after(self, trial: _Trial) -> State:
        """The table after the line that was at fault."""
        index = self.fault + len(trial.lines) - len(self.lines) + 1
        return settled(trial.runs[max(min(index, len(trial.runs) - 1), 0)])


@dataclass(frozen=True, slots=True)
class _Trial:
    """Changed lines, and the game before each line as far as it goes."""

    changes: tuple[Change, ...]
    lines: tuple[Line, ...]
    runs: list[Replay]
    length: int

    @property
    def holds(self) -> bool:
        return len(self.runs) == len(self.lines) + 1

    @property
    def size(self) -> int:
        return len(self.changes)

    @property
    def reach(self) -> int:
        """The index, in the record as it was written, of the line at which it stops now."""
        return len(self.runs) - 1 - (len(self.lines) - self.length)


_KINDS = ("remove", "change", "swap", "insert")


def _of_lines(lines: tuple[Line, ...], index: int, *, at_fault: bool) -> Iterator[Change]:
    """Changes that need no options: a line written twice, two neighbours the wrong way round."""
    line = lines[index]
    if index and line.body and line.body == lines[index - 1].body:
        yield Change("remove", index, (), 1)
    if index + 1 < len(lines):
        after = lines[index + 1]
        if after.body != line.body and all(map(_acts, (line, after))):
            yield Change("swap", index, (after, line), 2)
    if at_fault and index and all(map(_acts, (line, lines[index - 1]))):
        yield Change("swap", index - 1, (line, lines[index - 1]), 2)


def _of_options(line: Line, index: int, state: State) -> Iterator[Change]:
    """What may lawfully stand here: beside the line, or instead of it where it says nearly the same."""
    if state.outcome:
        return
    written = said(state.setup, state.active, line.body)
    for text in continuations(state):
        if not text:
            continue
        other = Line(line.number, text, written=False)
        told = said(state.setup, state.active, text)
        parts = changed_parts(written, told)
        if parts == 1 or (written.kind == "unreadable" and _ratio(text, line.body) >= LIKE):
            yield Change("change", index, (other,), 1)
        yield Change("insert", index, (other,), 0)


def _right_totals(line: Line, index: int, state: State) -> Iterator[Change]:
    """Written totals as they would be right."""
    move = move_of(line.body)
    if not isinstance(move, Totals):
        return
    life, vim, ether = (
        None if was is None else (now[0], now[1])
        for was, now in ((move.life, state.life), (move.vim, state.vim), (move.ether, state.ether))
    )
    right = Totals(life, vim, ether, move.strengths)
    yield Change("change", index, (Line(line.number, write_move(right), written=False),), 1)


def _acts(line: Line) -> bool:
    return bool(line.body) and not line.body.startswith("=")


def _alike(change: Change, lines: Sequence[Line]) -> float:
    """How much a changed line looks like what was written; nothing for other changes."""
    if change.kind != "change" or change.at >= len(lines):
        return 0.0
    return _ratio(change.lines[0].body, lines[change.at].body)


def _ratio(one: str, other: str) -> float:
    return SequenceMatcher(None, one.casefold(), other.casefold()).ratio()


# As plain data


def to_json(log: Log, found: Search) -> list[Json]:
    """The suggestions as plain data, as `repair --json` prints them."""
    return [_repair_json(log, found, suggestion) for suggestion in found.repairs]


def _repair_json(log: Log, found: Search, suggestion: Repair) -> Json:
    tables = differences(found.before, suggestion.state) if found.before else []
    reached = None if suggestion.holds else log.lines[suggestion.reach].number
    return {
        "size": len(suggestion.changes),
        "holds": suggestion.holds,
        "reaches": reached,
        "message": _sentence(log, suggestion),
        "changes": [_change_json(log, change) for change in suggestion.changes],
        "tables": sentences(tables, "the record as written", "the record so changed"),
        "also": [[_change_json(log, change) for change in changes] for changes in suggestion.also],
    }


def _change_json(log: Log, change: Change) -> Json:
    written = log.lines[change.at : change.at + change.instead]
    return {
        "kind": change.kind,
        "line": _number(log, change.at),
        "text": "; ".join(line.body for line in change.lines),
        "written": "; ".join(line.body for line in written),
        "message": _told(log, change),
    }


def _number(log: Log, index: int) -> int:
    return log.lines[min(index, len(log.lines) - 1)].number


def _sentence(log: Log, suggestion: Repair) -> str:
    told = " and ".join(_told(log, change) for change in suggestion.changes)
    if suggestion.holds:
        return f"The record holds to its end if {told}."
    return f"The record goes on to line {_number(log, suggestion.reach)} if {told}."


def _told(log: Log, change: Change) -> str:
    number = _number(log, change.at)
    text = f"“{change.lines[0].body}”" if change.lines else ""
    if change.kind == "insert":
        return f"{text} was forgotten before line {number}"
    if change.kind == "change":
        return f"line {number} should read {text}"
    if change.kind == "swap":
        return f"line {number} and the one after it stand the wrong way round"
    return f"line {number} was written twice"


def report(found: list[Json]) -> str:
    """What a judge reads: each suggestion, what it changes on the table, and what else would have the same effect."""
    if not found:
        return "No change of one or two lines was found after which the record holds.\n"
    lines = ["Suggestions, not proof: with any of these the record goes on. Ask the players which is true."]
    for number, suggestion in enumerate(found, 1):
        lines += ["", f"{number}. {suggestion['message']}"]
        lines += [f"   {said}" for said in suggestion["tables"]]
        lines += [
            "   The same if " + " and ".join(change["message"] for change in changes) + "."
            for changes in suggestion["also"]
        ]
    return "\n".join(lines) + "\n"
