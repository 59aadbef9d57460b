"""Who can still make the cut: by match points alone, since nobody knows the tie-breaks yet.

What is said is certain. A player is in when even losing everything leaves fewer than the cut's size of others who can
come level, and out when even winning everything leaves that many above for sure. Between the two everything is open.
With one round left whose tables are known, each result of the player is looked at by itself, with every other table
turning out as it suits best or worst.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from bos_tournament.pairing.event import Event, Points
from bos_tournament.pairing.messages import Message, message
from bos_tournament.pairing.player_totals import match_points


class Chance(StrEnum):
    """What is certain of somebody's seat in the cut."""

    IN = "in"
    OPEN = "open"
    OUT = "out"


@dataclass(frozen=True, slots=True)
class Outlook:
    """One player: certain or not whatever happens; and, in the last round, after each result of their own."""

    player: str
    """The id of the player."""
    points: int
    """Match points so far."""
    chance: Chance
    """What is certain whatever happens."""
    by_result: tuple[Chance, Chance, Chance] | None = None
    """What is certain after a match won, drawn, lost; None before the last round."""

    @property
    def needs(self) -> Message:
        """What it takes, without a full stop."""
        return message(f"outlook.{self._needs()}")

    def _needs(self) -> str:
        if self.chance is Chance.IN:
            return "in"
        if self.chance is Chance.OUT:
            return "out"
        if self.by_result is None:
            return "open"
        won, drawn, lost = self.by_result
        if drawn is Chance.IN:
            return "draw"
        if won is Chance.IN:
            return "win" if drawn is Chance.OUT else "win_or_others"
        if lost is not Chance.OUT:
            return "others"
        return "win_and_others" if drawn is Chance.OUT else "draw_and_others"


Table = tuple[str, ...]  # two who meet, or one with a bye
Seated = tuple[int, ...]  # the points of each at a table


def forecast(event: Event, size: int, *, rounds_left: int, tables: Sequence[Table] = ()) -> tuple[Outlook, ...]:
    """Everyone who still plays, in the order of points, then of entry.

    rounds_left: rounds that do not count yet, the one being played too. tables: of the round being played.
    Raises `ValueError` for a cut of nobody or fewer than no rounds.
    """
    if size < 1 or rounds_left < 0:
        raise ValueError("A forecast needs a cut of at least one player, and no fewer than no rounds left.")
    points, number = match_points(event), event.next_round
    staying = [player.id for player in event.players if player.dropped_after is None or player.dropped_after >= number]
    field = {name: points[name] for name in staying}
    here = [table for table in tables if field.keys() >= set(table)] if rounds_left == 1 else []
    table_of = {name: table for table in here for name in table}
    contest = Contest(
        event.points,
        size,
        rounds_left,
        alone=Counter(points for name, points in field.items() if name not in table_of),
        tables=Counter(tuple(field[name] for name in table) for table in here),
    )
    outlooks = [contest.outlook(name, field[name], _others_first(name, table_of, field)) for name in staying]
    return tuple(sorted(outlooks, key=lambda outlook: -outlook.points))


def _others_first(name: str, table_of: Mapping[str, Table], points: Mapping[str, int]) -> Seated | None:
    table = table_of.get(name)
    return (*(points[other] for other in table if other != name), points[name]) if table else None


class Contest:
    """The points of everyone who still plays for so many seats, and who meets whom if it is the last round.

    People count by their points alone: `alone` are those at no table, `tables` those who meet.
    """

    def __init__(
        self, worth: Points, size: int, rounds_left: int, *, alone: Mapping[int, int], tables: Mapping[Seated, int]
    ) -> None:
        self.worth, self.size, self.rounds_left = worth, size, rounds_left
        self.alone, self.tables = alone, tables
        self.counted: dict[int, tuple[int, int]] = {}
        self.chances: dict[tuple[int, Seated], tuple[Chance, Chance, Chance]] = {}

    def outlook(self, name: str, mine: int, table: Seated | None) -> Outlook:
        """What is certain for a player with these points; at `table` they come last, None for who sits at none."""
        if self.tables:
            return self._of_last_round(name, mine, table or ())
        win, loss = self.worth.win * self.rounds_left, self.worth.loss * self.rounds_left
        if mine not in self.counted:
            above = sum(number for points, number in self.alone.items() if points + loss > mine + win)
            reaching = sum(number for points, number in self.alone.items() if points + win >= mine + loss)
            self.counted[mine] = (above, reaching)
        above, reaching = self.counted[mine]
        above, reaching = above - (loss > win), reaching - (win >= loss)  # without the player
        return Outlook(name, mine, _chance(above, reaching, self.size))

    def _of_last_round(self, name: str, mine: int, table: Seated) -> Outlook:
        at = (mine, table)
        chances = self.chances[at] = self.chances.get(at) or self._by_result(*at)
        certain = chances[0] if len(set(chances)) == 1 else Chance.OPEN
        return Outlook(name, mine, certain, chances if len(table) == 2 else None)

    def _by_result(self, mine: int, table: Seated) -> tuple[Chance, Chance, Chance]:
        """What is certain after each result; the same for all who have so many points and meet so many."""
        worth = self.worth
        theirs = [worth.loss, worth.draw, worth.win]
        own = [worth.win, worth.draw, worth.loss]
        if len(table) < 2:  # a bye is won; whoever is not paired gets nothing
            own, theirs = [worth.win if table else 0] * 3, [0, 0, 0]
        won, drawn, lost = [self._after(mine, got, table, gets) for got, gets in zip(own, theirs, strict=True)]
        return won, drawn, lost

    def _after(self, before: int, got: int, table: Seated, opponent_gets: int) -> Chance:
        """What is certain once this player has so many points more."""
        mine = before + got
        sure_above, may_reach = self._of_all(mine)
        if table:
            least, most = self._of_table(table, mine)
            sure_above, may_reach = sure_above - least, may_reach - most
        else:
            sure_above, may_reach = sure_above - (before > mine), may_reach - (before >= mine)
        for other in table[:-1]:
            reached = other + opponent_gets
            sure_above, may_reach = sure_above + (reached > mine), may_reach + (reached >= mine)
        return _chance(sure_above, may_reach, self.size)

    def _of_all(self, mine: int) -> tuple[int, int]:
        """As `_of_table`, of every table and of whoever sits at none; the same for all who come to so many points."""
        if mine not in self.counted:
            ends = [(*self._of_table(table, mine), number) for table, number in self.tables.items()]
            least = sum(above * number for above, _, number in ends)
            most = sum(level * number for _, level, number in ends)
            least += sum(number for points, number in self.alone.items() if points > mine)
            most += sum(number for points, number in self.alone.items() if points >= mine)
            self.counted[mine] = (least, most)
        return self.counted[mine]

    def _of_table(self, table: Seated, mine: int) -> tuple[int, int]:
        """How many of a table end above for sure, and how many come at least level at the most."""
        worth = self.worth
        if len(table) == 1:
            total = table[0] + worth.win
            return int(total > mine), int(total >= mine)
        first, second = table
        ends = [
            (first + first_gain, second + second_gain)
            for first_gain, second_gain in ((worth.win, worth.loss), (worth.draw, worth.draw), (worth.loss, worth.win))
        ]
        above = min(sum(total > mine for total in end) for end in ends)
        return above, max(sum(total >= mine for total in end) for end in ends)


def _chance(sure_above: int, may_reach: int, size: int) -> Chance:
    if sure_above >= size:
        return Chance.OUT
    return Chance.IN if may_reach < size else Chance.OPEN
