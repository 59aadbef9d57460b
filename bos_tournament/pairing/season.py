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
    best: int | None = None  # all of them

    def worth(self, place: int, *, players: int) -> int:
        """Points for this place (from 1) among so many players."""
        given = self.points[place - 1] if place <= len(self.points) else 0
        if players < self.full_at:
            given = -(-given * players // self.full_at)
        return given + self.taking_part


@dataclass(frozen=True)
class Finish:
    """How somebody ended in an event; `counts` if it is among their best."""

    event: str
    place: int
    points: int
    counts: bool


@dataclass(frozen=True)
class Standing:
    """Where somebody stands in the season: equal totals share a place. Finishes are in the order of the events."""

    place: int
    player: str
    total: int
    finishes: tuple[Finish, ...]


def places(order: Mapping[str, Any]) -> dict[str, int]:
    """The place of everybody, from 1, by what they are ordered by; equals share the place, and the next ones come
    after all of them."""
    found: dict[str, int] = {}
    in_order = sorted(order, key=lambda player: order[player])
    for at, player in enumerate(in_order):
        before = in_order[at - 1]
        shared = at > 0 and order[before] == order[player]
        found[player] = found[before] if shared else at + 1
    return found


def season(scale: Scale, events: Mapping[str, Mapping[str, int]]) -> tuple[Standing, ...]:
    """The table of the season from the places in each event, the events in order. Of equal results the earlier one
    counts, which changes no total."""
    finishes: dict[str, list[Finish]] = {}
    for event, placed in events.items():
        for player, place in placed.items():
            points = scale.worth(place, players=len(placed))
            finishes.setdefault(player, []).append(Finish(event, place, points, counts=True))
    counted = {player: _counted(scale, found) for player, found in finishes.items()}
    totals = {player: sum(one.points for one in found if one.counts) for player, found in counted.items()}
    placed = places({player: -total for player, total in totals.items()})
    table = [Standing(placed[player], player, totals[player], found) for player, found in counted.items()]
    return tuple(sorted(table, key=lambda one: (one.place, one.player)))


def _counted(scale: Scale, finishes: list[Finish]) -> tuple[Finish, ...]:
    """With a mark at those that count."""
    best_first = sorted(range(len(finishes)), key=lambda at: (-finishes[at].points, at))
    counting = set(best_first[: scale.best])
    return tuple(Finish(one.event, one.place, one.points, counts=at in counting) for at, one in enumerate(finishes))
