"""How well the bots play that sit at a table: `python -m benchmarks.bot_games --games 400`.

Magpie plays Newt with every pair of starter decks in turn, as often first as second and with either deck. Two processes
play; neither outcome nor nodes depend on how fast they are. Each figure stands beside its bound: how often Magpie wins,
with the 95 % Wilson interval, and the CPU time of a decision with the engine that runs, compiled or as written.

`--bots owl magpie --games 120 --nodes 5000` does the same with Owl against Magpie; `--processes 1` leaves a core alone,
and `--from 60` leaves out that many games that were played before.
"""

from __future__ import annotations

import argparse
import multiprocessing
import sys
from collections.abc import Iterator, Sequence
from itertools import product
from math import sqrt
from statistics import median
from time import process_time
from typing import NamedTuple

from benchmarks.bots import table
from engine import compiled
from engine.bos import game as bos
from engine.bos.decks.deck_lists import starter_decks
from engine.bots import BOTS, NODES
from engine.bots.self_play import Decision, decisions
from engine.replay_state import Replay, ReplayStep

GAMES = 400
PROCESSES = 2
LEAST_WON = {("magpie", "newt"): 0.95, ("owl", "magpie"): 0.75}
"""How often the first of two bots has to win against the second."""
SECONDS = {True: 2.0, False: 6.0}
"""The most CPU time of a decision, with the compiled engine or without."""
STRIDE = 7
"""From one pair of decks to the next that is played, so that few games take many."""
SURE = 1.96
"""Standard deviations to either side of a 95 % interval."""


class Game(NamedTuple):
    """One game to be played."""

    decks: tuple[str, str]
    """Names of starter decks; the first goes first."""
    bots: tuple[str, str]
    """Names of bots, in the same order."""
    number: int
    """Among all games; part of the salt."""
    nodes: int = NODES
    """Lines that a bot may try for a decision."""


class Deed(NamedTuple):
    """What a bot did, and how long it took."""

    decision: Decision
    """What it decided."""
    seconds: float
    """CPU time of it, with the line played."""


class Effort(NamedTuple):
    """What it took to decide on a line."""

    bot: str
    """Who wrote it."""
    nodes: int
    """Lines tried."""
    seconds: float
    """CPU time."""


class Result(NamedTuple):
    """How a game went."""

    game: Game
    """What was played."""
    halves: tuple[int, int]
    """Half points of the first and second player (2: won); they sum to 2."""
    lines: int
    """Of both players together."""
    efforts: tuple[Effort, ...]
    """Those of all lines, in order."""


def games(count: int, bots: tuple[str, str] = ("magpie", "newt"), nodes: int = NODES) -> list[Game]:
    """So many games over all pairs of decks: each pair with the first bot first, and then with the second."""
    pairs = list(product(starter_decks(), repeat=2))
    orders = [bots, bots[::-1]]
    return [
        Game(pairs[STRIDE * (number // 2) % len(pairs)], orders[number % 2], number, nodes) for number in range(count)
    ]


def finished(game: Game) -> Result:
    """The game, played to its end. Raises RuntimeError when it has none."""
    deeds = list(played(game, game.nodes))
    outcome = deeds[-1].decision.after.state.outcome
    if outcome is None:
        raise RuntimeError(f"This game does not end: {game}")
    halves = [2 * (seat in outcome.winners) if outcome.winners else 1 for seat in (0, 1)]
    efforts = tuple(Effort(game.bots[each.decision.seat], each.decision.nodes, each.seconds) for each in deeds)
    return Result(game, (halves[0], halves[1]), sum(each.decision.line is not None for each in deeds), efforts)


def played(game: Game, nodes: int = NODES) -> Iterator[Deed]:
    """The game decision by decision."""
    run = Replay(bos, [ReplayStep(0, table(game.decks), ())])
    began = process_time()
    for decision in decisions(bos, run, game.bots, salt=str(game.number), nodes=nodes):
        yield Deed(decision, process_time() - began)
        began = process_time()


def main(arguments: Sequence[str] | None = None) -> int:
    """Print all figures; 1 when one is out of bounds."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--bots", nargs=2, default=["magpie", "newt"], choices=list(BOTS), metavar="BOT")
    parser.add_argument("--nodes", type=int, default=NODES)
    parser.add_argument("--processes", type=int, default=PROCESSES)
    parser.add_argument("--from", type=int, default=0, dest="first", metavar="NUMBER")
    given = parser.parse_args(arguments)
    bots = (given.bots[0], given.bots[1])
    with multiprocessing.get_context("spawn").Pool(given.processes) as pool:
        results = pool.map(finished, games(given.games, bots, given.nodes)[given.first :], chunksize=1)
    is_strong = _print_won(results, bots)
    _print_lengths(results)
    is_quick = [_print_effort(bot, results) for bot in bots]
    return 0 if is_strong and all(is_quick) else 1


def _print_won(results: Sequence[Result], bots: tuple[str, str]) -> bool:
    """How often the first bot wins, a draw being half a win, in all and going first or second."""
    first = [result.halves[0] for result in results if result.game.bots[0] == bots[0]]
    second = [result.halves[1] for result in results if result.game.bots[1] == bots[0]]
    share, least = sum((*first, *second)) / (2 * len(results)), LEAST_WON.get(bots, 0.0)
    low, high = wilson(share, len(results))
    print(f"{bots[0]} wins {_percent(first + second)} of {len(results)} games against {bots[1]} ", end="")
    print(f"(95 % interval {100 * low:.1f} to {100 * high:.1f}); must reach {100 * least:.0f} %")
    print(f"going first {_percent(first)}, going second {_percent(second)}")
    return share >= least


def wilson(share: float, count: int) -> tuple[float, float]:
    """The 95 % interval of a share that was found in so many games."""
    middle, spread = share + SURE**2 / (2 * count), sqrt(share * (1 - share) / count + (SURE / (2 * count)) ** 2)
    return tuple((middle + side * SURE * spread) / (1 + SURE**2 / count) for side in (-1, 1))


def _percent(halves: Sequence[int]) -> str:
    return f"{100 * sum(halves) / (2 * len(halves)):.1f} %" if halves else "nothing"


def _print_lengths(results: Sequence[Result]) -> None:
    lines = sorted(result.lines for result in results)
    print(f"a game has {lines[len(lines) // 2]} lines (median), {lines[0]} to {lines[-1]}")


def _print_effort(bot: str, results: Sequence[Result]) -> bool:
    """The nodes and the CPU time of a decision; whether the time is within its bound."""
    efforts = [effort for result in results for effort in result.efforts if effort.bot == bot]
    nodes, times = sorted(effort.nodes for effort in efforts), sorted(1_000 * effort.seconds for effort in efforts)
    late, bound = times[int(0.99 * (len(times) - 1))], 1_000 * SECONDS[compiled.FOUND is not None]
    print(f"{bot}: {len(efforts):,} decisions; nodes {median(nodes):.0f} (median), {nodes[-1]:,} (most); ", end="")
    print(f"CPU ms {median(times):.0f} (median), {late:.0f} (99 %), {times[-1]:.0f} (most), must not pass {bound:.0f}")
    return times[-1] <= bound


if __name__ == "__main__":
    sys.exit(main())
