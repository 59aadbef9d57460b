"""Who is to sit at the pods of one round, in order, and what they have behind them."""

from collections import Counter
from dataclasses import dataclass
from itertools import combinations

from bos_tournament.pairing.event import FEWEST_SEATS, MOST_SEATS, Event
from bos_tournament.pairing.player_totals import Tallies
from bos_tournament.pairing.round_field import draw_lots, kept_apart
from bos_tournament.pairing.standings import standings


@dataclass(frozen=True, slots=True)
class PodField:
    """Players are positions in this order: by lot in the first round, later as they stand."""

    names: tuple[str, ...]
    """The ids of the players, by position."""
    scores: tuple[int, ...]
    """Match points by position, in parts of one."""
    unit: int
    """How many parts make a match point."""
    sizes: tuple[int, ...]
    """How many sit at each table, from the top; empty when nobody can."""
    met: tuple[tuple[int, ...], ...]
    """By position twice: how often the two sat at one table."""
    apart: tuple[dict[int, bool], ...]
    """By position: who should not sit with them; true: on no account."""
    earlier: tuple[int, ...]
    """How many of each earlier table are in the field."""
    seats: tuple[Counter[int], ...]
    """By position: how often they had each seat, from 1."""


def pod_sizes(players: int, table_size: int) -> tuple[int, ...]:
    """The tables for so many, larger ones first; none for fewer than three.

    As few tables as seat everyone at `table_size`, sizes that differ by at most one; but rather a larger table than one
    of two. Raises `ValueError` for a table size that no pod has.
    """
    if not FEWEST_SEATS <= table_size <= MOST_SEATS:
        raise ValueError(f"A pod has {FEWEST_SEATS} to {MOST_SEATS} seats, not {table_size}.")
    tables = min(-(-players // table_size), players // FEWEST_SEATS)
    if tables == 0:
        return ()
    fewest, more = divmod(players, tables)
    return (fewest + 1,) * more + (fewest,) * (tables - more)


def pod_field(event: Event, seed: int) -> PodField:
    """Everyone who plays the next round and has no earned bye in it."""
    number = event.next_round
    playing = {player.id for player in event.players if player.plays_in(number) and number not in player.earned_byes}
    if event.rounds:
        names = [line.id for line in standings(event) if line.id in playing]
    else:
        lots = draw_lots(sorted(playing), seed=seed, round_number=number)
        names = sorted(lots, key=lambda name: (lots[name], name))
    places = {name: place for place, name in enumerate(names)}
    tallies = Tallies(event)
    tables = [[places[name] for name in pairing.players if name in places] for pairing in event.pairings()]
    return PodField(
        names=tuple(names),
        scores=tuple(tallies.of(name).points for name in names),
        unit=tallies.unit,
        sizes=pod_sizes(len(names), event.table_size or 0),
        met=_met(tables, len(names)),
        apart=kept_apart(event, places),
        earlier=tuple(len(table) for table in tables if len(table) > 1),
        seats=_seats(event, places),
    )


def _met(tables: list[list[int]], players: int) -> tuple[tuple[int, ...], ...]:
    met = [[0] * players for _ in range(players)]
    for table in tables:
        for one, other in combinations(table, 2):
            met[one][other] += 1
            met[other][one] += 1
    return tuple(map(tuple, met))


def _seats(event: Event, places: dict[str, int]) -> tuple[Counter[int], ...]:
    had: tuple[Counter[int], ...] = tuple(Counter() for _ in places)
    for pairing in event.pairings():
        if pairing.places is not None:
            for seat, name in enumerate(pairing.players, start=1):
                if name in places:
                    had[places[name]][seat] += 1
    return had
