"""Points by place, and what everyone gathered at pods; all exact, counted in parts of a point that are whole."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import lcm
from typing import NamedTuple

from bos_tournament.pairing.event import BYES, Event, Pairing
from bos_tournament.pairing.player_counts import Counts

Parts = tuple[Fraction, ...]


class PodTotals(NamedTuple):
    """The counts of everyone by position."""

    unit: int
    """How many parts make a match point."""
    counts: list[Counts]
    """By position, points in parts."""
    opponents: list[list[int]]
    """Columns: in each, one whom everyone met, by position; the position after the last stands for nobody."""


def points_of_places(event: Event, seats: int) -> Parts:
    """What each place among so many sides is worth: the event's own points, else (s - p) / (s - 1) of a win."""
    own = next((points for points in event.place_points if len(points) == seats), None)
    if own is not None:
        return own
    win = event.points.win
    return tuple(Fraction(win * (seats - place), seats - 1) for place in range(1, seats + 1))


def points_gained(event: Event, places: tuple[int, ...]) -> Parts:
    """What each of a pod gets for these places; a shared place is worth the mean of the places it covers."""
    worth = points_of_places(event, len(places))
    return tuple(
        sum(worth[place - 1 : place - 1 + shared], Fraction()) / shared
        for place in places
        for shared in (places.count(place),)
    )


def points_at(event: Event, pairing: Pairing) -> Parts:
    """What the table gives to each of its players; whoever missed a round gets nothing."""
    if pairing.places is not None:
        return points_gained(event, pairing.places)
    return (points_of_bye(event) if pairing.unplayed in BYES else Fraction(),)


def points_of_bye(event: Event) -> Fraction:
    """A bye is worth the first place at a full pod."""
    return points_of_places(event, event.table_size or 2)[0]


def signs_at(places: tuple[int, ...]) -> list[list[int]]:
    """For each of a pod, how they fared against each of it: 1 ahead, 0 level, -1 behind."""
    return [[(other > place) - (other < place) for other in places] for place in places]


def tables_of(event: Event, player: str) -> Iterator[tuple[int, Pairing]]:
    """Every table of the player with the number of its round, byes and missed rounds too."""
    for number, tables in enumerate(event.rounds, start=1):
        yield from ((number, table) for table in tables if player in table.players)


def sign_of(pairing: Pairing, player: str) -> int:
    """How the player's table ended for them: 1 for first alone or a bye, 0 for a shared first place, else -1."""
    if pairing.places is None:
        return 1 if pairing.unplayed in BYES else -1
    place = pairing.places[pairing.players.index(player)]
    return -1 if place > 1 else int(pairing.places.count(1) == 1)


class Result(NamedTuple):
    """What one table is to one player, points as they are."""

    sign: int
    """1 for won, 0 for shared first, -1 for anything else."""
    met: int
    """How many others sat there."""
    points: Fraction
    """Match points."""
    most: Fraction
    """The most that could be had there."""
    counts: bool = True
    """Whether it counts in the player's own share."""


def pod_totals(event: Event, places: Mapping[str, int]) -> PodTotals:
    """What everyone gathered; `places` are the positions of the players."""
    results: list[list[Result]] = [[] for _ in places]
    for pairing in event.pairings():
        for name, result in zip(pairing.players, _results(event, pairing), strict=True):
            results[places[name]].append(result)
    unit = lcm(*{part.denominator for own in results for result in own for part in (result.points, result.most)})
    columns = [column for tables in event.rounds for column in _opponents(tables, places)]
    return PodTotals(unit, [_counts(own, unit) for own in results], columns)


def _results(event: Event, pairing: Pairing) -> list[Result]:
    """Of each player at the table."""
    options, seats = event.options, len(pairing.players)
    counts = pairing.places is not None or (options.bye_counts if pairing.unplayed in BYES else options.missed_counts)
    most = points_of_places(event, seats)[0] if pairing.places is not None else points_of_bye(event)
    return [
        Result(sign_of(pairing, name), seats - 1, points, most, counts)
        for name, points in zip(pairing.players, points_at(event, pairing), strict=True)
    ]


def _opponents(tables: tuple[Pairing, ...], places: Mapping[str, int]) -> list[list[int]]:
    """The columns of one round: as many as the largest pod has others."""
    nobody = len(places)
    most = max((len(table.players) for table in tables), default=1)
    columns = [[nobody] * nobody for _ in range(most - 1)]
    for table in tables:
        met = [places[name] for name in table.players]
        for at, place in enumerate(met):
            for column, other in zip(columns, met[:at] + met[at + 1 :], strict=False):
                column[place] = other
    return columns


def _counts(results: list[Result], unit: int) -> Counts:
    ends = [result.sign for result in results]
    own = [result for result in results if result.counts]
    return Counts(
        won=ends.count(1),
        lost=ends.count(-1),
        drawn=ends.count(0),
        faced=sum(result.met for result in results),
        games=0,
        game_points=0,
        points=int(sum(result.points for result in results) * unit),
        share_points=int(sum(result.points for result in own) * unit),
        share_most=int(sum(result.most for result in own) * unit),
    )
