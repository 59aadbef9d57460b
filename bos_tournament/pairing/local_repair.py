"""Mending the walk: whatever it placed badly is matched again exactly, and the whole round is proved or not."""

from itertools import accumulate
from typing import NamedTuple

from bos_tournament.pairing.greedy_pairing import (
    Cut,
    Group,
    Pairs,
    badly_placed,
    bye_candidate,
    cost_of,
    cuts_of,
    groups_of,
    walk,
)
from bos_tournament.pairing.lower_bound import least_gaps
from bos_tournament.pairing.optimal_matching import Border, Stretch, match_all, match_closed, match_near, match_open
from bos_tournament.pairing.round_field import Field

SMALL_FIELD = 24  # up to here the whole field is matched at once
FIRST_MARGIN = 2  # pairs taken along on each side of one that has to be mended
MIDDLING_FIELD, MANY = 96, 6  # up to here too, if more than one player in so many sits in a pair to be mended
LARGEST_STRETCH = 320  # players of a large field matched exactly at once, a second's work
LARGEST_FIELD = 640  # everybody matched at once where stretches do not do, a few seconds' work
MOST_NEAR = 2_048  # beyond, where stretches do not do, the answer stands as the walk found it, with its bound
REACHES = (64, 256)  # how many of the nearest come into question, above and below

Span = tuple[int, int]  # pairs by number, from the first to before the second


class Outline(NamedTuple):
    """The scores of a round's pairs, from the top: the higher and the lower of each, and running extremes."""

    tops: list[int]
    """The higher score of each pair."""
    lows: list[int]
    """The lower score of each pair."""
    lowest_to: list[int]
    """The lowest score of this pair and all before it."""
    highest_from: list[int]
    """The highest score of this pair and all after it."""


def best_pairs(field: Field) -> tuple[Pairs, int, bool]:
    """The pairs from the top, a lower bound of their cost, and whether the pairs are proved best."""
    if not field.names:
        return [], 0, True
    if len(field.names) <= SMALL_FIELD:
        return match_whole(field)
    groups = groups_of(field)
    pairs, cuts = walk(field, groups), cuts_of(field, groups)
    bad = badly_placed(field, pairs, cuts)
    if MANY * len(bad) > len(field.names) <= MIDDLING_FIELD:
        return match_whole(field)
    return repair_pairs(field, pairs, groups, cuts, bad)


def match_whole(field: Field) -> tuple[Pairs, int, bool]:
    """The same by one exact matching of everybody with everybody."""
    pairs, proved = match_all(field)
    return sorted(pairs), cost_of(field, pairs) if proved else 0, proved


def repair_pairs(
    field: Field, pairs: Pairs, groups: list[Group], cuts: list[Cut], bad: list[int]
) -> tuple[Pairs, int, bool]:
    """Match again, exactly, around each pair the walk placed badly; widen until the proof holds."""
    bound = sum([cut.least for cut in cuts])
    margins = dict.fromkeys(bad, FIRST_MARGIN)
    if not bad:
        return pairs, bound, bound == cost_of(field, pairs)
    outline, by_score = _outline(field, pairs), {group.score: group for group in groups}
    solved: dict[Span, Pairs] = {}
    spans = _spans(outline, margins)
    while True:
        stretches = [_stretch(field, outline, by_score, pairs, span) for span in spans]
        for span, stretch in zip(spans, stretches, strict=True):
            if span not in solved and (inside := _solve(field, stretch)) is not None:
                solved[span] = inside
        doubtful = [span for span in spans if span not in solved]
        if not doubtful:
            return _proved(field, pairs, cuts, {span: solved[span] for span in spans}, stretches)
        wider = _widened(outline, margins, spans, doubtful)
        if wider == spans or any(2 * (end - start) > LARGEST_STRETCH for start, end in wider):
            break
        spans = wider
    best = {
        span: solved.get(span) or _as_good_as_possible(field, pairs, stretch, span)
        for span, stretch in zip(spans, stretches, strict=True)
    }
    return _beyond(field, _put_together(pairs, best), bound)


