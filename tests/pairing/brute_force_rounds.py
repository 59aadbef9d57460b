"""What a Swiss round is worth, written down once more and slowly, and every round there could be of a small field."""

import rustworkx

from bos_tournament.pairing.event import BYES, Unplayed


def seated(event):
    """Who is to be paired in the next round, byes they earned apart."""
    number = event.next_round
    return [player.id for player in event.players if player.plays_in(number) and number not in player.earned_byes]


def tables_of(proposal):
    """The tables of a proposed round and whoever stays alone."""
    return [pair.players for pair in proposal.pairs] + [(bye.player,) for bye in proposal.byes if not bye.earned]


def all_rounds(names):
    """Every way to seat the names once; with an odd number one of them stays alone."""
    if len(names) < 2:
        yield [tuple(names)] if names else []
        return
    first, rest = names[0], names[1:]
    for at, other in enumerate(rest):
        for others in all_rounds(rest[:at] + rest[at + 1 :]):
            yield [(first, other), *others]
    if len(names) % 2:
        for others in all_rounds(rest):
            yield [(first,), *others]


class Prices:
    """What each table costs, the heaviest cost first, counted round by round from the written results."""

    def __init__(self, event):
        self.never, self.rather_not = (
            {frozenset(pair) for pair in pairs} for pairs in (event.forbidden, event.avoided)
        )
        self.points = {player.id: 0 for player in event.players}
        self.downs, self.ups, self.byes = (dict(self.points) for _ in range(3))
        self.met = {}
        for tables in event.rounds:
            before = dict(self.points)
            for pairing in tables:
                self.count(event.points, pairing, before)

    def count(self, points, pairing, before):
        if len(pairing.players) == 1:
            self.byes[pairing.players[0]] += pairing.unplayed in BYES
            self.points[pairing.players[0]] += points.win if pairing.unplayed in BYES else points.loss
            return
        one, other = pairing.players
        self.met[frozenset(pairing.players)] = self.met.get(frozenset(pairing.players), 0) + 1
        if before[one] != before[other]:
            higher, lower = sorted(pairing.players, key=before.__getitem__, reverse=True)
            self.downs[higher] += 1
            self.ups[lower] += 1
        if pairing.unplayed is Unplayed.DOUBLE_NO_SHOW:
            gains = points.loss, points.loss
        elif pairing.unplayed:
            gains = points.loss, points.win
        else:
            won, lost, _ = pairing.games
            gains = (points.draw,) * 2 if won == lost else (points.win, points.loss)[:: 1 if won > lost else -1]
        self.points[one] += gains[0]
        self.points[other] += gains[1]

    def of_table(self, table):
        if len(table) == 1:
            return 0, 0, 0, self.byes[table[0]], self.points[table[0]], 0, 0
        lower, higher = sorted(table, key=self.points.__getitem__)
        gap = self.points[higher] - self.points[lower]
        pair = frozenset(table)
        floats = self.downs[higher] + self.ups[lower] if gap else 0
        return pair in self.never, pair in self.met, pair in self.rather_not - self.never, 0, 0, gap**2, floats

    def of_round(self, tables):
        """Forbidden pairs, rematches, pairs better kept apart, byes had, points at the bye, gaps, floats again."""
        return tuple(map(sum, zip(*map(self.of_table, tables), strict=True)))


def least_price(event):
    """The price of a best round, by one matching of everybody with everybody."""
    prices, names = Prices(event), seated(event)
    places = [*names, None] if len(names) % 2 else names
    most = [len(names), len(names), len(names), 99, 3 * 99, len(names) * (3 * 30) ** 2, 60 * len(names)]
    graph = rustworkx.PyGraph()
    graph.add_nodes_from(places)
    for at, one in enumerate(places):
        for to in range(at):
            table = (places[to],) if one is None else (places[to], one)
            cost = 0
            for part, step in zip(prices.of_table(table), most, strict=True):
                cost = (cost << (step.bit_length() + 1)) + part
            graph.add_edge(to, at, -cost)
    found = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    tables = [tuple(places[end] for end in ends if places[end] is not None) for ends in found]
    return prices.of_round(tables)
