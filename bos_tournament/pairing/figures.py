"""What the tie-breaks of one event are made of, for everyone at once, as whole numbers over a common denominator."""

from collections.abc import Callable
from functools import cached_property
from math import lcm
from operator import mul

from bos_tournament.pairing.event import GAME_WIN, Event
from bos_tournament.pairing.opponent_scores import Contribution, contributions
from bos_tournament.pairing.player_counts import Counts
from bos_tournament.pairing.player_totals import Tallies

Column = tuple[list[int], int]  # numerators by position, and the denominator they share
Group = list[int]  # positions of players who are equal so far


class Figures:
    """Each part is computed once, and only if it is needed."""

    def __init__(self, event: Event) -> None:
        self.event = event
        self.tallies = Tallies(event)

    @cached_property
    def game_shares(self) -> Column:
        """Game points of those possible."""
        return self._spread(self._shares(lambda counts: (counts.game_points, GAME_WIN * counts.games)))

    @cached_property
    def points_a_round(self) -> Column:
        """Match points by rounds, byes included."""
        unit = self.tallies.unit
        return self._spread(self._shares(lambda counts: (counts.points, sum(counts.record) * unit)))

    @cached_property
    def counted_match_shares(self) -> Column:
        """The match shares as they count for opponents: lifted to the floor, those of who left held under the cap."""
        shares, scale = self._floored(lambda counts: (counts.share_points, counts.share_most))
        cap = self.event.options.dropped_cap
        if cap == 1:
            return shares, scale
        fine = lcm(scale, cap.denominator)
        most = cap.numerator * (fine // cap.denominator)
        capped = [share * (fine // scale) for share in shares]
        for place in range(len(capped)):
            if self.left_early(place):
                capped[place] = min(capped[place], most)
        return capped, fine

    @cached_property
    def counted_game_shares(self) -> Column:
        """The game shares as they count for opponents."""
        return self._floored(lambda counts: (counts.game_points, GAME_WIN * counts.games))

    @cached_property
    def omw(self) -> Column:
        return self.mean(self.counted_match_shares)

    @cached_property
    def sos(self) -> Column:
        return self.mean(self.points_a_round)

    @cached_property
    def contributions(self) -> list[list[Contribution]]:
        """What every round adds to sums of opponents' scores, by position."""
        return contributions(self.tallies)

    def left_early(self, place: int) -> bool:
        """Whether that player left before the last round."""
        dropped = self.event.players[place].dropped_after
        return dropped is not None and dropped < len(self.event.rounds)

    def mean(self, column: Column) -> Column:
        """The mean over everyone faced; whoever faced nobody has 0."""
        values, denominator = column
        faced = [tally.faced for tally in self.tallies.distinct]
        counts = lcm(*{number for number in faced if number})
        weights = self.tallies.spread([counts // number if number else 0 for number in faced])
        return list(map(mul, self.tallies.sums(values), weights)), denominator * counts

    def _floored(self, parts: Callable[[Counts], tuple[int, int]]) -> Column:
        shares, denominator = self._shares(parts)
        floor = self.event.options.floor
        scale = lcm(denominator, floor.denominator)
        lift, least = scale // denominator, floor.numerator * (scale // floor.denominator)
        return self._spread(([max(share * lift, least) for share in shares], scale))

    def _shares(self, parts: Callable[[Counts], tuple[int, int]]) -> Column:
        """Of the distinct counts, each part / whole over one denominator; a share of nothing is 0."""
        ratios = list(map(parts, self.tallies.distinct))
        denominator = lcm(*{whole for _, whole in ratios if whole})
        return [part * (denominator // whole) if whole else 0 for part, whole in ratios], denominator

    def _spread(self, column: Column) -> Column:
        values, denominator = column
        return self.tallies.spread(values), denominator
