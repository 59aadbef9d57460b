"""What happens at one table: a match played by its two players on their phones, or a slip brought to the desk."""

import time
from random import Random
from typing import Any

from benchmarks.rehearsal.book import Table
from benchmarks.rehearsal.line import Program, Unexpected

PATIENCE_SECONDS = 120.0
PAUSE_SECONDS = 0.05


def play(match: str, players: dict[int, Program], luck: Random) -> Table:
    """Best of three, every step by the seats themselves: bosses, sealed bids, choice, swaps, report and agreement."""
    stronger = luck.choice((1, 2))
    for program in players.values():
        program.post(f"matches/{match}/greet/")
    while (now := _see(match, players[1]))["step"] != "finished":
        _game(match, players, now["you"]["game"], stronger if luck.random() < 0.7 else 3 - stronger)
    return _as_table(now, players)


def bring_slip(match: str, players: dict[int, str], desk: Program, luck: Random, *, draws: bool) -> Table:
    """The desk types what the slip says: mostly 2-0 or 2-1, now and then a draw."""
    winner, loser = luck.sample((1, 2), 2)
    if draws and luck.random() < 0.05:
        return enter(match, players, desk, {1: 1, 2: 1}, "Time was called.")
    return enter(match, players, desk, {winner: 2, loser: luck.choice((0, 1))}, "Result slip.")


def enter(
    match: str, players: dict[int, str], desk: Program, wins: dict[int, int], why: str, seen: int | None = None
) -> Table:
    """Enters a result, or corrects the one that was `seen`."""
    winner = None if wins[1] == wins[2] else max(wins, key=wins.__getitem__)
    said = {"wins": {str(seat): won for seat, won in wins.items()}, "winner": winner, "why": why, "seen": seen}
    desk.post(f"matches/{match}/desk/result/", said)
    return {"players": [players[1], players[2]], "games": [wins[1], wins[2], 0 if winner else _drawn(wins)]}


def _drawn(wins: dict[int, int]) -> int:
    """A match drawn without a game counts like three drawn games."""
    return 0 if wins[1] else 3


def _game(match: str, players: dict[int, Program], number: int, winner: int) -> None:
    """One game from its bids to its end."""
    for seat, program in players.items():
        program.post(f"matches/{match}/bids/", {"amount": 2 * program.luck.randrange(20) + seat})  # never tied
    for seat, now in _opened(match, players).items():
        if now["you"]["may_choose"]:
            players[seat].post(f"matches/{match}/choose/", {"goes_first": players[seat].luck.random() < 0.5})
    if _see(match, players[1])["step"] == "swapping":
        for program in players.values():
            program.post(f"matches/{match}/swap/", {"out": [], "into": []})
    for seat in (winner, 3 - winner):
        _report(match, players[seat], winner, number, agrees=seat != winner)


def _report(match: str, program: Program, winner: int, number: int, *, agrees: bool) -> None:
    if agrees and program.luck.random() < 0.5:
        program.post(f"matches/{match}/agree/")
    else:
        program.post(f"matches/{match}/reports/", {"winner": winner, "game": number})


def _opened(match: str, players: dict[int, Program]) -> dict[int, Any]:
    """The match as each seat sees it, as soon as the bids are opened."""
    end = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < end:
        seen = {seat: _see(match, program) for seat, program in players.items()}
        if any(now["you"]["may_choose"] for now in seen.values()):
            return seen
        time.sleep(PAUSE_SECONDS)
    raise Unexpected(f"The bids of match {match} are not opened.")


def _see(match: str, program: Program) -> Any:
    return program.get(f"matches/{match}/")


def _as_table(now: Any, players: dict[int, Program]) -> Table:
    """By what was reported: the games each seat won."""
    wins = [sum(game["winner"] == seat for game in now["games"]) for seat in (1, 2)]
    return {"players": [players[1].name, players[2].name], "games": [*wins, 0]}
