"""The walk: pair each score group from the top, carry one player down where the number is odd.

It is fast and nearly always as good as possible; `bound` says when it certainly is. Where it is not,
`exact` mends it.
"""

from itertools import groupby, pairwise

from bos_tournament.pairing.field import Field

Pairs = list[tuple[int, int]]  # positions in the field, the higher one first; (position, field.bye) is the bye
Cut = tuple[int, int, int]  # two neighbouring scores and the least that pairs across them can cost


def walk(field: Field) -> Pairs:
    """Everyone paired once, from the top; the pairs the walk could not place well are left to be mended."""
    pairs: Pairs = []
    seats = list(range(len(field.names)))
    if len(seats) % 2:
        lowest = bye_candidate(field)
        seats.remove(lowest)
        pairs.append((lowest, field.bye))
    carried: list[int] = []
    for _, group in groupby(seats, key=field.scores.__getitem__):
        matched, carried = _pair_group(field, carried, list(group))
        pairs += matched
    pairs += zip(carried[::2], carried[1::2], strict=True)
    return sorted([(one, other) if one < other else (other, one) for one, other in pairs])


def bye_candidate(field: Field) -> int:
    """Fewest byes so far, then fewest points, then the lot."""
    return min(range(len(field.names)), key=lambda one: (field.byes_had[one], field.scores[one], -one))


def cut_bounds(field: Field, bye: int | None) -> list[Cut]:
    """Every cut of the field: an odd number of players above it forces at least one pair across.

    A pair that crosses several gaps costs at least the sum of their squares, so these least costs add up.
    """
    scores = [score for one, score in enumerate(field.scores) if one != bye]
    return [
        (above, below, (above - below) ** 2 if count % 2 else 0)
        for count, (above, below) in enumerate(pairwise(scores), start=1)
        if above != below
    ]


def cost_of(field: Field, pairs: Pairs) -> int:
    """The sum of squared gaps in match points, byes apart."""
    scores, bye = field.scores, field.bye
    return sum([(scores[one] - scores[other]) ** 2 for one, other in pairs if other != bye])


def badly_placed(field: Field, pairs: Pairs, bounds: list[Cut]) -> list[int]:
    """The pairs, by number, that repeat a meeting, break a wish, or cost more than the cut they cross forces."""
    forced = {(above, below) for above, below, least in bounds if least}
    scores, met, barred, bye = field.scores, field.met, field.barred, field.bye
    bad = []
    for number, (one, other) in enumerate(pairs):
        if other == bye:
            continue
        above, below = scores[one], scores[other]
        if other in met[one] or other in barred[one]:
            bad.append(number)
        elif above != below:
            if (above, below) not in forced:
                bad.append(number)
            forced.discard((above, below))
    return bad


def _pair_group(field: Field, carried: list[int], group: list[int]) -> tuple[Pairs, list[int]]:
    """Pairs inside a group, whoever was carried down first, and who is left over."""
    matched: Pairs = []
    left: list[int] = []
    for one in carried + group:
        met, barred = field.met[one], field.barred[one]
        for at, other in enumerate(left):
            if other not in met and other not in barred:
                del left[at]
                matched.append((other, one))
                break
        else:
            left.append(one)
    while len(left) > 1 and _split_a_pair(field, matched, left):
        pass
    if left and left[0] in carried:
        _place_carried(field, matched, left)
    return matched, left


def _split_a_pair(field: Field, matched: Pairs, left: list[int]) -> bool:
    """Two who cannot meet each take one half of a pair already made."""
    one, other = left[-2:]
    for at, (first, second) in enumerate(matched):
        for half, rest in ((first, second), (second, first)):
            if field.fits(one, half) and field.fits(other, rest):
                matched[at] = (one, half)
                matched.append((other, rest))
                del left[-2:]
                return True
    return False


def _place_carried(field: Field, matched: Pairs, left: list[int]) -> None:
    """Whoever was carried down once should not be carried on: they take the place of one of this group."""
    for at, (first, second) in enumerate(matched):
        for half, rest in ((first, second), (second, first)):
            if field.scores[half] == field.scores[rest] and field.fits(left[0], half):
                matched[at] = (left[0], half)
                left[0] = rest
                return
