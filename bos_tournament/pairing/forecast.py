"""Who can still make the cut: by match points alone, since nobody knows the tie-breaks yet.

What is said is certain. A player is in when even losing everything leaves fewer than the cut's size of others who can
come level, and out when even winning everything leaves that many above for sure. Between the two everything is open.
With one round left whose tables are known, each result of the player is looked at by itself, with every other table
turning out as it suits best or worst.
"""

from collections.abc import Sequence
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


def forecast(event: Event, size: int, *, rounds_left: int, tables: Sequence[Table] = ()) -> tuple[Outlook, ...]:
    """Everyone who still plays, in the order of points, then of entry.

    rounds_left: rounds that do not count yet, the one being played too. tables: of the round being played.
    Raises `ValueError` for a cut of nobody or fewer than no rounds.
    """
    if size < 1 or rounds_left < 0:
        raise ValueError("A forecast needs a cut of at least one player, and no fewer than no rounds left.")
    points, number = match_points(event), event.next_round
    staying = [player.id for player in event.players if player.dropped_after is None or player.dropped_after >= number]
    field = _Field(event.points, {name: points[name] for name in staying}, tables if rounds_left == 1 else ())
    outlooks = [field.outlook(name, size, rounds_left) for name in staying]
    return tuple(sorted(outlooks, key=lambda outlook: -outlook.points))


class _Field:
    """The points of everyone who still plays, and who meets whom if it is the last round."""

    def __init__(self, worth: Points, points: dict[str, int], tables: Sequence[Table]) -> None:
        self.worth, self.points = worth, points
        self.tables = [table for table in tables if all(name in points for name in table)]
        self.table_of = {name: table for table in self.tables for name in table}
        self.counted: dict[int, tuple[int, int]] = {}

    def outlook(self, name: str, size: int, rounds_left: int) -> Outlook:
        if self.tables:
            return self._of_last_round(name, size)
        win, loss = self.worth.win * rounds_left, self.worth.loss * rounds_left
        mine = self.points[name]
        if mine not in self.counted:
            above = sum(points + loss > mine + win for points in self.points.values())
            self.counted[mine] = (above, sum(points + win >= mine + loss for points in self.points.values()))
        above, reaching = self.counted[mine]
        above, reaching = above - (loss > win), reaching - (win >= loss)  # without the player
        return Outlook(name, mine, _chance(above, reaching, size))

    def _of_last_round(self, name: str, size: int) -> Outlook:
        mine, table = self.points[name], self.table_of.get(name, ())
        worth = self.worth
        theirs = [worth.loss, worth.draw, worth.win]
        own = [worth.win, worth.draw, worth.loss]
        if len(table) < 2:  # a bye is won; whoever is not paired gets nothing
            own, theirs = [worth.win if table else 0] * 3, [0, 0, 0]
        chances = [self._after(name, table, mine + got, lost, size) for got, lost in zip(own, theirs, strict=True)]
        certain = chances[0] if len(set(chances)) == 1 else Chance.OPEN
        return Outlook(name, mine, certain, (chances[0], chances[1], chances[2]) if len(table) == 2 else None)

    def _after(self, name: str, table: Table, mine: int, opponent_gets: int, size: int) -> Chance:
        """What is certain once this player has so many points."""
        sure_above, may_reach = self._of_all(mine)
        if table:
            least, most = self._of_table(table, mine)
            sure_above, may_reach = sure_above - least, may_reach - most
        else:
            own = self.points[name]
            sure_above, may_reach = sure_above - (own > mine), may_reach - (own >= mine)
        for other in table:
            if other != name:
                reached = self.points[other] + opponent_gets
                sure_above, may_reach = sure_above + (reached > mine), may_reach + (reached >= mine)
        return _chance(sure_above, may_reach, size)

    def _of_all(self, mine: int) -> tuple[int, int]:
        """As `_of_table`, of every table and of whoever sits at none; the same for all who come to so many points."""
        if mine not in self.counted:
            ends = [self._of_table(table, mine) for table in self.tables]
            alone = [points for name, points in self.points.items() if name not in self.table_of]
            least = sum(above for above, _ in ends) + sum(points > mine for points in alone)
            most = sum(level for _, level in ends) + sum(points >= mine for points in alone)
            self.counted[mine] = (least, most)
        return self.counted[mine]

    def _of_table(self, table: Table, mine: int) -> tuple[int, int]:
        """How many of a table end above for sure, and how many come at least level at the most."""
        worth = self.worth
        if len(table) == 1:
            total = self.points[table[0]] + worth.win
            return int(total > mine), int(total >= mine)
        first, second = (self.points[name] for name in table)
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
