"""The engine: judging written games, listing legal options, checking deck lists, beside what each must reach.

Games are played by chance from real decks, with spells and abilities, and taken down as a careful writer would. The
same run replays chess games of like length with a well-known library, so that figures of different machines compare.
Measured is the compiled engine where it can be compiled, and beside it the engine as it is written.
"""

from __future__ import annotations

import multiprocessing
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import cache
from hashlib import shake_256
from itertools import cycle, islice, permutations
from statistics import median
from time import perf_counter

import chess

from bos_tournament.launch import engine_build
from engine import compiled
from engine.bos import game as bos
from engine.bos.decks.deck_lists import check_deck, read_deck, starter_decks
from engine.bos.model.card_pool import sample_pool
from engine.bos.model.editions import DEFAULT_EDITION
from engine.bos.model.moves import EndTurn, Move, NextPhase, Pass
from engine.bos.model.state import State
from engine.bos.records.record_setup import Opening, open_game
from engine.bos.rules import game_loop, options, record_writer
from engine.bos.rules.initial_state import start
from engine.choice import Answer
from engine.contract import Given
from engine.gc_tuning import look_seldom
from engine.log import read
from engine.verdict import judge_text

Figure = tuple[str, float, float]  # what, a second, must reach
LINES = 65
GAMES = 30
HEAD = "[Game BOS] [Rules bos-1] [Bid P1 4 P2 7] [First P1]\n"
PAIRS = list(islice(cycle(permutations(starter_decks(), 2)), GAMES))
SECONDS_ALONE = 2.0
MOST_MIB = 64.0


def figures() -> list[Figure]:
    """Every figure a second, the median of several runs, with its bound (0: for comparison only).

    In a process set up as the command line and the worker set theirs up.
    """
    games()
    look_seldom()
    plain = [_as_written()] if compiled.FOUND else []
    return [
        _judging(),
        *plain,
        positions_with_options(),
        _lists(),
        _chess(),
        _chess_positions(),
        *_workers(),
        _memory(),
    ]


def _judging() -> Figure:
    lines = sum(len(read(text).lines) for text, _ in games())
    assert {judged(text, decks) for text, decks in games()} <= {"legal", "unfinished"}
    each = seconds(judge_all)
    told = f"lines judged, with abilities ({len(games())} games, {lines} lines)"
    return told, lines / each, 40_000.0 if compiled.FOUND else 15_000.0


def _as_written() -> Figure:
    """The same lines judged by the engine that is not compiled."""
    said = "from benchmarks import engine; engine.games(); engine.look_seldom(); print(engine._judging()[1])"
    run = [sys.executable, "-c", said]
    done = subprocess.run(run, env={**os.environ, "BOS_ENGINE": "plain"}, stdout=subprocess.PIPE, text=True, check=True)
    return "the same by the engine as it is written, not compiled", float(done.stdout), 15_000.0


def judge_all() -> None:
    """Judge every game once."""
    for text, decks in games():
        judged(text, decks)


def positions_with_options() -> Figure:
    """How many positions a second are listed with their options."""
    states = [state for number in range(GAMES) for state, _ in played(number)]
    each = seconds(lambda: [list(options.legal(state)) for state in states])
    count = sum(len(list(options.legal(state))) for state in states)
    told = f"positions with their options ({len(states)} positions, {count / len(states):.1f} options each)"
    return told, len(states) / each, 50_000.0


def _lists() -> Figure:
    texts = list(starter_decks().values()) * 20
    each = seconds(lambda: [check_deck(read_deck(text), sample_pool(), DEFAULT_EDITION) for text in texts])
    return "deck lists, text to verdict", len(texts) / each, 8_400.0


# The same with chess


def _chess() -> Figure:
    played = [chess_game(number) for number in range(GAMES)]
    each = seconds(lambda: list(map(replay_chess, played)))
    return "chess moves replayed by python-chess", sum(map(len, played)) / each, 0.0


def _chess_positions() -> Figure:
    boards = []
    for number in range(GAMES):
        board = chess.Board()
        for move in chess_game(number):
            board.push_uci(move)
            boards.append(board.copy(stack=False))
    each = seconds(lambda: [list(board.legal_moves) for board in boards])
    return "chess positions with their moves by python-chess", len(boards) / each, 0.0


@cache
def chess_game(number: int) -> tuple[str, ...]:
    """A chess game of at most LINES moves, drawn from a fixed sequence."""
    board, moves = chess.Board(), []
    for byte in shake_256(f"chess/{number}".encode()).digest(LINES):
        legal = list(board.legal_moves)
        if not legal:
            break
        moves.append(legal[byte % len(legal)].uci())
        board.push_uci(moves[-1])
    return tuple(moves)


def replay_chess(moves: tuple[str, ...]) -> None:
    """Read and check every move."""
    board = chess.Board()
    for move in moves:
        board.push_uci(move)


