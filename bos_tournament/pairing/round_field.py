"""The field of one round: who is to be paired, in order of score, equals by a lot drawn from the seed."""

from collections import Counter
from dataclasses import dataclass
from hashlib import shake_256

from bos_tournament.pairing.event import BYES, Event, FirstRound, Player
from bos_tournament.pairing.player_totals import tally

LOT_BYTES = 8
NOBODY: dict[int, bool] = {}


@dataclass(frozen=True, slots=True)
class Field:
    """Players are positions in this order; the position after the last stands for the bye.

    scores: what gaps are measured in. These are match points; in a seeded first round, where all have none, they
    count upwards from the foot of the seeding instead, in a cross from the foot of each half.
    """

    names: tuple[str, ...]
    """The ids of the players, by position."""
    scores: tuple[int, ...]
    lots: tuple[int, ...]
    """Numbers drawn from the seed, by position, each `LOT_BYTES` long."""
    met: tuple[dict[int, int], ...]
    """By position: how often they were paired with each other before."""
    apart: tuple[dict[int, bool], ...]
    """By position: who should not be their opponent; true: on no account."""
    byes_had: tuple[int, ...]
    """By position: how many byes they had."""
    downs: tuple[int, ...]
    """By position: how often they were paired with someone who had fewer points."""
    ups: tuple[int, ...]
    """By position: how often they were paired with someone who had more."""
    rounds: int
    """How many rounds are finished."""
    first: FirstRound | None = None
    """How this round is made if it is the first."""
    lower_half: tuple[bool, ...] = ()
    """By position, in a cross: whether they are in the lower half of the seeding."""

    @property
    def bye(self) -> int:
        """The position that stands for the bye."""
        return len(self.names)

    def fits(self, player: int, other: int) -> bool:
        """Whether the two may be paired without a rematch and without breaking a wish to keep them apart."""
        return other not in self.met[player] and other not in self.apart[player]


def field_of(event: Event, seed: int) -> Field:
    """Everyone who plays the next round and has no earned bye in it."""
    number = event.next_round
    playing = {
        player.id: player for player in event.players if player.plays_in(number) and number not in player.earned_byes
    }
    lots = draw_lots(sorted(playing), seed=seed, round_number=number)
    if event.rounds:
        return _later_field(event, lots)
    return _first_field(event, [playing[name] for name in sorted(playing, key=lots.__getitem__)], lots)


def _later_field(event: Event, lots: dict[str, int]) -> Field:
    tallies = tally(event)
    names = sorted(lots, key=lambda name: (-tallies[name].points, lots[name], name))
    places = {name: place for place, name in enumerate(names)}
    had = Counter(pairing.players[0] for pairing in event.pairings() if pairing.unplayed in BYES)
    downs, ups = _floats(event)
    return Field(
        names=tuple(names),
        scores=tuple([tallies[name].points for name in names]),
        lots=tuple([lots[name] for name in names]),
        met=tuple([_meetings(tallies[name].faced, places) for name in names]),
        apart=kept_apart(event, places),
        byes_had=tuple([had[name] for name in names]),
        downs=tuple([downs[name] for name in names]),
        ups=tuple([ups[name] for name in names]),
        rounds=len(event.rounds),
    )


def _first_field(event: Event, drawn: list[Player], lots: dict[str, int]) -> Field:
    """Nobody has points yet: the order is the drawn one, or the seeding with whoever has no place after the others."""
    scores = [0] * len(drawn)
    order, lower = drawn, [False] * len(drawn)
    if event.first_round is not FirstRound.RANDOM:
        order = sorted(drawn, key=lambda player: (player.seeding is None, player.seeding or 0))
        scores = list(range(len(order), 0, -1))
    if event.first_round is FirstRound.CROSS:
        half = len(order) // 2
        order, scores, lower = _across(order[:half], order[half : 2 * half], order[2 * half :])
    places = {player.id: place for place, player in enumerate(order)}
    none = (0,) * len(order)
    return Field(
        names=tuple(places),
        scores=tuple(scores),
        lots=tuple(map(lots.__getitem__, places)),
        met=tuple({} for _ in order),
        apart=kept_apart(event, places),
        byes_had=none,
        downs=none,
        ups=none,
        rounds=0,
        first=event.first_round,
        lower_half=tuple(lower),
    )


def _across(upper: list[Player], lower: list[Player], last: list[Player]) -> tuple[list[Player], list[int], list[bool]]:
    """Who meets whom in a cross stands side by side on one score; an odd player out comes last."""
    order = [player for pair in zip(upper, lower, strict=True) for player in pair]
    scores = [score for score in range(len(upper), 0, -1) for _ in range(2)]
    return order + last, scores + [0] * len(last), [False, True] * len(upper) + [True] * len(last)


def _meetings(faced: list[str], places: dict[str, int]) -> dict[int, int]:
    met = {places[other]: 1 for other in faced if other in places}
    if len(met) < len(faced):  # somebody left, or was met twice
        return dict(Counter(places[other] for other in faced if other in places))
    return met


def _floats(event: Event) -> tuple[dict[str, int], dict[str, int]]:
    """How often each player met somebody who stood below them in points at the time, and above them."""
    scores = {player.id: 0 for player in event.players}
    downs, ups = dict(scores), dict(scores)
    worth = event.points.worth
    for tables in event.rounds:
        gained: list[tuple[str, int]] = []
        for pairing in tables:
            first, second = worth(pairing)
            if len(pairing.players) == 1:
                gained.append((pairing.players[0], first))
                continue
            player_id, other_id = pairing.players
            if (mine := scores[player_id]) != (theirs := scores[other_id]):
                higher, lower = (player_id, other_id) if mine > theirs else (other_id, player_id)
                downs[higher] += 1
                ups[lower] += 1
            gained += ((player_id, first), (other_id, second))
        for name, points in gained:
            scores[name] += points
    return downs, ups


def draw_lots(names: list[str], *, seed: int, round_number: int) -> dict[str, int]:
    """A number for each name, the same on every machine for the same seed, round and names in sorted order."""
    stream = shake_256(f"bos/pairing/v1/{seed}/{round_number}".encode()).digest(LOT_BYTES * len(names))
    return {name: int.from_bytes(stream[at * LOT_BYTES : (at + 1) * LOT_BYTES], "big") for at, name in enumerate(names)}


def kept_apart(event: Event, places: dict[str, int]) -> tuple[dict[int, bool], ...]:
    """By position: who should not meet them; true: on no account."""
    apart: dict[int, dict[int, bool]] = {}
    for never, listed in ((False, event.avoided), (True, event.forbidden)):  # what is forbidden outweighs a wish
        for player, other in listed:
            if player in places and other in places:
                apart.setdefault(places[player], {})[places[other]] = never
                apart.setdefault(places[other], {})[places[player]] = never
    return tuple([apart.get(place, NOBODY) for place in range(len(places))])
