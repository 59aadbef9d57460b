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

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction

from bos_tournament.pairing.event import EventProblem, Unplayed
from bos_tournament.pairing.figure_working import Pencil, Worked
from bos_tournament.pairing.figures import Column, Figures, Group
from bos_tournament.pairing.messages import Message, message
from bos_tournament.pairing.opponent_scores import without_extremes


def _sum_of_scores(figures: Figures, *, lowest: int = 0, highest: int = 0) -> Column:
    unit = figures.tallies.unit
    if lowest == highest == 0:
        return [sum(one.score for one in contributions) for contributions in figures.contributions], unit
    sums = (without_extremes(contributions, lowest=lowest, highest=highest) for contributions in figures.contributions)
    return [sum(contribution.score for contribution in contributions) for contributions in sums], unit


def _sonneborn_berger(figures: Figures) -> Column:
    return [
        sum(contribution.score * (contribution.sign + 1) for contribution in contributions)
        for contributions in figures.contributions
    ], 2 * figures.tallies.unit


def _on_time(figures: Figures) -> Column:
    alone = (pairing for pairing in figures.event.pairings() if len(pairing.players) == 1)
    late = {pairing.players[0] for pairing in alone if pairing.unplayed is Unplayed.LATE}
    return [int(name not in late) for name in figures.tallies.names], 1


def _wins(figures: Figures) -> Column:
    return [counts.won for counts in figures.tallies.counts], 1


def _head_to_head(figures: Figures, group: Group) -> list[int]:
    if len(group) != 2:
        return [0] * len(group)
    first, second = group
    mine, theirs = _balance(figures, first, second), _balance(figures, second, first)
    return [int(mine > theirs), int(theirs > mine)]


def _balance(figures: Figures, player: int, other: int) -> int:
    """Matches one won of the other, less those lost; nobody gains by a match to which neither came."""
    return sum(meeting.sign for meeting in figures.tallies.meetings[player] if meeting.opponent == other)


def _direct(figures: Figures, group: Group) -> list[int]:
    """How many of the group each stands before; whoever is still equal is looked at again among themselves."""
    layers = _layers(*_among(figures, group))
    if len(layers) == 1:
        return [0] * len(group)
    behind, values = len(group), dict[int, int]()
    for layer in layers:
        behind -= len(layer)
        values |= {player: behind + more for player, more in zip(layer, _direct(figures, layer), strict=True)}
    return [values[player] for player in group]


def _layers(least: dict[int, int], most: dict[int, int]) -> list[Group]:
    """The group from the top, as far apart as no match that was never played could change."""
    layers, rest = [], sorted(least)
    while rest:
        best = max(least[player] for player in rest)
        top = [player for player in rest if most[player] >= best]
        if len(top) > 1 and any(least[player] != most[player] for player in top):
            top = rest
        layers.append(top)
        rest = [player for player in rest if player not in top]
    return layers


def _among(figures: Figures, group: Group) -> tuple[dict[int, int], dict[int, int]]:
    """The match points each made against the others of the group, and the most it could have been."""
    points, inside = figures.event.points, set(group)
    least, most = {}, {}
    for player in group:
        met = [meeting for meeting in figures.tallies.meetings[player] if meeting.opponent in inside]
        scored = sum(points.win if meeting.sign > 0 else 0 if meeting.sign < 0 else points.draw for meeting in met)
        never = len(group) - 1 - len({meeting.opponent for meeting in met})
        least[player], most[player] = scored, scored + points.win * never
    return least, most


@dataclass(frozen=True, slots=True, kw_only=True)
class TieBreak:
    """One tie-break: its names for columns and sentences, what it means, how it is worked out and shown.

    A new one is an entry of `TIE_BREAKS`, and its words in messages.toml.
    """

    key: str
    """What it is called in an event, and in the messages that say its words."""
    column: Callable[[Figures], Column] | None = None
    """Its figures for everyone at once; None where `among` is."""
    terms: Callable[[Pencil], Worked] | None = None
    """The terms of one player's figure; None where `among` is."""
    among: Callable[[Figures, Group], list[int]] | None = None
    """How it is worked out for players who are equal by everything before; None where `column` is."""
    is_share: bool = True
    """Whether it is shown as a decimal with four places."""
    of_opponents: bool = False
    """Whether it is made of the figures of opponents."""
    of_shares: bool = False
    """Whether it is made of shares of what could be won, so that it matters whether a bye counts in one's own."""
    of_match_shares: bool = False
    """Whether these are shares of match points, so that rounds missed and who left matter."""
    is_floored: bool = False
    """Whether an opponent's share is lifted to the floor."""
    of_games: bool = False
    """Whether it is made of games, which pods do not have."""
    sums_scores: bool = False
    """Whether it adds scores of opponents up, so that it matters what a round counts that nobody played."""

    @property
    def short(self) -> Message:
        """The heading of its column."""
        return message(f"tie_break_short.{self.key}")

    @property
    def label(self) -> Message:
        """Its name within a sentence."""
        return message(f"tie_break.{self.key}")

    @property
    def meaning(self) -> Message:
        """What it is, without a full stop."""
        return message(f"tie_break_meaning.{self.key}")

    def worked(self, pencil: Pencil, equals: Iterable[str]) -> Worked:
        """How one player comes to the figure, among those who are equal so far."""
        if self.among is not None:
            return pencil.among(equals, self.among)
        return self.terms(pencil) if self.terms is not None else ([], 1)


