"""Exact matching of a stretch of the field, with a proof that nothing outside the stretch could improve it.

The costs of a pairing, the heaviest first: players who must not meet; rematches; byes that whoever gets the bye has
had; their points; squared gaps in points. They are packed into one whole number, and lots from the seed break what
is still equal, so that there is one best answer, whatever the matching program does inside.

The proof: anyone in the stretch may also *leave* it, at the cost of reaching the nearest score outside. No real pair
across the border can undercut that, because the squares of the parts never exceed the square of the whole. If the
best matching lets nobody leave, it is part of a best pairing of the whole field.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import rustworkx

from bos_tournament.pairing.field import Field
from bos_tournament.pairing.walk import Pairs, bye_candidate

TOTAL_BITS = 120  # the matching counts in 128 bits and needs room for twice a sum
LOT_BITS = 60
PRIME = (1 << 61) - 1


@dataclass(frozen=True, slots=True)
class Stretch:
    """Players (perhaps the bye) to be matched among themselves; the nearest scores outside, None where nobody is."""

    players: tuple[int, ...]
    above: int | None = None
    below: int | None = None


@dataclass(frozen=True, slots=True)
class Units:
    """What one of each cost weighs; each outweighs all that follow it, summed over a whole pairing."""

    barred: int
    met: int
    byes_had: int
    bye_score: int
    gap: int
    leaving: int
    again: int
    lot_shift: int


def match_all(field: Field) -> tuple[Pairs, bool]:
    """The best pairs of the whole field, which is its own proof."""
    return match_stretch(field, Stretch(tuple(range(len(field.names) + len(field.names) % 2))))


def match_stretch(field: Field, stretch: Stretch) -> tuple[Pairs, bool]:
    """The best pairs of the stretch, and whether they are proved to belong to a best pairing of the whole field."""
    closed = stretch.above is None and stretch.below is None
    pairs, leaving = _match(field, stretch, may_leave=not closed)
    if not leaving:
        return pairs, True
    pairs, _ = _match(field, stretch, may_leave=False)
    return pairs, False


def _match(field: Field, stretch: Stretch, *, may_leave: bool) -> tuple[Pairs, bool]:
    """The best pairs, and whether some of them stand for two players who leave."""
    units = _units(field, stretch)
    players = sorted(stretch.players)
    leave = [_leave_cost(field, stretch, units, one) for one in players] if may_leave else None
    leaving: set[tuple[int, int]] = set()
    edges: list[tuple[int, int, int]] = []
    for at, one in enumerate(players[:-1]):  # the bye, if it is here, comes last
        costs = _costs(field, units, one, players[at + 1 :])
        for to, cost in enumerate(costs, start=at + 1):
            if leave is not None and leave[at] + leave[to] < cost:
                cost = leave[at] + leave[to]
                leaving.add((at, to))
            edges.append((at, to, -cost))
    graph: rustworkx.PyGraph[None, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from([None] * len(players))
    graph.extend_from_weighted_edge_list(edges)
    matching = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    found = {(min(ends), max(ends)) for ends in matching}
    return [(players[at], players[to]) for at, to in found], bool(found & leaving)


def _costs(field: Field, units: Units, one: int, others: Sequence[int]) -> list[int]:
    """What it costs to pair one player with each of the others, the bye coming last if it is among them."""
    score, lot, lots, scores = field.scores[one], field.lots[one], field.lots, field.scores
    people = others[:-1] if others and others[-1] == field.bye else others
    costs = [
        units.gap * (score - scores[other]) ** 2 + (lot * lots[other] % PRIME >> units.lot_shift) for other in people
    ]
    met, barred = field.met[one], field.barred[one]
    if met or barred:
        for at, other in enumerate(people):
            if times := met.get(other, 0):
                costs[at] += units.met + units.again * (times - 1)
            if other in barred:
                costs[at] += units.barred
    if len(people) < len(others):
        costs.append(_bye_cost(field, units, one) + (lot % PRIME >> units.lot_shift))
    return costs


def _bye_cost(field: Field, units: Units, one: int) -> int:
    return units.byes_had * field.byes_had[one] + units.bye_score * field.scores[one]


def _leave_cost(field: Field, stretch: Stretch, units: Units, one: int) -> int:
    """The least that pairing this player outside could cost; for the bye, the best taker of the whole field."""
    if one == field.bye:
        return units.leaving + _bye_cost(field, units, bye_candidate(field))
    score = field.scores[one]
    borders = [border for border in (stretch.above, stretch.below) if border is not None]
    return units.leaving + units.gap * min((score - border) ** 2 for border in borders)


def _units(field: Field, stretch: Stretch) -> Units:
    """Weights as small as their order allows; what is left of the bits goes to the lots."""
    pairs = len(stretch.players) // 2 + 1
    spread = [field.scores[one] for one in stretch.players if one != field.bye]
    spread += [border for border in (stretch.above, stretch.below) if border is not None]
    widest = 2 * (max(spread) - min(spread)) ** 2
    steps = (  # from the lightest: the most that each can come to over a whole pairing
        pairs * (field.rounds + 1),  # meetings again
        2 * pairs,  # players who leave
        widest * pairs,  # squared gaps
        max(field.scores) + 1,  # points of whoever gets the bye
        max(field.byes_had) + 1,  # byes they have had
        pairs,  # rematches
        pairs,  # forbidden pairs
    )
    rest = sum((step + 1).bit_length() for step in steps) + pairs.bit_length()
    lot_bits = max(1, min(LOT_BITS, TOTAL_BITS - rest))
    weights = [1 << (lot_bits + pairs.bit_length())]
    for step in steps:
        weights.append(weights[-1] << (step + 1).bit_length())
    again, leaving, gap, bye_score, byes_had, met, barred = weights[:-1]
    return Units(barred, met, byes_had, bye_score, gap, leaving, again, lot_shift=61 - lot_bits)
