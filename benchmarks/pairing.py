"""Swiss rounds, standings and brackets: how long they take, beside what they must reach.

The time of a Swiss round is the pairing itself, from a field in order to proved pairs; reading the results into that
order is printed as its own line. Results come from a fixed sequence, so every run measures the same fields.
"""

import gc
from collections.abc import Callable, Iterator
from hashlib import shake_256
from statistics import median
from time import perf_counter

from bos_tournament.pairing.bracket import bracket
from bos_tournament.pairing.event import Event, Pairing, Player, Unplayed
from bos_tournament.pairing.field import field_of
from bos_tournament.pairing.mend import best_pairs
from bos_tournament.pairing.standings import standings
from bos_tournament.pairing.swiss import pair_round

RESULTS = ((2, 0, 0), (2, 1, 0), (0, 2, 0), (1, 2, 0), (2, 0, 0), (1, 2, 0), (2, 1, 0), (1, 1, 1))
SWISS = ((1_024, 10, 0.77), (4_096, 12, 4.2), (16_384, 14, 33.0), (100_000, 4, 1_000.0), (64, 12, 2.0), (256, 12, 60.0))

Figure = tuple[str, float, float]  # what, milliseconds, must reach


def figures() -> list[Figure]:
    """Every figure in milliseconds, the median of several runs, with its bound."""
    return [*_swiss(), _standings(), _double_elimination()]


def _swiss() -> Iterator[Figure]:
    for entrants, rounds, bound in SWISS:
        event = played(entrants, rounds)
        field = field_of(event, seed=0)
        pairs, _, proved = best_pairs(field)
        assert proved
        assert len(pairs) == entrants // 2
        what = f"Swiss round of {entrants:,} after {rounds} rounds, ms"
        yield what, _milliseconds(lambda field=field: best_pairs(field)), bound
        yield f"{what}, with its results read", _milliseconds(lambda event=event: pair_round(event)), float("inf")


def _standings() -> Figure:
    event = played(4_096, 12)
    return "standings of 4,096 after 12 rounds, ms", _milliseconds(lambda: standings(event)), 20.0


def _double_elimination() -> Figure:
    return "double elimination of 1,024, ms", _milliseconds(lambda: bracket(1_024, double=True)), 12.0


def played(entrants: int, rounds: int) -> Event:
    """A tournament paired by ourselves, its results from a fixed sequence."""
    event = Event(tuple(Player(f"P{number}") for number in range(1, entrants + 1)))
    for number in range(1, rounds + 1):
        proposal = pair_round(event, seed=number)
        luck = shake_256(f"benchmark/{number}".encode()).digest(len(proposal.pairs))
        tables = [Pairing(pair.players, RESULTS[byte % 8]) for pair, byte in zip(proposal.pairs, luck, strict=True)]
        byes = [Pairing((bye.player,), unplayed=Unplayed.BYE) for bye in proposal.byes]
        event = Event(event.players, (*event.rounds, (*tables, *byes)))
    return event


def _milliseconds(work: Callable[[], object]) -> float:
    times = []
    gc.collect()
    for _ in range(7):
        start = perf_counter()
        work()
        times.append((perf_counter() - start) * 1_000)
    return median(times)


if __name__ == "__main__":
    for what, figure, bound in figures():
        print(f"{what:62} {figure:10.2f}   must reach {bound:g}")
