"""Why this rank: every figure of one player worked out term by term, as people would with pencil and paper.

The terms of a figure, added up and divided by `divided_by`, are exactly the figure of the standings.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import lcm

from bos_tournament.pairing.contributions import Contribution, kept
from bos_tournament.pairing.event import GAME_DRAW, GAME_WIN, Event, Unplayed
from bos_tournament.pairing.standings import Key, standings
from bos_tournament.pairing.tally import Games, Meeting
from bos_tournament.pairing.tie_breaks import TIE_BREAKS, Column, Figures, check_tie_breaks


@dataclass(frozen=True, slots=True)
class Term:
    """One part of a figure. `note` says where the value is from; what is left out is shown but does not count."""

    value: Fraction
    note: str
    opponent: str | None = None
    round: int | None = None
    left_out: bool = False


@dataclass(frozen=True, slots=True)
class Working:
    """One figure with its terms. `key` is that of the tie-break."""

    key: str
    terms: tuple[Term, ...]
    divided_by: int
    result: Fraction


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """A round of the player: whom they met, how it ended, the match points it gave."""

    round: int
    opponent: str | None
    sign: int  # 1 won, 0 drawn, -1 lost
    games: Games
    unplayed: Unplayed | None
    points: int


@dataclass(frozen=True, slots=True)
class WhyHere:
    """Everything behind one rank."""

    id: str
    rank: int | None
    points: int
    reason: str
    rounds: tuple[PlayedRound, ...]
    workings: tuple[Working, ...]


def why_here(event: Event, player: str) -> WhyHere:
    """The rank of one player with its working. Raises `ValueError` for a player who is not in the event."""
    return Workbook(event).why(player)


class Workbook:
    """The standings of an event, ready to work any rank out; what all players share is computed once."""

    def __init__(self, event: Event) -> None:
        check_tie_breaks(event.tie_breaks)
        self.event, self.figures = event, Figures(event)
        self.lines = {line.id: line for line in standings(event)}
        self.equals: defaultdict[Key, list[str]] = defaultdict(list)  # by all that is compared so far
        for line in self.lines.values():
            for at in range(1, len(event.tie_breaks) + 1):
                self.equals[line.key[:at]].append(line.id)

    def why(self, player: str) -> WhyHere:
        """The rank of one player with its working. Raises `ValueError` for a player who is not in the event."""
        line = self.lines.get(player)
        if line is None:
            raise ValueError(f"{player[:100]} is not among the players of this event.")
        equals = {name: self.equals[line.key[:at]] for at, name in enumerate(self.event.tie_breaks, start=1)}
        work = _Pencil(self.figures, player, equals)
        workings = tuple(work.out(name) for name in self.event.tie_breaks)
        return WhyHere(player, line.rank, line.points, line.reason, tuple(work.rounds()), workings)


class _Pencil:
    """Works the figures of one player out."""

    def __init__(self, figures: Figures, player: str, equals: dict[str, list[str]]) -> None:
        self.event, self.player, self.equals = figures.event, player, equals
        self.figures = figures
        self.tallies = self.figures.tallies
        self.place = self.tallies.places[player]
        self.mine = self.tallies.meetings[self.place]
        self.ways: dict[str, Callable[[], tuple[list[Term], int]]] = {
            "omw": lambda: self.mean(self.figures.counted_match_shares, self.about_match_share),
            "gw": self.own_games,
            "ogw": lambda: self.mean(self.figures.counted_game_shares, self.about_game_share),
            "oomw": lambda: self.mean(self.figures.omw, lambda _: "OMW"),
            "sos": lambda: self.mean(self.figures.points_a_round, self.about_points_a_round),
            "esos": lambda: self.mean(self.figures.sos, lambda _: "SoS"),
            "buchholz": lambda: self.sums(0, 0),
            "buchholz_cut1": lambda: self.sums(1, 0),
            "median_buchholz": lambda: self.sums(1, 1),
            "sonneborn_berger": self.sonneborn_berger,
            "direct": lambda: self.among("direct"),
            "head_to_head": lambda: self.among("head_to_head"),
            "wins": self.wins,
            "on_time": self.on_time,
        }

    def out(self, name: str) -> Working:
        """The working of one tie-break."""
        terms, divided_by = self.ways[name]()
        total = _sum(term.value for term in terms if not term.left_out)
        return Working(name, tuple(terms), divided_by, total / divided_by)

    def rounds(self) -> Iterator[PlayedRound]:
        """Rounds with a written pairing."""
        points = self.event.points
        for one in self.mine:
            if one.written:
                gained = (points.loss, points.draw, points.win)[one.sign + 1]
                yield PlayedRound(one.round, self.name(one.opponent), one.sign, one.games, one.unplayed, gained)

    def name(self, place: int | None) -> str | None:
        return None if place is None else self.tallies.names[place]

    def mean(self, column: Column, about: Callable[[int], str]) -> tuple[list[Term], int]:
        values, denominator = column
        terms = [
            Term(_share(values[other], denominator), about(other), self.name(other), one.round)
            for one in self.mine
            if (other := one.opponent) is not None
        ]
        return terms, len(terms) or 1

    def about_match_share(self, other: int) -> str:
        counts = self.tallies.counts[other]
        most = self.event.points.win * counts.share_rounds
        return self._lifted(f"{counts.share_points} of {most} match points", counts.share_points, most, other)

    def about_game_share(self, other: int) -> str:
        counts = self.tallies.counts[other]
        most = GAME_WIN * counts.games
        return self._lifted(f"{counts.game_points} of {most} game points", counts.game_points, most, None)

    def about_points_a_round(self, other: int) -> str:
        counts = self.tallies.counts[other]
        return f"{counts.points} points in {counts.won + counts.lost + counts.drawn} rounds"

    def _lifted(self, said: str, part: int, whole: int, who_may_have_left: int | None) -> str:
        options = self.event.options
        share = _share(part, whole) if whole else Fraction(0)
        if share < options.floor:
            return f"{said}, lifted to {options.floor}"
        left = who_may_have_left is not None and self.figures.left_early(who_may_have_left)
        if left and share > options.dropped_cap:
            return f"{said}, held at {options.dropped_cap} since they left"
        return said

    def own_games(self) -> tuple[list[Term], int]:
        terms = [
            Term(Fraction(GAME_WIN * won + GAME_DRAW * drawn), _games(one), self.name(one.opponent), one.round)
            for one in self.mine
            if self._counts(one) and any(one.games)
            for won, _, drawn in (one.games,)
        ]
        games = sum(sum(one.games) for one in self.mine if self._counts(one))
        return terms, GAME_WIN * games or 1

    def _counts(self, one: Meeting) -> bool:
        """A bye counts in one's own games only if the convention says so."""
        return one.opponent is not None or self.event.options.bye_counts

    def sums(self, lowest: int, highest: int) -> tuple[list[Term], int]:
        mine = self.figures.contributions[self.place]
        counted = kept(mine, lowest=lowest, highest=highest)
        return [self._score(one, Fraction(one.score), left_out=one not in counted) for one in mine], 1

    def sonneborn_berger(self) -> tuple[list[Term], int]:
        mine = self.figures.contributions[self.place]
        return [self._score(one, Fraction(one.score * (one.sign + 1), 2)) for one in mine], 1

    def _score(self, one: Contribution, value: Fraction, *, left_out: bool = False) -> Term:
        how = ("lost", "drawn", "won")[one.sign + 1]
        note = f"{how}; {one.score} points" if one.opponent is not None else f"not played; counts as {one.score} points"
        return Term(value, note, self.name(one.opponent), one.round, left_out)

    def among(self, name: str) -> tuple[list[Term], int]:
        """Who is equal so far, and whom of them this player stands before."""
        group = [self.tallies.places[other] for other in self.equals[name]]
        among = TIE_BREAKS[name].among
        if among is None or len(group) < 2:
            return [], 1
        values = dict(zip(group, among(self.figures, group), strict=True))
        behind = sorted((one for one in group if one != self.place), key=values.__getitem__)
        terms = []
        for count, other in enumerate(behind):
            ahead = count < values[self.place]
            met = [one for one in self.mine if one.opponent == other]
            terms.append(Term(Fraction(ahead), _met(met), self.name(other)))
        return terms, 1

    def wins(self) -> tuple[list[Term], int]:
        won = [one for one in self.mine if one.sign > 0]
        return [Term(Fraction(1), "won", self.name(one.opponent), one.round) for one in won], 1

    def on_time(self) -> tuple[list[Term], int]:
        late = any(one.opponent is None and one.unplayed is Unplayed.LATE for one in self.mine)
        return [Term(Fraction(not late), "came late" if late else "there from the first round on")], 1


@lru_cache(maxsize=4_096)
def _share(part: int, whole: int) -> Fraction:
    """Thousands of players share few of them."""
    return Fraction(part, whole)


def _sum(values: Iterable[Fraction]) -> Fraction:
    """Over one common denominator, since adding fractions one by one brings each to its lowest terms."""
    values = list(values)
    whole = lcm(*(one.denominator for one in values))
    return Fraction(sum(one.numerator * (whole // one.denominator) for one in values), whole)


def _games(one: Meeting) -> str:
    won, lost, drawn = one.games
    return f"games {won}–{lost}" + (f", {drawn} drawn" if drawn else "")


def _met(met: list[Meeting]) -> str:
    return ", ".join(("lost", "drew", "won")[one.sign + 1] for one in met) or "never met"
