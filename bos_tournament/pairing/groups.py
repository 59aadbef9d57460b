"""The rounds before a bracket in groups: who is to meet whom, the standings of each group, and who goes on.

A group is a list of players; each plays its own round robin, and all groups play at the same time. Players who are
free in a round have no pairing in it.
"""

from collections.abc import Sequence, Sized
from dataclasses import dataclass, replace
from fractions import Fraction

from bos_tournament.pairing.bracket_groups import GroupSeeds, seeds_from_groups
from bos_tournament.pairing.event import Event
from bos_tournament.pairing.messages import Message, message
from bos_tournament.pairing.round_field import draw_lots
from bos_tournament.pairing.round_robin import round_robin
from bos_tournament.pairing.standings import Rank, standings
from bos_tournament.pairing.top_cut import cut_seeds, staying

MOST_GROUPS = 32
MOST_GOING_ON = 64
USUAL_SIZE = 4
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

Groups = Sequence[Sequence[str]]
Pair = tuple[str, str]


@dataclass(frozen=True, slots=True)
class GroupPlan:
    """How many groups, and how many of each go on to the bracket."""

    groups: int
    """The number of groups."""
    go_on: int
    """How many of each go on."""


def group_name(at: int) -> str:
    """A to Z, then AA to AZ, for the groups from 0."""
    turn, letter = divmod(at, len(LETTERS))
    return (LETTERS[turn - 1] if turn else "") + LETTERS[letter]


def suggest_groups(players: int, *, size: int | None = None, groups: int | None = None) -> GroupPlan:
    """What suits that many players: groups of three to five and a bracket without byes; two of each group go on.

    size: at most so many in a group, if that is wanted. groups: their number, if that is given already.
    Raises `ValueError` below four players.
    """
    if players < 4:
        raise ValueError(message("groups.too_few"))
    if groups is None:
        groups = _power_of_two(players) if size is None else -(-players // size)
    groups = min(groups, MOST_GROUPS, players // 2)
    return GroupPlan(groups, 2 if players // groups > 2 else 1)


def _power_of_two(players: int) -> int:
    """Two, four, eight … groups, so that their size is nearest to the usual one."""
    groups = 2
    while players * players > 2 * (USUAL_SIZE * groups) ** 2:  # beyond the geometric middle of this and twice as many
        groups *= 2
    return groups


def plan_problem(players: int, plan: GroupPlan) -> Message | None:
    """Why so many players cannot be dealt into these groups, as a sentence that says what to do."""
    if not 1 <= plan.groups <= MOST_GROUPS:
        return message("groups.number", most=MOST_GROUPS)
    if players < 2 * plan.groups:
        return message("groups.players", groups=plan.groups, number=2 * plan.groups)
    smallest = players // plan.groups
    if not 1 <= plan.go_on < smallest:
        return message("groups.go_on", most=smallest - 1, number=smallest)
    if not 2 <= plan.groups * plan.go_on <= MOST_GOING_ON:
        return message("groups.bracket", most=MOST_GOING_ON, number=plan.groups * plan.go_on)
    return None


def rounds_needed(groups: Sequence[Sized], *, twice: bool = False) -> int:
    """In how many rounds all groups are through."""
    largest = max(map(len, groups))
    once = largest - 1 + largest % 2
    return 2 * once if twice else once


def schedule(groups: Groups, *, twice: bool = False) -> list[list[list[Pair]]]:
    """Who meets whom after the Berger tables, by round, then by group."""
    tables = [round_robin(len(group), double=twice) for group in groups]
    return [
        [
            [(group[first - 1], group[second - 1]) for first, second in table[at]] if at < len(table) else []
            for group, table in zip(groups, tables, strict=True)
        ]
        for at in range(rounds_needed(groups, twice=twice))
    ]


def of_group(event: Event, group: Sequence[str]) -> Event:
    """What the group made of the event: its players in their order, and their tables of every round."""
    inside = frozenset(group)
    players = {player.id: player for player in event.players}
    return replace(
        event,
        players=tuple(players[name] for name in group if name in players),
        rounds=tuple(tuple(pairing for pairing in tables if pairing.players[0] in inside) for tables in event.rounds),
        forbidden=(),
        avoided=(),
        groups=(),
    )


def group_standings(event: Event) -> tuple[tuple[Rank, ...], ...]:
    """The standings of each group of the event by themselves."""
    return tuple(standings(of_group(event, group)) for group in event.groups)


def going_on(event: Event, go_on: int, *, seed: int = 0) -> GroupSeeds:
    """The seeds of the bracket: all winners of groups, best first, then all second places, people of a group apart.

    In a group the ranks decide, then the lot. Across groups the share of points that could be had, then the share of
    game points, then the lot. Whoever left makes room for the next of the group; of a group with fewer left, all go
    on. If that leaves one player alone, further places of the groups go on too. Raises `ValueError` unless two
    players are left.
    """
    orders = [_staying_in_order(of_group(event, group), seed) for group in event.groups]
    places = max(map(len, orders))
    while go_on < places and sum(len(order[:go_on]) for order in orders) < 2:
        go_on += 1
    shares, lots = _shares(event), draw_lots(sorted(player.id for player in event.players), seed=seed, round_number=0)
    tiers = [
        [(order[place], group_name(at)) for at, order in enumerate(orders) if place < len(order)]
        for place in range(min(go_on, places))
    ]
    for tier in tiers:
        tier.sort(key=lambda entry: (shares[entry[0]], -lots[entry[0]]), reverse=True)
    return seeds_from_groups(tiers)


def _staying_in_order(own: Event, seed: int) -> tuple[str, ...]:
    return cut_seeds(own, len(staying(own)), seed=seed)


def _shares(event: Event) -> dict[str, tuple[Fraction, Fraction]]:
    """By player: the share of match points and that of game points, comparable between groups of different size."""
    games = {line.id: line.exact["gw"] for line in standings(replace(event, tie_breaks=("gw",), groups=()))}
    matches: dict[str, Fraction] = {}
    for group in event.groups:
        most = event.points.win * max(len(group) - 1, 1) * (2 if event.twice else 1)
        matches |= {line.id: Fraction(line.points, most) for line in standings(of_group(event, group))}
    return {name: (matches[name], games[name]) for name in matches}
