"""Standings: match points, then the tie-breaks the event names, exact to the last fraction.

Everything is computed in whole numbers over common denominators; fractions are made only when somebody looks.
"""

from bisect import bisect_right
from collections import defaultdict
from fractions import Fraction
from itertools import repeat
from operator import eq
from typing import NamedTuple

from bos_tournament.pairing.event import Event, natural
from bos_tournament.pairing.figures import Figures
from bos_tournament.pairing.messages import Message, message
from bos_tournament.pairing.tie_breaks import TIE_BREAKS, check_tie_breaks, format_figure

Key = tuple[int, ...]  # match points, then the numerator of each tie-break


class Rank(NamedTuple):
    """One line of the standings. Equal figures share a rank; `above` is who stands one line higher, and by what key.

    Who was disqualified has no rank and nobody above.
    """

    id: str
    """The id of the player."""
    rank: int | None
    """The rank, from 1; None for who was disqualified."""
    key: Key
    """What the player is ordered by: match points, then the numerator of each tie-break."""
    record: tuple[int, int, int]
    """Matches won, lost, drawn."""
    tie_breaks: tuple[tuple[str, int], ...]
    """The keys of the tie-breaks, each with its denominator, the same for all ranks."""
    above: str | None
    above_key: Key
    """The key of whoever stands one line higher."""
    unit: int = 1
    """How many parts make a match point: 1, except at pods."""

    @property
    def points(self) -> int:
        """Match points, at pods in parts of one; `exact_points` has them as they are."""
        return self.key[0]

    @property
    def exact_points(self) -> Fraction:
        """Match points."""
        return Fraction(self.key[0], self.unit)

    @property
    def exact(self) -> dict[str, Fraction]:
        """Each tie-break as a fraction."""
        parts = zip(self.tie_breaks, self.key[1:], strict=True)
        return {name: Fraction(numerator, denominator) for (name, denominator), numerator in parts}

    @property
    def figures(self) -> dict[str, str]:
        """Each tie-break for people; shares are rounded to four places."""
        parts = zip(self.tie_breaks, self.key[1:], strict=True)
        return {name: format_figure(name, numerator, denominator) for (name, denominator), numerator in parts}

    @property
    def reason(self) -> Message:
        """Why this player stands here and not one place higher."""
        if self.rank is None:
            return message("rank.disqualified")
        above, key = self.above, self.above_key
        if key[:1] != self.key[:1]:
            points = self.exact_points
            number = points.numerator if points.denominator == 1 else str(points)
            return message("rank.point" if points == 1 else "rank.points", number=number)
        for (name, denominator), mine, theirs in zip(self.tie_breaks, self.key[1:], key[1:], strict=True):
            if mine != theirs:
                figure, figure_above = _telling(name, mine, theirs, denominator)
                label = TIE_BREAKS[name].label
                return message("rank.tie_break", above=above or "", tie_break=label, told=figure, than=figure_above)
        return message("rank.shared", above=above or "")


def standings(event: Event) -> tuple[Rank, ...]:
    """All players, dropped ones too, best first; equals in the order of their ids, whatever the order of input. Who
    was disqualified comes last, without a rank.

    Raises `EventProblem` if the event orders by a tie-break nobody knows, or that pods do not have.
    """
    check_tie_breaks(event.tie_breaks, pods=event.table_size is not None)
    figures = Figures(event)
    keys, scales = _keys(figures)
    names = figures.tallies.names
    order = sorted(range(len(names)), key=keys.__getitem__, reverse=True)
    last = _take_out(event, order, names)
    sorted_keys = list(map(keys.__getitem__, order))
    ranks: list[int | None] = [*_share_ranks(order, sorted_keys, names), *repeat(None, len(last))]
    order += last
    sorted_keys += map(keys.__getitem__, last)
    records = figures.tallies.spread([counts.record for counts in figures.tallies.distinct])
    ids = list(map(names.__getitem__, order))
    in_order = list(map(records.__getitem__, order))
    ranked = len(ids) - len(last)
    above = [None, *ids[: ranked - 1], *repeat(None, len(last))] if ranked else [None] * len(last)
    above_keys = [(), *sorted_keys[:-1]]
    lines = zip(ids, ranks, sorted_keys, in_order, repeat(scales), above, above_keys, repeat(figures.tallies.unit))
    return tuple(map(tuple.__new__, repeat(Rank), lines))  # as Rank._make, without a call in Python for each


def _take_out(event: Event, order: list[int], names: tuple[str, ...]) -> list[int]:
    """Takes who was disqualified out of the order; returns them in it."""
    gone = {player.id for player in event.players if player.disqualified}
    last = [position for position in order if names[position] in gone] if gone else []
    if last:
        order[:] = [position for position in order if names[position] not in gone]
    return last


def _share_ranks(order: list[int], keys: list[Key], names: tuple[str, ...]) -> list[int]:
    """The rank of each in this order, equals on one; puts them in the order of their ids."""
    ranks = list(range(1, len(order) + 1))
    equals = [place for place, equal in enumerate(map(eq, keys, keys[1:]), start=1) if equal]
    for place in equals:
        ranks[place] = ranks[place - 1]
    for rank in {ranks[place] for place in equals}:
        start, end = rank - 1, bisect_right(ranks, rank)
        order[start:end] = sorted(order[start:end], key=lambda position: natural(names[position]))
    return ranks


def _keys(figures: Figures) -> tuple[list[Key], tuple[tuple[str, int], ...]]:
    """What everyone is ordered by, by position, and each tie-break with its denominator."""
    columns: list[list[int]] = [figures.tallies.points]
    scales: list[tuple[str, int]] = []
    for name in figures.event.tie_breaks:
        tie_break = TIE_BREAKS[name]
        values, denominator = (
            tie_break.column(figures) if tie_break.column else (_among_equals(figures, name, columns), 1)
        )
        columns.append(values)
        scales.append((name, denominator))
    return list(zip(*columns, strict=True)), tuple(scales)


def _among_equals(figures: Figures, name: str, columns: list[list[int]]) -> list[int]:
    """The figures of a tie-break that looks only at players who are equal by all columns so far."""
    among = TIE_BREAKS[name].among
    groups: defaultdict[Key, list[int]] = defaultdict(list)
    for place, key in enumerate(zip(*columns, strict=True)):
        groups[key].append(place)
    values = [0] * len(figures.tallies.names)
    for group in groups.values():
        if among and len(group) > 1:
            for place, value in zip(group, among(figures, group), strict=True):
                values[place] = value
    return values


def _telling(name: str, mine: int, theirs: int, denominator: int) -> tuple[str, str]:
    """Both figures as people read them, or as fractions where four places would look equal."""
    own, above = format_figure(name, mine, denominator), format_figure(name, theirs, denominator)
    if own == above:
        return str(Fraction(mine, denominator)), str(Fraction(theirs, denominator))
    return own, above