def _beyond(field: Field, pairs: Pairs, bound: int) -> tuple[Pairs, int, bool]:
    """Where stretches grow too long: everybody at once, or too many for that, each among the nearest they may meet.

    These are bounded by what crowds forbidden to themselves cost at least; only the gaps, so nothing is called proved.
    """
    if len(field.names) <= LARGEST_FIELD:
        return match_whole(field)
    if len(field.names) > MOST_NEAR:
        return pairs, bound, False
    reaches = (match_near(field, reach) for reach in REACHES)
    near = next((matching for matching in reaches if matching is not None), None)
    if near is None or _weight(field, near) >= _weight(field, pairs):
        return pairs, bound, False
    has_best_bye = _weight(field, near)[:3] == (0, *_bye_weight(field, bye_candidate(field)))
    return sorted(near), max(bound, least_gaps(field)) if has_best_bye else bound, False


def _weight(field: Field, pairs: Pairs) -> tuple[int, int, int, int]:
    """Faults, what speaks against the bye, squared gaps."""
    faults = sum(other != field.bye and not field.fits(player, other) for player, other in pairs)
    taker = next((player for player, other in pairs if other == field.bye), bye_candidate(field))
    return faults, *_bye_weight(field, taker), cost_of(field, pairs)


def _bye_weight(field: Field, taker: int) -> tuple[int, int]:
    return field.byes_had[taker], field.scores[taker]


def _widened(outline: Outline, margins: dict[int, int], spans: list[Span], doubtful: list[Span]) -> list[Span]:
    """The spans with wider margins around what is doubtful; the same spans if there is nothing left to take along."""
    numbers = [number for number in margins if any(start <= number < end for start, end in doubtful)]
    wider = spans
    while wider == spans and min(margins[number] for number in numbers) < len(outline.tops):
        for number in numbers:
            margins[number] *= 2
        wider = _spans(outline, margins)
    return wider


def _solve(field: Field, stretch: Stretch) -> Pairs | None:
    """The pairs of a stretch if they are proved to belong to a best pairing of the field."""
    if len(stretch.players) > LARGEST_STRETCH:
        return None
    if stretch.borders:
        return match_open(field, stretch)
    pairs, proved = match_closed(field, stretch.players)
    return pairs if proved else None


def _as_good_as_possible(field: Field, pairs: Pairs, stretch: Stretch, span: Span) -> Pairs:
    if len(stretch.players) > LARGEST_STRETCH:
        return pairs[slice(*span)]
    return match_closed(field, stretch.players)[0]


def _proved(
    field: Field, pairs: Pairs, cuts: list[Cut], solved: dict[Span, Pairs], stretches: list[Stretch]
) -> tuple[Pairs, int, bool]:
    """Nobody leaves a stretch, so what it costs and what the cuts outside it force add up to the least of all."""
    mended = _put_together(pairs, solved)
    bound = sum(cost_of(field, inside) for inside in solved.values())
    bound += sum([cut.least for cut in cuts if all(_is_outside(stretch, cut) for stretch in stretches)])
    return mended, bound, bound == cost_of(field, mended)


def _outline(field: Field, pairs: Pairs) -> Outline:
    taker = next((player for player, other in pairs if other == field.bye), None) if len(field.names) % 2 else None
    scores = field.scores if taker is None else (*field.scores, field.scores[taker])
    tops, lows = [scores[player] for player, _ in pairs], [scores[other] for _, other in pairs]
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


def _stretch(field: Field, outline: Outline, groups: dict[int, Group], pairs: Pairs, span: Span) -> Stretch:
    start, end = span
    above = groups[outline.lowest_to[start - 1]] if start else None
    below = groups[outline.highest_from[end]] if end < len(pairs) else None
    return Stretch(
        players=tuple(sorted([player for pair in pairs[start:end] for player in pair])),
        above=Border(above.score, min(field.downs[above.start : above.end])) if above else None,
        below=Border(below.score, min(field.ups[below.start : below.end])) if below else None,
    )


def _put_together(pairs: Pairs, solved: dict[Span, Pairs]) -> Pairs:
    mended: Pairs = []
    done = 0
    for (start, end), inside in sorted(solved.items()):
        mended += pairs[done:start] + inside
        done = end
    return sorted(mended + pairs[done:])


def _is_outside(stretch: Stretch, cut: Cut) -> bool:
    """Whether the cut between two neighbouring scores lies beyond the nearest score outside the stretch."""
    over = stretch.above is not None and cut.below >= stretch.above.score
    under = stretch.below is not None and cut.above <= stretch.below.score
    return over or under
