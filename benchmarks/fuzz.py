"""Long runs against the referee: `python -m benchmarks.fuzz --games 20000 --records 20000 --lists 2000 --seed 1`.

Random games over every pair of starter decks are held to `tests.engine.bos.invariants`; each is written down,
judged and compared with the table it led to. Then records of such games are damaged and judged. Last, what is told of
such a record to somebody who knows one list or none is held against what is told where the lists that they do not know
are others. Every fault is printed with its number, so that `--only game:17`, `record:17` or `list:17` with the same
seed runs that one again. Exit status 1 where anything was at fault.

`--more 3000` instead plays that many games of more than two seats, in every mode, under the same laws, and damages
every third record of them.

`--interpreters 20000 --start 400` instead plays that many games of cards with random sentences, and holds the
second interpreter's table against the engine's after every line (`tests.engine.bos.second_interpreter`). Game 17 of a
seed is the same in every run: `--only interpreted:17` plays it again, and `--told` prints its cards and lines as well.

`--twins 1 --prints 1 --combinations 100 --dead 5` runs what is made from sentences instead: every pair of wordings and
every printed sentence on so many rounds of random tables, and so many per cent of all combinations of words, and of the
dead ones among them, which are counted by what was done to whom.
"""

import argparse
import json
import multiprocessing
import sys
import traceback
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from time import perf_counter
from typing import Any

from engine.bos import game as bos
from engine.bos.model.editions import DEFAULT_EDITION
from engine.bos.notation.canonical_state import same
from engine.contract import Given
from engine.log import MAX_LINES
from engine.verdict import judge, judge_text
from tests.engine.bos import (
    brute_force_moves,
    combinations,
    hidden_information,
    invariants,
    mode_tables,
    mutations,
    random_players,
    same_sense,
    wordings,
)
from tests.engine.bos.second_interpreter import agreement, random_texts

FINDINGS = ("legal", "unfinished", "illegal", "contradicted", "unproven", "unreadable")
WITH_LINE = FINDINGS[2:]
LOOKED_AT = 200
"""Every so many steps one position is looked at from all sides: purity, and options against brute force."""
RARELY = 2_000
"""The same at larger tables, where there is far more to try."""
MOST_TOLD = 20
MOST_INTERPRETED = 150
"""So many answers of a game are followed by the second interpreter."""


@dataclass(slots=True)
class Tally:
    """What came of a number of games or records."""

    runs: int = 0
    """Games or records."""
    steps: int = 0
    """Answers of games or lines of records, all together."""
    longest: int = 0
    """The most steps of one of them."""
    brute: int = 0
    """Positions whose options were held against brute force."""
    kinds: Counter[str] = field(default_factory=Counter)
    """How many ended in which way."""
    faults: list[str] = field(default_factory=list)
    """A line for each, with the number that runs it again."""

    def add(self, other: "Tally") -> None:
        self.runs += other.runs
        self.steps += other.steps
        self.longest = max(self.longest, other.longest)
        self.brute += other.brute
        self.kinds += other.kinds
        self.faults += other.faults


def one_game(seed: str, number: int) -> Tally:
    """A duel played to its end under all laws, written down, and judged."""
    return _played("game", random_players.tables(), seed, number)


def one_of_more(seed: str, number: int) -> Tally:
    """The same at a table of more than two seats; every third record of such a game is damaged and judged too."""
    tables = mode_tables.mode_tables()
    tally = _played("more", tables, seed, number)
    tally.kinds[f"{tables[number % len(tables)].mode} of {tables[number % len(tables)].seats}"] += 1
    if number % 3 == 0:
        damaged = _judged_twice("more", tables, seed, number)
        tally.faults += damaged.faults
        tally.kinds += damaged.kinds
    return tally


