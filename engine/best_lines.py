"""The best lines of a position, as a bot sees them: what may be written, what comes of it, and wins that are proved.

What limits the search is how many lines are tried, never a clock: the same position gives the same answer everywhere.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import exp
from typing import Final, NamedTuple

from engine.bots import NODES, choose_line
from engine.contract import WON, Game, OwnState
from engine.log import Line
from engine.replay_state import Replay
from engine.replay_step import advance

MOST: Final = 3
"""So many lines are given at most."""
WIDEST: Final = 40
"""So many lines at most are looked at one by one."""
FOLLOWED: Final = 5
"""So many of them are followed to the end of the turn."""
FURTHEST: Final = 30
"""So many lines are followed at most."""
SHARE: Final = 20
"""The one to which a line is followed gets this part of the budget for each further line."""
POINTS: Final = 20.0
"""What a seat has to be ahead by, in points of its game's estimate, to have about 73 of 100."""


class BestLine(NamedTuple):
    """A line that may be written, and what comes of it."""

    written: str
    """The line."""
    then: tuple[str, ...]
    """How it would go on until its turn is over."""
    worth: int
    """What that is worth to the seat, from 0 to 100."""
    proved: bool
    """Whether it wins by these lines whatever the others do, since none of them is asked any more."""


class BestLines(NamedTuple):
    """The best lines of one seat at a position."""

    seat: int | None
    """Whose they are, from 0; nobody's after the end of the game."""
    lines: tuple[BestLine, ...]
    """The best one first."""
    nodes: int
    """How many lines were tried for that."""


def out_of_a_hundred(game: Game, state: OwnState, seat: int) -> int:
    """What a position is worth to a seat of two: 50 where both are even, 100 or 0 only where the game is over."""
    own, *others = [game.estimate(state, each) for each in (seat, *(_others(state, seat)))]
    ahead = (own - sum(others) / len(others)) / 2
    if abs(own) >= WON:
        return 100 if own > 0 else 0
    return min(max(round(100 / (1 + exp(-ahead / POINTS))), 1), 99)


def best_lines(game: Game, run: Replay, bot: str, *, nodes: int = NODES, most: int = MOST) -> BestLines:
    """What a bot would write at the end of `run`, and what comes next to it, for whoever has something to write there.
    At most about so many lines are tried."""
    search = _Search(game, bot, nodes)
    for ask in game.asks(run.own_state):
        first = search.choose(run, ask.seat, nodes // 3)
        if first is not None:
            found = [search.follow(run, body, ask.seat) for body in search.worth_following(run, first, ask.seat)]
            ranked = sorted(found, key=lambda line: (not line.proved, -line.worth))
            return BestLines(ask.seat, tuple(ranked[:most]), search.tried)
    return BestLines(None, (), search.tried)


def _others(state: OwnState, seat: int) -> Iterator[int]:
    return (each for each in range(len(state.setup.names)) if each != seat)


@dataclass(slots=True)
class _Search:
    """A `bot` that looks for lines of a `game` with a `budget`, and how many lines it has `tried`."""

    game: Game
    bot: str
    budget: int
    tried: int = 0

    def choose(self, run: Replay, seat: int, nodes: int) -> str | None:
        """What the bot writes for a seat; None where it keeps silent."""
        decision = choose_line(self.game, run, self.bot, salt="analysis", nodes=nodes, seat=seat)
        self.tried += decision.nodes
        return decision.line

    def worth_following(self, run: Replay, first: str, seat: int) -> list[str]:
        """The bot's line, and those of the seat's that look best at once."""
        own = [line.written for line in self.game.next_lines(run.own_state).lines if line.begun_by == seat]
        worths = []
        for body in own[:: max(1, -(-len(own) // WIDEST))]:
            after = self.after(run, body)
            if after is not None and body != first:
                worths.append((self.game.estimate(after.own_state, seat), body))
        return [first, *(body for _worth, body in sorted(worths, reverse=True)[: FOLLOWED - 1])]

    def after(self, run: Replay, body: str) -> Replay | None:
        """The game after one more line; None where it cannot stand."""
        self.tried += 1
        found = advance(run, Line(run.upto + 1, body))
        return found if found.stop is None else None

    def follow(self, run: Replay, body: str, seat: int) -> BestLine:
        """A line, and what the bot writes then for everybody until the seat has ended its turn."""
        then: list[str] = []
        alone, last = self.asked(run) == {seat}, body
        here = self.after(run, body)
        assert here is not None
        while last != self.game.ENDS and len(then) < FURTHEST and self.tried < self.budget:
            asked = self.asked(here)
            if not asked:
                break
            alone = alone and asked == {seat}
            found = self.next_line(here)
            if found is None:
                break
            last, here = found
            then.append(last)
        won = self.game.estimate(here.own_state, seat) >= WON
        return BestLine(body, tuple(then), out_of_a_hundred(self.game, here.own_state, seat), won and alone)

    def asked(self, run: Replay) -> set[int]:
        """The seats that may write something next."""
        return {ask.seat for ask in self.game.asks(run.own_state)}

    def next_line(self, run: Replay) -> tuple[str, Replay] | None:
        """What is written next by whoever does not keep silent, and the game after it."""
        for ask in self.game.asks(run.own_state):
            body = self.choose(run, ask.seat, max(self.budget // SHARE, 1))
            after = self.after(run, body) if body else None
            if body and after:
                return body, after
        return None
