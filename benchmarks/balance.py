"""How even the starter decks are: `python -m benchmarks.balance [GAMES]` lets bots play every pair and prints a table.

Both decks of a pair go first equally often. A draw is half a win for each. No deck should win less than 42 % or more
than 58 % of its games against another one. Pairs that cannot be made even are printed with the reason, and nothing is
asked of them: those of which both lists are kept, and those for which every list that was tried loses elsewhere.
"""

from __future__ import annotations

import multiprocessing
import sys
from collections import defaultdict
from collections.abc import Iterable, Mapping
from itertools import combinations
from typing import NamedTuple

from benchmarks.bots import Bot, greedy, play, random_legal
from engine.bos.decks.deck_lists import starter_decks

GAMES = 200
LEAST, MOST = 0.42, 0.58
KEPT = frozenset({"Clear Ice", "Deep Grove", "First Sparks", "Open Meadow"})
"""Lists that stay as they are, since written games rest on them; the others are made even with them."""
FAST = "what is fast enough to stand up to First Sparks is there before"
UNEVEN: Mapping[frozenset[str], str] = {
    frozenset({"Deep Grove", "Quick Fire"}): f"{FAST} Deep Grove has grown",
    frozenset({"Clear Ice", "Quick Fire"}): f"{FAST} Clear Ice can pay for its spells",
}
"""Pairs that no list was found for, and why: what helped there took Quick Fire out of bounds against First Sparks."""


class Game(NamedTuple):
    """One game to be played: who goes first and second, with which deck, and its number."""

    decks: tuple[str, str]
    """Names of starter decks; the first goes first."""
    bots: tuple[str, str]
    """Keys of BOTS, in the same order."""
    number: int
    """Among the games of this pair; part of the seed."""


class Result(NamedTuple):
    """Half points of the first and second player (2: won), and how long the game was."""

    game: Game
    """What was played."""
    halves: tuple[int, int]
    """They sum to 2."""
    answers: int
    """Of both players together."""
    turns: int
    """The number of the last turn."""


BOTS: Mapping[str, Bot] = {"greedy": greedy, "random": random_legal}


def finished(game: Game) -> Result:
    """The game, played to its end. Raises RuntimeError when it has none."""
    one, two = game.bots
    played = play(game.decks, (BOTS[one], BOTS[two]), "/".join((*game.decks, *game.bots, str(game.number))))
    if not played.over:
        raise RuntimeError(f"This game does not end: {game}")
    halves = (1, 1) if played.winner is None else (2 - 2 * played.winner, 2 * played.winner)
    return Result(game, halves, played.answers, played.turns)


def greedy_games(count: int) -> list[Game]:
    """So many games for each pair of decks, half of them in either order."""
    pairs = [(one, two) for one, two in combinations(starter_decks(), 2)]
    return [
        Game(pair if number % 2 else pair[::-1], ("greedy", "greedy"), number)
        for pair in pairs
        for number in range(count)
    ]


def mixed_games(count: int) -> list[Game]:
    """So many games of each deck against itself, by chance against greedily, half of them in either order."""
    bots = ("random", "greedy")
    return [
        Game((deck, deck), bots if number % 2 else bots[::-1], number)
        for deck in starter_decks()
        for number in range(count)
    ]


def main(arguments: list[str]) -> int:
    """Print all figures; 1 when a pair is out of bounds that could be within."""
    count = int(arguments[0]) if arguments else GAMES
    with multiprocessing.get_context("spawn").Pool() as pool:
        results = pool.map(finished, greedy_games(count), chunksize=10)
        shares = _shares(results)
        _print_field(shares)
        _print_pairs(shares)
        _print_first(results)
        _print_mixed(pool.map(finished, mixed_games(count), chunksize=10))
    return 0 if all(_is_even(share) or _why_not(pair) for pair, share in shares.items()) else 1


def _shares(results: Iterable[Result]) -> dict[tuple[str, str], float]:
    """For each deck and each other one, the share of the points of their games that it won."""
    won: dict[tuple[str, str], list[int]] = defaultdict(list)
    for (decks, _, _), halves, *_ in results:
        won[decks].append(halves[0])
        won[decks[::-1]].append(halves[1])
    return {pair: sum(halves) / (2 * len(halves)) for pair, halves in won.items()}


def _is_even(share: float) -> bool:
    return LEAST <= share <= MOST


def _why_not(pair: tuple[str, str]) -> str:
    """Why two decks cannot be made even; empty where they can."""
    if set(pair) <= KEPT:
        return "both lists are kept, since written games rest on them"
    return UNEVEN.get(frozenset(pair), "")


def _print_field(shares: Mapping[tuple[str, str], float]) -> None:
    """The table of all decks; against the field is the mean of a row."""
    names = list(starter_decks())
    print(f"{'won by, in %, against':22}" + "".join(f"{name:>14}" for name in names) + f"{'the field':>14}")
    for name in names:
        row = [shares[name, other] for other in names if other != name]
        cells = [f"{100 * shares[name, other]:.1f}" if other != name else "" for other in names]
        print(f"{name:22}" + "".join(f"{cell:>14}" for cell in [*cells, f"{100 * sum(row) / len(row):.1f}"]))


def _print_pairs(shares: Mapping[tuple[str, str], float]) -> None:
    """A line for each pair, with what is to be said of it."""
    for one, two in combinations(starter_decks(), 2):
        share = shares[one, two]
        why = _why_not((one, two))
        said = "" if _is_even(share) else f"out of bounds, and stays so: {why}" if why else "out of bounds"
        print(f"{one} against {two}: {100 * share:.1f} % {said}".rstrip(), flush=True)


def _print_first(results: list[Result]) -> None:
    halves = [result.halves[0] for result in results]
    turns = sorted(result.turns for result in results)
    longest = max(result.answers for result in results)
    print(f"going first wins {_percent(halves)} %; a game has {turns[len(turns) // 2]} turns (median), ", end="")
    print(f"{turns[0]} to {turns[-1]}, at most {longest:,} answers", flush=True)


def _print_mixed(results: Iterable[Result]) -> None:
    won: dict[str, list[int]] = defaultdict(list)
    for (decks, bots, _), halves, *_ in results:
        won[decks[0]].append(halves[bots.index("greedy")])
    told = ", ".join(f"{name} {_percent(halves)}" for name, halves in won.items())
    print(f"greedy against chance with the same deck wins, in %: {told}", flush=True)


def _percent(halves: list[int]) -> str:
    return f"{100 * sum(halves) / (2 * len(halves)):.1f}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
