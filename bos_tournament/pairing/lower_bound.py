"""A bound of squared gaps where whole crowds are forbidden to themselves, such as the members of one club.

Players of one score and one crowd count alike, and everybody may be paired by halves: half with one opponent, half with
another. What the cheapest such pairing costs, no real one undercuts. It is a flow from everyone to everyone, sent
along cheapest ways until all are paired.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import chain
from typing import NamedTuple

from bos_tournament.pairing.greedy_pairing import bye_candidate
from bos_tournament.pairing.round_field import Field

FEWEST = 8  # a smaller crowd bounds nothing that cuts do not
MOST_CROWDS = 8

FREE, BYE = 0, -1  # in no crowd; the bye


class Kind(NamedTuple):
    """Players who count alike: their score, their crowd (from 1), and whether they may have the bye."""

    score: int
    """What gaps are measured in."""
    crowd: int
    """The number of the crowd, from 1; 0 for none, -1 for the bye."""
    may_rest: bool = False
    """Whether the bye may go to them."""


def least_gaps(field: Field) -> int:
    """No round without forbidden pairs, its bye where it best goes, has a smaller sum of squared gaps."""
    kinds = Counter(_kinds(field))
    return -(-_Flow(list(kinds), list(kinds.values())).cheapest() // 2)


def crowds_of(field: Field) -> list[list[int]]:
    """Large sets of players, apart from each other, all of whom are forbidden to meet each other."""
    crowds: list[list[int]] = []
    taken: set[int] = set()
    for player in range(len(field.names)):
        foes = {other for other, never in field.apart[player].items() if never} - taken
        if player in taken or len(foes) + 1 < FEWEST:
            continue
        crowd = [player]
        for other in sorted(foes):
            if all(field.apart[other].get(member) for member in crowd):
                crowd.append(other)
        if len(crowd) >= FEWEST:
            crowds.append(crowd)
            taken.update(crowd)
    return sorted(crowds, key=len, reverse=True)[:MOST_CROWDS]


def _kinds(field: Field) -> Iterator[Kind]:
    crowd_of = {player: number for number, crowd in enumerate(crowds_of(field), start=1) for player in crowd}
    resting = bye_candidate(field) if len(field.names) % 2 else None
    for player, score in enumerate(field.scores):
        may_rest = resting is not None and (field.byes_had[player], score) == (
            field.byes_had[resting],
            field.scores[resting],
        )
        yield Kind(score, crowd_of.get(player, FREE), may_rest)
    if resting is not None:
        yield Kind(0, BYE)


class _Flow:
    """Everyone on the left is to be sent to everyone on the right; `sent` may be taken back along a way."""

    def __init__(self, kinds: list[Kind], counts: list[int]) -> None:
        size = len(kinds)
        self.costs = [[_cost(left, right) for right in kinds] for left in kinds]
        self.left, self.right = counts[:], counts[:]
        self.sent = [[0] * size for _ in kinds]
        self.prices = [0] * size, [0] * size  # of the left and of the right: no way is cheaper than they say
        for at in range(size):
            for to in range(size):
                if self.costs[at][to] == 0:
                    self._send(at, to, min(self.left[at], self.right[to]))

    def _send(self, at: int, to: int, many: int) -> None:
        self.sent[at][to] += many
        self.left[at] -= many
        self.right[to] -= many

    def cheapest(self) -> int:
        """What it costs when all are sent; nothing, if not all can be: then every round has a forbidden pair."""
        while way := self._cheapest_way():
            ahead, back = way[::2], way[1::2]  # (from the left, to the right), and what is taken back between
            many = min(self.left[ahead[0][0]], self.right[ahead[-1][1]], *(self.sent[at][to] for at, to in back))
            for at, to in ahead:
                self.sent[at][to] += many
            for at, to in back:
                self.sent[at][to] -= many
            self.left[ahead[0][0]] -= many
            self.right[ahead[-1][1]] -= many
        if any(self.left):
            return 0
        ways = zip(chain.from_iterable(self.sent), chain.from_iterable(self.costs), strict=True)
        return sum(many * cost for many, cost in ways if many and cost)

    def _cheapest_way(self) -> list[tuple[int, int]]:
        """From somebody left to somebody not reached yet, ahead and back by turns; empty if there is none."""
        size = len(self.costs)
        left, right = self.prices
        far: list[int | None] = [None if not self.left[at] else 0 for at in range(size)]
        near: list[int | None] = [None] * size
        came: list[int] = [0] * size  # to the right: from whom; a left is reached from the right it was sent to
        back: list[int | None] = [None] * size
        done = [False] * size, [False] * size
        while True:
            waiting = [(d, 0, at) for at, d in enumerate(far) if d is not None and not done[0][at]]
            waiting += [(d, 1, to) for to, d in enumerate(near) if d is not None and not done[1][to]]
            if not waiting:
                return []
            cost, side, here = min(waiting)
            done[side][here] = True
            if side == 1 and self.right[here]:
                self._reprice(far, near, cost)
                return self._way(came, back, here)
            if side == 0:
                for to, price in enumerate(self.costs[here]):
                    if price is not None and not done[1][to]:
                        onward = cost + price + left[here] - right[to]
                        cheapest = near[to]
                        if cheapest is None or onward < cheapest:
                            near[to], came[to] = onward, here
            else:
                for at in range(size):
                    price = self.costs[at][here]
                    if self.sent[at][here] and price is not None and not done[0][at]:
                        onward = cost - price - left[at] + right[here]
                        cheapest = far[at]
                        if cheapest is None or onward < cheapest:
                            far[at], back[at] = onward, here

    def _reprice(self, far: list[int | None], near: list[int | None], most: int) -> None:
        for prices, reached in zip(self.prices, (far, near), strict=True):
            for at, cost in enumerate(reached):
                prices[at] += most if cost is None else min(cost, most)

    def _way(self, came: list[int], back: list[int | None], to: int) -> list[tuple[int, int]]:
        way = [(came[to], to)]
        while (before := back[way[-1][0]]) is not None:
            way += [(way[-1][0], before), (came[before], before)]
        return way[::-1]


def _cost(left: Kind, right: Kind) -> int | None:
    """Of a pair of these kinds; None where none may meet."""
    if BYE in (left.crowd, right.crowd):
        rests = left.may_rest or right.may_rest
        return 0 if rests else None
    if left.crowd == right.crowd != FREE:
        return None
    return int((left.score - right.score) ** 2)
