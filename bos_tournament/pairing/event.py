"""A tournament as plain frozen values: players, rounds, conventions; and what can be wrong with them."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from bos_tournament.pairing.messages import Message

MAX_PLAYERS = 100_000
MAX_ROUNDS = 100
MAX_ID = 100  # characters
MAX_POINTS = 1_000
MAX_GAMES = 99  # of one kind in one match
MAX_TABLE = 100_000
MAX_GROUP = 128
FEWEST_SEATS, MOST_SEATS = 3, 6  # of a pod as it is drawn
MAX_AT_PODS = 2_000
MAX_LISTED = 20  # faults spelled out before the rest is only counted

GAME_WIN, GAME_DRAW = 3, 1  # game points, whatever a match is worth


class EventProblem(ValueError):
    """The event cannot be used as it stands; `problems` says every fault as a sentence."""

    def __init__(self, problems: Sequence[str | Message]) -> None:
        self.problems = tuple(problems)
        lines = list(map(str, self.problems[:MAX_LISTED]))
        if len(self.problems) > MAX_LISTED:
            lines.append(f"And {len(self.problems) - MAX_LISTED} more faults of this kind.")
        super().__init__("\n".join(lines))


class Unplayed(StrEnum):
    """Why a pairing has no games, each with its name for people. With two players the first is at fault."""

    BYE = "bye", "bye"  # nobody was left to play: counts as won
    EARNED_BYE = "earned_bye", "earned bye"  # promised before the round: counts as won
    LATE = "late", "late entry"  # after the round had begun: counts as lost
    ABSENT = "absent", "absent"  # said so beforehand: counts as lost
    NO_SHOW = "no_show", "no-show"  # was paired and did not come: counts as lost
    DOUBLE_NO_SHOW = "double_no_show", "double no-show"  # neither came: both lose
    FORFEIT = "forfeit", "forfeit"  # gave the match up: counts as lost
    DISQUALIFIED = "disqualified", "disqualified"  # was taken out of the tournament: counts as lost

    label: str

    def __new__(cls, value: str, label: str = "") -> "Unplayed":
        member = str.__new__(cls, value)
        member._value_, member.label = value, label
        return member


class FirstRound(StrEnum):
    """How the first round is made. Whoever has no place in the seeding follows those who have one, by lot."""

    RANDOM = "random"  # drawn by lot
    TOP_TABLE = "top_table"  # neighbours in the seeding: 1-2, 3-4, so that the best meet at the first table
    CROSS = "cross"  # the upper half of the seeding against the lower: 1 - n/2+1, 2 - n/2+2


class UnplayedRounds(StrEnum):
    """What a round nobody played adds to sums of opponents' scores (field rules C8)."""

    NOTHING = "nothing"  # an awarded match counts as one against that opponent, a round alone adds nothing
    VIRTUAL = "virtual"  # an opponent with one's own score before the round, who draws all rounds after it
    DUMMY = "dummy"  # an opponent with one's own final score


BYES = frozenset({Unplayed.BYE, Unplayed.EARNED_BYE})
AWAY = frozenset({Unplayed.LATE, Unplayed.ABSENT})
"""A round missed alone, without having been paired."""
AT_FAULT = frozenset({Unplayed.ABSENT, Unplayed.NO_SHOW, Unplayed.FORFEIT, Unplayed.DISQUALIFIED})
"""Of two who were paired, one did not play and the other won."""


@dataclass(frozen=True, slots=True)
class Points:
    """Match points for a match won, drawn, lost."""

    win: int = 3
    """For a match won."""
    draw: int = 1
    """For a match drawn."""
    loss: int = 0
    """For a match lost."""

    def worth(self, pairing: "Pairing") -> tuple[int, int]:
        """What the first and the second of a pairing get; of a player alone, only the first number counts."""
        if pairing.games is not None:
            won, lost, _ = pairing.games
            if won == lost:
                return self.draw, self.draw
            return (self.win, self.loss) if won > lost else (self.loss, self.win)
        if pairing.unplayed in BYES:
            return self.win, self.loss
        return self.loss, self.loss if pairing.unplayed is Unplayed.DOUBLE_NO_SHOW else self.win


@dataclass(frozen=True, slots=True)
class Options:
    """Conventions of the standings, written on the tournament's page.

    floor: least match-win and game-win share an opponent counts with.
    bye_counts: a bye is a 2-0 win in the player's own shares; if not, it gives match points only.
    missed_counts: a round missed alone (late, absent, no-show …) is a lost round in the player's own match-win share.
    dropped_cap: most match-win share with which an opponent counts who left before the last round.
    unplayed_rounds: what they add to sums of opponents' scores.
    """

    floor: Fraction = Fraction(1, 3)
    bye_counts: bool = True
    missed_counts: bool = True
    dropped_cap: Fraction = Fraction(1)
    unplayed_rounds: UnplayedRounds = UnplayedRounds.NOTHING