TIE_BREAKS: dict[str, TieBreak] = {
    tie_break.key: tie_break
    for tie_break in (
        TieBreak(
            key="omw",
            column=lambda figures: figures.omw,
            terms=lambda pencil: pencil.mean(pencil.figures.counted_match_shares, pencil.about_match_share),
            of_opponents=True,
            of_shares=True,
            of_match_shares=True,
            is_floored=True,
        ),
        TieBreak(
            key="gw",
            column=lambda figures: figures.game_shares,
            terms=lambda pencil: pencil.own_games(),
            of_shares=True,
            of_games=True,
        ),
        TieBreak(
            key="ogw",
            column=lambda figures: figures.mean(figures.counted_game_shares),
            terms=lambda pencil: pencil.mean(pencil.figures.counted_game_shares, pencil.about_game_share),
            of_opponents=True,
            of_games=True,
            of_shares=True,
            is_floored=True,
        ),
        TieBreak(
            key="oomw",
            column=lambda figures: figures.mean(figures.omw),
            terms=lambda pencil: pencil.mean(pencil.figures.omw, lambda _: message("tie_break_short.omw")),
            of_opponents=True,
            of_shares=True,
            of_match_shares=True,
            is_floored=True,
        ),
        TieBreak(
            key="sos",
            column=lambda figures: figures.sos,
            terms=lambda pencil: pencil.mean(pencil.figures.points_a_round, pencil.about_points_a_round),
            of_opponents=True,
        ),
        TieBreak(
            key="esos",
            column=lambda figures: figures.mean(figures.sos),
            terms=lambda pencil: pencil.mean(pencil.figures.sos, lambda _: message("tie_break_short.sos")),
            of_opponents=True,
        ),
        TieBreak(
            key="buchholz",
            column=_sum_of_scores,
            terms=lambda pencil: pencil.sums(0, 0),
            is_share=False,
            of_opponents=True,
            sums_scores=True,
        ),
        TieBreak(
            key="buchholz_cut1",
            column=lambda figures: _sum_of_scores(figures, lowest=1),
            terms=lambda pencil: pencil.sums(1, 0),
            is_share=False,
            of_opponents=True,
            sums_scores=True,
        ),
        TieBreak(
            key="median_buchholz",
            column=lambda figures: _sum_of_scores(figures, lowest=1, highest=1),
            terms=lambda pencil: pencil.sums(1, 1),
            is_share=False,
            of_opponents=True,
            sums_scores=True,
        ),
        TieBreak(
            key="sonneborn_berger",
            column=_sonneborn_berger,
            terms=lambda pencil: pencil.sonneborn_berger(),
            is_share=False,
            of_opponents=True,
            sums_scores=True,
        ),
        TieBreak(
            key="direct",
            among=_direct,
            is_share=False,
        ),
        TieBreak(
            key="head_to_head",
            among=_head_to_head,
            is_share=False,
        ),
        TieBreak(
            key="wins",
            column=_wins,
            terms=lambda pencil: pencil.wins(),
            is_share=False,
        ),
        TieBreak(
            key="on_time",
            column=_on_time,
            terms=lambda pencil: pencil.on_time(),
            is_share=False,
        ),
    )
}


def check_tie_breaks(names: Iterable[str], *, pods: bool = False) -> None:
    """Raises `EventProblem` that names every tie-break that is unknown, or made of games where pods have none."""
    names = tuple(names)
    unknown = [name for name in names if name not in TIE_BREAKS]
    if unknown:
        listed = ", ".join(TIE_BREAKS)
        raise EventProblem([f"The tie-break {name[:40]!r} is not known; known are {listed}." for name in unknown])
    of_games = [name for name in names if TIE_BREAKS[name].of_games] if pods else []
    if of_games:
        listed = ", ".join(name for name, tie_break in TIE_BREAKS.items() if not tie_break.of_games)
        raise EventProblem(
            [f"The tie-break {name} counts games, which pods do not have; use {listed}." for name in of_games]
        )


def format_figure(name: str, numerator: int, denominator: int) -> str:
    """A figure for people: shares with four places, a half upwards; sums as they are, or as a fraction."""
    if TIE_BREAKS[name].is_share:
        rounded = (numerator * 20_000 + denominator) // (2 * denominator)
        return f"{rounded // 10_000}.{rounded % 10_000:04d}"
    whole, rest = divmod(numerator, denominator)
    if not rest:
        return str(whole)
    return f"{whole}.5" if 2 * rest == denominator else str(Fraction(numerator, denominator))
