"""What a bot looks at: its game as its seat may know it, the lines that it may write, and how many it may still try."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Final

from engine.contract import Game, OwnState
from engine.lines import NextLine
from engine.log import Line
from engine.replay_state import Replay, ReplayStep
from engine.replay_step import advance

WAYS: Final = 3
"""So many lines at most are tried of those that are tapped alike, which differ in price or number."""
WIDEST: Final = 40
"""So many lines at most are tried at one position."""

Written = str | None
"""A line that a bot writes; None where it keeps silent."""


@dataclass(slots=True)
class Look:
    """What a bot has before it: its `game` and its `seat`, the game so far as that seat may know it (`run`), the lines
    that it may write (`own`), and whether it `may_be_silent`; further how many lines it may still try (`left`), and
    what a position is worth to a seat (`estimate`)."""

    game: Game
    seat: int
    run: Replay
    own: list[str]
    may_be_silent: bool
    left: int
    luck: str
    """What chance follows from: the salt, and what tells positions apart without the ids of cards."""
    estimate: Callable[[OwnState, int], float]

    def tried(self, run: Replay, body: str) -> Replay | None:
        """The game after one more line; None where it cannot stand, or no line may be tried any more."""
        self.left -= 1
        return after_line(run, body) if self.left >= 0 else None

    def worth(self, run: Replay) -> float:
        """What a position is worth to the seat."""
        return self.estimate(run.own_state, self.seat)

    def chance(self, what: Written) -> float:
        """A number from 0 to 1, another one for each thing that may be done."""
        digest = blake2b(f"{self.luck}\n{what}".encode(), digest_size=6).digest()
        return int.from_bytes(digest, "big") / 2**48


Bot = Callable[[Look], Iterable[Written]]
"""What a seat may write, the best first."""


def look_at(game: Game, run: Replay, seat: int, salt: str, nodes: int) -> Look:
    """What a bot has before it that may try so many lines: nothing is handed on to it but what its seat may know."""
    last = run.steps[-1]
    known = ReplayStep(last.line, game.as_seen(last.own_state, seat), last.events)
    seen = Replay(game, [*run.steps[:-1], known], duties=run.duties)
    own, _others = lines_of(game, seen, seat)
    asks_before_others = game.asks(seen.own_state)[:-1]  # who is asked last has to write
    may_be_silent = next((ask.may_pass for ask in asks_before_others if ask.seat == seat), False)
    look = Look(game, seat, seen, own, may_be_silent, nodes, salt, game.estimate)
    look.luck += f"\n{seat}\n{own}\n{game.totals(seen.own_state, run.state.setup.edition)}\n{look.worth(seen)}"
    return look


def lines_of(game: Game, run: Replay, seat: int) -> tuple[list[str], list[NextLine]]:
    """The lines that a seat may write now, in a fixed order, a few of those that are tapped alike; and all lines of
    other seats."""
    found = game.next_lines(run.own_state).lines
    alike: dict[tuple[str, tuple[str, ...]], list[str]] = {}
    for line in found:
        if line.begun_by == seat:
            alike.setdefault((line.written.partition(" ")[0], line.path), []).append(line.written)
    few = sorted(body for ways in alike.values() for body in _spread(ways, WAYS))
    return _spread(few, WIDEST), [line for line in found if line.begun_by != seat]


def after_line(run: Replay, body: str) -> Replay | None:
    """The game after one more line; None where it cannot stand."""
    after = advance(run, Line(run.upto + 1, body))
    return after if after.stop is None else None


def _spread(lines: Sequence[str], most: int) -> list[str]:
    """At most so many of them, from the first to the last."""
    if len(lines) <= most:
        return list(lines)
    return [lines[number * (len(lines) - 1) // (most - 1)] for number in range(most)]
