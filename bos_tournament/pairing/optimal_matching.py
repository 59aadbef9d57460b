"""Exact matching of a stretch of the field, with a proof that nothing outside the stretch could improve it.

The costs of a pairing, the heaviest first: players who must not meet; rematches; pairs better kept apart; byes that
whoever gets the bye has had; their points; in a cross, pairs inside one half; squared gaps in points; earlier floats
of those who float again. They are packed into one whole number, and lots from the seed break what is still equal, so
that there is one best answer, whatever the matching program does inside.

The proof: anyone in the stretch may also *leave* it, at the cost of reaching the nearest score outside. No real pair
across the border can undercut that: the squares of the parts never exceed the square of the whole, and who floats
across has floated at least as often as counted. Each side has an even number of players: if one player leaves
upwards and one downwards, somebody above the stretch meets somebody below it, and that is counted too. If the best
matching lets nobody leave, it is part of a best pairing of the whole field.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby, islice, repeat

import rustworkx

from bos_tournament.pairing.greedy_pairing import Pairs, bye_candidate
from bos_tournament.pairing.round_field import Field

TOTAL_BITS = 120  # the matching counts in 128 bits and needs room for twice a sum
LOT_BITS = 60
DRAWN_BITS = 64  # of a lot as it was drawn

Edge = tuple[int, int, int]  # two players of the stretch by number, and what their pair is worth: less than nothing


@dataclass(frozen=True, slots=True)
class Border:
    """The nearest score outside a stretch, and the fewest floats of anybody there who would cross over."""

    score: int
    """The nearest score outside."""
    floats: int
    """The fewest floats of anybody there."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """Players (perhaps the bye) to be matched among themselves, in order; what lies outside, None where nobody is."""

    players: tuple[int, ...]
    """Positions in the field, in order."""
    above: Border | None = None
    """What lies above."""
    below: Border | None = None
    """What lies below."""

    @property
    def borders(self) -> tuple[Border, ...]:
        """The borders there are."""
        return tuple(border for border in (self.above, self.below) if border is not None)


@dataclass(frozen=True, slots=True)
class Units:
    """What one of each cost weighs; each outweighs all that follow it, summed over a whole pairing."""

    never: int
    """A pair who must not meet."""
    met: int
    """A first rematch."""
    apart: int
    """A pair better kept apart."""
    byes_had: int
    """A bye that whoever gets the bye has had."""
    bye_score: int
    """A point of whoever gets the bye."""
    half: int
    """A pair inside one half of the seeding."""
    gap: int
    """A squared gap of one point."""
    floats: int
    """An earlier float of somebody who floats again."""
    leaving: int
    """A player who leaves the stretch."""
    again: int
    """Each further time that two had met."""
    impossible: int
    """More than any pairing costs."""
    lot_bits: int
    """How many bits the lots of a pair have."""
    blunt: int
    """Low bits of squared gaps that find no room; 0 but for absurd points."""


def match_all(field: Field) -> tuple[Pairs, bool]:
    """The best pairs of the whole field, which is its own proof."""
    return match_closed(field, tuple(range(len(field.names) + len(field.names) % 2)))


def match_near(field: Field, reach: int) -> Pairs | None:
    """The best pairs in which everybody meets one of the nearest they may meet, so many above and below; or None."""
    players = tuple(range(len(field.names) + len(field.names) % 2))
    near = _near(field, reach)
    costs = _Costs(field, Stretch(players), with_faults=False)
    matching = _heaviest(len(players), costs.edges(among=near))
    return list(matching) if 2 * len(matching) == len(players) else None


def _near(field: Field, reach: int) -> list[set[int]]:
    """By position: the later ones who are among the nearest they may meet, or the other way round; and the bye."""
    size = len(field.names)
    near = [{field.bye} if size % 2 else set() for _ in range(size)]
    for player in range(size):
        above = (other for other in range(player - 1, -1, -1) if field.fits(player, other))
        below = (other for other in range(player + 1, size) if field.fits(player, other))
        near[player].update(islice(below, reach))
        for other in islice(above, reach):
            near[other].add(player)
    return near


def match_closed(field: Field, players: tuple[int, ...]) -> tuple[Pairs, bool]:
    """The best pairs of these players among themselves, with as few faults as possible, and whether they are best."""
    stretch = Stretch(players)
    costs = _Costs(field, stretch, with_faults=False)
    matching = _heaviest(len(players), costs.edges())
    if 2 * len(matching) < len(players):
        costs = _Costs(field, stretch, with_faults=True)
        matching = _heaviest(len(players), costs.edges())
    return [(players[at], players[to]) for at, to in matching], not costs.units.blunt


def match_open(field: Field, stretch: Stretch) -> Pairs | None:
    """The best pairs of the stretch, if they are part of a best pairing of the whole field; None if they may not be."""
    costs = _Costs(field, stretch, with_faults=False)
    edges, meeting = costs.edges_or_leaving()
    matching = _heaviest(len(stretch.players), edges)
    if costs.units.blunt or not matching <= meeting:
        return None
    return [(stretch.players[at], stretch.players[to]) for at, to in matching]


def _heaviest(size: int, edges: list[Edge]) -> set[tuple[int, int]]:
    graph: rustworkx.PyGraph[None, int] = rustworkx.PyGraph()
    graph.add_nodes_from([None] * size)
    graph.extend_from_weighted_edge_list(edges)
    matching = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return {(min(ends), max(ends)) for ends in matching}


class _Costs:
    """What each pair of a stretch weighs; the bye, if it is here, comes last."""

    def __init__(self, field: Field, stretch: Stretch, *, with_faults: bool) -> None:
        self.field, self.stretch, self.with_faults = field, stretch, with_faults
        self.has_bye = stretch.players[-1] == field.bye
        self.people = stretch.players[:-1] if self.has_bye else stretch.players
        self.scores = [field.scores[player] for player in self.people]
        self.units = units = self._units()
        keep = units.lot_bits // 2
        self.lots = [field.lots[player] >> (DRAWN_BITS - keep) for player in self.people]
        self.falls = [units.floats * field.downs[player] for player in self.people]
        self.rises = [units.floats * field.ups[player] for player in self.people]
        scores = [*self.scores, *(border.score for border in stretch.borders)]
        self.gaps = self._gaps([score for score, _ in groupby(sorted(scores, reverse=True))])

    def edges(self, among: list[set[int]] | None = None) -> list[Edge]:
        """Every pair that may be made; `among` names by position who comes into question."""
        if among is None:
            return [edge for at in range(len(self.people)) for edge in self._pairs_of(at)]
        return [edge for at in range(len(self.people)) for edge in self._pairs_of(at) if edge[1] in among[at]]

    def edges_or_leaving(self) -> tuple[list[Edge], set[tuple[int, int]]]:
        """Every two players: their pair, or that both leave where this is cheaper; and which of them are pairs."""
        size = len(self.stretch.players)
        above = [-self._leave(at, self.stretch.above) for at in range(size)]
        below = [-self._leave(at, self.stretch.below) for at in range(size)]
        direct = self._direct()
        edges: list[Edge] = []
        meeting = set()
        for at in range(size - 1):
            up, down = max(above[at], below[at] - direct), max(below[at], above[at] - direct)
            row = [
                max(up + leave_up, down + leave_down)
                for leave_up, leave_down in zip(above[at + 1 :], below[at + 1 :], strict=True)
            ]
            for _, to, worth in self._pairs_of(at):
                if worth >= row[to - at - 1]:
                    row[to - at - 1] = worth
                    meeting.add((at, to))
            edges += zip(repeat(at), range(at + 1, size), row, strict=False)
        return edges, meeting

    def _pairs_of(self, at: int) -> list[Edge]:
        """The pairs of one player with all who come later, and the bye."""
        edges = self._of(at)
        if self.field.lower_half:
            edges = [(at, to, worth - self.units.half * self._inside(at, to)) for at, to, worth in edges]
        if self.has_bye:
            highest = 1 << self.units.lot_bits // 2
            cost = self._bye(self.people[at]) + (highest - self.lots[at]) * highest // 2
            edges.append((at, len(self.people), -cost))
        return edges

    def _of(self, at: int) -> list[Edge]:
        """The pairs of one player with people who come later, with faults only if they are asked for."""
        field, units = self.field, self.units
        player, score, lot, fall, gaps = self.people[at], self.scores[at], self.lots[at], self.falls[at], self.gaps
        met, apart = field.met[player], field.apart[player]
        later = zip(
            range(at + 1, len(self.people)),
            self.people[at + 1 :],
            self.scores[at + 1 :],
            self.lots[at + 1 :],
            self.rises[at + 1 :],
            strict=True,
        )
        if not self.with_faults:
            return [
                (at, to, -(gaps[score - theirs] + (fall + rise if score != theirs else 0) + lot * others))
                for to, other, theirs, others, rise in later
                if other not in met and other not in apart
            ]
        return [
            (
                at,
                to,
                -(
                    gaps[score - theirs]
                    + (fall + rise if score != theirs else 0)
                    + lot * others
                    + (units.met + units.again * (met[other] - 1) if other in met else 0)
                    + ((units.never if apart[other] else units.apart) if other in apart else 0)
                ),
            )
            for to, other, theirs, others, rise in later
        ]

    def _inside(self, at: int, to: int) -> bool:
        return self.field.lower_half[self.people[at]] == self.field.lower_half[self.people[to]]

    def _bye(self, player: int) -> int:
        return self.units.byes_had * self.field.byes_had[player] + self.units.bye_score * self.field.scores[player]

    def _leave(self, at: int, border: Border | None) -> int:
        """The least that pairing this player outside could cost; for the bye, the best taker of the whole field."""
        units = self.units
        if border is None:
            return units.impossible
        if at == len(self.people):
            return units.leaving + self._bye(bye_candidate(self.field))
        if (score := self.scores[at]) == border.score:
            return units.leaving
        mine = self.falls[at] if score > border.score else self.rises[at]
        return units.leaving + self.gaps[abs(score - border.score)] + mine + units.floats * border.floats

    def _direct(self) -> int:
        """If one leaves upwards and one downwards, both sides are odd: somebody above then meets somebody below."""
        above, below = self.stretch.above, self.stretch.below
        return self.gaps[above.score - below.score] if above and below else self.units.impossible

    def _gaps(self, scores: list[int]) -> dict[int, int]:
        """The cost of every gap there is between two scores."""
        unit, blunt = self.units.gap, self.units.blunt
        gaps = {higher - lower for at, higher in enumerate(scores) for lower in scores[at:]}
        return {gap: unit * (gap * gap >> blunt) for gap in gaps}

    def _units(self) -> Units:
        """Weights as small as their order allows; what is left of the bits goes to the lots."""
        pairs = len(self.stretch.players) // 2 + 1
        most = list(self._most(pairs))
        rest = sum((step + 1).bit_length() for step in most) + pairs.bit_length()
        blunt = max(0, rest + 2 - TOTAL_BITS)
        if blunt:
            most[3] >>= blunt
            rest = sum((step + 1).bit_length() for step in most) + pairs.bit_length()
        lot_bits = max(2, min(LOT_BITS, TOTAL_BITS - rest)) // 2 * 2
        weights = [1 << (lot_bits + pairs.bit_length())]
        for step in most:
            weights.append(weights[-1] << (step + 1).bit_length())
        again, leaving, floats, gap, half, bye_score, byes_had, apart, met, never = weights[:10]
        return Units(
            never=never,
            met=met,
            apart=apart,
            byes_had=byes_had,
            bye_score=bye_score,
            half=half,
            gap=gap,
            floats=floats,
            leaving=leaving,
            again=again,
            impossible=weights[10],
            lot_bits=lot_bits,
            blunt=blunt,
        )

    def _most(self, pairs: int) -> Iterator[int]:
        """From the lightest: the most that each cost can come to over a whole pairing, 0 where it cannot occur."""
        field, people = self.field, self.people
        borders = self.stretch.borders
        scores = [*self.scores, *(border.score for border in borders)]
        faults = self.with_faults
        yield pairs * max(max(field.met[player].values(), default=1) - 1 for player in people) if faults else 0
        yield 2 * pairs if borders else 0
        outside = max((border.floats for border in borders), default=0)
        floats = max(field.downs[player] for player in people) + max(field.ups[player] for player in people)
        yield 2 * pairs * (floats + outside)
        yield pairs * 2 * (max(scores) - min(scores)) ** 2
        yield pairs if field.lower_half else 0
        yield max(field.scores) if self.has_bye else 0
        yield max(field.byes_had) if self.has_bye else 0
        yield pairs if faults and any(field.apart[player] for player in people) else 0
        yield pairs if faults and any(field.met[player] for player in people) else 0
        yield pairs if faults and any(field.apart[player] for player in people) else 0
