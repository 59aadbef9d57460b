"""What a corrected result changes, and how the round that was paired from it can be mended.

Nothing is done here: everybody whose rank, opponent or seat in the cut would change is named first, and every way of
mending names everybody who would meet somebody else. Squared gaps are in match points after the correction.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import product

from bos_tournament.pairing.event import Event, EventProblem, natural
from bos_tournament.pairing.player_totals import match_points
from bos_tournament.pairing.standings import standings
from bos_tournament.pairing.swiss import pair_round
from bos_tournament.pairing.top_cut import cut_seeds

Pair = tuple[str, str]


class Mending(StrEnum):
    """The ways of dealing with a round that was paired from a result that was wrong."""

    LEAVE = "leave"  # nobody moves, and everybody can read why
    SWAP = "swap"  # two tables exchange opponents
    UNPLAYED = "unplayed"  # the tables where nothing is decided are paired again
    ROUND = "round"  # the whole round is paired again; what was played in it is lost


@dataclass(frozen=True, slots=True)
class SeatedTable:
    """A table of the published round; one player has a bye. `started`: something is decided there already."""

    players: tuple[str, ...]
    """The ids of the two, or of one who has a bye."""
    started: bool = False


@dataclass(frozen=True, slots=True)
class Moved:
    """A player whose rank or points change."""

    player: str
    """The id of the player."""
    rank_before: int
    """The rank with the wrong result, from 1."""
    rank_after: int
    """The rank with the right one."""
    points_before: int
    """Match points with the wrong result."""
    points_after: int
    """Match points with the right one."""


@dataclass(frozen=True, slots=True)
class CutChange:
    """Who comes into the cut, who falls out, and who keeps a seat in it with another seed (before, after)."""

    entering: tuple[str, ...] = ()
    """The ids of those who come in."""
    leaving: tuple[str, ...] = ()
    """The ids of those who fall out."""
    reseeded: tuple[tuple[str, int, int], ...] = ()
    """Who stays, with the seed before and after, from 1."""


@dataclass(frozen=True, slots=True)
class NewOpponent:
    """A player who would meet somebody else; None is a bye."""

    player: str
    """The id of the player."""
    before: str | None
    """The id of the opponent of the published round."""
    after: str | None
    """The id of the opponent they would have."""


@dataclass(frozen=True, slots=True)
class Remedy:
    """One way of mending: the round as it would be, and everybody who would meet somebody else."""

    mending: Mending
    """The way."""
    pairs: tuple[Pair, ...]
    """The ids of the two at each table."""
    byes: tuple[str, ...]
    """The ids of those who have a bye."""
    changes: tuple[NewOpponent, ...]
    """Everybody who would meet somebody else."""
    cost: int
    """Squared gaps of all its pairs, in match points."""
    rematches: int
    """Pairs who have met before."""
    lost: int
    """Tables where something was decided that would not count."""


@dataclass(frozen=True, slots=True)
class Consequences:
    """Everything a correction changes. `pairs_gone`: of the published round, those a new drawing would not have."""

    moved: tuple[Moved, ...]
    """Everybody whose rank or points change."""
    cut: CutChange
    """What changes in the cut."""
    pairs_gone: tuple[Pair, ...]
    remedies: tuple[Remedy, ...]
    """Every way of dealing with the published round."""


def consequences(
    before: Event, after: Event, *, tables: Sequence[SeatedTable] = (), seed: int = 0, cut: int = 0
) -> Consequences:
    """What changes from `before` to `after`, two events of the same players and rounds with other results.

    tables: the round published since, if any, paired from `before`. cut: how many go on after these rounds, 0 if it is
    too early to say or nobody does. Raises `EventProblem` when the two are not the same tournament.
    """
    if [player.id for player in before.players] != [player.id for player in after.players]:
        raise EventProblem(["The two events have different players; a correction changes results only."])
    return Consequences(
        moved=tuple(_moved(before, after)),
        cut=cut_change(cut_seeds(before, cut, seed=seed), cut_seeds(after, cut, seed=seed)) if cut else CutChange(),
        pairs_gone=_pairs_gone(after, tables, seed) if tables else (),
        remedies=remedies(after, tables, corrected=_corrected(before, after), seed=seed) if tables else (),
    )


def remedies(
    after: Event, tables: Sequence[SeatedTable], *, corrected: Collection[str], seed: int = 0
) -> tuple[Remedy, ...]:
    """The ways of mending a published round, the gentlest first.

    corrected: who has other points than the round was paired with. One that changes nothing is left out, and so is the
    same round under another name.
    """
    round_ = _Mender(after, tuple(tables), frozenset(corrected), seed)
    offers = [round_.leave()]
    for remedy in (round_.swap(), round_.pair_unplayed(), round_.pair_again()):
        if remedy and remedy.changes and all(set(remedy.pairs) != set(other.pairs) for other in offers):
            offers.append(remedy)
    return tuple(offers)


def _corrected(before: Event, after: Event) -> set[str]:
    now = match_points(after)
    return {name for name, points in match_points(before).items() if points != now[name]}


def _moved(before: Event, after: Event) -> Iterator[Moved]:
    was = {line.id: line for line in standings(before)}
    for line in standings(after):
        old = was[line.id]
        if line.rank and old.rank and (old.rank, old.points) != (line.rank, line.points):
            yield Moved(line.id, old.rank, line.rank, old.points, line.points)


def cut_change(was: Sequence[str], now: Sequence[str]) -> CutChange:
    """Between two lists of who goes on, first seed first."""
    seeds = {name: number for number, name in enumerate(was, start=1)}
    return CutChange(
        entering=tuple(name for name in now if name not in seeds),
        leaving=tuple(name for name in was if name not in now),
        reseeded=tuple(
            (name, seeds[name], number)
            for number, name in enumerate(now, start=1)
            if name in seeds and seeds[name] != number
        ),
    )


def _pairs_gone(after: Event, tables: Sequence[SeatedTable], seed: int) -> tuple[Pair, ...]:
    anew = {frozenset(pair.players) for pair in pair_round(after, seed).pairs}
    return tuple(_pair(*table.players) for table in tables if len(table.players) == 2 and {*table.players} not in anew)


def _pair(first: str, second: str) -> Pair:
    return first, second


class _Mender:
    """The published round, and what it could become."""

    def __init__(self, after: Event, tables: tuple[SeatedTable, ...], corrected: frozenset[str], seed: int) -> None:
        self.after, self.tables, self.seed = after, tables, seed
        self.points = match_points(after)
        self.corrected = corrected
        self.met = Counter(frozenset(pairing.players) for pairing in after.pairings() if len(pairing.players) == 2)
        self.barred = {frozenset(pair) for pair in (*after.forbidden, *after.avoided)}
        self.pairs = tuple(_pair(*table.players) for table in tables if len(table.players) == 2)
        self.byes = tuple(table.players[0] for table in tables if len(table.players) == 1)

    def leave(self) -> Remedy:
        return self._remedy(Mending.LEAVE, self.pairs, self.byes)

    def swap(self) -> Remedy | None:
        """The best exchange of opponents between two tables where nothing is decided; one has a corrected player."""
        open_tables = [_pair(*table.players) for table in self._open()]
        best: tuple[tuple[int, int], tuple[Pair, ...]] | None = None
        corrected = [pair for pair in open_tables if self.corrected & {*pair}]
        for pair, other in product(corrected, open_tables):
            if pair == other:
                continue
            now = self._weight([pair, other])
            for new in ((pair[0], other[0]), (pair[1], other[1])), ((pair[0], other[1]), (pair[1], other[0])):
                gain = tuple(new_ - old for new_, old in zip(self._weight(new), now, strict=True))
                weight = gain[0], gain[1]
                if weight < (0, 0) and (best is None or weight < best[0]):
                    best = weight, self._exchanged(pair, other, new)
        return self._remedy(Mending.SWAP, best[1], self.byes) if best else None

    def pair_unplayed(self) -> Remedy | None:
        """The tables where nothing is decided, paired again among themselves. Byes stay."""
        playing = {name for table in self._open() for name in table.players}
        if len(playing) < 4:
            return None
        number = self.after.next_round
        players = tuple(
            replace(player, earned_byes=())
            if player.id in playing
            else replace(player, absent=(*player.absent, number))
            for player in self.after.players
        )
        proposal = pair_round(replace(self.after, players=players), self.seed)
        started = tuple(_pair(*table.players) for table in self.tables if len(table.players) == 2 and table.started)
        return self._remedy(Mending.UNPLAYED, (*started, *(pair.players for pair in proposal.pairs)), self.byes)

    def pair_again(self) -> Remedy:
        proposal = pair_round(self.after, self.seed)
        pairs = tuple(pair.players for pair in proposal.pairs)
        return self._remedy(Mending.ROUND, pairs, tuple(bye.player for bye in proposal.byes))

    def _open(self) -> list[SeatedTable]:
        return [table for table in self.tables if len(table.players) == 2 and not table.started]

    def _exchanged(self, first: Pair, second: Pair, new: tuple[Pair, Pair]) -> tuple[Pair, ...]:
        turned = {first: new[0], second: new[1]}
        return tuple(turned.get(pair, pair) for pair in self.pairs)

    def _weight(self, pairs: Sequence[Pair]) -> tuple[int, int]:
        """Rematches and pairs to be kept apart, then squared gaps: less is better."""
        bad = sum(self.met[frozenset(pair)] + (frozenset(pair) in self.barred) for pair in pairs)
        return bad, sum((self.points[first] - self.points[second]) ** 2 for first, second in pairs)

    def _remedy(self, mending: Mending, pairs: tuple[Pair, ...], byes: tuple[str, ...]) -> Remedy:
        remaining = {frozenset(pair) for pair in pairs}
        return Remedy(
            mending=mending,
            pairs=pairs,
            byes=byes,
            changes=tuple(self._changes(pairs, byes)),
            cost=self._weight(pairs)[1],
            rematches=sum(self.met[frozenset(pair)] > 0 for pair in pairs),
            lost=sum(table.started and frozenset(table.players) not in remaining for table in self.tables),
        )

    def _changes(self, pairs: Sequence[Pair], byes: Collection[str]) -> Iterator[NewOpponent]:
        was, now = _opponents(self.pairs, self.byes), _opponents(pairs, byes)
        for name in sorted(was.keys() | now.keys(), key=natural):
            if was.get(name) != now.get(name):
                yield NewOpponent(name, was.get(name), now.get(name))


def _opponents(pairs: Sequence[Pair], byes: Collection[str]) -> dict[str, str | None]:
    both = [*pairs, *((second, first) for first, second in pairs)]
    return {**dict(both), **dict.fromkeys(byes)}
