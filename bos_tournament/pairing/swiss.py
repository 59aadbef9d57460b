"""The next Swiss round: who meets whom, who gets a bye, why, and the proof that no better round exists.

In order of weight: everyone is seated once; players kept apart are not paired unless nothing else is possible; no
rematch that could be avoided; the bye goes to the fewest byes so far, then to the fewest points; the sum of squared
gaps in match points is least. What is still equal is decided by lots drawn from the seed.
"""

from bisect import bisect_left
from collections import Counter
from dataclasses import dataclass
from itertools import accumulate
from operator import neg

from bos_tournament.pairing.event import Event, EventProblem, natural
from bos_tournament.pairing.exact import Stretch, match_stretch
from bos_tournament.pairing.field import Field, field_of
from bos_tournament.pairing.walk import Cut, Pairs, badly_placed, bye_candidate, cost_of, cut_bounds, walk

SMALL_FIELD = 24  # up to here the whole field is matched at once
FIRST_MARGIN = 6  # pairs taken along on each side of one that has to be mended
LARGEST_STRETCH = 1_024  # players matched exactly at once; beyond, the answer stands without proof

Span = tuple[int, int]  # pairs by number, from the first to before the second


@dataclass(frozen=True, slots=True)
class SwissPair:
    """Two players who meet, and why."""

    players: tuple[str, str]
    reason: str


@dataclass(frozen=True, slots=True)
class SwissBye:
    """A player without an opponent in this round, and why."""

    player: str
    reason: str
    earned: bool = False


@dataclass(frozen=True, slots=True)
class Proof:
    """Squared gaps of the round, the least of any round with as few faults, and whether the round is proved best."""

    cost: int
    bound: int
    optimal: bool


@dataclass(frozen=True, slots=True)
class Proposal:
    """A round as proposed: tables from the top, byes, proof. The same event and seed give the same proposal."""

    round: int
    seed: int
    pairs: tuple[SwissPair, ...]
    byes: tuple[SwissBye, ...]
    proof: Proof


def pair_round(event: Event, seed: int = 0) -> Proposal:
    """The next round of the event. Raises `EventProblem` when fewer than two players are left to pair."""
    field = field_of(event, seed)
    earned = _earned_byes(event)
    if len(field.names) < 2 and not (earned and not field.names):
        raise EventProblem([_too_few(event, field)])
    pairs, bound, optimal = _solve(field)
    explain = _Reasons(field, pairs, proved=optimal)
    return Proposal(
        round=event.next_round,
        seed=seed,
        pairs=tuple(explain.pair(one, other) for one, other in pairs if other != field.bye),
        byes=(*earned, *(explain.bye(one) for one, other in pairs if other == field.bye)),
        proof=Proof(cost=cost_of(field, pairs), bound=bound, optimal=optimal),
    )


def _too_few(event: Event, field: Field) -> str:
    if not field.names:
        return f"Nobody is left to pair in round {event.next_round}; bring players back or end the Swiss rounds."
    return f"Only {field.names[0]} is left to pair in round {event.next_round}; a round needs two players."


def _earned_byes(event: Event) -> tuple[SwissBye, ...]:
    number = event.next_round
    names = [player.id for player in event.players if player.plays_in(number) and number in player.earned_byes]
    return tuple(SwissBye(name, "bye earned before the tournament", earned=True) for name in sorted(names, key=natural))


def _solve(field: Field) -> tuple[Pairs, int, bool]:
    """The pairs from the top, a lower bound of their cost, and whether the pairs are proved best."""
    if not field.names:
        return [], 0, True
    if len(field.names) <= SMALL_FIELD:
        pairs, proved = match_stretch(field, _whole(field))
        return sorted(pairs), cost_of(field, pairs), proved
    return _mend(field, walk(field))


def _whole(field: Field) -> Stretch:
    return Stretch(tuple(range(len(field.names) + len(field.names) % 2)))


def _mend(field: Field, pairs: Pairs) -> tuple[Pairs, int, bool]:
    """Match again, exactly, around each pair the walk placed badly; widen until the proof holds."""
    bye = next((one for one, other in pairs if other == field.bye), None)
    bounds = cut_bounds(field, bye)
    margins = dict.fromkeys(badly_placed(field, pairs, bounds), FIRST_MARGIN)
    while True:
        spans = _spans(field, pairs, margins)
        solved = [(span, *match_stretch(field, _stretch(field, pairs, span))) for span in spans]
        doubtful = [span for span, _, proved in solved if not proved]
        if not doubtful or any(2 * (end - start) > LARGEST_STRETCH for start, end in doubtful):
            break
        for number in margins:
            if any(start <= number < end for start, end in doubtful):
                margins[number] *= 2
    return _put_together(field, pairs, solved, bounds)