def _played(what: str, tables: Sequence[Any], seed: str, number: int) -> Tally:
    table = tables[number % len(tables)]
    tally = Tally(1)
    numbers = random_players.luck(f"{seed}/{what}/{number}", random_players.LONGEST * len(table.decks))
    try:
        steps = []
        for state, answer, step in random_players.game(table.start(), numbers):
            found = [*invariants.broken(step.state), *invariants.broken_step(state, answer, step)]
            if (len(steps) + number) % (LOOKED_AT if what == "game" else RARELY) == 0:
                found += [*invariants.impure(state), *brute_force_moves.misjudged(state)]
                tally.brute += 1
            tally.faults += [f"{what}:{number} step {len(steps)} {bos.move_key(answer.move)}: {said}" for said in found]
            steps.append((state, answer, step))
        _judge_whole(table, steps, f"{what}:{number}", tally)
    except Exception:
        tally.faults.append(f"{what}:{number} {traceback.format_exc(limit=-4)}")
    return tally


def _judge_whole(table: Any, steps: list[Any], name: str, tally: Tally) -> None:
    last = steps[-1][2].state
    tally.steps = tally.longest = len(steps)
    tally.kinds[last.outcome.reason if last.outcome else "not over"] += 1
    if last.outcome is None:
        tally.faults.append(f"{name} is not over after {len(steps)} answers (I12)")
        return
    found = judge(bos, table.record(random_players.answers_of(steps)), Given(table.decks, table.pool, DEFAULT_EDITION))
    if found.finding != "legal":
        tally.faults.append(f"{name} is {found.finding} in line {found.line} ({found.rule}): {found.message}")
    elif found.state is None or not same(found.state, last):
        tally.faults.append(f"{name} as it is written leads to another table (I9)")


def one_record(seed: str, number: int) -> Tally:
    """A record of a duel, damaged once to three times, judged twice."""
    return _judged_twice("record", random_players.tables(), seed, number)


def _judged_twice(what: str, tables: Sequence[Any], seed: str, number: int) -> Tally:
    table = tables[number % len(tables)]
    tally = Tally(1)
    try:
        text, kind = damaged_record(table, seed, number)
        tally.steps = tally.longest = text.count("\n")
        first = judge_text(bos, text, Given(table.decks, table.pool, DEFAULT_EDITION))
        again = judge_text(bos, text, Given(table.decks, table.pool, DEFAULT_EDITION))
        tally.kinds[f"{first['finding']}"] += 1
        tally.kinds[f"{kind} -> {first['finding']}"] += 1
        tally.faults += [f"{what}:{number} ({kind}) {said}" for said in wrong_finding(first, again)]
    except Exception:
        tally.faults.append(f"{what}:{number} {traceback.format_exc(limit=-4)}")
    return tally


def damaged_record(table: Any, seed: str, number: int) -> tuple[str, str]:
    """The text of a damaged record, and by what it was damaged."""
    numbers = iter(random_players.luck(f"{seed}/record/{number}"))
    length = 10 + next(numbers) % 150
    answers = random_players.answers_of(
        list(islice(random_players.game(table.start(), random_players.luck(f"{seed}/of/{number}")), length))
    )
    lines, kinds = random_players.written(answers), []
    for _ in range(1 + next(numbers) % 3):
        if lines:
            lines, kind = mutations.damaged(lines, numbers)
            kinds.append(kind)
    written = "\n".join(lines) if next(numbers) % 2 else random_players.numbered(lines)
    return table.headers(answers) + written, "+".join(kinds[:1])


def wrong_finding(found: dict[str, Any], again: dict[str, Any]) -> Iterator[str]:
    """What every finding has to keep, whatever was written."""
    if json.dumps(found) != json.dumps(again):
        yield "is judged in two ways"
    if found["finding"] not in FINDINGS:
        yield f"is found {found['finding']}"
    if (found["line"] is None) == (found["finding"] in WITH_LINE):
        yield f"is {found['finding']} in line {found['line']}"
    if found["line"] is not None and not 0 <= found["line"] <= max(MAX_LINES, found["line"]):
        yield f"has no line {found['line']}"
    if found["finding"] == "illegal" and not found["rule"]:
        yield "is illegal by no rule"
    if not found["message"] or found["message"][-1] not in ".?!)":
        yield f"is told by {found['message']!r}"


