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
from engine.compare import difference_sentences
from engine.contract import Difference, Game, Given, Opening, Problem, State
from engine.log import Line, Log
from engine.messages import Message, all_of, message_json, messages_json
from engine.replay_state import Replay
from engine.replay_step import advance, beginnings, holds, settled
from engine.text_alignment import changed_parts, same_act

BUDGET = 50_000
"""Lines played, at most, in one search."""
MAX_SHOWN = 10
MAX_ALSO = 5
FURTHER = 8
LIKE = 0.5
"""How much of an unreadable line its readable form must share with it."""

Json = dict[str, Any]


class Change(NamedTuple):
    """One change: of its `kind` (remove, change, swap, insert) at the line with the index `at`; `lines` take the place
    of `instead` lines there."""

    kind: str
    at: int
    lines: tuple[Line, ...]
    instead: int


@dataclass(frozen=True, slots=True)
class Repair:
    """The `changes` after which a record `holds`, or goes further: to the line with index `reach`. `state` is the table
    after the line that was at fault; `also` are changes with the same effect."""

    changes: tuple[Change, ...]
    reach: int
    holds: bool
    state: State
    also: tuple[tuple[Change, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Search:
    """What was found for a record: the index of the line at `fault` (None if the record holds), and `repairs`, the
    smallest first. `whole` says whether everything within reach was tried; `before` is the table before the fault."""

    game: Game
    """The game of the record."""
    fault: int | None
    repairs: tuple[Repair, ...] = ()
    whole: bool = True
    before: State | None = None


def repair_text(game: Game, text: str, given: Given) -> list[Json]:
    """Suggestions for a record as plain data, the likeliest first; none if it holds or cannot be opened."""
    log = record.read(text, game.acts)
    opening = None if log.fault else game.open_game(log, given)
    return [] if opening is None or isinstance(opening, Problem) else suggestions_json(log, repair(game, log, opening))


def repair(game: Game, log: Log, opening: Opening) -> Search:
    """Search for the smallest changes that mend a record. Where openings differ, those that fit longest count."""
    searches = [_Search(log.lines, start, log.mode) for start in beginnings(game, opening)]
    return max(searches, key=lambda search: search.fault).found()


class _Search:
    def __init__(self, lines: Sequence[Line], start: Replay, mode: str | None) -> None:
        self.game = start.game
        self.mode = mode
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
            return Search(self.game, None)
        before = settled(self.runs[self.fault])
        good = self._saying_more() if self._untold() else self._whole_search()
        repairs = tuple(self._ranked(good))[:MAX_SHOWN]
        return Search(self.game, self.fault, repairs, self.left > 0, before)

    def acts(self, line: Line) -> bool:
        """Whether the line does something on the table."""
        return bool(line.body) and not self._totals(line)

    def _totals(self, line: Line) -> str:
        return self.game.line_kind(line.body, self.mode).totals

    def _untold(self) -> bool:
        return self.stop is not None and self.stop.finding == "unproven" and self.stop.rule in self.game.UNTOLD

    def _saying_more(self) -> list[_Trial]:
        """The line at fault with other details of the same act."""
        state, line = self.runs[self.fault].state, self.lines[self.fault]
        act = self.game.said(state, line.body)
        tried = [
            self._tried(change)
            for change in _of_options(self.game, line, self.fault, state)
            if change.kind == "change" and same_act(act, self.game.said(state, change.lines[0].body))
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
            if self._totals(self.lines[index]) == "pools":
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
        totals = any(self._totals(line) in ("pools", "strengths") for line in passed)
        return trial.reach > self.fault and (totals or len(passed) >= FURTHER)

    # Proposing changes

    def _changes(self, lines: tuple[Line, ...], runs: list[Replay], since: int, upto: int) -> Iterator[Change]:
        """Every change between two lines, those nearest to the line at fault first."""
        fault = len(runs) - 1
        for index in range(min(upto, len(lines) - 1), since - 1, -1):
            if self.left <= 0:
                return
            self.left -= 1
            yield from _of_lines(self, lines, index, at_fault=index == fault)
            yield from _of_options(self.game, lines[index], index, runs[index].state)
            if index == fault:
                yield from _right_totals(self.game, lines[index], index, runs[index].state)

    # Ranking

    def _ranked(self, good: list[_Trial]) -> Iterator[Repair]:
        """The smallest first; among them those that hold, then those likest to what was written. Equal effects are
        one repair."""
        effects: dict[tuple[int, int, str], list[_Trial]] = {}
        for trial in sorted(good, key=self._likeness):
            effects.setdefault((trial.size, trial.reach, self.game.state_id(self._after(trial))), []).append(trial)
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
        before_totals = change.at < len(self.lines) and self._totals(self.lines[change.at]) != ""
        ends = bool(change.lines) and change.lines[0].body == self.game.ENDS
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


def _of_lines(search: _Search, lines: tuple[Line, ...], index: int, *, at_fault: bool) -> Iterator[Change]:
    """Changes that need no options: a line written twice, two neighbours the wrong way round."""
    line = lines[index]
    if index and line.body and line.body == lines[index - 1].body:
        yield Change("remove", index, (), 1)
    if index + 1 < len(lines):
        after = lines[index + 1]
        if after.body != line.body and search.acts(line) and search.acts(after):
            yield Change("swap", index, (after, line), 2)
    if at_fault and index and search.acts(line) and search.acts(lines[index - 1]):
        yield Change("swap", index - 1, (line, lines[index - 1]), 2)


def _of_options(game: Game, line: Line, index: int, state: State) -> Iterator[Change]:
    """What may lawfully stand here: beside the line, or instead of it where it says nearly the same."""
    if state.outcome:
        return
    written = game.said(state, line.body)
    for text in game.continuations(state):
        if not text:
            continue
        other = Line(line.number, text, written=False)
        option = game.said(state, text)
        parts = changed_parts(written, option)
        if parts == 1 or (written.kind == "unreadable" and _ratio(text, line.body) >= LIKE):
            yield Change("change", index, (other,), 1)
        yield Change("insert", index, (other,), 0)


def _right_totals(game: Game, line: Line, index: int, state: State) -> Iterator[Change]:
    """Written totals as they would be right."""
    right = game.right_totals(state, line.body)
    if right is not None:
        yield Change("change", index, (Line(line.number, right, written=False),), 1)


def _alike(change: Change, lines: Sequence[Line]) -> float:
    """How much a changed line looks like what was written; nothing for other changes."""
    if change.kind != "change" or change.at >= len(lines):
        return 0.0
    return _ratio(change.lines[0].body, lines[change.at].body)


def _ratio(left: str, right: str) -> float:
    return SequenceMatcher(None, left.casefold(), right.casefold()).ratio()


# As plain data


def suggestions_json(log: Log, search: Search) -> list[Json]:
    """The suggestions as plain data, as `repair --json` prints them."""
    return [_repair_json(log, search, suggestion) for suggestion in search.repairs]


def _repair_json(log: Log, search: Search, suggestion: Repair) -> Json:
    tables = search.game.differences(search.before, suggestion.state) if search.before else []
    reached = None if suggestion.holds else log.lines[suggestion.reach].number
    return {
        "size": len(suggestion.changes),
        "holds": suggestion.holds,
        "reaches": reached,
        **message_json(_sentence(log, suggestion)),
        "changes": [_change_json(log, change) for change in suggestion.changes],
        **messages_json("tables", "table_codes", _tables(tables)),
        "also": [[_change_json(log, change) for change in changes] for changes in suggestion.also],
    }


def _tables(differences: list[Difference]) -> list[Message]:
    return difference_sentences(differences, Message("repair.as_written"), Message("repair.so_changed"))


def _change_json(log: Log, change: Change) -> Json:
    written = log.lines[change.at : change.at + change.instead]
    return {
        "kind": change.kind,
        "line": _number(log, change.at),
        "text": "; ".join(line.body for line in change.lines),
        "written": "; ".join(line.body for line in written),
        **message_json(_told(log, change)),
    }


def _number(log: Log, index: int) -> int:
    return log.lines[min(index, len(log.lines) - 1)].number


def _sentence(log: Log, suggestion: Repair) -> Message:
    changes = all_of(_told(log, change) for change in suggestion.changes)
    if suggestion.holds:
        return Message("repair.to_its_end", change=changes)
    return Message("repair.to_line", line=_number(log, suggestion.reach), change=changes)


def _told(log: Log, change: Change) -> Message:
    number = _number(log, change.at)
    text = change.lines[0].body if change.lines else ""
    if change.kind == "insert":
        return Message("repair.forgotten", text=text, line=number)
    if change.kind == "change":
        return Message("repair.misread", line=number, text=text)
    if change.kind == "swap":
        return Message("repair.turned", line=number)
    return Message("repair.twice", line=number)


def report(suggestions: list[Json]) -> str:
    """What a judge reads: each suggestion, what it changes on the table, and what else would have the same effect."""
    if not suggestions:
        return "No change of one or two lines was found after which the record holds.\n"
    lines = ["Suggestions, not proof: with any of these the record continues. Ask the players which is true."]
    for number, suggestion in enumerate(suggestions, 1):
        lines += ["", f"{number}. {suggestion['message']}"]
        lines += [f"   {sentence}" for sentence in suggestion["tables"]]
        lines += [
            "   The same if " + " and ".join(change["message"] for change in changes) + "."
            for changes in suggestion["also"]
        ]
    return "\n".join(lines) + "\n"
