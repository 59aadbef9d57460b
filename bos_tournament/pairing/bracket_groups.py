"""From groups into a bracket: who goes on is seeded so that people of one group meet again as late as possible.

All winners of groups are seeded before all second places, and so on. Only inside such a tier may people change seeds;
among the ways that keep groups apart equally long, the one nearest to the given order is taken.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bos_tournament.pairing.bracket import MAX_ENTRANTS, seed_order

MAX_SEEDED = 256
MOST_STARTS = 12  # orders the search begins from

Tiers = Sequence[Sequence[tuple[str, str]]]  # (player, group) of all first places, of all second places …


@dataclass(frozen=True, slots=True)
class GroupSeeds:
    """Players in the order of their seeds, and what could not be avoided.

    together: for each round of the bracket but the last, how many pairs of one group can meet in it or before.
    least: the same for the best seeding there is for this many from each group.
    """

    players: tuple[str, ...]
    """The ids of the players, the first seed first."""
    together: tuple[int, ...]
    least: tuple[int, ...]


def snake(players: Sequence[str], groups: int) -> tuple[tuple[str, ...], ...]:
    """Players, best first, dealt into groups there and back again: 1 to A, 2 to B, 3 to B, 4 to A.

    Raises `ValueError` unless every group gets at least two.
    """
    if groups < 1 or len(players) < 2 * groups:
        raise ValueError(f"{groups} groups need at least {2 * max(groups, 1)} players, two in each.")
    dealt: list[list[str]] = [[] for _ in range(groups)]
    for at, player in enumerate(players):
        turn, place = divmod(at, groups)
        dealt[groups - 1 - place if turn % 2 else place].append(player)
    return tuple(map(tuple, dealt))


def seeds_from_groups(tiers: Tiers) -> GroupSeeds:
    """The seeds of a bracket from its tiers: (player, group) of all first places, best first, of all second places …

    Raises `ValueError` for a player or a group twice in a tier, and unless 2 to 256 go on.
    """
    _refuse(tiers)
    tree = _Tree(sum(map(len, tiers)))
    spreads: list[GroupSeeds] = []
    for start in _starts(tiers):
        spreads.append(_spread(tree, start))
        if spreads[-1].together == spreads[-1].least:
            break
    return min(spreads, key=lambda spread: spread.together)  # of equals the first, which began from the given order


def _starts(tiers: Tiers) -> Iterator[Tiers]:
    """The tiers as given; then with lower tiers turned on, since from some orders no single change leads on."""
    for turn in range(min(MOST_STARTS, len(tiers[0]))):
        yield [
            [*tier[turn * place % len(tier) :], *tier[: turn * place % len(tier)]] if tier else []
            for place, tier in enumerate(tiers)
        ]


def _spread(tree: "_Tree", tiers: Tiers) -> GroupSeeds:
    entered = [entry for tier in tiers for entry in tier]
    order = [group for _, group in entered]
    spans = _spans(tiers)
    while better := _best_change(tree, order, spans):
        first, second = better
        order[first], order[second] = order[second], order[first]
        entered[first], entered[second] = entered[second], entered[first]
    return GroupSeeds(tuple(player for player, _ in entered), tree.together(order), tree.least(order))


def _refuse(tiers: Tiers) -> None:
    entered = [entry for tier in tiers for entry in tier]
    if not 2 <= len(entered) <= min(MAX_SEEDED, MAX_ENTRANTS):
        raise ValueError(f"2 to {MAX_SEEDED} players can go on from groups, not {len(entered)}.")
    if len({player for player, _ in entered}) < len(entered):
        raise ValueError("Somebody goes on twice; each player has one place in one group.")
    for place, tier in enumerate(tiers, start=1):
        if len({group for _, group in tier}) < len(tier):
            raise ValueError(f"A group has two players on place {place}; settle that first.")


def _spans(tiers: Tiers) -> list[tuple[int, int]]:
    """Where each tier begins and ends among the seeds."""
    spans, start = [], 0
    for tier in tiers:
        spans.append((start, start + len(tier)))
        start += len(tier)
    return spans


class _Tree:
    """The parts of a bracket in which people meet up to a round: halves, quarters …, by seed from 0."""

    def __init__(self, entrants: int) -> None:
        self.size = 1 << (entrants - 1).bit_length()
        seats = {seed - 1: seat for seat, seed in enumerate(seed_order(self.size))}
        rounds = self.size.bit_length() - 1
        self.parts = [[seats[seed] >> number for seed in range(entrants)] for number in range(1, rounds)]

    def together(self, order: Sequence[str]) -> tuple[int, ...]:
        """For each round but the last, the pairs of one group that share a part."""
        return tuple(
            sum(count * (count - 1) // 2 for count in Counter(zip(parts, order, strict=True)).values())
            for parts in self.parts
        )

    def least(self, order: Sequence[str]) -> tuple[int, ...]:
        """No seeding can do better: a group spread as evenly as possible over the parts."""
        crowds = Counter(order).values()
        return tuple(sum(_crowded(count, len(set(parts))) for count in crowds) for parts in self.parts)


def _crowded(count: int, parts: int) -> int:
    """Pairs that share a part when so many are spread evenly."""
    share, more = divmod(count, parts)
    return parts * share * (share - 1) // 2 + more * share


def _best_change(tree: _Tree, order: list[str], spans: list[tuple[int, int]]) -> tuple[int, int] | None:
    """The change of two seeds in a tier that keeps groups apart longest; of equals, the one over the shortest way."""
    now = tree.together(order)
    if now == tree.least(order):
        return None
    best = None
    for start, end in spans:
        for first in range(start, end):
            for second in range(first + 1, end):
                order[first], order[second] = order[second], order[first]
                candidate = (tree.together(order), second - first, -first)
                order[first], order[second] = order[second], order[first]
                if candidate[0] < now and (best is None or candidate < best[0]):
                    best = candidate, (first, second)
    return best[1] if best else None
