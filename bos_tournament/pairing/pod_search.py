"""Who sits with whom at pods: squared earlier meetings least, then gaps in points, decided exactly for few tables.

Every pair has one price, a whole number in which heavier faults outweigh all lighter ones together. A draft is a way
to part everybody into tables of the given sizes; what it costs is the sum over all pairs at one table. The exact
search fills one table after the other and leaves a branch as soon as what is still to be seated cannot cost less
than the best draft so far. It counts its steps, never the time, so that every machine gives the same draft.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from bos_tournament.pairing.pod_field import PodField

Prices = list[list[int]]  # of every pair, by position
Tables = list[list[int]]  # positions

STEPS = 60_000  # of an exact search, after which it gives up
MOST_TABLES = 5  # for which one is tried
TRIALS = 400_000  # changes of place looked at before a search for fewer meetings ends
REST = 7  # changes for which nobody who changed places changes again


class Weights(NamedTuple):
    """What one of each fault costs; each outweighs all that are lighter together."""

    forbidden: int
    """A pair who must not meet."""
    meeting: int
    """One of the squared meetings."""
    avoided: int
    """A pair better kept apart."""


class Seating(NamedTuple):
    """The tables found, and how much of them is proved."""

    tables: Tables
    """Positions by table, in order."""
    bound: int
    """The least sum of squared meetings that any draft with as few forbidden pairs can have."""
    exact: bool
    """Whether no draft is better in anything, gaps and all."""


def weights_of(field: PodField) -> Weights:
    """Such that sums over all pairs that can sit together never reach the next heavier fault."""
    pairs = sum(size * (size - 1) // 2 for size in field.sizes)
    gaps = pairs * (max(field.scores) - min(field.scores)) ** 2
    avoided = gaps + 1
    meeting = avoided * (pairs + 1)
    most = max((times for row in field.met for times in row), default=0)
    return Weights(meeting * (pairs * most**2 + 1), meeting, avoided)


def figure_of(field: PodField, tables: Tables) -> int:
    """The squared earlier meetings, summed over all pairs at one table."""
    return sum(field.met[one][other] ** 2 for table in tables for one, other in combinations(table, 2))


def gaps_of(field: PodField, tables: Tables) -> int:
    """The squared gaps in points, in parts of one, summed over all pairs at one table."""
    scores = field.scores
    return sum((scores[one] - scores[other]) ** 2 for table in tables for one, other in combinations(table, 2))


def forbidden_at(field: PodField, table: Sequence[int]) -> list[tuple[int, int]]:
    """The pairs at the table who must not meet."""
    return [(one, other) for one, other in combinations(table, 2) if field.apart[one].get(other)]


def cut(field: PodField) -> Tables:
    """The field from the top cut into its tables."""
    places = iter(range(len(field.names)))
    return [[next(places) for _ in range(size)] for size in field.sizes]


def seat(field: PodField) -> Seating:
    """The best tables found for the field."""
    if len(field.sizes) == 1:
        tables = cut(field)
        return Seating(tables, figure_of(field, tables), exact=True)
    prices = _prices(field, weights_of(field))
    search = _Exchange(field, prices, cut(field))
    search.improve()
    bound = least_meetings(field)
    if search.cost and len(field.sizes) <= MOST_TABLES:
        found, finished = _Exact(prices, field.sizes, search.cost, STEPS).search()
        search.take(found or search.tables)
        if finished:
            return _seating(field, search, figure_of(field, search.tables), exact=True)
    if len(field.sizes) <= 2 * MOST_TABLES and not any(forbidden_at(field, table) for table in search.tables):
        bound = _meet_fewest(field, search, bound)
    search.meet_fewer(bound)
    return _seating(field, search, bound, exact=not search.cost)


def _seating(field: PodField, search: "_Exchange", bound: int, *, exact: bool) -> Seating:
    tables = in_order(search.tables)
    return Seating(tables, min(bound, figure_of(field, tables)), exact)


def _meet_fewest(field: PodField, search: "_Exchange", bound: int) -> int:
    """Searches exactly for as few meetings as the bound, and raises it while there is no such draft; the new bound."""
    meeting, steps = weights_of(field).meeting, STEPS
    heavy = [[price // meeting for price in row] for row in search.prices]
    figure = figure_of(field, search.tables)
    while bound < figure:
        exact = _Exact(heavy, field.sizes, best=bound + 1, steps=steps)
        found, finished = exact.search()
        if found:
            search.take(found)
            search.improve()
            return bound
        if not finished:
            return bound
        bound, steps = bound + 1, exact.steps
    return bound


def in_order(tables: Tables) -> Tables:
    """Tables from the top, each from the top."""
    return sorted(map(sorted, tables))


def least_meetings(field: PodField) -> int:
    """No draft has a smaller sum of squared meetings: the larger of two bounds."""
    meetings = [[times**2 for times in row] for row in field.met]
    by_player, _ = _least_sum(meetings, list(range(len(field.names))), field.sizes)
    return max(by_player, _least_of_earlier_tables(field))


def _least_sum(prices: Prices, rest: list[int], sizes: Sequence[int]) -> tuple[int, int]:
    """What the rest cost at least at tables of these sizes, which differ by at most one, and who costs most of it.

    Everybody sits at least with those who cost them least; those for whom one more costs most, at the small tables.
    """
    fewest = min(sizes)
    larger = sum(size for size in sizes if size > fewest)
    own, more = [], []
    for player in rest:
        row = prices[player]
        costs = sorted([row[other] for other in rest if other != player])
        own.append(sum(costs[: fewest - 1]))
        more.append(costs[fewest - 1] if larger else 0)
    return -(-(sum(own) + sum(sorted(more)[:larger])) // 2), rest[own.index(max(own))]


def _least_of_earlier_tables(field: PodField) -> int:
    """Those of an earlier table who outnumber the tables cannot all be kept apart; each pair adds at least one."""
    tables = len(field.sizes)
    total = 0
    for earlier in field.earlier:
        fewest, more = divmod(earlier, tables)
        total += (tables - more) * (fewest * (fewest - 1) // 2) + more * (fewest * (fewest + 1) // 2)
    return total


def _prices(field: PodField, weights: Weights) -> Prices:
    prices = [
        [weights.meeting * times**2 + (score - other) ** 2 for times, other in zip(row, field.scores, strict=True)]
        for row, score in zip(field.met, field.scores, strict=True)
    ]
    for player, others in enumerate(field.apart):
        for other, never in others.items():
            prices[player][other] += weights.forbidden if never else weights.avoided
    return prices


class _Exchange:
    """Tables that get better while players change places. `sums` is what each would pay at each table."""

    def __init__(self, field: PodField, prices: Prices, tables: Tables) -> None:
        self.field, self.prices = field, prices
        self.take(tables)

    def take(self, tables: Tables) -> None:
        """Starts from these tables."""
        self.tables = [table[:] for table in tables]
        self.at = [0] * len(self.prices)
        for number, table in enumerate(tables):
            for player in table:
                self.at[player] = number
        self.sums = [[sum([row[player] for player in table]) for table in tables] for row in self.prices]

    @property
    def cost(self) -> int:
        """The price of all tables."""
        return sum(self.sums[player][self.at[player]] for player in range(len(self.at))) // 2

    def improve(self) -> None:
        """Until no change of two players, nor of one to a smaller table, makes the tables better."""
        players = range(len(self.at))
        while sum(map(self._better, players)):
            pass

    def _better(self, player: int) -> bool:
        """Makes the best change of this player, if one is better; says whether it did."""
        if not self.sums[player][self.at[player]]:
            return False
        saved, other, table = min(self._changes(player, range(len(self.at))))
        if saved >= 0:
            return False
        self._change(player, other, table)
        return True

    def _changes(self, player: int, others: Iterable[int]) -> Iterator[tuple[int, int, int]]:
        """What each change of the player would cost more: with whom (-1: nobody), and to which table."""
        at, sums, mine, row = self.at, self.sums, self.sums[player], self.prices[player]
        here = at[player]
        left = mine[here]
        for other in others:
            there = at[other]
            if there != here:
                theirs = sums[other]
                yield mine[there] - left + theirs[here] - theirs[there] - 2 * row[other], other, there
        size = len(self.tables[here])
        for number, table in enumerate(self.tables):
            if len(table) < size:
                yield mine[number] - left, -1, number

    def _change(self, player: int, other: int, table: int) -> None:
        here = self.at[player]
        self._move(player, table)
        if other >= 0:
            self._move(other, here)

    def _move(self, player: int, table: int) -> None:
        here = self.at[player]
        self.tables[here].remove(player)
        self.tables[table].append(player)
        self.at[player] = table
        for own, price in zip(self.sums, self.prices[player], strict=True):
            own[here] -= price
            own[table] += price

    def meet_fewer(self, bound: int) -> None:
        """Changes places even for the worse, those who changed resting for a while, and keeps the best tables met."""
        best, kept = self.cost, [table[:] for table in self.tables]
        resting = [0] * len(self.at)
        trials = TRIALS
        step = 0
        while trials > 0 and self._figure() > bound:
            step += 1
            awake = [player for player, until in enumerate(resting) if until < step]
            again = [player for player in awake if self._has_met(player)]
            trials -= len(again) * len(awake) + len(self.at)
            changes = [(*change, player) for player in again for change in self._changes(player, awake)]
            if not changes:
                continue
            _, other, table, player = min(changes)
            self._change(player, other, table)
            resting[player] = step + REST + step % 3
            if other >= 0:
                resting[other] = step + REST + step % 3
            if self.cost < best:
                best, kept = self.cost, [table[:] for table in self.tables]
        self.take(kept)
        self.improve()

    def _figure(self) -> int:
        return figure_of(self.field, self.tables)

    def _has_met(self, player: int) -> bool:
        row = self.field.met[player]
        return any(row[other] for other in self.tables[self.at[player]])


class _Exact:
    """Every draft, but for branches that cannot be better than the best so far."""

    def __init__(self, prices: Prices, sizes: Sequence[int], best: int, steps: int) -> None:
        self.prices, self.sizes, self.best, self.steps = prices, sizes, best, steps
        self.found: Tables | None = None

    def search(self) -> tuple[Tables | None, bool]:
        """Better tables if there are any, and whether the search came to its end."""
        self._fill(list(range(len(self.prices))), Counter(self.sizes), [], 0)
        return self.found, self.steps > 0

    def _fill(self, rest: list[int], sizes: Counter[int], tables: Tables, cost: int) -> None:
        """Seats the rest at tables of these sizes."""
        if not rest:
            self.best, self.found = cost, [table[:] for table in tables]
            return
        self.steps -= len(rest)
        least, first = _least_sum(self.prices, rest, list(sizes.elements()))
        if cost + least >= self.best:
            return
        others = [player for player in rest if player != first]
        row = self.prices[first]
        others.sort(key=row.__getitem__)
        for size in sorted(sizes):
            if sizes[size]:
                self._join([first], others, size, rest, sizes, tables, cost)

    def _join(
        self,
        table: list[int],
        others: list[int],
        size: int,
        rest: list[int],
        sizes: Counter[int],
        tables: Tables,
        cost: int,
    ) -> None:
        """Every way to fill the table from the others, in their order."""
        self.steps -= 1
        if self.steps <= 0 or cost >= self.best:
            return
        if len(table) == size:
            left = [player for player in rest if player not in table]
            self._fill(left, sizes - Counter([size]), [*tables, table], cost)
            return
        for at in range(len(others) - (size - len(table)) + 1):
            player = others[at]
            more = sum([self.prices[player][member] for member in table])
            self._join([*table, player], others[at + 1 :], size, rest, sizes, tables, cost + more)
