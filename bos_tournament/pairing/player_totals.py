"""What everyone gathered over the rounds: matches won, lost and drawn, games, and whom they faced.

A player's counts are kept in one whole number while the tables are gone through, each count in bits of its own; that
is what makes standings of thousands take milliseconds. `Counts` is that number read.
"""

from collections.abc import Callable, Mapping
from functools import cached_property
from itertools import count
from operator import itemgetter
from typing import NamedTuple, TypeVar

from bos_tournament.pairing.event import BYES, GAME_DRAW, GAME_WIN, Event, Pairing, Unplayed
from bos_tournament.pairing.player_counts import Counts, Games, Meeting
from bos_tournament.pairing.pod_totals import pod_totals, signs_at

T = TypeVar("T")

AWARDED_GAMES = 2  # games a bye or an awarded match is won by

# One in each count. 7 bits hold 100 rounds; games and their points hold 100 matches of 99 games of each kind.
WON, LOST, DRAWN, FACED, GAMES, GAME_POINTS = 1, 1 << 7, 1 << 14, 1 << 21, 1 << 28, 1 << 44
UNCOUNTED_WIN, UNCOUNTED_LOSS = 1 << 61, 1 << 68  # on top, since they are rare
ROUNDS_MASK, GAMES_MASK, POINTS_MASK = (1 << 7) - 1, (1 << 16) - 1, (1 << 17) - 1

AWARDED: Games = (0, AWARDED_GAMES, 0)  # of a match that the first of two lost without playing


class Tallies:
    """The counts of everyone in an event. Players are positions in `names`, which are in the order of entry.

    `unit` is how many parts make a match point: 1, except at pods, where places share points out.
    """

    def __init__(self, event: Event) -> None:
        self.event = event
        self.names = tuple([player.id for player in event.players])
        self.places = {name: place for place, name in enumerate(self.names)}
        self.unit = 1
        if event.table_size is not None:
            self.unit, totals_of_pods, self.opponents = pod_totals(event, self.places)
            self._gather(totals_of_pods)
            return
        added, self.opponents = _columns(event, self.places)
        totals = list(map(sum, zip(*added, strict=True))) if added else [0] * len(self.names)
        numbers = dict(zip(dict.fromkeys(totals), count(), strict=False))
        self.distinct = [_counts(event, total) for total in numbers]  # the counts that occur: fewer than players
        self._which = list(map(numbers.__getitem__, totals))

    def _gather(self, counts: list[Counts]) -> None:
        numbers = {distinct: number for number, distinct in enumerate(dict.fromkeys(counts))}
        self.distinct = list(numbers)
        self._which = list(map(numbers.__getitem__, counts))

    @cached_property
    def counts(self) -> list[Counts]:
        """By position."""
        return self.spread(self.distinct)

    def spread(self, values: list[T]) -> list[T]:
        """By position, what is given once for each of the distinct counts."""
        return list(map(values.__getitem__, self._which))

    @cached_property
    def faced(self) -> list[list[int]]:
        """Whom everyone faced, by position, in the order of rounds."""
        nobody = len(self.names)
        rows = zip(*self.opponents, strict=True) if self.opponents else ((),) * nobody
        return [[opponent for opponent in row if opponent != nobody] for row in rows]

    def sums(self, values: list[int]) -> list[int]:
        """By position, the values of everyone faced added up."""
        if not values or not self.opponents:
            return [0] * len(values)
        with_nobody = [*values, 0]
        sums = map(sum, zip(*[of_faced(with_nobody) for of_faced in self._of_faced], strict=True))
        return list(sums)[:-1]

    @cached_property
    def _of_faced(self) -> list[Callable[[list[int]], tuple[int, ...]]]:
        """By round: takes from values by position those of whom everyone faced, and once more that of nobody."""
        nobody = len(self.names)
        return [itemgetter(*faces, nobody) for faces in self.opponents]

    @cached_property
    def points(self) -> list[int]:
        """Match points by position."""
        return self.spread([counts.points for counts in self.distinct])

    def of(self, name: str) -> Counts:
        """The counts of one player."""
        return self.counts[self.places[name]]

    @cached_property
    def meetings(self) -> list[list[Meeting]]:
        """Every round of every player in order, by position; also those without a written pairing."""
        by_player: list[list[Meeting]] = [[] for _ in self.names]
        for number, tables in enumerate(self.event.rounds, start=1):
            for pairing in tables:
                for name, meeting in _meetings(pairing, number, self.places):
                    by_player[self.places[name]].append(meeting)
            for own_meetings in by_player:
                if not own_meetings or own_meetings[-1].round < number:
                    own_meetings.append(Meeting(number, None, -1, written=False))
        return by_player


def match_points(event: Event) -> dict[str, int]:
    """Match points by player, at pods in parts of a point."""
    tallies = Tallies(event)
    return dict(zip(tallies.names, tallies.points, strict=True))


class Tally(NamedTuple):
    """What pairing needs of one player: match points, and whom they were paired with, in the order of rounds."""

    points: int
    """Match points."""
    faced: list[str]
    """The ids of the opponents."""


