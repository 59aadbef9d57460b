"""The tie-breaks: what each one is, in a sentence, and its figures for everyone as whole numbers.

    key               what it is                                                            field rules
    omw               mean over opponents faced of match points / (win x rounds), floored   C1
    gw                own game points / (3 x games)                                         C1
    ogw               mean over opponents faced of their gw, floored                        C1
    oomw              mean over opponents faced of their omw                                C4
    head_to_head      exactly two are equal and have met: who won more of it                C4
    on_time           came before the first round                                           C4
    sos               mean over opponents faced of match points / rounds, byes included     C5
    esos              mean over opponents faced of their sos                                C5
    buchholz          sum of opponents' match points                                        C8
    buchholz_cut1     the same without the lowest                                           C8
    median_buchholz   the same without the lowest and the highest                           C8
    sonneborn_berger  match points of who was beaten, and half of who was drawn with        C8
    direct            before how many equals the matches among them put a player            C8
    wins              matches won, byes and awarded ones too                                C8

An opponent faced twice counts twice; whoever faced nobody has 0 as a mean. A match awarded without being played is
one against that opponent, unless the event's convention for unplayed rounds says otherwise of the sums.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from math import lcm
from operator import mul

from bos_tournament.pairing.contributions import Contribution, contributions, kept
from bos_tournament.pairing.event import GAME_WIN, Event, EventProblem, Unplayed
from bos_tournament.pairing.tally import Counts, Tallies

Column = tuple[list[int], int]  # numerators by position, and the denominator they share
Group = list[int]  # positions of players who are equal so far


class Figures:
    """What the tie-breaks of one event are made of; each part is computed once, and only if it is needed."""

    def __init__(self, event: Event) -> None:
        self.event = event
        self.tallies = Tallies(event)

    @cached_property
    def game_shares(self) -> Column:
        """Game points of those possible."""
        return self._spread(self._shares(lambda one: (one.game_points, GAME_WIN * one.games)))

    @cached_property
    def points_a_round(self) -> Column:
        """Match points by rounds, byes included."""
        return self._spread(self._shares(lambda one: (one.points, one.won + one.lost + one.drawn)))

    @cached_property
    def counted_match_shares(self) -> Column:
        """The match shares as they count for opponents: lifted to the floor, those of who left held under the cap."""
        win = self.event.points.win
        shares, scale = self._floored(lambda one: (one.share_points, win * one.share_rounds))
        cap = self.event.options.dropped_cap
        if cap == 1:
            return shares, scale
        fine = lcm(scale, cap.denominator)
        most = cap.numerator * (fine // cap.denominator)
        held = [share * (fine // scale) for share in shares]
        for place in range(len(held)):
            if self.left_early(place):
                held[place] = min(held[place], most)
        return held, fine

    @cached_property
    def counted_game_shares(self) -> Column:
        """The game shares as they count for opponents."""
        return self._floored(lambda one: (one.game_points, GAME_WIN * one.games))

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
        faced = [one.faced for one in self.tallies.distinct]
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
        told = list(map(parts, self.tallies.distinct))
        denominator = lcm(*{whole for _, whole in told if whole})
        return [part * (denominator // whole) if whole else 0 for part, whole in told], denominator

    def _spread(self, column: Column) -> Column:
        values, denominator = column
        return self.tallies.spread(values), denominator


def _sum_of_scores(figures: Figures, *, lowest: int = 0, highest: int = 0) -> Column:
    if lowest == highest == 0:
        return [sum(one.score for one in mine) for mine in figures.contributions], 1
    sums = (kept(mine, lowest=lowest, highest=highest) for mine in figures.contributions)
    return [sum(one.score for one in mine) for mine in sums], 1


def _sonneborn_berger(figures: Figures) -> Column:
    return [sum(one.score * (one.sign + 1) for one in mine) for mine in figures.contributions], 2


def _on_time(figures: Figures) -> Column:
    alone = (pairing for pairing in figures.event.pairings() if len(pairing.players) == 1)
    late = {pairing.players[0] for pairing in alone if pairing.unplayed is Unplayed.LATE}
    return [int(name not in late) for name in figures.tallies.names], 1


def _wins(figures: Figures) -> Column:
    return [one.won for one in figures.tallies.counts], 1


def _head_to_head(figures: Figures, group: Group) -> list[int]:
    if len(group) != 2:
        return [0] * len(group)
    one, other = group
    mine, theirs = _balance(figures, one, other), _balance(figures, other, one)
    return [int(mine > theirs), int(theirs > mine)]


def _balance(figures: Figures, one: int, other: int) -> int:
    """Matches one won of the other, less those lost; nobody gains by a match to which neither came."""
    return sum(meeting.sign for meeting in figures.tallies.meetings[one] if meeting.opponent == other)


def _direct(figures: Figures, group: Group) -> list[int]:
    """How many of the group each stands before; whoever is still equal is looked at again among themselves."""
    layers = _layers(*_among(figures, group))
    if len(layers) == 1:
        return [0] * len(group)
    behind, values = len(group), dict[int, int]()
    for layer in layers:
        behind -= len(layer)
        values |= {one: behind + more for one, more in zip(layer, _direct(figures, layer), strict=True)}
    return [values[one] for one in group]


def _layers(least: dict[int, int], most: dict[int, int]) -> list[Group]:
    """The group from the top, as far apart as no match that was never played could change."""
    layers, rest = [], sorted(least)
    while rest:
        best = max(least[one] for one in rest)
        top = [one for one in rest if most[one] >= best]
        if len(top) > 1 and any(least[one] != most[one] for one in top):
            top = rest
        layers.append(top)
        rest = [one for one in rest if one not in top]
    return layers


def _among(figures: Figures, group: Group) -> tuple[dict[int, int], dict[int, int]]:
    """The match points each made against the others of the group, and the most it could have been."""
    points, inside = figures.event.points, set(group)
    least, most = {}, {}
    for one in group:
        met = [meeting for meeting in figures.tallies.meetings[one] if meeting.opponent in inside]
        made = sum(points.win if meeting.sign > 0 else 0 if meeting.sign < 0 else points.draw for meeting in met)
        never = len(group) - 1 - len({meeting.opponent for meeting in met})
        least[one], most[one] = made, made + points.win * never
    return least, most


@dataclass(frozen=True, slots=True)
class TieBreak:
    """One tie-break: its names for columns and sentences, what it means, and how it is worked out.

    column: of everyone at once. among: instead of that, of players who are equal by everything before.
    is_share: shown as a decimal with four places.
    """

    short: str
    label: str
    meaning: str
    column: Callable[[Figures], Column] | None = None
    among: Callable[[Figures, Group], list[int]] | None = None
    is_share: bool = True


TIE_BREAKS: dict[str, TieBreak] = {
    "omw": TieBreak(
        "OMW",
        "opponents' match wins",
        "the mean over all opponents of the share of match points each of them made",
        lambda figures: figures.omw,
    ),
    "gw": TieBreak("GW", "game wins", "the share of game points one made oneself", lambda figures: figures.game_shares),
    "ogw": TieBreak(
        "OGW",
        "opponents' game wins",
        "the mean over all opponents of the share of game points each of them made",
        lambda figures: figures.mean(figures.counted_game_shares),
    ),
    "oomw": TieBreak(
        "OOMW",
        "opponents' opponents' match wins",
        "the mean over all opponents of their own OMW",
        lambda figures: figures.mean(figures.omw),
    ),
    "sos": TieBreak(
        "SoS",
        "strength of schedule",
        "the mean over all opponents of their match points a round",
        lambda figures: figures.sos,
    ),
    "esos": TieBreak(
        "ESoS",
        "extended strength of schedule",
        "the mean over all opponents of their own SoS",
        lambda figures: figures.mean(figures.sos),
    ),
    "buchholz": TieBreak("BH", "Buchholz", "the sum of the opponents' match points", _sum_of_scores, is_share=False),
    "buchholz_cut1": TieBreak(
        "BH-1",
        "Buchholz cut 1",
        "the sum of the opponents' match points without the lowest",
        lambda figures: _sum_of_scores(figures, lowest=1),
        is_share=False,
    ),
    "median_buchholz": TieBreak(
        "MBH",
        "median Buchholz",
        "the sum of the opponents' match points without the lowest and the highest",
        lambda figures: _sum_of_scores(figures, lowest=1, highest=1),
        is_share=False,
    ),
    "sonneborn_berger": TieBreak(
        "SB",
        "Sonneborn-Berger",
        "the match points of everyone beaten, and half of those of everyone drawn with",
        _sonneborn_berger,
        is_share=False,
    ),
    "direct": TieBreak(
        "DE",
        "direct encounter",
        "how many of those who are equal so far one stands before by the matches among them; "
        "where some never met, only what no result between them could change",
        among=_direct,
        is_share=False,
    ),
    "head_to_head": TieBreak(
        "H2H",
        "head to head",
        "if exactly two are equal so far and have met, who won that",
        among=_head_to_head,
        is_share=False,
    ),
    "wins": TieBreak(
        "Wins", "matches won", "the number of matches won, byes and awarded ones too", _wins, is_share=False
    ),
    "on_time": TieBreak(
        "On time",
        "on time",
        "whoever was there before the first round stands before late entrants",
        _on_time,
        is_share=False,
    ),
}


def check_tie_breaks(names: Iterable[str]) -> None:
    """Raises `EventProblem` that names every unknown tie-break."""
    unknown = [name for name in names if name not in TIE_BREAKS]
    if unknown:
        known = ", ".join(TIE_BREAKS)
        raise EventProblem([f"The tie-break {name[:40]!r} is not known; known are {known}." for name in unknown])


def shown(name: str, numerator: int, denominator: int) -> str:
    """A figure for people: shares with four places, a half upwards; sums as they are, with a half if there is one."""
    if TIE_BREAKS[name].is_share:
        rounded = (numerator * 20_000 + denominator) // (2 * denominator)
        return f"{rounded // 10_000}.{rounded % 10_000:04d}"
    whole, rest = divmod(numerator, denominator)
    return f"{whole}.5" if rest else str(whole)


LABELS: Mapping[str, str] = {name: one.label for name, one in TIE_BREAKS.items()}