def _spans(field: Field, pairs: Pairs, margins: dict[int, int]) -> list[Span]:
    """Runs of pairs to match again, apart from each other, each wholly above or below all pairs outside it."""
    tops = [field.scores[one] for one, _ in pairs]
    lows = [field.scores[other] if other != field.bye else field.scores[one] for one, other in pairs]
    lowest_before = list(accumulate(lows, min))
    highest_after = list(accumulate(reversed(tops), max))[::-1]
    spans: list[Span] = []
    for number, margin in sorted(margins.items()):
        start, end = max(0, number - margin), min(len(pairs), number + margin + 1)
        while start and lowest_before[start - 1] < max(tops[start:end]):
            start -= 1
        while end < len(pairs) and highest_after[end] > min(lows[start:end]):
            end += 1
        while spans and spans[-1][1] >= start:
            start, end = min(start, spans[-1][0]), max(end, spans[-1][1])
            spans.pop()
        spans.append((start, end))
    return spans


def _stretch(field: Field, pairs: Pairs, span: Span) -> Stretch:
    start, end = span
    before = [field.scores[one] for pair in pairs[:start] for one in pair if one != field.bye]
    after = [field.scores[one] for pair in pairs[end:] for one in pair if one != field.bye]
    players = tuple(one for pair in pairs[start:end] for one in pair)
    return Stretch(players, above=min(before, default=None), below=max(after, default=None))


def _put_together(
    field: Field, pairs: Pairs, solved: list[tuple[Span, Pairs, bool]], bounds: list[Cut]
) -> tuple[Pairs, int, bool]:
    """The mended round; its bound is the exact cost inside the spans and the forced cost of every cut outside them."""
    mended: Pairs = []
    done = inside_cost = 0
    stretches = []
    for (start, end), inside, _ in solved:
        stretches.append(_stretch(field, pairs, (start, end)))
        mended += pairs[done:start] + inside
        inside_cost += cost_of(field, inside)
        done = end
    mended = sorted(mended + pairs[done:])
    if not all(proved for _, _, proved in solved):
        return mended, sum(least for _, _, least in bounds), False
    outside = sum(least for above, below, least in bounds if all(_is_outside(one, above, below) for one in stretches))
    bound = inside_cost + outside
    return mended, bound, bound == cost_of(field, mended)


def _is_outside(stretch: Stretch, above: int, below: int) -> bool:
    """Whether the cut between two neighbouring scores lies beyond the nearest score outside the stretch."""
    over = stretch.above is not None and below >= stretch.above
    under = stretch.below is not None and above <= stretch.below
    return over or under


class _Reasons:
    """Says for one round why these two meet and why this player has the bye, in short sentences without a full stop."""

    def __init__(self, field: Field, pairs: Pairs, *, proved: bool) -> None:
        self.field, self.proved = field, proved
        self.rematches = sum(other in field.met[one] for one, other in pairs if other != field.bye)
        self.crowd = Counter(field.scores)
        byes = {one for one, other in pairs if other == field.bye}
        seated = Counter(score for one, score in enumerate(field.scores) if one not in byes)
        scores = sorted(seated, reverse=True)
        self.at_or_above = dict(zip(scores, accumulate(seated[score] for score in scores), strict=True))

    def pair(self, one: int, other: int) -> SwissPair:
        """The pair with its reason; `one` has at least as many points as `other`."""
        return SwissPair((self.field.names[one], self.field.names[other]), self._why_met(one, other))

    def bye(self, one: int) -> SwissBye:
        """The bye with its reason."""
        field, best = self.field, bye_candidate(self.field)
        if (field.byes_had[one], field.scores[one]) != (field.byes_had[best], field.scores[best]):
            reason = "odd number: with a bye for anyone lower, the others could not all be paired without a rematch"
        elif field.byes_had[one]:
            reason = "odd number: everyone has had a bye; fewest byes, then fewest points"
        elif field.rounds == 0:
            reason = "odd number: drawn by lot"
        else:
            reason = "odd number: fewest points of those without a bye"
        return SwissBye(field.names[one], reason)

    def _why_met(self, one: int, other: int) -> str:
        field = self.field
        if other in field.barred[one]:
            return "meant to be kept apart, but no other seating of the round is possible"
        if other in field.met[one]:
            return self._why_again()
        if field.rounds == 0:
            return "first round: drawn by lot"
        if field.scores[one] == field.scores[other]:
            return "same points, never met"
        return f"{self._why_down(one)}; never met"

    def _why_again(self) -> str:
        if not self.proved:
            return "met before: no round without this rematch was found"
        fewest = "one rematch" if self.rematches == 1 else f"{self.rematches} rematches"
        return f"met before: no round is possible with fewer than {fewest}"

    def _why_down(self, one: int) -> str:
        """Why the higher of two has to play somebody on fewer points."""
        field, score = self.field, self.field.scores[one]
        if self.crowd[score] == 1:
            return "moved down: alone on these points"
        first = bisect_left(field.scores, -score, key=neg)
        if not any(field.fits(one, peer) for peer in range(first, first + self.crowd[score]) if peer != one):
            return "moved down: had met everyone on the same points"
        if self.at_or_above[score] % 2:
            return "moved down: odd group"
        return "moved down: the least way to seat everyone without a rematch"
