"""The next round of pods: who sits at which table and on which seat, why, and how far that is proved.

In order of weight: everyone sits once, and nobody has a bye while a table of three is possible; players who must not
meet do not, where such a draft is found; the earlier meetings of everyone at a table, squared and added up, are
least; those better kept apart are; the squared gaps in points are least. Round 1 is drawn by lot from the seed, later
ones are cut from the standings and need none. On a seat sits who had it least often.
"""

from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, permutations

from bos_tournament.pairing.event import Event, EventProblem, natural
from bos_tournament.pairing.messages import Message, message
from bos_tournament.pairing.pod_field import PodField, pod_field
from bos_tournament.pairing.pod_search import Tables, cut, figure_of, forbidden_at, gaps_of, seat
from bos_tournament.pairing.swiss import SwissBye, earned_byes, tables_for
from bos_tournament.pairing.tie_breaks import check_tie_breaks


@dataclass(frozen=True, slots=True)
class Pod:
    """One table, who sits there and why."""

    players: tuple[str, ...]
    """The ids by seat, from seat 1."""
    reason: Message
    """Why they meet, without a full stop."""
    table: int
    """The number of the table, from 1."""


@dataclass(frozen=True, slots=True)
class PodProof:
    """What the draft costs, and what no draft can fall below."""

    figure: int
    """Earlier meetings of the two, squared, summed over all pairs at one table."""
    bound: int
    """No draft with as few pairs who must not meet has a smaller figure."""
    gaps: Fraction
    """The gap in points of the two, squared, summed over all pairs at one table."""
    exact: bool
    """Whether no draft with this figure has smaller gaps either."""

    @property
    def optimal(self) -> bool:
        """Whether the figure is proved to be least."""
        return self.figure == self.bound


@dataclass(frozen=True, slots=True)
class PodDraft:
    """A round of pods as proposed. The same event and seed give the same draft."""

    round: int
    """The number of the round, from 1."""
    seed: int
    """What the lots of round 1 were drawn from."""
    pods: tuple[Pod, ...]
    """The tables, from the top."""
    byes: tuple[SwissBye, ...]
    """Whoever sits at no table."""
    proof: PodProof
    """How good the round is."""


def draft_pods(event: Event, seed: int | None = None) -> PodDraft:
    """The next round of the event, the lots of round 1 drawn from the seed, else from the event's, else from 0.

    Raises `EventProblem` when nobody is left, or when the event has no table size or tie-breaks that count games.
    """
    if event.table_size is None:
        raise EventProblem([message("pod.no_size")])
    check_tie_breaks(event.tie_breaks, pods=True)
    seed = (event.seed or 0) if seed is None else seed
    field, earned = pod_field(event, seed), earned_byes(event)
    if not field.names and not earned:
        raise EventProblem([message("round.nobody_left", round=event.next_round)])
    if not field.sizes:
        left = sorted(field.names, key=natural)
        byes = (*earned, *(SwissBye(name, message("pod.too_few")) for name in left))
        return PodDraft(event.next_round, seed, (), byes, PodProof(0, 0, Fraction(0), exact=True))
    found = seat(field)
    gaps = Fraction(gaps_of(field, found.tables), field.unit**2)
    proof = PodProof(figure_of(field, found.tables), found.bound, gaps, found.exact)
    return PodDraft(event.next_round, seed, _pods(event, field, found.tables, proof), earned, proof)


def _pods(event: Event, field: PodField, tables: Tables, proof: PodProof) -> tuple[Pod, ...]:
    fixed = {player.id: player.fixed_table for player in event.players}
    numbers = tables_for([fixed[field.names[player]] for player in table] for table in tables)
    explain = _Reasons(event, field, proof)
    return tuple(
        Pod(tuple(field.names[player] for player in _by_seat(field, table)), explain.table(table), number)
        for table, number in zip(tables, numbers, strict=True)
    )


def _by_seat(field: PodField, table: list[int]) -> tuple[int, ...]:
    """The table by seat, so that the times each had their seat before, squared, add up to the least."""
    return min(
        permutations(table),
        key=lambda order: sum(field.seats[player][number] ** 2 for number, player in enumerate(order, start=1)),
    )


class _Reasons:
    """Says for one round why these sit at one table, in short sentences without a full stop."""

    def __init__(self, event: Event, field: PodField, proof: PodProof) -> None:
        self.field, self.proof, self.first = field, proof, not event.rounds
        self.uncut = {frozenset(table) for table in cut(field)}

    def table(self, table: list[int]) -> Message:
        """Why these."""
        field = self.field
        if apart := forbidden_at(field, table):
            return message("pod.kept_apart", pairs=self._pairs(apart))
        if met := [(one, other) for one, other in combinations(table, 2) if field.met[one][other]]:
            return message("pod.met" if self.proof.optimal else "pod.met_found", pairs=self._pairs(met))
        if self.first:
            return message("pod.first_lot" if frozenset(table) in self.uncut else "pod.first_apart")
        scores = [Fraction(field.scores[player], field.unit) for player in table]
        most, least = max(scores), min(scores)
        if most == least:
            return message("pod.same_points", points=str(most))
        kept = frozenset(table) in self.uncut
        return message("pod.neighbours" if kept else "pod.changed", most=str(most), least=str(least))

    def _pairs(self, pairs: list[tuple[int, int]]) -> tuple[Message, ...]:
        return tuple(self._pair(one, other) for one, other in pairs)

    def _pair(self, one: int, other: int) -> Message:
        names, times = self.field.names, self.field.met[one][other]
        if times > 1:
            return message("pod.pair_often", first=names[one], second=names[other], times=times)
        return message("pod.pair", first=names[one], second=names[other])
