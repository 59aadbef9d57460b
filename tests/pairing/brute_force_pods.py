"""Every way to part a small field into pods, and what each costs, worked out from the event and nothing else."""

from collections import Counter
from fractions import Fraction
from itertools import combinations

from bos_tournament.pairing.standings import standings


def meetings_of(event):
    """How often any two sat at one table."""
    return Counter(
        frozenset(pair) for pairing in event.pairings() if pairing.places for pair in combinations(pairing.players, 2)
    )


class PodPrices:
    def __init__(self, event):
        self.met = meetings_of(event)
        self.points = {line.id: line.exact_points for line in standings(event)}
        self.forbidden = set(map(frozenset, event.forbidden))
        self.avoided = set(map(frozenset, event.avoided)) - self.forbidden

    def of_tables(self, tables):
        """Forbidden pairs, squared meetings, pairs to avoid, squared gaps."""
        pairs = [frozenset(pair) for table in tables for pair in combinations(table, 2)]
        return (
            sum(pair in self.forbidden for pair in pairs),
            sum(self.met[pair] ** 2 for pair in pairs),
            sum(pair in self.avoided for pair in pairs),
            sum((Fraction(self._gap(pair) ** 2) for pair in pairs), Fraction()),
        )

    def _gap(self, pair):
        one, other = pair
        return self.points[one] - self.points[other]


def all_pods(names, sizes):
    """Every set of tables of these sizes, each once."""
    if not names:
        yield ()
        return
    first, *others = names
    for size in set(sizes):
        left = list(sizes)
        left.remove(size)
        for more in combinations(others, size - 1):
            rest = [name for name in others if name not in more]
            yield from (((first, *more), *tables) for tables in all_pods(rest, left))
