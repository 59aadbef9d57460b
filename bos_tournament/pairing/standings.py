"""Standings: match points, then the tie-breaks the event names, exact to the last fraction.

The match-points family (field rules C1), with P for match points, R for rounds that count, G for game points:

    key   what it is                                                   floored
    omw   mean over opponents faced of  P / (win x R)                  each opponent's share
    gw    own  G / (3 x games)                                         no
    ogw   mean over opponents faced of  G / (3 x games)                each opponent's share

An opponent faced twice counts twice. Whoever faced nobody has 0 for omw and ogw, whoever played no game 0 for gw.
A match given by no-show, late arrival, forfeit or disqualification is a 2-0 win for the opponent, and both have
faced each other; in a double no-show both lose, 0-0. Nothing is counted for a round without a written pairing.

Everything is computed in whole numbers over common denominators; fractions are made only when somebody looks.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import groupby
from math import lcm
from operator import itemgetter

from bos_tournament.pairing.event import (
    BYES,
    GAME_DRAW,
    GAME_WIN,
    Event,
    EventProblem,
    Pairing,
    Points,
    Unplayed,
    natural,
)

AWARDED_GAMES = 2  # games a bye or an awarded match is won by

Games = tuple[int, int, int]  # won by the first, won by the second, drawn
Value = tuple[int, int, int, int]  # by how many games the first won, game points of both, games played


@dataclass(slots=True)
class Tally:
    """What one player has gathered, and whom they faced, in the order of rounds."""

    won: int = 0
    lost: int = 0
    drawn: int = 0
    game_points: int = 0
    games: int = 0
    faced: list[str] = field(default_factory=list)
    uncounted_wins: int = 0  # among those won, but left out of the match-win share
    uncounted_losses: int = 0
    points: int = 0
    share_points: int = 0  # match points that count for the match-win share
    share_rounds: int = 0


@dataclass(frozen=True, slots=True)
class Rank:
    """One line of the standings. Equal figures share a rank; `above` is the line before, for the reason."""

    id: str
    rank: int
    points: int
    record: tuple[int, int, int]  # won, lost, drawn
    numerators: tuple[int, ...]  # of each tie-break, in their order
    tie_breaks: tuple[tuple[str, int], ...]  # each with its denominator, the same for all ranks
    above: "Rank | None" = field(default=None, repr=False, compare=False)

    @property
    def exact(self) -> dict[str, Fraction]:
        """Each tie-break as a fraction."""
        parts = zip(self.tie_breaks, self.numerators, strict=True)
        return {name: Fraction(numerator, denominator) for (name, denominator), numerator in parts}

    @property
    def figures(self) -> dict[str, str]:
        """Each tie-break rounded to four places, a half upwards."""
        parts = zip(self.tie_breaks, self.numerators, strict=True)
        return {name: _four_places(numerator, denominator) for (name, denominator), numerator in parts}

    @property
    def reason(self) -> str:
        """Why this player stands here and not one place higher."""
        if self.above is None or self.above.points != self.points:
            return f"{self.points} {'point' if self.points == 1 else 'points'}"
        before = self.above
        for at, (name, _) in enumerate(self.tie_breaks):
            if self.numerators[at] != before.numerators[at]:
                mine, theirs = self._telling_figures(before, name)
                return f"same points as {before.id}; {LABELS[name]} {mine} against {theirs}"
        return f"same points and the same figures as {before.id}; they share the rank"

    def _telling_figures(self, before: "Rank", name: str) -> tuple[str, str]:
        """Both figures as decimals, or as fractions where four places would look equal."""
        mine, theirs = self.figures[name], before.figures[name]
        if mine == theirs:
            return str(self.exact[name]), str(before.exact[name])
        return mine, theirs


def standings(event: Event) -> tuple[Rank, ...]:
    """All players, dropped ones too, best first; equals in the order of their ids, whatever the order of input.

    Raises `EventProblem` if the event orders by a tie-break nobody knows.
    """
    check_tie_breaks(event.tie_breaks)
    tallies = tally(event)
    columns = [TIE_BREAKS[name](event, tallies) for name in event.tie_breaks]
    scales = tuple((name, denominator) for name, (_, denominator) in zip(event.tie_breaks, columns, strict=True))
    points = [mine.points for mine in tallies.values()]
    figures = [column.values() for column, _ in columns]  # every column lists the players as the tallies do
    keys = dict(zip(tallies, zip(points, *figures, strict=True), strict=True))
    order = sorted(keys, key=keys.__getitem__, reverse=True)
    return _ranked(_equals_by_name(order, keys), keys, tallies, scales)


def check_tie_breaks(names: Iterable[str]) -> None:
    """Raises `EventProblem` that names every unknown tie-break."""
    unknown = [name for name in names if name not in TIE_BREAKS]
    if unknown:
        known = ", ".join(TIE_BREAKS)
        raise EventProblem([f"The tie-break {name[:40]!r} is not known; known are {known}." for name in unknown])


def tally(event: Event) -> dict[str, Tally]:
    """What everyone gathered over all rounds, by player id."""
    tallies = {player.id: Tally() for player in event.players}
    values: dict[Games, Value] = {}  # a match ends in few different ways
    for pairing in event.pairings():
        games = pairing.games or _awarded(pairing)
        if games is None:
            _count_without_games(event, tallies, pairing)
            continue
        margin, one_points, other_points, played = values.get(games) or values.setdefault(games, _value_of(games))
        one_name, other_name = pairing.players
        one, other = tallies[one_name], tallies[other_name]
        one.faced.append(other_name)
        other.faced.append(one_name)
        one.game_points += one_points
        other.game_points += other_points
        one.games += played
        other.games += played
        if margin > 0:
            one.won += 1
            other.lost += 1
        elif margin < 0:
            one.lost += 1
            other.won += 1
        else:
            one.drawn += 1
            other.drawn += 1
    for mine in tallies.values():
        _add_up(event.points, mine)
    return tallies


def _awarded(pairing: Pairing) -> Games | None:
    """The games of a match that the first of two lost without playing."""
    if len(pairing.players) == 1 or pairing.unplayed is Unplayed.DOUBLE_NO_SHOW:
        return None
    return 0, AWARDED_GAMES, 0


def _value_of(games: Games) -> Value:
    won, lost, drawn = games
    share = GAME_DRAW * drawn
    return won - lost, GAME_WIN * won + share, GAME_WIN * lost + share, won + lost + drawn


def _count_without_games(event: Event, tallies: dict[str, Tally], pairing: Pairing) -> None:
    if len(pairing.players) == 1:
        _count_alone(event, tallies[pairing.players[0]], pairing)
        return
    for name, other in (pairing.players, pairing.players[::-1]):  # both lose a double no-show
        tallies[name].lost += 1
        tallies[name].faced.append(other)


def _count_alone(event: Event, mine: Tally, pairing: Pairing) -> None:
    if pairing.unplayed not in BYES:
        mine.lost += 1
        mine.uncounted_losses += not event.options.missed_counts
        return
    mine.won += 1
    if event.options.bye_counts:
        mine.game_points += GAME_WIN * AWARDED_GAMES
        mine.games += AWARDED_GAMES
    else:
        mine.uncounted_wins += 1


def _add_up(points: Points, mine: Tally) -> None:
    mine.points = points.win * mine.won + points.draw * mine.drawn + points.loss * mine.lost
    mine.share_points = mine.points - points.win * mine.uncounted_wins - points.loss * mine.uncounted_losses
    mine.share_rounds = mine.won + mine.lost + mine.drawn - mine.uncounted_wins - mine.uncounted_losses


def _equals_by_name(order: list[str], keys: Mapping[str, tuple[int, ...]]) -> Iterator[str]:
    for _, equals in groupby(order, key=keys.__getitem__):
        names = list(equals)
        yield from names if len(names) == 1 else sorted(names, key=natural)


def _ranked(
    order: Iterable[str],
    keys: Mapping[str, tuple[int, ...]],
    tallies: Mapping[str, Tally],
    tie_breaks: tuple[tuple[str, int], ...],
) -> tuple[Rank, ...]:
    ranks: list[Rank] = []
    above: Rank | None = None
    rank, before = 0, None
    for place, name in enumerate(order, start=1):
        mine, key = tallies[name], keys[name]
        rank, before = (rank if key == before else place), key
        record = (mine.won, mine.lost, mine.drawn)
        above = Rank(name, rank, mine.points, record, key[1:], tie_breaks, above)
        ranks.append(above)
    return tuple(ranks)


Column = tuple[dict[str, int], int]  # numerator by player id, and the denominator they share


def _match_shares(event: Event, tallies: Mapping[str, Tally]) -> Column:
    return _shares({name: (mine.share_points, event.points.win * mine.share_rounds) for name, mine in tallies.items()})


def _game_shares(event: Event, tallies: Mapping[str, Tally]) -> Column:
    return _shares({name: (mine.game_points, GAME_WIN * mine.games) for name, mine in tallies.items()})


def _shares(parts: Mapping[str, tuple[int, int]]) -> Column:
    """Each part / whole over one denominator; a share of nothing is 0."""
    denominator = lcm(*{whole for _, whole in parts.values() if whole})
    return {name: part * (denominator // whole) if whole else 0 for name, (part, whole) in parts.items()}, denominator


def _opponents_mean(event: Event, tallies: Mapping[str, Tally], column: Column) -> Column:
    """The mean over everyone faced of their share, each lifted to the floor."""
    shares, denominator = column
    floor = event.options.floor
    scale = lcm(denominator, floor.denominator)
    lift, least = scale // denominator, floor.numerator * (scale // floor.denominator)
    floored = {name: max(share * lift, least) for name, share in shares.items()}
    counts = lcm(*{len(mine.faced) for mine in tallies.values() if mine.faced})
    means = {
        name: _sum_of(floored, mine.faced) * (counts // len(mine.faced)) if mine.faced else 0
        for name, mine in tallies.items()
    }
    return means, scale * counts


def _sum_of(values: dict[str, int], names: list[str]) -> int:
    """The values of the names added up; the getter takes many at once, which is what standings spend their time on."""
    return values[names[0]] if len(names) == 1 else sum(itemgetter(*names)(values))


def _omw(event: Event, tallies: Mapping[str, Tally]) -> Column:
    return _opponents_mean(event, tallies, _match_shares(event, tallies))


def _ogw(event: Event, tallies: Mapping[str, Tally]) -> Column:
    return _opponents_mean(event, tallies, _game_shares(event, tallies))


TIE_BREAKS: dict[str, Callable[[Event, Mapping[str, Tally]], Column]] = {
    "omw": _omw,
    "gw": _game_shares,
    "ogw": _ogw,
}
LABELS = {
    "omw": "opponents' match wins",
    "gw": "game wins",
    "ogw": "opponents' game wins",
}


def _four_places(numerator: int, denominator: int) -> str:
    rounded = (numerator * 20_000 + denominator) // (2 * denominator)
    return f"{rounded // 10_000}.{rounded % 10_000:04d}"
