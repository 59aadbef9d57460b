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

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm

from bos_tournament.pairing.event import BYES, GAME_DRAW, GAME_WIN, Event, EventProblem, Pairing, Unplayed, natural

AWARDED_GAMES = 2  # games a bye or an awarded match is won by


@dataclass(slots=True)
class Tally:
    """What one player has gathered, and whom they faced."""

    points: int = 0
    won: int = 0
    lost: int = 0
    drawn: int = 0
    share_points: int = 0  # match points that count for the match-win share
    share_rounds: int = 0
    game_points: int = 0
    games: int = 0
    faced: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Rank:
    """One line of the standings. Equal figures share a rank; `above` is the line before, for the reason."""

    id: str
    rank: int
    points: int
    record: tuple[int, int, int]  # won, lost, drawn
    tie_breaks: tuple[str, ...]
    numerators: tuple[int, ...]
    denominators: tuple[int, ...]
    above: "Rank | None" = field(default=None, repr=False, compare=False)

    @property
    def exact(self) -> dict[str, Fraction]:
        """Each tie-break as a fraction."""
        parts = zip(self.tie_breaks, self.numerators, self.denominators, strict=True)
        return {name: Fraction(numerator, denominator) for name, numerator, denominator in parts}

    @property
    def figures(self) -> dict[str, str]:
        """Each tie-break rounded to four places, a half upwards."""
        parts = zip(self.tie_breaks, self.numerators, self.denominators, strict=True)
        return {name: _four_places(numerator, denominator) for name, numerator, denominator in parts}

    @property
    def reason(self) -> str:
        """Why this player stands here and not one place higher."""
        if self.above is None or self.above.points != self.points:
            return f"{self.points} {'point' if self.points == 1 else 'points'}"
        before = self.above
        for at, name in enumerate(self.tie_breaks):
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
    denominators = tuple(denominator for _, denominator in columns)
    keys = {name: (tallied.points, *(values[name] for values, _ in columns)) for name, tallied in tallies.items()}
    order = sorted(sorted(keys, key=natural), key=keys.__getitem__, reverse=True)
    return _ranked(order, keys, tallies, event.tie_breaks, denominators)


def check_tie_breaks(names: Iterable[str]) -> None:
    """Raises `EventProblem` that names every unknown tie-break."""
    unknown = [name for name in names if name not in TIE_BREAKS]
    if unknown:
        known = ", ".join(TIE_BREAKS)
        raise EventProblem([f"The tie-break {name[:40]!r} is not known; known are {known}." for name in unknown])


def tally(event: Event) -> dict[str, Tally]:
    """What everyone gathered over all rounds, by player id."""
    tallies = {player.id: Tally() for player in event.players}
    for pairing in event.pairings():
        if pairing.games is not None:
            _count_played(event, tallies, pairing, pairing.games)
        elif len(pairing.players) == 2:
            _count_awarded(event, tallies, pairing)
        else:
            _count_alone(event, tallies[pairing.players[0]], pairing)
    return tallies


def _ranked(
    order: list[str],
    keys: Mapping[str, tuple[int, ...]],
    tallies: Mapping[str, Tally],
    tie_breaks: tuple[str, ...],
    denominators: tuple[int, ...],
) -> tuple[Rank, ...]:
    ranks: list[Rank] = []
    above: Rank | None = None
    for place, name in enumerate(order, start=1):
        tallied, key = tallies[name], keys[name]
        shared = above is not None and keys[above.id] == key
        above = Rank(
            id=name,
            rank=above.rank if shared and above is not None else place,
            points=tallied.points,
            record=(tallied.won, tallied.lost, tallied.drawn),
            tie_breaks=tie_breaks,
            numerators=key[1:],
            denominators=denominators,
            above=above,
        )
        ranks.append(above)
    return tuple(ranks)


def _count_played(event: Event, tallies: dict[str, Tally], pairing: Pairing, games: tuple[int, int, int]) -> None:
    first, second = pairing.players
    won, lost, drawn = games
    _count_match(event, tallies[first], won - lost)
    _count_match(event, tallies[second], lost - won)
    _count_games(tallies[first], won, lost, drawn)
    _count_games(tallies[second], lost, won, drawn)
    tallies[first].faced.append(second)
    tallies[second].faced.append(first)


def _count_awarded(event: Event, tallies: dict[str, Tally], pairing: Pairing) -> None:
    """The first is at fault; in a double no-show both are."""
    first, second = pairing.players
    both_lose = pairing.unplayed is Unplayed.DOUBLE_NO_SHOW
    _count_match(event, tallies[first], -1)
    _count_match(event, tallies[second], -1 if both_lose else 1)
    if not both_lose:
        _count_games(tallies[first], 0, AWARDED_GAMES, 0)
        _count_games(tallies[second], AWARDED_GAMES, 0, 0)
    tallies[first].faced.append(second)
    tallies[second].faced.append(first)


def _count_alone(event: Event, mine: Tally, pairing: Pairing) -> None:
    if pairing.unplayed not in BYES:
        _count_match(event, mine, -1, in_share=event.options.missed_counts)
        return
    _count_match(event, mine, 1, in_share=event.options.bye_counts)
    if event.options.bye_counts:
        _count_games(mine, AWARDED_GAMES, 0, 0)


def _count_match(event: Event, mine: Tally, margin: int, *, in_share: bool = True) -> None:
    if margin > 0:
        points, mine.won = event.points.win, mine.won + 1
    elif margin < 0:
        points, mine.lost = event.points.loss, mine.lost + 1
    else:
        points, mine.drawn = event.points.draw, mine.drawn + 1
    mine.points += points
    if in_share:
        mine.share_points += points
        mine.share_rounds += 1


def _count_games(mine: Tally, won: int, lost: int, drawn: int) -> None:
    mine.game_points += GAME_WIN * won + GAME_DRAW * drawn
    mine.games += won + lost + drawn


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
        name: sum(map(floored.__getitem__, mine.faced)) * (counts // len(mine.faced)) if mine.faced else 0
        for name, mine in tallies.items()
    }
    return means, scale * counts


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
