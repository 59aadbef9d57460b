"""The walk: pair each score group from the top, carry one player down where the number is odd.

It is fast and nearly always as good as possible; `Cut` says when it certainly is. Where it is not, `exact` mends it.
"""

from bisect import bisect_right
from itertools import pairwise
from operator import neg
from typing import NamedTuple

from bos_tournament.pairing.round_field import Field

Pairs = list[tuple[int, int]]  # positions in the field, the higher one first; (position, field.bye) is the bye


class Group(NamedTuple):
    """Everyone on one score, by position: from `start` to before `end`."""

    score: int
    """The score they share, in what gaps are measured in."""
    start: int
    end: int


class Cut(NamedTuple):
    """Two neighbouring scores with an odd number of players above, so that some pair has to cross between them.

    A pair that crosses several gaps costs at least the sum of their squares, so the least costs of all cuts add up to
    a bound of the whole. A round that reaches the bound crosses each cut once, by two who play next to it; so the
    least floats of cuts add up as well.
    """

    above: int
    """The score above."""
    below: int
    """The score below."""
    floats: int
    """The fewest floats that those who cross can have had."""

    @property
    def least(self) -> int:
        """The least that a pair across can cost."""
        return (self.above - self.below) ** 2


def walk(field: Field, groups: list[Group]) -> Pairs:
    """Everyone paired once, from the top; the pairs the walk could not place well are left to be mended."""
    pairs: Pairs = []
    bye = bye_candidate(field) if len(field.names) % 2 else None
    if bye is not None:
        pairs.append((bye, field.bye))
    carried: list[int] = []
    for _, start, end in groups:
        members = list(range(start, end))
        if bye is not None and start <= bye < end:
            members.remove(bye)
        if members:
            matched, carried = _pair_group(field, carried, members)
            pairs += matched
    pairs += zip(carried[::2], carried[1::2], strict=True)
    return sorted([(player, other) if player < other else (other, player) for player, other in pairs])


def groups_of(field: Field) -> list[Group]:
    """The score groups from the top."""
    groups, start, scores = [], 0, field.scores
    while start < len(scores):
        end = bisect_right(scores, -scores[start], lo=start, key=neg)
        groups.append(Group(scores[start], start, end))
        start = end
    return groups


def bye_candidate(field: Field) -> int:
    """Fewest byes so far, then fewest points, then the lot."""
    fewest = min(field.byes_had)
    return next(player for player in range(len(field.names) - 1, -1, -1) if field.byes_had[player] == fewest)


def cuts_of(field: Field, groups: list[Group]) -> list[Cut]:
    """Every cut that some pair has to cross, from the top, whoever gets the bye among those it can best go to."""
    bye = bye_candidate(field) if len(field.names) % 2 else len(field.names)
    filled = [group for group in groups if group.end - group.start > (group.start <= bye < group.end)]
    downs, ups = field.downs, field.ups
    return [
        Cut(
            above.score,
            below.score,
            min(downs[above.start : above.end]) + min(ups[below.start : below.end]),
        )
        for above, below in pairwise(filled)
        if (above.end - (bye < above.end)) % 2
    ]


def cost_of(field: Field, pairs: Pairs) -> int:
    """The sum of squared gaps in match points, byes apart."""
    scores, bye = field.scores, field.bye
    return sum([(scores[player] - scores[other]) ** 2 for player, other in pairs if other != bye])


def badly_placed(field: Field, pairs: Pairs, cuts: list[Cut]) -> list[int]:
    """The pairs, by number, that repeat a meeting, break a wish, or cost more than the cut they cross forces."""
    forced = {(cut.above, cut.below): cut.floats for cut in cuts}
    scores, met, apart, bye = field.scores, field.met, field.apart, field.bye
    bad = []
    for number, (player, other) in enumerate(pairs):
        if other == bye:
            continue
        above, below = scores[player], scores[other]
        fault = other in met[player] or other in apart[player]
        if fault or (above != below and forced.pop((above, below), -1) < field.downs[player] + field.ups[other]):
            bad.append(number)
    return bad


def _pair_group(field: Field, carried: list[int], group: list[int]) -> tuple[Pairs, list[int]]:
    """Pairs inside a group, whoever was carried down first, and who is left over."""
    odd = (len(carried) + len(group)) % 2
    _put_floats_at_the_ends(field, group, first=bool(carried), last=bool(odd))
    matched: Pairs = []
    left: list[int] = []
    for player in carried + group:
        met, apart = field.met[player], field.apart[player]
        for at, other in enumerate(left):
            if other not in met and other not in apart:
                del left[at]
                matched.append((other, player))
                break
        else:
            left.append(player)
    while len(left) > 1 and _split_a_pair(field, matched, left):
        pass
    if left and (left[0] in carried or (odd and field.downs[left[0]] > field.downs[group[-1]])):
        _place_another(field, matched, left, group)
    return matched, left


def _put_floats_at_the_ends(field: Field, group: list[int], *, first: bool, last: bool) -> None:
    """Who has moved up least stands first, to meet whoever comes from above; who has moved down least stands last."""
    downs, ups = field.downs, field.ups
    if last and downs[group[-1]]:
        fewest = min(reversed(group), key=downs.__getitem__)
        group.remove(fewest)
        group.append(fewest)
    if first and ups[group[0]]:
        fewest = min(group[:-1] if last and len(group) > 1 else group, key=ups.__getitem__)
        group.remove(fewest)
        group.insert(0, fewest)


def _split_a_pair(field: Field, matched: Pairs, left: list[int]) -> bool:
    """Two who cannot meet each take one half of a pair already made."""
    player, other = left[-2:]
    for at, (first, second) in enumerate(matched):
        for half, rest in ((first, second), (second, first)):
            if field.fits(player, half) and field.fits(other, rest):
                matched[at] = (player, half)
                matched.append((other, rest))
                del left[-2:]
                return True
    return False


def _place_another(field: Field, matched: Pairs, left: list[int], group: list[int]) -> None:
    """Whoever was carried down, or moved down before, should not be carried on: they take the place of another."""
    fewest, members = field.downs[group[-1]], set(group)
    for at, (first, second) in enumerate(matched):
        for half, rest in ((first, second), (second, first)):
            if rest in members and half in members and field.downs[rest] <= fewest and field.fits(left[0], half):
                matched[at] = (left[0], half)
                left[0] = rest
                return
