"""The field of one round: who is to be paired, in order of score, equals by a lot drawn from the seed."""

from collections import Counter
from dataclasses import dataclass
from hashlib import shake_256

from bos_tournament.pairing.event import BYES, Event
from bos_tournament.pairing.standings import tally

LOT_BYTES = 8


@dataclass(frozen=True, slots=True)
class Field:
    """Players are positions in this order; the position after the last stands for the bye."""

    names: tuple[str, ...]
    scores: tuple[int, ...]
    lots: tuple[int, ...]
    met: tuple[dict[int, int], ...]  # by position: how often they were paired with each other before
    barred: tuple[frozenset[int], ...]  # by position: whom they must not meet
    byes_had: tuple[int, ...]
    rounds: int  # finished so far

    @property
    def bye(self) -> int:
        """The position that stands for the bye."""
        return len(self.names)

    def fits(self, one: int, other: int) -> bool:
        """Whether the two may be paired without a rematch and without breaking a wish to keep them apart."""
        return other not in self.met[one] and other not in self.barred[one]


def field_of(event: Event, seed: int) -> Field:
    """Everyone who plays the next round and has no earned bye in it."""
    number = event.next_round
    tallies = tally(event)
    playing = sorted(
        player.id for player in event.players if player.plays_in(number) and number not in player.earned_byes
    )
    lots = draw_lots(playing, seed=seed, round_number=number)
    names = tuple(sorted(playing, key=lambda name: (-tallies[name].points, lots[name], name)))
    places = {name: place for place, name in enumerate(names)}
    had = Counter(pairing.players[0] for pairing in event.pairings() if pairing.unplayed in BYES)
    return Field(
        names=names,
        scores=tuple(tallies[name].points for name in names),
        lots=tuple(lots[name] for name in names),
        met=tuple(_meetings(tallies[name].faced, places) for name in names),
        barred=_barred(event, places),
        byes_had=tuple(had[name] for name in names),
        rounds=len(event.rounds),
    )


def _meetings(faced: list[str], places: dict[str, int]) -> dict[int, int]:
    met = {places[other]: 1 for other in faced if other in places}
    if len(met) < len(faced):  # somebody left, or was met twice
        return Counter(places[other] for other in faced if other in places)
    return met


def draw_lots(names: list[str], *, seed: int, round_number: int) -> dict[str, int]:
    """A number for each name, the same on every machine for the same seed, round and names in sorted order."""
    stream = shake_256(f"bos/pairing/v1/{seed}/{round_number}".encode()).digest(LOT_BYTES * len(names))
    return {name: int.from_bytes(stream[at * LOT_BYTES : (at + 1) * LOT_BYTES], "big") for at, name in enumerate(names)}


def _barred(event: Event, places: dict[str, int]) -> tuple[frozenset[int], ...]:
    barred: list[set[int]] = [set() for _ in places]
    for one, other in event.forbidden:
        if one in places and other in places:
            barred[places[one]].add(places[other])
            barred[places[other]].add(places[one])
    return tuple(map(frozenset, barred))
