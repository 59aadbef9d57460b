"""A figure of one player worked out term by term, as people would with pencil and paper."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from bos_tournament.pairing.event import GAME_DRAW, GAME_WIN, Unplayed
from bos_tournament.pairing.figures import Column, Figures, Group
from bos_tournament.pairing.messages import Message, message
from bos_tournament.pairing.opponent_scores import Contribution, without_extremes
from bos_tournament.pairing.player_counts import Meeting
from bos_tournament.pairing.pod_totals import sign_of, tables_of


@dataclass(frozen=True, slots=True)
class Term:
    """One part of a figure. `note` says where the value is from; what is left out is shown but does not count."""

    value: Fraction
    """What it adds."""
    note: Message
    opponent: str | None = None
    """The id of the opponent it is about; None where it is about nobody."""
    round: int | None = None
    """The round it is about, from 1; None where it is about none."""
    left_out: bool = False
    """Whether it does not count."""


Worked = tuple[list[Term], int]  # terms, and what their sum is divided by


class Pencil:
    """Works the figures of one player out. Each way gives its terms, and what their sum is divided by."""

    def __init__(self, figures: Figures, player: str) -> None:
        self.event, self.player, self.figures = figures.event, player, figures
        self.tallies = figures.tallies
        self.place = self.tallies.places[player]
        self.mine = self.tallies.meetings[self.place]

    def name(self, place: int | None) -> str | None:
        return None if place is None else self.tallies.names[place]

    def mean(self, column: Column, about: Callable[[int], Message]) -> Worked:
        values, denominator = column
        terms = [
            Term(_share(values[other], denominator), about(other), self.name(other), meeting.round)
            for meeting in self.mine
            if (other := meeting.opponent) is not None
        ]
        return terms, len(terms) or 1

    def about_match_share(self, other: int) -> Message:
        counts = self.tallies.counts[other]
        return self._lifted("term.match_points", counts.share_points, counts.share_most, other)

    def about_game_share(self, other: int) -> Message:
        counts = self.tallies.counts[other]
        most = GAME_WIN * counts.games
        return self._lifted("term.game_points", counts.game_points, most, None)

    def about_points_a_round(self, other: int) -> Message:
        counts = self.tallies.counts[other]
        rounds = counts.won + counts.lost + counts.drawn
        return message("term.points_in_rounds", points=self._points(counts.points), rounds=rounds)

    def _lifted(self, code: str, part: int, whole: int, who_may_have_left: int | None) -> Message:
        options = self.event.options
        share = _share(part, whole) if whole else Fraction(0)
        told, of = self._points(part), self._points(whole)
        if share < options.floor:
            return message(f"{code}_lifted", part=told, whole=of, floor=str(options.floor))
        left = who_may_have_left is not None and self.figures.left_early(who_may_have_left)
        if left and share > options.dropped_cap:
            return message(f"{code}_held", part=told, whole=of, cap=str(options.dropped_cap))
        return message(code, part=told, whole=of)

    def _points(self, parts: int) -> int | str:
        """Match points, which at pods are counted in parts of one."""
        points = Fraction(parts, self.tallies.unit)
        return points.numerator if points.denominator == 1 else str(points)

    def own_games(self) -> Worked:
        terms = [
            Term(
                Fraction(GAME_WIN * won + GAME_DRAW * drawn),
                _games(meeting),
                self.name(meeting.opponent),
                meeting.round,
            )
            for meeting in self.mine
            if self._counts(meeting) and any(meeting.games)
            for won, _, drawn in (meeting.games,)
        ]
        games = sum(sum(meeting.games) for meeting in self.mine if self._counts(meeting))
        return terms, GAME_WIN * games or 1

    def _counts(self, meeting: Meeting) -> bool:
        """A bye counts in one's own games only if the convention says so."""
        return meeting.opponent is not None or self.event.options.bye_counts

    def sums(self, lowest: int, highest: int) -> Worked:
        contributions = self.figures.contributions[self.place]
        counted = without_extremes(contributions, lowest=lowest, highest=highest)
        return [
            self._score(
                contribution,
                Fraction(contribution.score, self.tallies.unit),
                left_out=contribution not in counted,
            )
            for contribution in contributions
        ], 1

    def sonneborn_berger(self) -> Worked:
        contributions = self.figures.contributions[self.place]
        return [
            self._score(contribution, Fraction(contribution.score * (contribution.sign + 1), 2 * self.tallies.unit))
            for contribution in contributions
        ], 1

    def _score(self, contribution: Contribution, value: Fraction, *, left_out: bool = False) -> Term:
        how = ("lost", "drawn", "won")[contribution.sign + 1] if contribution.opponent is not None else "unplayed"
        note = message(f"term.score_{how}", score=self._points(contribution.score))
        return Term(value, note, self.name(contribution.opponent), contribution.round, left_out)

    def among(self, equals: Iterable[str], among: Callable[[Figures, Group], list[int]]) -> Worked:
        """Who is equal so far, and whom of them this player stands before."""
        group = [self.tallies.places[other] for other in equals]
        if len(group) < 2:
            return [], 1
        values = dict(zip(group, among(self.figures, group), strict=True))
        behind = sorted((place for place in group if place != self.place), key=values.__getitem__)
        terms = []
        for count, other in enumerate(behind):
            ahead = count < values[self.place]
            met = [meeting for meeting in self.mine if meeting.opponent == other]
            terms.append(Term(Fraction(ahead), _met(met), self.name(other)))
        return terms, 1

    def wins(self) -> Worked:
        if self.event.table_size is not None:
            return self._pods_won(), 1
        won = [meeting for meeting in self.mine if meeting.sign > 0]
        return [
            Term(Fraction(1), message("term.won"), self.name(meeting.opponent), meeting.round) for meeting in won
        ], 1

    def _pods_won(self) -> list[Term]:
        """A pod is won against all of it, so that it is one term about nobody."""
        return [
            Term(Fraction(1), message("term.won"), round=number)
            for number, table in tables_of(self.event, self.player)
            if sign_of(table, self.player) > 0
        ]

    def on_time(self) -> Worked:
        late = any(meeting.opponent is None and meeting.unplayed is Unplayed.LATE for meeting in self.mine)
        return [Term(Fraction(not late), message("term.late" if late else "term.on_time"))], 1


@lru_cache(maxsize=4_096)
def _share(part: int, whole: int) -> Fraction:
    """Thousands of players share few of them."""
    return Fraction(part, whole)


def _games(meeting: Meeting) -> Message:
    won, lost, drawn = meeting.games
    games = f"{won}–{lost}"
    return message("term.games_drawn", games=games, drawn=drawn) if drawn else message("term.games", games=games)


def _met(met: list[Meeting]) -> Message:
    results = tuple(message(f"term.{('lost', 'drew', 'won')[meeting.sign + 1]}") for meeting in met)
    if len(results) > 1:
        return message("term.met_often", results=results)
    return results[0] if results else message("term.never_met")