def one_list(seed: str, number: int) -> Tally:
    """A damaged record, told to each reader by the lists it was played with and by others."""
    table = hidden_information.tables()[number % len(hidden_information.tables())]
    tally = Tally(1)
    try:
        text, _ = damaged_record(table, seed, number)
        numbers = iter(random_players.luck(f"{seed}/lists/{number}"))
        tally.steps = tally.longest = text.count("\n")
        for reader in hidden_information.gives_away(text, table.decks, table.pool, numbers):
            tally.faults.append(f"list:{number} is told to {reader} by a list that {reader} does not know")
    except Exception:
        tally.faults.append(f"list:{number} {traceback.format_exc(limit=-4)}")
    return tally


def one_twin(seed: str, number: int) -> Tally:
    """A pair of texts that say the same, on random tables."""
    pairs = wordings.twins()
    pair = pairs[number % len(pairs)]
    tally = Tally(1)
    tally.kinds[pair.family] += 1
    if fault := same_sense.disagreement(pair, f"{seed}/{number}"):
        tally.faults.append(f"twin:{number} {pair.one} / {pair.other}: {fault}")
    return tally


def one_print(seed: str, number: int) -> Tally:
    """A sentence and the one that is printed for it, on random tables."""
    sentences = same_sense.sentences_read()
    kind, text, face = sentences[number % len(sentences)]
    tally = Tally(1)
    if fault := same_sense.misprint(kind, text, face, f"{seed}/{number}"):
        tally.faults.append(f"print:{number} {text}: {fault}")
    return tally


def one_interpreted(seed: str, number: int) -> Tally:
    """A game of cards with random sentences, followed by the second interpreter."""
    tally = Tally(1)
    try:
        table = random_texts.wild_table(f"{seed}/{number}")
        text = agreement.played(table, f"{seed}/{number}", most=MOST_INTERPRETED)
        tally.steps = tally.longest = text.count("\n")
        found = agreement.disagreement(table, text)
        tally.kinds["alike" if found is None else BECAME[found.kind]] += 1
        if found:
            tally.faults.append(f"interpreted:{number} --seed {seed} {found.kind} at {agreement.in_short(found)}")
    except Exception:
        tally.faults.append(f"interpreted:{number} {traceback.format_exc(limit=-4)}")
    return tally


BECAME = {
    "differs": "in which the tables differ",
    "stumbled": "that the second interpreter cannot follow",
    "engine": "whose record the engine cannot read back",
    "unknown": "with a sentence that only the engine reads",
}


def one_combination(seed: str, number: int) -> Tally:
    """A combination of words, read or refused."""
    one = combinations.every()[number]
    tally = Tally(1)
    try:
        became, faults = combinations.judged(one)
        tally.kinds[became] += 1
        tally.faults += [f"combination:{number} {one.text} {fault}" for fault in faults]
    except Exception:
        tally.faults.append(f"combination:{number} {one.text} {traceback.format_exc(limit=-4)}")
    return tally


def one_dead(seed: str, number: int) -> Tally:
    """A combination that is read: whether any small table shows what it does; those that do not are no fault."""
    one = combinations.every()[number]
    tally = Tally(1)
    if combinations.is_dead(one):
        tally.kinds["shows nothing"] += 1
        tally.kinds[f"shows nothing: {one.deed.format('…')}: {one.whom}"] += 1
    return tally


KINDS = {
    "game": one_game,
    "more": one_of_more,
    "record": one_record,
    "list": one_list,
    "twin": one_twin,
    "print": one_print,
} | {
    "combination": one_combination,
    "dead": one_dead,
    "interpreted": one_interpreted,
}


def _run(job: tuple[str, str, int]) -> Tally:
    what, seed, number = job
    return KINDS[what](seed, number)