@dataclass(frozen=True, slots=True)
class Player:
    """Someone who takes part. Rounds count from 1; `dropped_after=0` means left before the first round.

    seeding: the place in the order known before the first round, 1 the best.
    fixed_table: where this player sits in every round, with whoever they meet.
    disqualified: has no rank; what was played counts for the others.
    """

    id: str
    """What the player is called in the event."""
    dropped_after: int | None = None
    """The last round before they left, from 1; None for who is still there."""
    absent: tuple[int, ...] = ()
    """The rounds they said they would miss."""
    earned_byes: tuple[int, ...] = ()
    """The rounds in which a bye was promised to them."""
    seeding: int | None = None
    fixed_table: int | None = None
    disqualified: bool = False

    def plays_in(self, round_number: int) -> bool:
        """Whether this player is to be seated, or given a bye, in that round."""
        dropped = self.dropped_after is not None and self.dropped_after < round_number
        return not dropped and round_number not in self.absent


@dataclass(frozen=True, slots=True)
class Pairing:
    """One table of a finished round: `games` won by the first, won by the second, drawn; or why none was played.

    At a pod sit more than two, and it has `places` instead of games.
    """

    players: tuple[str, ...]
    """The ids of the two, or of one alone; at a pod, of everyone by seat."""
    games: tuple[int, int, int] | None = None
    unplayed: Unplayed | None = None
    """Why there are no games; None where there are."""
    places: tuple[int, ...] | None = None
    """At a pod, the place of each player, from 1: one more than how many finished ahead of them."""


@dataclass(frozen=True, slots=True)
class Apart:
    """The pairs kept apart when that finished round was drawn."""

    round: int
    """The number of the round, from 1."""
    forbidden: tuple[tuple[str, str], ...] = ()
    """The pairs, by id, who were not to meet on any account."""
    avoided: tuple[tuple[str, str], ...] = ()
    """The pairs who were to meet only if that saved a rematch."""


@dataclass(frozen=True, slots=True)
class Event:
    """A tournament up to its last finished round: Swiss, or in `groups` in which everyone meets everyone."""

    players: tuple[Player, ...]
    """Everybody who takes part, in any order."""
    rounds: tuple[tuple[Pairing, ...], ...] = ()
    """The tables of each finished round, in any order."""
    forbidden: tuple[tuple[str, str], ...] = ()
    """Pairs, by id, who are never to meet, be it at the price of rematches."""
    points: Points = Points()
    """What a match is worth, in match points."""
    tie_breaks: tuple[str, ...] = ("omw", "gw", "ogw")
    """The keys of the tie-breaks, the first to decide first."""
    options: Options = Options()
    """The conventions of the standings."""
    avoided: tuple[tuple[str, str], ...] = ()
    """Pairs, by id, who meet only if that saves a rematch."""
    first_round: FirstRound = FirstRound.RANDOM
    """How the first round is made."""
    seed: int | None = None
    """What all lots are drawn from, if it is written in the event."""
    apart_in: tuple[Apart, ...] = ()
    """The finished rounds that were drawn with other pairs kept apart than the next one will be."""
    groups: tuple[tuple[str, ...], ...] = ()
    """The ids of each group, in the order of its Berger table; empty for Swiss rounds."""
    twice: bool = False
    """Whether everyone of a group meets everyone twice."""
    table_size: int | None = None
    """How many are to sit at a pod, 3 to 6; None where two meet."""
    place_points: tuple[tuple[Fraction, ...], ...] = ()
    """What the places at a pod of so many seats are worth, in match points; elsewhere a win is shared out evenly."""

    @property
    def next_round(self) -> int:
        """The number of the round to be paired."""
        return len(self.rounds) + 1

    def pairings(self) -> Iterator[Pairing]:
        """Every table of every round, in order."""
        for tables in self.rounds:
            yield from tables


def natural(name: str) -> tuple[tuple[str | int, ...], str]:
    """A sort key that puts P2 before P10, so that equals never stand in the order they were entered."""
    parts = re.split(r"([0-9]+)", name)
    return tuple(int(part) if at % 2 else part for at, part in enumerate(parts)), name


def problems_of(event: Event) -> list[str]:
    """Every contradiction in an event whose values have the right types, as sentences."""
    return [
        *_player_problems(event),
        *_apart_problems(event),
        *_group_problems(event),
        *_round_problems(event),
        *_pod_problems(event),
        *_convention_problems(event),
    ]


