"""Swiss rounds, pods, standings and brackets: how long they take, beside what they must reach and what others need.

The time of a Swiss round is the pairing itself, from a field in order to proved pairs; reading the results into that
order is printed as its own line. Others pair the same fields in the same run. Every figure is a median of processor
time, so that a busy machine changes little.
"""

import gc
import resource
import subprocess
import sys
import tracemalloc
from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random
from statistics import median
from time import process_time

from benchmarks.histories import played, toured
from benchmarks.swiss_peers import greedy, judged, nearest
from bos_tournament.pairing.bracket import bracket
from bos_tournament.pairing.event import Event, Pairing, Player
from bos_tournament.pairing.greedy_pairing import cost_of
from bos_tournament.pairing.local_repair import best_pairs
from bos_tournament.pairing.pods import draft_pods
from bos_tournament.pairing.round_field import Field, field_of
from bos_tournament.pairing.standings import standings
from bos_tournament.pairing.swiss import pair_round

LARGE = ((1_024, 10, 0.77, 9), (4_096, 12, 4.2, 3), (16_384, 14, 33.0, 1))  # entrants, rounds before, bound, fields
LARGEST = (100_000, 17, 1_000.0)
DENSE = ((64, 10, 2.0), (64, 12, 2.0), (256, 12, 60.0))
DENSE_FIELDS = 9
PODS = ((11, 4, 200.0), (20, 4, 800.0), (64, 4, 300.0), (200, 4, 500.0))  # entrants, seats, bound of the slowest round
POD_ROUNDS = 5
NEAREST_UP_TO = 4_096  # entrants; beyond, matching the nearest takes minutes

Figure = tuple[str, float, float]  # what, milliseconds (or MiB), must reach; infinite: for comparison only
ANY = float("inf")


def figures() -> Iterator[Figure]:
    """Every figure with its bound."""
    for entrants, rounds, bound, count in LARGE:
        yield from _swiss(entrants, rounds, bound, count)
    yield from _largest(*LARGEST)
    for entrants, rounds, bound in DENSE:
        yield from _dense(entrants, rounds, bound)
    for entrants, seats, bound in PODS:
        yield from _pods(entrants, seats, bound)
    yield _standings()
    yield _double_elimination()


def _swiss(entrants: int, rounds: int, bound: float, count: int) -> Iterator[Figure]:
    events, fields = _fields(entrants, rounds, count)
    what, told = f"Swiss round of {entrants:,} after {rounds} rounds", f", median of {count} fields" * (count > 1)
    times = [_milliseconds(lambda field=field: best_pairs(field)) for field in fields]
    yield f"{what}, proved{told}, ms", median(times), bound
    yield f"{what}, with its results read, ms", _milliseconds(lambda: pair_round(events[0])), ANY
    yield from _peers(events[0], fields[0])


def _fields(entrants: int, rounds: int, count: int) -> tuple[list[Event], list[Field]]:
    """Several tournaments, so that one lucky field proves nothing. Each is paired once, and the proof looked at."""
    events = [played(entrants, rounds, number) for number in range(1, count + 1)]
    fields = [field_of(event, seed=0) for event in events]
    for field in fields:
        check_proof(field)
    return events, fields


def _peers(event: Event, field: Field) -> Iterator[Figure]:
    runs = 7 if len(field.names) < 1_024 else 3 if len(field.names) < 4_096 else 1
    pair = greedy(event)
    yield (
        f"  ours has squared gaps {cost_of(field, best_pairs(field)[0])}; by cardarena, {judged(field, pair())}, ms",
        _milliseconds(pair, runs),
        ANY,
    )
    if len(field.names) <= NEAREST_UP_TO:
        pair = nearest(field)
        yield f"  by rustworkx, 12 nearest, {judged(field, pair())}, ms", _milliseconds(pair, runs), ANY