def run(what: str, seed: str, numbers: range, processes: int) -> Tally:
    """So many games or records; faults are printed as they come."""
    tally = Tally()
    jobs = ((what, seed, number) for number in numbers)
    began = perf_counter()
    with multiprocessing.Pool(processes) as pool:
        for one in pool.imap_unordered(_run, jobs, chunksize=20):
            tally.add(one)
            for fault in one.faults[:2] if len(tally.faults) <= MOST_TOLD else ():
                print(f"FAULT {fault}", flush=True)
            if tally.runs % 1_000 == 0:
                print(f"{tally.runs:,} of {len(numbers):,}, {len(tally.faults)} faults", file=sys.stderr, flush=True)
    _print(what, tally, perf_counter() - began)
    return tally


def _print(what: str, tally: Tally, seconds: float) -> None:
    unit = "answers" if what in ("game", "more") else "lines"
    mean = tally.steps / max(tally.runs, 1)
    print(f"{tally.runs:,} {what}s in {seconds:,.0f} s: {mean:.0f} {unit} on average, {tally.longest:,} at most")
    if tally.brute:
        print(f"  {tally.brute:,} positions compared with brute force")
    for kind, count in sorted(tally.kinds.items()):
        print(f"  {count:8,} {kind}")
    print(f"  {len(tally.faults)} faults", flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--more", type=int, default=0, help="games of more than two seats")
    parser.add_argument("--records", type=int, default=500)
    parser.add_argument("--lists", type=int, default=50)
    parser.add_argument("--twins", type=int, default=0)
    parser.add_argument("--prints", type=int, default=0)
    parser.add_argument("--combinations", type=int, default=0)
    parser.add_argument("--dead", type=int, default=0)
    parser.add_argument("--interpreters", type=int, default=0)
    parser.add_argument("--start", type=int, default=0, help="the number of the first of these games")
    parser.add_argument("--told", action="store_true", help="with --only interpreted:17, all of its disagreement")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--only", help="one run again, as in game:17, record:17 or list:17")
    chosen = parser.parse_args()
    if chosen.only:
        what, _, number = chosen.only.partition(":")
        if chosen.told:
            print(_told(f"{chosen.seed}/{number}"))
        return bool(run(what, chosen.seed, range(int(number), int(number) + 1), 1).faults)
    if chosen.interpreters:
        numbers = range(chosen.start, chosen.start + chosen.interpreters)
        return bool(run("interpreted", chosen.seed, numbers, chosen.processes).faults)
    if chosen.twins or chosen.prints or chosen.combinations or chosen.dead:
        return _sentences(chosen)
    if chosen.more:
        return bool(run("more", chosen.seed, range(chosen.more), chosen.processes).faults)
    games = run("game", chosen.seed, range(chosen.games), chosen.processes)
    records = run("record", chosen.seed, range(chosen.records), chosen.processes)
    lists = run("list", chosen.seed, range(chosen.lists), chosen.processes)
    return bool(games.faults or records.faults or lists.faults)


def _told(seed: str) -> str:
    """All that is to be said of one game that the two interpreters tell differently."""
    table = random_texts.wild_table(seed)
    found = agreement.disagreement(table, agreement.played(table, seed, most=MOST_INTERPRETED))
    return agreement.told(table, found) if found else "Both tell it alike."


def _sentences(chosen: argparse.Namespace) -> bool:
    """Whether anything is at fault with what is made from sentences."""
    every = len(combinations.every())
    ranges = {
        "twin": range(chosen.twins * len(wordings.twins())),
        "print": range(chosen.prints * len(same_sense.sentences_read())),
        "combination": range(0, every, 100 // chosen.combinations) if chosen.combinations else range(0),
        "dead": range(0, every, 100 // chosen.dead) if chosen.dead else range(0),
    }
    tallies = [run(what, chosen.seed, numbers, chosen.processes) for what, numbers in ranges.items() if numbers]
    return any(tally.faults for tally in tallies)


if __name__ == "__main__":
    sys.exit(main())
