"""Wins that are proved: whatever the others answer, one seat wins. Nothing is guessed, and no estimate decides.

A line of the seat's own is enough where it wins against every answer; of another seat every line must lose, and its
silence too. What limits the search is how many lines are tried: where that is not enough, nothing is said.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, NamedTuple

from engine.contract import WON, Game
from engine.lines import Ask, NextLine
from engine.log import Line
from engine.replay_state import Replay
from engine.replay_step import advance

NODES: Final = 4_000
"""So many lines are tried at most, where nobody says how many."""
DEPTHS: Final = (1, 2, 3, 4, 6, 8, 11, 15, 20, 28)
"""So many lines ahead a win is looked for, one number after the other, so that short wins are found first."""

Way = tuple[str, ...]
"""Lines to the end of a game, as the others resist longest."""


class ProvedWin(NamedTuple):
    """Whether a seat wins whatever the others do."""

    seat: int | None
    """Who wins, from 0; None where nothing is proved."""
    way: Way
    """The lines to the end, the others resisting for as long as they can; none where nothing is proved, or the game is
    over."""
    turns: int
    """How many turns of its own the seat needs for that, the one that is on counted; 0 where nothing is proved."""
    nodes: int
    """How many lines were tried."""


def proved_win(game: Game, run: Replay, *, nodes: int = NODES) -> ProvedWin:
    """The win that can be proved at the end of `run` for the seat that is asked, or else for another one. Whoever calls
    must know both lists whole: what a seat does not know may be an answer."""
    asks, tried = game.asks(run.own_state), 0
    first = [ask.seat for ask in asks[:1]]
    others = [seat for seat in range(len(run.state.setup.names)) if seat not in first]
    for seat in [*first, *others] if asks else ():
        search = _Search(game, seat, (nodes - tried) // (2 if seat in first else 1))
        way = search.prove(run)
        tried += search.tried
        if way is not None:
            return ProvedWin(seat, way, search.turns_of(run, way), tried)
    return ProvedWin(None, (), 0, tried)


class _Exhausted(Exception):
    """No line may be tried any more."""


@dataclass(slots=True)
class _Search:
    """The search for a win of a `seat` in a `game` with a `budget` of lines, of which some are `tried`; what was proved
    of positions (`won`), and how many lines ahead a win was looked for in vain (`unproved`)."""

    game: Game
    seat: int
    budget: int
    tried: int = 0
    won: dict[str, Way] = field(default_factory=dict)
    unproved: dict[str, int] = field(default_factory=dict)

    def prove(self, run: Replay) -> Way | None:
        """A win by force; None where none is proved within the budget."""
        try:
            for depth in DEPTHS:
                way = self.win(run, depth)
                if way is not None:
                    return way
        except _Exhausted:
            pass
        return None

    def win(self, run: Replay, depth: int) -> Way | None:
        """A win by force from this position within so many lines."""
        if self.game.estimate(run.own_state, self.seat) >= WON:
            return ()
        if depth <= 0 or run.state.outcome is not None:
            return None
        position = self.game.state_id(run.own_state)
        if position in self.won:
            return self.won[position]
        if self.unproved.get(position, -1) >= depth:
            return None
        self.unproved[position] = depth  # a position that comes again on its own way has won nothing by that
        way = self.asked(run, self.game.asks(run.own_state), depth)
        if way is not None:
            self.won[position] = way
        return way

    def asked(self, run: Replay, asks: tuple[Ask, ...], depth: int) -> Way | None:
        """The same where these are asked, one after the other; whoever passes leaves it to the next one."""
        if not asks:
            return None
        ask, later = asks[0], asks[1:]
        others = [line for line in ask.lines.lines if line.begun_by != self.seat]
        if others and not ask.lines.whole:
            return None
        if ask.seat == self.seat:
            way = self.any_of(run, ask, depth)
            way = self.asked(run, later, depth) if way is None and ask.may_pass else way
        elif ask.may_pass:
            way = self.asked(run, later, depth)
        else:
            way = () if others else None  # who has to answer, with nothing known to answer, has not lost by that
        return None if way is None else self.all_of(run, others, way, depth)

    def any_of(self, run: Replay, ask: Ask, depth: int) -> Way | None:
        """One of the seat's own lines that wins, those that look best tried first."""
        own = [line for line in ask.lines.lines if self.is_alone(line)]
        for body, after in self.in_order(run, own, -1):
            way = self.win(after, depth - 1)
            if way is not None:
                return (body, *way)
        return None

    def is_alone(self, line: NextLine) -> bool:
        """Whether the seat writes a line alone, so that nobody else chooses a part of it."""
        return line.seat == self.seat and all(half.seat == self.seat for half in line.halves)

    def all_of(self, run: Replay, others: list[NextLine], silent: Way, depth: int) -> Way | None:
        """The longest of the ways in which every line of other seats loses, and their silence too; None where one does
        not, or cannot be followed."""
        longest, tried = silent, self.in_order(run, others, 1)
        if len(tried) < len(others):
            return None
        for body, after in tried:
            way = self.win(after, depth - 1)
            if way is None:
                return None
            longest = max(longest, (body, *way), key=len)
        return longest

    def in_order(self, run: Replay, lines: list[NextLine], sign: int) -> list[tuple[str, Replay]]:
        """The game after each line, by what that is worth to the seat: the least first, or the most."""
        tried = [(line.written, self.after(run, line.written)) for line in lines]
        found = [(body, after) for body, after in tried if after is not None]
        return sorted(found, key=lambda each: sign * self.game.estimate(each[1].own_state, self.seat))

    def after(self, run: Replay, body: str) -> Replay | None:
        """The game after one more line; None where it cannot stand."""
        if self.tried >= self.budget:
            raise _Exhausted
        self.tried += 1
        after = advance(run, Line(run.upto + 1, body))
        return after if after.stop is None else None

    def turns_of(self, run: Replay, way: Way) -> int:
        """How many turns of its own the seat needs for these lines."""
        turns = 1
        for body in way:
            writers = {line.written: line.begun_by for line in self.game.next_lines(run.own_state).lines}
            turns += body == self.game.ENDS and writers.get(body) == self.seat
            run = advance(run, Line(run.upto + 1, body))
        return turns