def tally(event: Event) -> dict[str, Tally]:
    """Match points and opponents of everyone, by player."""
    tallies = Tallies(event)
    names = tallies.names
    faced = ([names[other] for other in others] for others in tallies.faced)
    return dict(zip(names, map(Tally, tallies.points, faced), strict=True))


def _columns(event: Event, places: Mapping[str, int]) -> tuple[list[list[int]], list[list[int]]]:
    """By round: what it adds to each player, and whom each faced (the position after the last for nobody).

    Round by round, so that what is written to stays small: half of the time of standings is spent here.
    """
    added, opponents = [], []
    worth: dict[Games, tuple[int, int]] = {}  # a match ends in few different ways
    for tables in event.rounds:
        adds, faces = [0] * len(places), [len(places)] * len(places)
        for pairing in tables:
            if (games := pairing.games) is None:
                _write_unplayed(event, pairing, places, adds, faces)
                continue
            first, second = pairing.players
            place, other = places[first], places[second]
            faces[place], faces[other] = other, place
            try:
                adds[place], adds[other] = worth[games]
            except KeyError:
                adds[place], adds[other] = worth[games] = _worth(games)
        added.append(adds)
        opponents.append(faces)
    return added, opponents


def _write_unplayed(
    event: Event, pairing: Pairing, places: Mapping[str, int], adds: list[int], faces: list[int]
) -> None:
    mine, theirs = _worth_of(event, pairing)
    place, *others = (places[name] for name in pairing.players)
    adds[place] = mine
    for other in others:
        faces[place], faces[other], adds[other] = other, place, theirs


def _worth_of(event: Event, pairing: Pairing) -> tuple[int, int]:
    """What a pairing that was not played adds to the first, who is at fault, and to the second."""
    if len(pairing.players) == 1:
        return _worth_alone(event, pairing), 0
    if pairing.unplayed is Unplayed.DOUBLE_NO_SHOW:
        return LOST + FACED, LOST + FACED
    return _worth(AWARDED)


def _worth(games: Games) -> tuple[int, int]:
    """What a match with these games adds to the first and to the second."""
    won, lost, drawn = games
    both = FACED + GAMES * sum(games) + GAME_POINTS * GAME_DRAW * drawn
    first, second = (WON, LOST) if won > lost else (LOST, WON) if won < lost else (DRAWN, DRAWN)
    return both + first + GAME_POINTS * GAME_WIN * won, both + second + GAME_POINTS * GAME_WIN * lost


def _worth_alone(event: Event, pairing: Pairing) -> int:
    if pairing.unplayed not in BYES:
        return LOST + (0 if event.options.missed_counts else UNCOUNTED_LOSS)
    if event.options.bye_counts:
        return WON + GAMES * AWARDED_GAMES + GAME_POINTS * GAME_WIN * AWARDED_GAMES
    return WON + UNCOUNTED_WIN


def _counts(event: Event, total: int) -> Counts:
    won, lost, drawn = total & ROUNDS_MASK, total // LOST & ROUNDS_MASK, total // DRAWN & ROUNDS_MASK
    left_out, missed = total // UNCOUNTED_WIN & ROUNDS_MASK, total // UNCOUNTED_LOSS & ROUNDS_MASK
    worth = event.points
    points = worth.win * won + worth.draw * drawn + worth.loss * lost
    return Counts(
        won,
        lost,
        drawn,
        total // FACED & ROUNDS_MASK,
        total // GAMES & GAMES_MASK,
        total // GAME_POINTS & POINTS_MASK,
        points,
        points - worth.win * left_out - worth.loss * missed,
        worth.win * (won + lost + drawn - left_out - missed),
    )


def _meetings(pairing: Pairing, number: int, places: Mapping[str, int]) -> list[tuple[str, Meeting]]:
    """What a pairing is to each of its players."""
    kind = pairing.unplayed
    if pairing.places is not None:
        return [
            (name, Meeting(number, places[other], sign))
            for name, signs in zip(pairing.players, signs_at(pairing.places), strict=True)
            for other, sign in zip(pairing.players, signs, strict=True)
            if other != name
        ]
    if len(pairing.players) == 1:
        (name,) = pairing.players
        return [(name, _alone(number, kind))]
    first, second = pairing.players
    if kind is Unplayed.DOUBLE_NO_SHOW:
        return [
            (first, Meeting(number, places[second], -1, unplayed=kind)),
            (second, Meeting(number, places[first], -1, unplayed=kind)),
        ]
    won, lost, drawn = pairing.games or AWARDED
    sign = (won > lost) - (won < lost)
    return [
        (first, Meeting(number, places[second], sign, (won, lost, drawn), kind)),
        (second, Meeting(number, places[first], -sign, (lost, won, drawn), kind)),
    ]


def _alone(number: int, kind: Unplayed | None) -> Meeting:
    if kind in BYES:
        return Meeting(number, None, 1, (AWARDED_GAMES, 0, 0), kind)
    return Meeting(number, None, -1, unplayed=kind)
