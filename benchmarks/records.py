"""Damaged records: how often a damage is noticed, how soon, and how often the lost line is among the suggestions.

Games are drawn from a fixed sequence, with written totals after every turn. Each line is taken out in turn, once with
the totals in the record and once without them; then single letters of positions are changed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from hashlib import shake_256
from statistics import median
from time import perf_counter

from benchmarks.engine import headers, lists, opening
from engine.bos import game as bos
from engine.bos.board.next_lines import continuations
from engine.bos.model.card_pool import sample_pool
from engine.bos.model.editions import DEFAULT_EDITION
from engine.bos.model.state import State
from engine.bos.records.record_setup import Opening, open_game
from engine.compare import compare_text
from engine.contract import Given
from engine.log import Line, Log, read
from engine.repair import Search, repair, suggestions_json
from engine.replay import begin_replay
from engine.replay_step import advance, settled

GAMES = 2
DECKS = lists(0)
LINES = 60
LETTERS = 30
Figure = tuple[str, str]
_LETTER = re.compile(r"(?<![A-Za-z])([12]?)([abc])(?![A-Za-z])")


@dataclass(slots=True)
class Tally:
    """What became of a number of damaged records."""

    cases: int = 0
    """Damaged records."""
    noticed: int = 0
    """Those in which the engine found a fault."""
    found: int = 0
    """Those with the true line among the suggestions."""
    first: int = 0
    """Those with the true line as the first suggestion."""
    alone: int = 0
    """Those with the true line as the only suggestion."""
    none: int = 0
    """Those that were noticed, and nothing was suggested."""
    later: list[int] = field(default_factory=list)
    """Lines from the damage to the fault, for each that was noticed."""
    seconds: list[float] = field(default_factory=list)
    """The time of the search, for each that was noticed."""

    def __str__(self) -> str:
        later = f"median {median(self.later):g}, at most {max(self.later)} lines later" if self.later else "never"
        return (
            f"{self.noticed} of {self.cases} noticed ({later}); the true line suggested {self.found} times, "
            f"{self.first} as the first, {self.alone} alone; nothing suggested {self.none} times; "
            f"{1_000 * median(self.seconds):.0f} ms each, at most {1_000 * max(self.seconds):.0f}"
        )


def figures() -> list[Figure]:
    """Each measure in words."""
    games = [game(number) for number in range(GAMES)]
    return [
        ("one line deleted, totals written", str(_deleted(games))),
        ("one line deleted, no totals", str(_deleted([without_totals(lines) for lines in games]))),
        ("one position changed, totals written", str(_changed(games))),
        ("two records of one game laid side by side", _side_by_side(games)),
    ]


def game(number: int) -> list[str]:
    """The bodies of a lawful game, abilities and all, with totals after every turn."""
    run, lines = begin_replay(bos, opening(0).setup), []
    for byte in shake_256(f"records/{number}".encode()).digest(4 * LINES):
        lawful = continuations(run.state)
        if not lawful or len(lines) >= LINES:
            break
        body = lawful[byte % len(lawful)]
        after = advance(run, Line(len(lines) + 1, body))
        if after.stop:
            continue
        run = after
        lines.append(body)
        if body == "E":
            lines.append(_totals(settled(run)))
            run = advance(run, Line(len(lines), lines[-1]))
    return lines


def without_totals(lines: list[str]) -> list[str]:
    return [line for line in lines if not line.startswith("=")]


def _totals(state: State) -> str:
    pairs = (("L", state.life), ("V", state.vim), ("E", state.ether))
    return " ".join(["=", *(f"{letter}{'/'.join(map(str, amounts))}" for letter, amounts in pairs)])


def _text(lines: list[str]) -> str:
    return headers(0) + "\n".join(f"{number}. {line}" for number, line in enumerate(lines, 1)) + "\n"


def _deleted(games: list[list[str]]) -> Tally:
    tally = Tally()
    for lines in games:
        for index, line in enumerate(lines):
            if index and not line.startswith("="):
                _note(tally, [*lines[:index], *lines[index + 1 :]], index, line)
    return tally


def _changed(games: list[list[str]]) -> Tally:
    tally = Tally()
    for lines in games:
        for index, damaged in _damaged(lines):
            _note(tally, [*lines[:index], damaged, *lines[index + 1 :]], index, lines[index])
    return tally


def _damaged(lines: list[str]) -> Iterator[tuple[int, str]]:
    """Lines with one letter of a position changed, drawn from a fixed sequence."""
    places = [
        (index, found.start(2))
        for index, line in enumerate(lines)
        if line[:1] in "SA>"
        for found in _LETTER.finditer(line)
    ]
    luck = shake_256(b"letters").digest(2 * LETTERS)
    for number in range(min(LETTERS, len(places))):
        index, at = places[luck[2 * number] % len(places)]
        others = [letter for letter in "abc" if letter != lines[index][at]]
        yield index, lines[index][:at] + others[luck[2 * number + 1] % 2] + lines[index][at + 1 :]


def _note(tally: Tally, lines: list[str], index: int, true: str) -> None:
    log = read(_text(lines))
    began = perf_counter()
    found = repair(bos, log, _opened(log))
    tally.cases += 1
    if found.fault is None:
        return
    tally.seconds.append(perf_counter() - began)
    tally.noticed += 1
    tally.later.append(found.fault - index)
    ranks = list(_ranks(log, found, true))
    tally.found += bool(ranks)
    tally.first += ranks[:1] == [0]
    tally.alone += ranks[:1] == [0] and len(found.repairs) == 1
    tally.none += not found.repairs


def _ranks(log: Log, found: Search, true: str) -> Iterator[int]:
    """Where the true line stands among the suggestions, counted from 0."""
    for rank, suggestion in enumerate(suggestions_json(log, found)):
        sets = [suggestion["changes"], *suggestion["also"]]
        if any(len(changes) == 1 and changes[0]["text"] == true for changes in sets):
            yield rank


def _opened(log: Log) -> Opening:
    opening = open_game(log, Given(DECKS, sample_pool(), DEFAULT_EDITION))
    assert isinstance(opening, Opening)
    return opening


def _side_by_side(games: list[list[str]]) -> str:
    """The record of a game beside one that leaves a line out: how often that line is the one difference named."""
    named, cases, seconds = 0, 0, []
    for lines in games:
        for index, line in enumerate(lines):
            if index and not line.startswith("="):
                other = [*lines[:index], *lines[index + 1 :]]
                began = perf_counter()
                found = compare_text(bos, _text(lines), _text(other), Given(DECKS, sample_pool(), DEFAULT_EDITION))
                seconds.append(perf_counter() - began)
                cases += 1
                said = [line["text"] for parted in found["differences"][:1] for line in parted["first"]]
                named += said == [line]
    return f"{named} of {cases} lost lines named first; {1_000 * median(seconds):.0f} ms each"


if __name__ == "__main__":
    for what, figure in figures():
        print(f"{what}: {figure}")
