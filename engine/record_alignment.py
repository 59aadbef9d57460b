"""Two records of one game walked side by side: which lines they have in common, and where they part.

The walk keeps a common position. Both records take a line together where their lines lead to the same position; runs of
lines in another order do too, if the order makes no difference. What silence says as well (totals, answers that change
nothing, an unwritten “no block”) is taken from one record alone. Where nothing of that works, the walk may go on at a
price: over a line that only one of them has, over one that cannot be read, past two versions of one act. The cheapest
walk that explains most lines is the answer, so that one forgotten line is one difference and not fifty.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from heapq import heappop, heappush
from typing import NamedTuple

from engine.contract import Game, Said
from engine.lines import LineKind
from engine.log import Line
from engine.replay_state import Replay
from engine.replay_step import adopt, advance, holds
from engine.text_alignment import divergence, same_act

MAX_POSITIONS = 64
"""Positions kept for each pair of places in the two records."""
MAX_RUN = 8
"""Lines that may stand in another order."""
MAX_PRICE = 6
BUDGET = 20_000
"""Lines played, at most, before the walk is given up."""
WORTH = 5
"""Lines that a difference must explain, in both records together, to be believed."""


@dataclass(frozen=True, slots=True)
class Parting:
    """A place where two records differ: what each has there (nothing, a line or a run of lines), the game before it as
    each record numbers it, and the game after each version. `kind` is detail, omission, order, act, reading or totals;
    `at` how many lines of each record come before. `ends` tells that the record without lines stops here; `fits` is 0
    or 1 where what follows in both, or the table, fits that record better."""

    kind: str
    at: tuple[int, int]
    lines: tuple[tuple[Line, ...], tuple[Line, ...]]
    """The lines that each record has here."""
    before: tuple[Replay, Replay]
    """How far each record was played before them."""
    after: tuple[Replay, Replay]
    """How far it was played with the lines of either record."""
    ends: bool = False
    fits: int | None = None


@dataclass(frozen=True, slots=True)
class Walk:
    """How two records compare: the last lines they have in common, and where they differ, in order. `stopped` is where
    both say the same and neither can go on; `given_up` that the search was cut short."""

    partings: tuple[Parting, ...]
    """Where they differ, in the order of the game."""
    common: tuple[Line | None, Line | None]
    """The last line that both have, as each writes it; None before the first."""
    stopped: Replay | None = None
    given_up: bool = False


class _Node(NamedTuple):
    at: tuple[int, int]
    runs: tuple[Replay, Replay]
    """The game as each record numbers its lines, at one position."""
    price: int = 0
    gap: int | None = None
    """The record whose lines were taken alone just before."""
    partings: tuple[Parting, ...] = ()

    @property
    def run(self) -> Replay:
        return self.runs[0]


def walk(first: Sequence[Line], second: Sequence[Line], starts: Sequence[Replay], mode: str | None = None) -> Walk:
    """Walk both records from the positions in which the game may begin; `mode` is what the header `[Mode …]` says."""
    return _Walker(first, second, starts[0].game, mode).walk(starts)


class _Walker:
    def __init__(self, first: Sequence[Line], second: Sequence[Line], game: Game, mode: str | None) -> None:
        self.game = game
        self.mode = mode
        self.lines = tuple(tuple(line for line in lines if line.body) for lines in (first, second))
        self.kinds = tuple(tuple(game.line_kind(line.body, mode) for line in lines) for lines in self.lines)
        self.left = BUDGET
        self.seen: dict[tuple[int, int], set[tuple[str, int | None]]] = {}

    def walk(self, starts: Sequence[Replay]) -> Walk:
        heap: list[tuple[int, int, int, _Node]] = []
        for number, start in enumerate(starts):
            heappush(heap, (0, 0, number, _Node((0, 0), (start, start))))
        best = heap[0][3]
        pushed = len(heap)
        while heap and self.left > 0 and self._score(best) < sum(map(len, self.lines)) - WORTH * heap[0][0]:
            node = heappop(heap)[3]
            if self._score(node) > self._score(best):
                best = node
            for after in self._follow(node):
                pushed += 1
                heappush(heap, (after.price, -sum(after.at), pushed, after))
        return self._told(best, given_up=self.left <= 0)

    def _score(self, node: _Node) -> int:
        return sum(node.at) - WORTH * node.price

    # One step of the walk

    def _follow(self, node: _Node) -> Iterator[_Node]:
        for after in self._free(node) or self._priced(node):
            kept = self.seen.setdefault(after.at, set())
            mark = (self.game.state_id(after.run.state), after.gap)
            if mark not in kept and len(kept) < MAX_POSITIONS:
                kept.add(mark)
                yield after

    def _free(self, node: _Node) -> list[_Node]:
        """What both records allow without a difference, or with differing totals alone."""
        if all(self._kind_at(side, node.at[side]).totals for side in (0, 1)):
            return [self._both_total(node)]
        for side in (0, 1):
            other = self._kind_at(1 - side, node.at[1 - side])
            if self._kind_at(side, node.at[side]).quiet and not other.silent:
                return [self._alone(node, side, self._play(node, side))]
        ended = [self._line(side, node.at) is None for side in (0, 1)]
        if all(ended):
            return []
        unneeded = self._unneeded_no(node)
        if any(ended) or unneeded:
            return unneeded
        return self._together(node) or self._reordered(node)

    def _together(self, node: _Node) -> list[_Node]:
        """Both records say the same here, or at least come to the same."""
        past = (node.at[0] + 1, node.at[1] + 1)
        first, second = (self.lines[side][node.at[side]] for side in (0, 1))
        runs = [self._play(node, 0)]
        if runs[0].stop:
            return []
        if first.body != second.body or first.body[:1] in "jJ":
            runs.append(self._play(node, 1))
            if runs[1].stop or not self.game.same(runs[0].state, runs[1].state):
                return []
        joined = adopt(node.runs[1], runs[0], second.number)
        return [_Node(past, (runs[0], joined), node.price, None, node.partings)]

    def _priced(self, node: _Node) -> Iterator[_Node]:
        """What is only possible if one of the records is wrong at this place."""
        if node.price >= MAX_PRICE or any(self._line(side, node.at) is None for side in (0, 1)):
            return
        runs = (self._play(node, 0), self._play(node, 1))
        if self._both_stop(node, runs):
            return
        kind = self._kind(node, runs)
        alike = kind == "reading" or self._said(0, node).kind == self._said(1, node).kind
        for side in (0, 1):
            if alike and runs[side].stop is None and not (kind == "reading" and self._unclear(runs[side])):
                parting = Parting(kind, node.at, self._pair(node), node.runs, runs)
                past = (node.at[0] + 1, node.at[1] + 1)
                yield _Node(past, self._led(node, side, runs[side]), node.price + 1, None, (*node.partings, parting))
        for side in (0, 1):
            if (
                node.gap in (None, side)
                and not self._unclear(runs[side])
                and not self._kind_at(side, node.at[side]).quiet
            ):
                yield self._left_out(node, side, runs[side])

    def _left_out(self, node: _Node, side: int, played: Replay) -> _Node:
        """The other record lacks this line; one against the rules is passed over."""
        run = node.runs[side] if played.stop else played
        line = self.lines[side][node.at[side]]
        lines = ((line,), ()) if side == 0 else ((), (line,))
        after = (played, node.runs[1]) if side == 0 else (node.runs[0], played)
        parting = Parting("omission", node.at, lines, node.runs, after)
        return self._alone(node, side, run)._replace(price=node.price + 1, gap=side, partings=(*node.partings, parting))

    def _alone(self, node: _Node, side: int, run: Replay) -> _Node:
        at = (node.at[0] + (side == 0), node.at[1] + (side == 1))
        runs = node.runs if run.stop or run is node.runs[side] else self._led(node, side, run)
        return _Node(at, runs, node.price, node.gap, node.partings)

    def _led(self, node: _Node, side: int, run: Replay) -> tuple[Replay, Replay]:
        """One record goes on and the other follows to the same position."""
        follower = adopt(node.runs[1 - side], run)
        return (run, follower) if side == 0 else (follower, run)

    def _unneeded_no(self, node: _Node) -> list[_Node]:
        """“No block” in one record where the other goes on with something else: silence says the same."""
        for side in (0, 1):
            other = self._kind_at(1 - side, node.at[1 - side])
            if self._kind_at(side, node.at[side]).response == "no" and not other.response:
                run = self._play(node, side)
                if run.stop is None:
                    return [self._alone(node, side, run)]
        return []

    def _both_total(self, node: _Node) -> _Node:
        past = (node.at[0] + 1, node.at[1] + 1)
        bodies = [self.lines[side][node.at[side]].body for side in (0, 1)]
        differ = self.game.totals_differ(bodies[0], bodies[1], self.mode)
        runs = (self._play(node, 0), self._play(node, 1))
        after = node.runs if runs[0].stop else (runs[0], adopt(runs[1], runs[0]))
        kind = "reading" if differ is None else "totals"
        if bodies[0] == bodies[1] or differ is False:
            return _Node(past, after, node.price, node.gap, node.partings)
        fits = next((side for side in (0, 1) if holds(node.runs[side], runs[side])), None)
        parting = Parting(kind, node.at, self._pair(node), node.runs, runs, fits=fits)
        return _Node(past, after, node.price, node.gap, (*node.partings, parting))

    def _reordered(self, node: _Node) -> list[_Node]:
        """The shortest runs of lines that hold the same acts and lead to the same position."""
        chains = [list(self._chain(node, side)) for side in (0, 1)]
        ids = [[self.game.state_id(run.state) for run, _ in chain] for chain in chains]
        lengths = sorted(
            ((k, other) for k in range(len(chains[0])) for other in range(len(chains[1])) if k or other),
            key=lambda pair: (sum(pair), pair),
        )
        for k, other in lengths:
            if ids[0][k] == ids[1][other] and chains[0][k][1] == chains[1][other][1]:
                past = (node.at[0] + k, node.at[1] + other)
                run = chains[0][k][0]
                return [_Node(past, (run, adopt(chains[1][other][0], run)), node.price, None, node.partings)]
        return []

    def _chain(self, node: _Node, side: int) -> Iterator[tuple[Replay, Counter[Said]]]:
        """The games after each of the next lines of one record, with the acts that need writing counted."""
        run, acts = node.runs[side], Counter[Said]()
        yield run, acts
        for at in range(node.at[side], min(node.at[side] + MAX_RUN, len(self.lines[side]))):
            kind = self._kind_at(side, at)
            if not kind.quiet:
                before = run.state
                run = self._advance(run, self.lines[side][at])
                if run.stop:
                    return
                if not kind.silent:
                    acts = acts + Counter([self.game.said(before, self.lines[side][at].body)])
            yield run, acts

    # What stands where

    def _line(self, side: int, at: tuple[int, int]) -> Line | None:
        return self.lines[side][at[side]] if at[side] < len(self.lines[side]) else None

    def _pair(self, node: _Node) -> tuple[tuple[Line, ...], tuple[Line, ...]]:
        first, second = self._line(0, node.at), self._line(1, node.at)
        return (first,) if first else (), (second,) if second else ()

    def _kind_at(self, side: int, index: int) -> LineKind:
        return self.kinds[side][index] if index < len(self.kinds[side]) else LineKind()

    def _said(self, side: int, node: _Node, ahead: int = 0) -> Said:
        body = self.lines[side][node.at[side] + ahead].body
        return self.game.said(node.run.state, body)

    def _play(self, node: _Node, side: int) -> Replay:
        return self._advance(node.runs[side], self.lines[side][node.at[side]])

    def _advance(self, run: Replay, line: Line) -> Replay:
        self.left -= 1
        return advance(run, line)

    # Where they part

    def _both_stop(self, node: _Node, runs: tuple[Replay, Replay]) -> bool:
        return all(run.stop for run in runs) and self._said(0, node) == self._said(1, node)

    def _kind(self, node: _Node, runs: tuple[Replay, Replay]) -> str:
        if any(map(self._unclear, runs)):
            return "reading"
        first, second = self._said(0, node), self._said(1, node)
        if same_act(first, second):
            return "detail"
        return "omission" if self._found_later(node) is not None else "act"

    def _unclear(self, run: Replay) -> bool:
        """A line that cannot be read, or a name that fits several cards."""
        stop = run.stop
        if stop is None:
            return False
        return stop.finding == "unreadable" or (stop.finding == "unproven" and stop.rule in self.game.UNCLEAR)

    def _found_later(self, node: _Node) -> int | None:
        """The record whose line here the other lacks, if its next lines hold what the other has here."""
        later = [
            any(self._said(side, node, n) == self._said(1 - side, node) for n in range(1, self._room(side, node)))
            for side in (0, 1)
        ]
        return later.index(True) if later.count(True) == 1 else None

    def _room(self, side: int, node: _Node) -> int:
        return min(MAX_RUN, len(self.lines[side]) - node.at[side])

    def _told(self, node: _Node, *, given_up: bool) -> Walk:
        at = node.at
        last = [self.lines[side][at[side] - 1] if at[side] else None for side in (0, 1)]
        partings = tuple(self._merged(node.partings))
        final, stopped = self._final(node)
        fitted = tuple(self._fitted(parting) for parting in (*partings, *final))
        return Walk(fitted, (last[0], last[1]), stopped, given_up)

    def _final(self, node: _Node) -> tuple[list[Parting], Replay | None]:
        """The parting at which the walk ends, unless both records do."""
        pair = self._pair(node)
        if not pair[0] and not pair[1]:
            return [], None
        if not pair[0] or not pair[1]:
            side = 0 if pair[0] else 1
            played = self._play(node, side)
            after = (played, node.runs[1]) if side == 0 else (node.runs[0], played)
            return [Parting("omission", node.at, pair, node.runs, after, ends=True)], None
        runs = (self._play(node, 0), self._play(node, 1))
        if self._both_stop(node, runs):
            return self._by_words(node), runs[0]
        return [self._in_another_order(node) or self._simply(node, runs)], None

    def _simply(self, node: _Node, runs: tuple[Replay, Replay]) -> Parting:
        kind, lines = self._kind(node, runs), self._pair(node)
        if kind == "omission":
            side = self._found_later(node)
            lines = (lines[0], ()) if side == 0 else ((), lines[1])
            runs = (runs[0], node.runs[1]) if side == 0 else (node.runs[0], runs[1])
        return Parting(kind, node.at, lines, node.runs, runs)

    def _in_another_order(self, node: _Node) -> Parting | None:
        """The same acts in both, in orders that lead to different positions."""
        for length in range(2, MAX_RUN + 1):
            if any(length > self._room(side, node) for side in (0, 1)):
                return None
            acts = [Counter(self._said(side, node, n) for n in range(length)) for side in (0, 1)]
            if acts[0] == acts[1]:
                lines = [self.lines[side][node.at[side] : node.at[side] + length] for side in (0, 1)]
                after = [self._run_of(node.runs[side], part) for side, part in enumerate(lines)]
                return Parting("order", node.at, (lines[0], lines[1]), node.runs, (after[0], after[1]))
        return None

    def _run_of(self, run: Replay, lines: Sequence[Line]) -> Replay:
        for line in lines:
            run = self._advance(run, line)
            if run.stop:
                break
        return run

    def _by_words(self, node: _Node) -> list[Parting]:
        rest = [self.lines[side][node.at[side] :] for side in (0, 1)]
        mismatch = divergence(rest[0], rest[1], self.game, node.run.state)
        return (
            [Parting(mismatch.kind, node.at, mismatch.lines, node.runs, node.runs, mismatch.ends)] if mismatch else []
        )

    def _merged(self, partings: Sequence[Parting]) -> Iterator[Parting]:
        """Neighbouring lines that one record leaves out are one difference."""
        waiting: Parting | None = None
        for parting in partings:
            if waiting and self._goes_on(waiting, parting):
                lines = (waiting.lines[0] + parting.lines[0], waiting.lines[1] + parting.lines[1])
                side = 0 if parting.lines[0] else 1
                after = (parting.after[0], waiting.before[1]) if side == 0 else (waiting.before[0], parting.after[1])
                waiting = replace(waiting, lines=lines, after=after)
                continue
            if waiting:
                yield waiting
            waiting = parting
        if waiting:
            yield waiting

    def _goes_on(self, first: Parting, second: Parting) -> bool:
        if first.kind != "omission" or second.kind != "omission":
            return False
        side = 0 if first.lines[0] else 1
        return bool(second.lines[side]) and second.at[side] == first.at[side] + len(first.lines[side])

    def _fitted(self, parting: Parting) -> Parting:
        """With a word on which version the lines that follow in both records fit, where they fit only one."""
        if parting.kind not in ("detail", "act") or not all(parting.lines):
            return parting
        reach = [self._reach(parting, side) for side in (0, 1)]
        if reach[0] == reach[1]:
            return parting
        return replace(parting, fits=0 if reach[0] > reach[1] else 1)

    def _reach(self, parting: Parting, side: int) -> int:
        """How many lines both records go on together after one version of the act."""
        run = parting.after[side]
        if run.stop:
            return 0
        follower = adopt(parting.before[1 - side], run)
        runs = (run, follower) if side == 0 else (follower, run)
        node = _Node((parting.at[0] + 1, parting.at[1] + 1), runs)
        while self.left > 0:
            free = self._free(node)
            if not free:
                break
            node = free[0]
        return sum(node.at)
