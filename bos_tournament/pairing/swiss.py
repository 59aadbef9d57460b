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
from bos_tournament.pairing.field import Field, field_of
from bos_tournament.pairing.mend import best_pairs
from bos_tournament.pairing.walk import Pairs, bye_candidate, cost_of


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
    if len(field.names) + len(earned) < 2:
        raise EventProblem([_too_few(event, [*field.names, *(bye.player for bye in earned)])])
    pairs, bound, optimal = best_pairs(field)
    explain = _Reasons(field, pairs, proved=optimal)
    return Proposal(
        round=event.next_round,
        seed=seed,
        pairs=tuple(explain.pair(one, other) for one, other in pairs if other != field.bye),
        byes=(*earned, *(explain.bye(one) for one, other in pairs if other == field.bye)),
        proof=Proof(cost=cost_of(field, pairs), bound=bound, optimal=optimal),
    )


def _too_few(event: Event, names: list[str]) -> str:
    if not names:
        return f"Nobody is left to pair in round {event.next_round}; bring players back or end the Swiss rounds."
    return f"Only {names[0]} is left to pair in round {event.next_round}; a round needs two players."


def _earned_byes(event: Event) -> tuple[SwissBye, ...]:
    number = event.next_round
    names = [player.id for player in event.players if player.plays_in(number) and number in player.earned_byes]
    return tuple(SwissBye(name, "bye earned before the tournament", earned=True) for name in sorted(names, key=natural))


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
        return "moved down: so that everyone can be seated without a rematch"