def _dense(entrants: int, rounds: int, bound: float) -> Iterator[Figure]:
    events, fields = _fields(entrants, rounds, DENSE_FIELDS)
    times = [_milliseconds(lambda field=field: best_pairs(field)) for field in fields]
    what = f"dense round of {entrants} after {rounds} rounds, exact and proved"
    yield f"{what}, median of {DENSE_FIELDS} fields, ms", median(times), bound
    yield f"{what}, slowest of {DENSE_FIELDS} fields, ms", max(times), bound
    yield from _peers(events[0], fields[0])


def _largest(entrants: int, rounds: int, bound: float) -> Iterator[Figure]:
    """In a process of its own, whose peak memory is printed too: all players, all they met, and the pairing."""
    command = [sys.executable, "-c", f"from benchmarks.pairing import largest; largest({entrants}, {rounds})"]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
    milliseconds, on_top, process = map(float, said)
    what = f"Swiss round of {entrants:,} after {rounds} rounds"
    yield f"{what}, proved, ms", milliseconds, bound
    yield "  memory of the pairing on top of the field, MiB", on_top, ANY
    yield "  peak of the process that played, holds and pairs them, MiB", process, ANY


def largest(entrants: int, rounds: int) -> None:
    """Plays, pairs and prints milliseconds, MiB on top of the field, and the peak MiB of this process."""
    tour = toured(entrants, 0)
    for _ in range(rounds):
        tour.play()
        tour.rounds.clear()
    field, _ = tour.field()
    del tour
    check_proof(field)
    milliseconds = _milliseconds(lambda: best_pairs(field))
    process = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    tracemalloc.start()
    best_pairs(field)
    print(milliseconds, tracemalloc.get_traced_memory()[1] / 2**20, process)


def check_proof(field: Field) -> None:
    """Pairs the field and holds the answer against its own proof."""
    pairs, bound, proved = best_pairs(field)
    assert proved
    assert len(pairs) == (len(field.names) + 1) // 2
    assert bound == cost_of(field, pairs)


def _pods(entrants: int, seats: int, bound: float) -> Iterator[Figure]:
    """Each of five rounds of pods, played on by lot; figure and bound of the meetings are held against the tables."""
    luck, times, proofs = Random(entrants), [], []
    event = Event(tuple(Player(f"P{at}") for at in range(1, entrants + 1)), table_size=seats, tie_breaks=("omw",))
    for _ in range(POD_ROUNDS):
        draft = draft_pods(event, seed=0)
        times.append(_milliseconds(lambda event=event: draft_pods(event, seed=0), runs=3))
        proofs.append(f"{draft.proof.figure}/{draft.proof.bound}")
        tables = [(pod.players, luck.sample(range(1, len(pod.players) + 1), len(pod.players))) for pod in draft.pods]
        row = tuple(Pairing(players, places=tuple(places)) for players, places in tables)
        event = replace(event, rounds=(*event.rounds, row))
    what = f"pods of {seats} for {entrants:,}, slowest of {POD_ROUNDS} rounds"
    yield f"{what}, meetings/bound {' '.join(proofs)}, ms", max(times), bound


def _standings() -> Figure:
    event = played(4_096, 12)
    return "standings of 4,096 after 12 rounds, ms", _milliseconds(lambda: standings(event)), 20.0


def _double_elimination() -> Figure:
    return "double elimination of 1,024, ms", _milliseconds(lambda: bracket(1_024, double=True)), 12.0


def _milliseconds(work: Callable[[], object], runs: int = 7) -> float:
    times = []
    gc.collect()
    for _ in range(runs):
        start = process_time()
        work()
        times.append((process_time() - start) * 1_000)
    return median(times)


def line(what: str, figure: float, bound: float) -> str:
    """A figure as it is printed."""
    limit = f"at most {bound:9,.2f}" if bound < ANY else "for comparison"
    return f"{what:84} {figure:10,.2f}   {limit}"


if __name__ == "__main__":
    for found in figures():
        print(line(*found), flush=True)
