"""A season: points for the place in each event, of which a player's best results count."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

USUAL_POINTS = (30, 24, 20, 17, 15, 13, 11, 9, 8, 7, 6, 5, 4, 3, 2, 1)


@dataclass(frozen=True)
class Scale:
    """What places are worth, and how many results count.

    `points` are those of the first place, the second and so on; later places are worth nothing. Everybody gets those
    for `taking_part` on top. With fewer than `full_at` players a place is worth its share of them, rounded up.
    """

    points: tuple[int, ...] = USUAL_POINTS
    taking_part: int = 0
    full_at: int = 0
    best: int | None = None
    """How many results of a player count, the best ones; None: all of them."""

    def worth(self, place: int, *, players: int) -> int:
        """Points for this place (from 1) among so many players."""
        points = self.points[place - 1] if place <= len(self.points) else 0
        if players < self.full_at:
            points = -(-points * players // self.full_at)
        return points + self.taking_part


@dataclass(frozen=True)
class Finish:
    """How somebody ended in an event; `counts` if it is among their best."""

    event: str
    """The key of the event."""
    place: int
    """The final place in it, from 1."""
    points: int
    """What the place is worth, in points of the season."""
    counts: bool


@dataclass(frozen=True)
class SeasonStanding:
    """Where somebody stands in the season: equal totals share a place. Finishes are in the order of the events."""

    place: int
    """The place in the season, from 1."""
    player: str
    """The key of the player."""
    total: int
    """Points of the season, of the results that count."""
    finishes: tuple[Finish, ...]
    """Every result, whether it counts or not."""


def season_places(order: Mapping[str, Any]) -> dict[str, int]:
    """The place of everybody, from 1, by what they are ordered by; equals share the place, and the next ones come
    after all of them."""
    places: dict[str, int] = {}
    in_order = sorted(order, key=lambda player: order[player])
    for at, player in enumerate(in_order):
        before = in_order[at - 1]
        shared = at > 0 and order[before] == order[player]
        places[player] = places[before] if shared else at + 1
    return places


def season(scale: Scale, events: Mapping[str, Mapping[str, int]]) -> tuple[SeasonStanding, ...]:
    """The table of the season from the places in each event, the events in order. Of equal results the earlier one
    counts, which changes no total."""
    finishes: dict[str, list[Finish]] = {}
    for event, placed in events.items():
        for player, place in placed.items():
            points = scale.worth(place, players=len(placed))
            finishes.setdefault(player, []).append(Finish(event, place, points, counts=True))
    counted = {player: _counted(scale, results) for player, results in finishes.items()}
    totals = {player: sum(finish.points for finish in results if finish.counts) for player, results in counted.items()}
    placed = season_places({player: -total for player, total in totals.items()})
    table = [SeasonStanding(placed[player], player, totals[player], results) for player, results in counted.items()]
    return tuple(sorted(table, key=lambda standing: (standing.place, standing.player)))


def _counted(scale: Scale, finishes: list[Finish]) -> tuple[Finish, ...]:
    """With a mark at those that count."""
    best_first = sorted(range(len(finishes)), key=lambda at: (-finishes[at].points, at))
    counting = set(best_first[: scale.best])
    return tuple(
        Finish(finish.event, finish.place, finish.points, counts=at in counting) for at, finish in enumerate(finishes)
    )