def check_event(event: Event) -> Event:
    """The same event, or `EventProblem` with every contradiction in it."""
    if problems := problems_of(event):
        raise EventProblem(problems)
    return event


def _player_problems(event: Event) -> Iterator[str]:
    if len(event.players) > MAX_PLAYERS:
        yield f"There are {len(event.players)} players; at most {MAX_PLAYERS} can take part."
    seen: set[str] = set()
    for player in event.players:
        if not 0 < len(player.id) <= MAX_ID or not player.id.isprintable():
            yield f"The player id {player.id[:MAX_ID]!r} must have 1 to {MAX_ID} printable characters."
        if player.id in seen:
            yield f"The player {player.id} is listed twice; keep one of the entries."
        seen.add(player.id)
    yield from _place_problems(event)


def _place_problems(event: Event) -> Iterator[str]:
    """Places in the seeding and fixed tables: from 1, and no place given twice; two may share a table they sit at."""
    holders: dict[int, str] = {}
    for player in event.players:
        if player.fixed_table is not None and not 1 <= player.fixed_table <= MAX_TABLE:
            yield f"The fixed table of {player.id} must lie between 1 and {MAX_TABLE}."
        if player.seeding is None:
            continue
        if not 1 <= player.seeding <= MAX_PLAYERS:
            yield f"The place of {player.id} in the seeding must lie between 1 and {MAX_PLAYERS}."
        elif (holder := holders.setdefault(player.seeding, player.id)) != player.id:
            yield f"{holder} and {player.id} both have place {player.seeding} in the seeding; give each place once."


def _apart_problems(event: Event) -> Iterator[str]:
    ids = {player.id for player in event.players}
    yield from _apart_in_problems(event)
    for apart in (Apart(event.next_round, event.forbidden, event.avoided), *event.apart_in):
        yield from _pair_problems(apart, ids)


def _apart_in_problems(event: Event) -> Iterator[str]:
    rounds: set[int] = set()
    for apart in event.apart_in:
        if not 1 <= apart.round <= len(event.rounds):
            yield f"Pairs kept apart are told of round {apart.round}, which is not among the finished ones."
        elif apart.round in rounds:
            yield f"Pairs kept apart are told twice of round {apart.round}; keep one of the entries."
        rounds.add(apart.round)


def _pair_problems(apart: Apart, ids: set[str]) -> Iterator[str]:
    for kind, pairs in (("forbidden", apart.forbidden), ("avoided", apart.avoided)):
        for first, second in pairs:
            for name in sorted({first, second} - ids):
                yield f"The {kind} pair {first} and {second} names {name}, who is not among the players."
            if first == second:
                yield f"The {kind} pair {first} and {second} names one player twice."


def _group_problems(event: Event) -> Iterator[str]:
    ids = {player.id for player in event.players}
    seen: set[str] = set()
    for number, group in enumerate(event.groups, start=1):
        if not 2 <= len(group) <= MAX_GROUP:
            yield f"Group {number} has {len(group)} players; 2 to {MAX_GROUP} can meet each other."
        for name in group:
            if name not in ids:
                yield f"Group {number}: {name} is not among the players."
            if name in seen:
                yield f"Group {number}: {name} is in a group already; list each player once."
            seen.add(name)


def _round_problems(event: Event) -> Iterator[str]:
    if len(event.rounds) > MAX_ROUNDS:
        yield f"There are {len(event.rounds)} rounds; at most {MAX_ROUNDS} can be played."
    left = {player.id: player.dropped_after for player in event.players}
    for number, tables in enumerate(event.rounds, start=1):
        seated: set[str] = set()
        for table, pairing in enumerate(tables, start=1):
            where = f"Round {number}, table {table}"
            yield from (_pairing_problems if event.table_size is None else _places_problems)(pairing, where)
            for name in pairing.players:
                if name not in left:
                    yield f"{where}: {name} is not among the players."
                    continue
                if name in seated:
                    yield f"{where}: {name} already has a pairing in this round."
                if (gone := left[name]) is not None and gone < number:
                    yield f"{where}: {name} dropped after round {gone} and cannot be paired here."
                seated.add(name)


