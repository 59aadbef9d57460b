"""Mending the walk: whatever it placed badly is matched again exactly, and the whole round is proved or not."""

from itertools import accumulate
from typing import NamedTuple

from bos_tournament.pairing.exact import Stretch, match_all, match_stretch
from bos_tournament.pairing.field import Field
from bos_tournament.pairing.walk import Pairs, badly_placed, cost_of, cut_bounds, walk

SMALL_FIELD = 24  # up to here the whole field is matched at once
FIRST_MARGIN = 2  # pairs taken along on each side of one that has to be mended
LARGEST_STRETCH = 1_024  # players matched exactly at once; beyond, the answer stands without proof

Span = tuple[int, int]  # pairs by number, from the first to before the second


class Outline(NamedTuple):
    """The scores of a round's pairs, from the top: the higher and the lower of each, and running extremes."""

    tops: list[int]
    lows: list[int]
    lowest_to: list[int]  # over this pair and all before it
    highest_from: list[int]  # over this pair and all after it


def best_pairs(field: Field) -> tuple[Pairs, int, bool]:
    """The pairs from the top, a lower bound of their cost, and whether the pairs are proved best."""
    if not field.names:
        return [], 0, True
    if len(field.names) <= SMALL_FIELD:
        pairs, proved = match_all(field)
        return sorted(pairs), cost_of(field, pairs), proved
    return mend(field, walk(field))


def mend(field: Field, pairs: Pairs) -> tuple[Pairs, int, bool]:
    """Match again, exactly, around each pair the walk placed badly; widen until the proof holds."""
    bye = next((one for one, other in pairs if other == field.bye), None)
    bounds = cut_bounds(field, bye)
    margins = dict.fromkeys(badly_placed(field, pairs, bounds), FIRST_MARGIN)
    if not margins:
        bound = sum(least for _, _, least in bounds)
        return pairs, bound, bound == cost_of(field, pairs)
    outline = _outline(field, pairs)
    while True:
        spans = _spans(outline, margins)
        stretches = [_stretch(outline, pairs, span) for span in spans]
        solved = [
            match_stretch(field, stretch) if len(stretch.players) <= LARGEST_STRETCH else (pairs[start:end], False)
            for stretch, (start, end) in zip(stretches, spans, strict=True)
        ]
        doubtful = [span for span, (_, proved) in zip(spans, solved, strict=True) if not proved]
        if not doubtful or any(2 * (end - start) > LARGEST_STRETCH for start, end in doubtful):
            break
        for number in margins:
            if any(start <= number < end for start, end in doubtful):
                margins[number] *= 2
    mended = _put_together(pairs, spans, [inside for inside, _ in solved])
    if doubtful:
        return mended, sum(least for _, _, least in bounds), False
    # nobody leaves a stretch, so what it costs and what the cuts outside it force add up to the least of all
    bound = sum(cost_of(field, inside) for inside, _ in solved)
    bound += sum(least for above, below, least in bounds if all(_is_outside(one, above, below) for one in stretches))
    return mended, bound, bound == cost_of(field, mended)


def _outline(field: Field, pairs: Pairs) -> Outline:
    tops = [field.scores[one] for one, _ in pairs]
    lows = [field.scores[one if other == field.bye else other] for one, other in pairs]
    return Outline(tops, lows, list(accumulate(lows, min)), list(accumulate(reversed(tops), max))[::-1])


def _spans(outline: Outline, margins: dict[int, int]) -> list[Span]:
    """Runs of pairs to match again, apart from each other, each wholly above or below all pairs outside it."""
    tops, lows, lowest_to, highest_from = outline
    spans: list[Span] = []
    for number, margin in sorted(margins.items()):
        start, end = max(0, number - margin), min(len(tops), number + margin + 1)
        while start and lowest_to[start - 1] < max(tops[start:end]):
            start -= 1
        while end < len(tops) and highest_from[end] > min(lows[start:end]):
            end += 1
        while spans and spans[-1][1] >= start:
            start, end = min(start, spans[-1][0]), max(end, spans[-1][1])
            spans.pop()
        spans.append((start, end))
    return spans


def _stretch(outline: Outline, pairs: Pairs, span: Span) -> Stretch:
    start, end = span
    return Stretch(
        players=tuple(one for pair in pairs[start:end] for one in pair),
        above=outline.lowest_to[start - 1] if start else None,
        below=outline.highest_from[end] if end < len(pairs) else None,
    )


def _put_together(pairs: Pairs, spans: list[Span], solved: list[Pairs]) -> Pairs:
    mended: Pairs = []
    done = 0
    for (start, end), inside in zip(spans, solved, strict=True):
        mended += pairs[done:start] + inside
        done = end
    return sorted(mended + pairs[done:])


def _is_outside(stretch: Stretch, above: int, below: int) -> bool:
    """Whether the cut between two neighbouring scores lies beyond the nearest score outside the stretch."""
    over = stretch.above is not None and below >= stretch.above
    under = stretch.below is not None and above <= stretch.below
    return over or under
