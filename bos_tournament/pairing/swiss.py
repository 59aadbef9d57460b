"""The next Swiss round: who meets whom and where, who gets a bye, why, and the proof that no better round exists.

In order of weight: everyone is seated once; players forbidden to meet do not, unless nothing else is possible; no
rematch that could be avoided; those better kept apart are; the bye goes to the fewest byes so far, then to the fewest
points; the sum of squared gaps in match points is least; whoever moves down or up has done so least often before.
What is still equal is decided by lots drawn from the seed.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate, count
from operator import neg

from bos_tournament.pairing.event import Event, EventProblem, FirstRound, natural
from bos_tournament.pairing.field import Field, field_of
from bos_tournament.pairing.mend import best_pairs
from bos_tournament.pairing.walk import Pairs, bye_candidate, cost_of


@dataclass(frozen=True, slots=True)
class SwissPair:
    """Two players who meet, why, and at which table."""

    players: tuple[str, str]
    reason: str
    table: int = 0


@dataclass(frozen=True, slots=True)
class SwissBye:
    """A player without an opponent in this round, and why."""

    player: str
    reason: str
    earned: bool = False


@dataclass(frozen=True, slots=True)
class Proof:
    """Squared gaps in match points, the least of any round with as few faults, and whether the round is proved best.

    In a seeded first round all have the same points: no gaps; what is proved is that it follows the seeding.
    """

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


def pair_round(event: Event, seed: int | None = None) -> Proposal:
    """The next round of the event, its lots drawn from the seed, else from the event's, else from 0.

    Raises `EventProblem` when fewer than two players are left to pair.
    """
    seed = (event.seed or 0) if seed is None else seed
    field = field_of(event, seed)
    earned = _earned_byes(event)
    if len(field.names) + len(earned) < 2:
        raise EventProblem([_too_few(event, [*field.names, *(bye.player for bye in earned)])])
    pairs, bound, optimal = best_pairs(field)
    explain = _Reasons(field, pairs, proved=optimal)
    seated = [(one, other) for one, other in pairs if other != field.bye]
    tables = _tables(event, [(field.names[one], field.names[other]) for one, other in seated])
    return Proposal(
        round=event.next_round,
        seed=seed,
        pairs=tuple([explain.pair(one, other, table) for (one, other), table in zip(seated, tables, strict=True)]),
        byes=(*earned, *(explain.bye(one) for one, other in pairs if other == field.bye)),
        proof=Proof(cost_of(field, pairs), bound, optimal) if event.rounds else Proof(0, 0, optimal),
    )


def tables_for(fixed: Iterable[Sequence[int | None]]) -> list[int]:
    """A table for each pair from the top, given the fixed tables of its players: these are kept, others follow from 1.

    Where two pairs have one table fixed, the upper keeps it; where a pair has two, the smaller that is free.
    """
    taken: set[int] = set()
    kept: list[int | None] = []
    for wished in fixed:
        table = min((table for table in wished if table and table not in taken), default=None)
        if table:
            taken.add(table)
        kept.append(table)
    free = (table for table in count(1) if table not in taken)
    return [table or next(free) for table in kept]


def _tables(event: Event, pairs: list[tuple[str, str]]) -> list[int]:
    fixed = {player.id: player.fixed_table for player in event.players if player.fixed_table}
    return tables_for([fixed.get(one), fixed.get(other)] for one, other in pairs)


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

    def pair(self, one: int, other: int, table: int) -> SwissPair:
        """The pair with its reason; `one` has at least as many points as `other`, or stands above in the seeding."""
        names, lower = self.field.names, self.field.lower_half
        players = (names[other], names[one]) if lower and lower[one] else (names[one], names[other])
        return SwissPair(players, self._why_met(one, other), table)

    def bye(self, one: int) -> SwissBye:
        """The bye with its reason."""
        field, best = self.field, bye_candidate(self.field)
        if (field.byes_had[one], field.scores[one]) != (field.byes_had[best], field.scores[best]):
            reason = "odd number: with a bye for anyone lower, the others could not all be paired without a rematch"
        elif field.byes_had[one]:
            reason = "odd number: everyone has had a bye; fewest byes, then fewest points"
        elif field.first is FirstRound.RANDOM:
            reason = "odd number: drawn by lot"
        elif field.first:
            reason = "odd number: last in the seeding"
        else:
            reason = "odd number: fewest points of those without a bye"
        return SwissBye(field.names[one], reason)

    def _why_met(self, one: int, other: int) -> str:
        field = self.field
        if other in field.met[one]:
            return self._why_again()
        if other in field.apart[one]:
            if field.apart[one][other]:
                return "meant to be kept apart, but no other seating of the round is possible"
            return "better kept apart, but no round without this is possible except with rematches or forbidden pairs"
        if field.first:
            return self._why_first(one, other)
        if field.scores[one] == field.scores[other]:
            return "same points, never met"
        return f"{self._why_down(one)}; never met"

    def _why_first(self, one: int, other: int) -> str:
        field = self.field
        if field.first is FirstRound.RANDOM:
            return "first round: drawn by lot"
        gap = field.scores[one] - field.scores[other]
        if field.first is FirstRound.TOP_TABLE:
            as_asked, told = gap == 1, "first round: neighbours in the seeding"
        else:
            as_asked = gap == 0
            told = f"first round: number {self._place_in_half(one)} of each half of the seeding"
        return told if as_asked else "first round: as near to the seeding as pairs to be kept apart allow"

    def _place_in_half(self, one: int) -> int:
        """Counted from the top of the half, from 1."""
        return self.field.scores[0] - self.field.scores[one] + 1

    def _why_again(self) -> str:
        if not self.proved:
            return "met before: no round without this rematch was found"
        fewest = "one rematch" if self.rematches == 1 else f"{self.rematches} rematches"
        return f"met before: no round is possible with fewer than {fewest}"

    def _why_down(self, one: int) -> str:
        """Why the higher of two has to play somebody on fewer points."""
        field, score = self.field, self.field.scores[one]
        moved = "moved down again" if field.downs[one] else "moved down"
        if self.crowd[score] == 1:
            return f"{moved}: alone on these points"
        first = bisect_left(field.scores, -score, key=neg)
        peers = [peer for peer in range(first, first + self.crowd[score]) if peer != one]
        if not any(field.fits(one, peer) for peer in peers):
            unmet = any(peer not in field.met[one] for peer in peers)
            return f"{moved}: had met{' or is kept apart from' * unmet} everyone on the same points"
        if self.at_or_above[score] % 2:
            return f"{moved}: odd group"
        return f"{moved}: so that everyone can be seated without a rematch"