def _pairing_problems(pairing: Pairing, where: str) -> Iterator[str]:
    size = len(pairing.players)
    if pairing.places is not None:
        yield f'{where}: places are for pods; give the event a "table_size" from {FEWEST_SEATS} to {MOST_SEATS}.'
        return
    if size not in (1, 2):
        yield f"{where}: a pairing has one or two players, not {size}."
    if (pairing.games is None) == (pairing.unplayed is None):
        yield f"{where}: give either the games or the reason why none was played."
    if pairing.games is not None and size == 1:
        yield f"{where}: {pairing.players[0]} has games but no opponent."
    if pairing.games is not None and not all(0 <= games <= MAX_GAMES for games in pairing.games):
        yield f"{where}: each number of games must lie between 0 and {MAX_GAMES}."
    if pairing.unplayed in BYES and size == 2:
        yield f"{where}: a bye has one player; use no_show or forfeit when the opponent did not play."
    if pairing.unplayed is Unplayed.DOUBLE_NO_SHOW and size == 1:
        yield f"{where}: a double no-show needs both players."


def _places_problems(pairing: Pairing, where: str) -> Iterator[str]:
    """What can be wrong with a table of an event of pods."""
    size, places = len(pairing.players), pairing.places
    if pairing.games is not None:
        yield f"{where}: a pod has places instead of games; give one to each player."
    elif (places is None) == (pairing.unplayed is None):
        yield f"{where}: give either the places or the reason why nothing was played."
    elif places is None:
        if size != 1 or pairing.unplayed is Unplayed.DOUBLE_NO_SHOW:
            yield f"{where}: list each player who did not play alone, with the reason."
    elif not 2 <= size <= MOST_SEATS:
        yield f"{where}: a pod has 2 to {MOST_SEATS} players, not {size}."
    elif len(places) != size:
        yield f"{where}: {size} players need {size} places, not {len(places)}."
    elif (due := tuple(1 + sum(other < place for other in places) for place in places)) != places:
        yield (
            f"{where}: the places {_listed(places)} do not fit together, since a shared place uses up those after it; "
            f"in this order they are {_listed(due)}."
        )


def _listed(numbers: Sequence[int]) -> str:
    return ", ".join(map(str, numbers))


def _pod_problems(event: Event) -> Iterator[str]:
    """What an event of pods cannot have, and what only one has."""
    if event.table_size is None:
        if event.place_points:
            yield f'Points by place are for pods; give the event a "table_size" from {FEWEST_SEATS} to {MOST_SEATS}.'
        return
    if not FEWEST_SEATS <= event.table_size <= MOST_SEATS:
        yield f"A pod has {FEWEST_SEATS} to {MOST_SEATS} seats, not {event.table_size}."
    if len(event.players) > MAX_AT_PODS:
        yield f"There are {len(event.players)} players; pods are drawn for at most {MAX_AT_PODS}."
    if event.groups:
        yield "Pods are not drawn in groups; leave out either the groups or the table size."
    if event.first_round is not FirstRound.RANDOM:
        yield "The first round of pods is drawn by lot; leave first_round out."
    if event.points.loss:
        yield "At a pod the last place is worth nothing; a loss must be worth 0 points."
    if event.options.unplayed_rounds is not UnplayedRounds.NOTHING:
        yield "With pods, an unplayed round adds nothing to sums of opponents' scores; leave unplayed_rounds out."
    yield from _place_points_problems(event)


def _place_points_problems(event: Event) -> Iterator[str]:
    sizes = [len(points) for points in event.place_points]
    for size in sorted({size for size in sizes if not 2 <= size <= MOST_SEATS}):
        yield f"Points by place are for 2 to {MOST_SEATS} seats, not {size}."
    for size in sorted({size for size in sizes if sizes.count(size) > 1}):
        yield f"Points by place are given twice for {size} seats; keep one of the entries."
    for points in event.place_points:
        falling = list(points) == sorted(points, reverse=True)
        if points and not (falling and points[-1] >= 0 and 0 < points[0] <= MAX_POINTS):
            yield (
                f"Points by place for {len(points)} seats must fall from the first place to the last, from at most "
                f"{MAX_POINTS} to at least 0, and the first place must be worth something."
            )


def _convention_problems(event: Event) -> Iterator[str]:
    points = event.points
    if not 0 <= points.loss <= points.draw <= points.win <= MAX_POINTS or points.win == 0:
        yield f"Points must rise from loss over draw to win, from 0 to {MAX_POINTS}, and a win must be worth something."
    if not 0 <= event.options.floor <= 1:
        yield f"The floor {event.options.floor} must lie between 0 and 1."
    if not event.options.floor <= event.options.dropped_cap <= 1:
        yield f"The cap of who left, {event.options.dropped_cap}, must lie between the floor and 1."
    for name in sorted({name for name in event.tie_breaks if event.tie_breaks.count(name) > 1}):
        yield f"The tie-break {name} is listed twice; keep one of the entries."
