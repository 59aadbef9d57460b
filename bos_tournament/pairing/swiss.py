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
from bos_tournament.pairing.greedy_pairing import Pairs, bye_candidate, cost_of
from bos_tournament.pairing.local_repair import best_pairs
from bos_tournament.pairing.messages import Message, message
from bos_tournament.pairing.round_field import Field, field_of


@dataclass(frozen=True, slots=True)
class SwissPair:
    """Two players who meet, why, and at which table."""

    players: tuple[str, str]
    """The ids of the two."""
    reason: Message
    """Why they meet, without a full stop."""
    table: int = 0
    """The number of the table, from 1."""


@dataclass(frozen=True, slots=True)
class SwissBye:
    """A player without an opponent in this round, and why."""

    player: str
    """The id of the player."""
    reason: Message
    """Why they have the bye, without a full stop."""
    earned: bool = False
    """Whether it was promised before the round."""


@dataclass(frozen=True, slots=True)
class Proof:
    """Squared gaps in match points, the least of any round with as few faults, and whether the round is proved best.

    In a seeded first round all have the same points: no gaps; what is proved is that it follows the seeding.
    """

    cost: int
    """Squared gaps of the round, in match points."""
    bound: int
    """The least that any round with as few faults can cost."""
    optimal: bool
    """Whether no round is better, earlier floats and all."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """A round as proposed: tables from the top, byes, proof. The same event and seed give the same proposal."""

    round: int
    """The number of the round, from 1."""
    seed: int
    """What the lots were drawn from."""
    pairs: tuple[SwissPair, ...]
    """The pairs, from the first table on."""
    byes: tuple[SwissBye, ...]
    """Whoever has no opponent."""
    proof: Proof
    """How good the round is."""


def pair_round(event: Event, seed: int | None = None) -> Proposal:
    """The next round of the event, its lots drawn from the seed, else from the event's, else from 0.

    Raises `EventProblem` when fewer than two players are left to pair, or when the event has pods.
    """
    if event.table_size is not None:
        raise EventProblem(["This event has pods; its rounds are drawn as pods, not in pairs."])
    seed = (event.seed or 0) if seed is None else seed
    field = field_of(event, seed)
    earned = earned_byes(event)
    if len(field.names) + len(earned) < 2:
        raise EventProblem([_too_few(event, [*field.names, *(bye.player for bye in earned)])])
    pairs, bound, optimal = best_pairs(field)
    explain = _Reasons(field, pairs, proved=optimal)
    seated = [(player, other) for player, other in pairs if other != field.bye]
    tables = _tables(event, [(field.names[player], field.names[other]) for player, other in seated])
    return Proposal(
        round=event.next_round,
        seed=seed,
        pairs=tuple(
            [explain.pair(player, other, table) for (player, other), table in zip(seated, tables, strict=True)]
        ),
        byes=(*earned, *(explain.bye(player) for player, other in pairs if other == field.bye)),
        proof=Proof(cost_of(field, pairs), bound, optimal) if event.rounds else Proof(0, 0, optimal),
    )


def tables_for(fixed: Iterable[Sequence[int | None]]) -> list[int]:
    """A table for each pair from the top, given the fixed tables of its players: these are kept, others follow from 1.

    Where two pairs have one table fixed, the upper keeps it; where a pair has two, the smaller that is free.
    """
    taken: set[int] = set()
    assigned: list[int | None] = []
    for wished in fixed:
        table = min((table for table in wished if table and table not in taken), default=None)
        if table:
            taken.add(table)
        assigned.append(table)
    free = (table for table in count(1) if table not in taken)
    return [table or next(free) for table in assigned]


def _tables(event: Event, pairs: list[tuple[str, str]]) -> list[int]:
    fixed = {player.id: player.fixed_table for player in event.players if player.fixed_table}
    return tables_for([fixed.get(first), fixed.get(second)] for first, second in pairs)


def _too_few(event: Event, names: list[str]) -> Message:
    if not names:
        return message("round.nobody_left", round=event.next_round)
    return message("round.one_left", player=names[0], round=event.next_round)


def earned_byes(event: Event) -> tuple[SwissBye, ...]:
    """The byes that were promised for the next round."""
    number = event.next_round
    names = [player.id for player in event.players if player.plays_in(number) and number in player.earned_byes]
    return tuple(SwissBye(name, message("bye.earned"), earned=True) for name in sorted(names, key=natural))


class _Reasons:
    """Says for one round why these two meet and why this player has the bye, in short sentences without a full stop."""

    def __init__(self, field: Field, pairs: Pairs, *, proved: bool) -> None:
        self.field, self.proved = field, proved
        self.rematches = sum(other in field.met[player] for player, other in pairs if other != field.bye)
        self.crowd = Counter(field.scores)
        byes = {player for player, other in pairs if other == field.bye}
        seated = Counter(score for player, score in enumerate(field.scores) if player not in byes)
        scores = sorted(seated, reverse=True)
        self.at_or_above = dict(zip(scores, accumulate(seated[score] for score in scores), strict=True))

    def pair(self, player: int, other: int, table: int) -> SwissPair:
        """The pair with its reason; `player` has at least as many points as `other`, or stands above in the seeding."""
        names, lower = self.field.names, self.field.lower_half
        players = (names[other], names[player]) if lower and lower[player] else (names[player], names[other])
        return SwissPair(players, self._why_met(player, other), table)

    def bye(self, player: int) -> SwissBye:
        """The bye with its reason."""
        field, best = self.field, bye_candidate(self.field)
        if (field.byes_had[player], field.scores[player]) != (field.byes_had[best], field.scores[best]):
            code = "bye.no_rematch"
        elif field.byes_had[player]:
            code = "bye.all_had_one"
        elif field.first is FirstRound.RANDOM:
            code = "bye.lot"
        elif field.first:
            code = "bye.last_seed"
        else:
            code = "bye.fewest_points"
        return SwissBye(field.names[player], message(code))

    def _why_met(self, player: int, other: int) -> Message:
        field = self.field
        if other in field.met[player]:
            return self._why_again()
        if other in field.apart[player]:
            return message("pair.kept_apart" if field.apart[player][other] else "pair.better_apart")
        if field.first:
            return self._why_first(player, other)
        if field.scores[player] == field.scores[other]:
            return message("pair.same_points")
        return message(f"pair.{'again_' if field.downs[player] else ''}down_{self._why_down(player)}")

    def _why_first(self, player: int, other: int) -> Message:
        field = self.field
        if field.first is FirstRound.RANDOM:
            return message("pair.first_lot")
        gap = field.scores[player] - field.scores[other]
        if field.first is FirstRound.TOP_TABLE:
            as_asked, reason = gap == 1, message("pair.first_neighbours")
        else:
            as_asked = gap == 0
            reason = message("pair.first_halves", number=self._place_in_half(player))
        return reason if as_asked else message("pair.first_near")

    def _place_in_half(self, player: int) -> int:
        """Counted from the top of the half, from 1."""
        return self.field.scores[0] - self.field.scores[player] + 1

    def _why_again(self) -> Message:
        if not self.proved:
            return message("pair.rematch_found")
        return message("pair.rematch") if self.rematches == 1 else message("pair.rematches", number=self.rematches)

    def _why_down(self, player: int) -> str:
        """Why the higher of two has to play somebody on fewer points, as the end of a code."""
        field, score = self.field, self.field.scores[player]
        if self.crowd[score] == 1:
            return "alone"
        first = bisect_left(field.scores, -score, key=neg)
        peers = [peer for peer in range(first, first + self.crowd[score]) if peer != player]
        if not any(field.fits(player, peer) for peer in peers):
            unmet = any(peer not in field.met[player] for peer in peers)
            return "all_apart" if unmet else "all_met"
        if self.at_or_above[score] % 2:
            return "odd"
        return "for_others"