# Workers and memory


def _workers() -> list[Figure]:
    """Lines a second of as many processes as there are cores, beside one; each judges for itself."""
    count = multiprocessing.cpu_count()
    lines = sum(len(read(text).lines) for text, _ in games())
    one = lines * _rounds_in_turn(1)
    together = lines * _rounds_in_turn(count)
    return [(f"lines judged by {count} processes together", together, 0.9 * count * one)]


def _rounds_in_turn(count: int) -> float:
    """How often a second all games are judged by that many processes at once."""
    with multiprocessing.get_context("spawn").Pool(count) as pool:
        pool.map(_warm, range(count), chunksize=1)
        return sum(pool.map(_rounds, range(count), chunksize=1))


def _warm(number: int) -> None:
    games()
    look_seldom()


def _rounds(number: int) -> float:
    begun, rounds = perf_counter(), 0
    while perf_counter() - begun < SECONDS_ALONE:
        judge_all()
        rounds += 1
    return rounds / (perf_counter() - begun)


def _memory() -> Figure:
    """The most memory of a process that judges every game, in MiB; the bound is an upper one. Asked of Linux itself:
    what `resource` tells of a process begins with the memory of the one that started it."""
    said = "import sys\n" + _JUDGE_IN_A_PROCESS
    parts = [part for text, decks in games() for part in (text, decks["P1"], decks["P2"])]
    run = [sys.executable, "-c", said]
    done = subprocess.run(run, input="\0".join(parts), capture_output=True, text=True, check=True)
    return "MiB at most while judging (at most 64)", float(done.stdout), MOST_MIB


_JUDGE_IN_A_PROCESS = """
from engine.bos import game as bos
from engine.bos.model.card_pool import sample_pool
from engine.bos.model.editions import DEFAULT_EDITION
from engine.contract import Given
from engine.gc_tuning import look_seldom
from engine.verdict import judge_text
look_seldom()
parts = sys.stdin.read().split("\\0")
for game, one, two in zip(parts[::3], parts[1::3], parts[2::3]):
    judge_text(bos, game, Given({"P1": one, "P2": two}, sample_pool(), DEFAULT_EDITION))
print(next(int(line.split()[1]) / 1024 for line in open("/proc/self/status") if line.startswith("VmHWM")))
"""


# Games


def judged(text: str, decks: dict[str, str]) -> str:
    """The finding on a game."""
    return str(judge_text(bos, text, Given(decks, sample_pool(), DEFAULT_EDITION))["finding"])


@cache
def games() -> tuple[tuple[str, dict[str, str]], ...]:
    """Lawful games of at most LINES lines, always the same, with the lists they were played with."""
    return tuple((written_game(number), lists(number)) for number in range(GAMES))


def written_game(number: int) -> str:
    """One of these games as a record."""
    lines = record_writer.written(played(number))[:LINES]
    return headers(number) + "\n".join(f"{n}. {line}" for n, line in enumerate(lines, 1)) + "\n"


def lists(number: int) -> dict[str, str]:
    """The deck lists of a game."""
    one, two = PAIRS[number % len(PAIRS)]
    return {"P1": starter_decks()[one], "P2": starter_decks()[two]}


def headers(number: int) -> str:
    setup = opening(number).setup
    rows = (f"[Wizards P{seat + 1} {', '.join(card.name for card in setup.wizards[seat])}]" for seat in (0, 1))
    return HEAD + "\n".join(rows) + "\n"


def opening(number: int) -> Opening:
    found = open_game(read(HEAD), Given(lists(number), sample_pool(), DEFAULT_EDITION))
    assert isinstance(found, Opening)
    return found


def played(number: int) -> Iterator[tuple[State, Answer[Move]]]:
    """Positions of a game and the answers given there, drawn from a fixed sequence; a turn does not end at once."""
    state = start(opening(number).setup)
    for byte in islice(shake_256(f"benchmark/{number}".encode()).digest(4 * LINES), 2 * LINES):
        offered = list(options.legal(state))
        if not offered:
            return
        busy = [answer for answer in offered if not isinstance(answer.move, EndTurn | NextPhase | Pass)]
        choice = busy if busy and byte % 4 else offered
        places = state.question is not None and state.question.kind == "begin"  # Wizards stay where the headers say.
        answer = offered[0] if places else choice[byte % len(choice)]
        yield state, answer
        state = game_loop.apply(state, answer).state


def seconds(work: Callable[[], object], times: int = 7) -> float:
    """How long that takes, the median of so many runs."""
    runs = []
    for _ in range(times):
        begun = perf_counter()
        work()
        runs.append(perf_counter() - begun)
    return median(runs)


if __name__ == "__main__":
    engine_build.start_compiled()
    for what, figure, bound in figures():
        print(f"{what:72} {figure:10.0f}   bound {bound:10,.0f}")
