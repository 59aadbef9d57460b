"""What the board asks of the engine for one tap: `python -m benchmarks.board`.

At each position of long games the record goes on by one line, the lines that may follow are found, and what would come
of each is told. Every figure stands beside its bound, with the engine that runs, compiled or as written.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from statistics import median
from time import process_time
from typing import NamedTuple

from benchmarks import records
from benchmarks.bot_games import Game as Played
from benchmarks.bot_games import played
from benchmarks.engine import headers, lists
from bos_tournament.launch import engine_build
from engine import compiled
from engine.bos import game as bos
from engine.bos.decks.deck_lists import starter_decks
from engine.bos.model.card_pool import sample_pool
from engine.bos.model.editions import DEFAULT_EDITION
from engine.contract import Given
from engine.gc_tuning import look_seldom
from engine.record_growth import Grown, grow
from engine.record_viewer import track

MEDIAN, WORST = 10.0, 80.0
"""The most milliseconds of CPU time for a tap, when compiled."""
FIRST_DECK = "Deep Grove"
"""The deck of whoever goes first, against every starter deck; with it Newt and Newt play long games."""
NODES = 60
"""So many lines a bot tries here before it writes one; how well it plays does not matter."""


class Game(NamedTuple):
    """A record to go through."""

    heads: str
    """What stands before its lines."""
    lines: list[str]
    """Its lines."""
    given: Given
    """What a host knows of it."""


class Tap(NamedTuple):
    """What one tap took, in milliseconds of CPU time."""

    step: float
    """To go on by a line."""
    lines: float
    """To find what may follow, who is asked for it, and how it is called."""
    outlooks: float
    """To tell what would come of each."""
    replay: float
    """To play the whole record instead of one line more."""
    options: int
    """How many lines may follow."""

    @property
    def whole(self) -> float:
        """Of the tap, without the replay."""
        return self.step + self.lines + self.outlooks


def long_games() -> list[Game]:
    """Games of bots, and those that the benchmark of records draws by chance."""
    found = [game_of_bots(Played((FIRST_DECK, deck), ("newt", "newt"), 0)) for deck in starter_decks()]
    for number in range(records.GAMES):
        found.append(Game(headers(0), records.game(number), Given(lists(0), sample_pool(), DEFAULT_EDITION)))
    return found


def game_of_bots(game: Played, nodes: int = NODES) -> Game:
    """A game that bots have played, as a record to go through."""
    deeds = list(played(game, nodes))
    setup = deeds[0].decision.before.own_state.setup
    heads = "[Game BOS] [Rules bos-1] [Bid P1 4 P2 3] [First P1]\n"
    for seat, wizards in enumerate(setup.wizards, 1):
        heads += f"[Wizards P{seat} {', '.join(card.name for card in wizards)}]\n"
    decks = {f"P{seat}": starter_decks()[name] for seat, name in enumerate(game.decks, 1)}
    return Game(
        heads,
        [deed.decision.line for deed in deeds if deed.decision.line],
        Given(decks, sample_pool(), DEFAULT_EDITION),
    )


def taps(game: Game) -> Iterator[Tap]:
    """Each line of the game as a tap."""
    before: Grown | None = None
    for count in range(len(game.lines)):
        text = game.heads + "".join(f"{number}. {line}\n" for number, line in enumerate(game.lines[: count + 1], 1))
        began = process_time()
        before = grow(bos, text, game.given, before)
        here = before.track
        stepped = process_time()
        asks = here.asks()
        options = [line.written for line in asks[0].lines.lines] if asks else []
        here.headlines(options)
        here.why_not(here.lines[-1].key)
        found = process_time()
        here.outlooks(options, asks[0].seat if asks else 0)
        told = process_time()
        track(bos, text, game.given)
        times = (stepped - began, found - stepped, told - found, process_time() - told)
        yield Tap(*(1_000 * each for each in times), len(options))


def main() -> int:
    """Print all figures; 1 when the compiled engine is out of bounds."""
    engine_build.start_compiled()
    played = long_games()
    look_seldom()  # as web processes do
    found = [tap for game in played for tap in taps(game)]
    kind = "compiled" if compiled.FOUND else "as written"
    options = [tap.options for tap in found]
    longest = max(len(game.lines) for game in played)
    print(f"{len(found)} taps in {len(played)} games of up to {longest} lines, {kind}; ", end="")
    print(f"{median(options):g} lines may follow (median), at most {max(options)}")
    for name in ("step", "lines", "outlooks", "whole", "replay"):
        times = [getattr(tap, name) for tap in found]
        print(f"{name:9} median {median(times):6.2f} ms   worst {max(times):6.2f} ms")
    whole = [tap.whole for tap in found]
    print(f"must not pass {MEDIAN:g} and {WORST:g} ms when compiled")
    return int(bool(compiled.FOUND) and (median(whole) > MEDIAN or max(whole) > WORST))


if __name__ == "__main__":
    sys.exit(main())
