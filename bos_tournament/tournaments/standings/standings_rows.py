"""The rows of standings as pages, files and programs read them: only as many as somebody looks at."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple
from uuid import UUID

from django.db import connection
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from bos_tournament.messages import localize
from bos_tournament.operations.prepared_queries import Prepared
from bos_tournament.pairing.tie_breaks import TIE_BREAKS
from bos_tournament.tournaments.models import Entrant, Stage, Standings, StandingsLine, Tournament
from bos_tournament.tournaments.standings import leaderboard
from bos_tournament.tournaments.standings.leaderboard import TAKEN_OUT, BoardLine
from engine.hosting import Message, from_json

COLUMNS = ("entrant", "rank", "points", "won", "lost", "drawn", "figures", "reason", "above", "group")
PEOPLE = """
    SELECT entrant.id, entrant.place, entrant.state, entrant.dropped_after, person.id, person.handle
    FROM tournaments_entrant entrant JOIN accounts_user person ON person.id = entrant.user_id
    WHERE entrant.id = ANY(string_to_array(%s, ' ')::uuid[])
"""
Place = tuple[int | None, UUID]


class Named(NamedTuple):
    """Of an account what everybody reads."""

    pk: UUID
    """Its id."""
    handle: str
    """What everybody calls them."""

    def __str__(self) -> str:
        return self.handle


class Person(NamedTuple):
    """An entrant on a page of standings. The names are those of `Entrant`, so functions may take either."""

    pk: UUID
    """The entrant's id."""
    place: int | None
    """From 1; None without one."""
    state: str
    """A value of `Entrant.State`."""
    dropped_after: int | None
    """The last round played, for whoever left."""
    user: Named
    """Who it is."""

    @property
    def user_id(self) -> UUID:
        return self.user.pk

    def get_state_display(self) -> str:
        return str(Entrant.State(self.state).label)


People = Mapping[UUID, Entrant | Person]


def _lines(standings: int, first: int, after: int) -> "QuerySet[StandingsLine, Any]":
    lines = StandingsLine.objects.filter(standings_id=standings, position__gte=first, position__lt=after)
    return lines.order_by("position").values_list(*COLUMNS)


LINES = Prepared(_lines, standings=int, first=int, after=int)


@dataclass(frozen=True)
class Ranks:
    """Lines in the order of ranks; a part of them is one query of its rows."""

    standings: Standings
    """Whose they are."""
    words: str = ""
    """Only lines of people whose name has these in it; of everybody without any."""

    @property
    def rows(self) -> "QuerySet[StandingsLine]":
        """The lines in any order."""
        rows = _rows(self.standings).filter(position__isnull=False)
        return rows.filter(entrant__user__handle__icontains=self.words) if self.words else rows

    def __len__(self) -> int:
        return self.rows.count() if self.words else self.standings.ranked

    def __getitem__(self, part: slice) -> list[BoardLine]:
        if self.words or part.stop is None:
            return [_line(*row) for row in self.rows.order_by("position").values_list(*COLUMNS)[part]]
        first, after = part.start or 0, min(part.stop, self.standings.ranked)
        rows = LINES(standings=self.standings.pk, first=first, after=after) if first < after else []
        return [_line(*row) for row in rows]

    def own(self, entrant: Entrant | None) -> tuple[int, int | None] | None:
        """How many stand above the line of this entrant, and the rank; None without one. At most two queries."""
        own = self.rows.filter(entrant=entrant).values_list("position", "rank").first() if entrant else None
        if own is None:
            return None
        position, rank = own
        return self.rows.filter(position__lt=position).count() if self.words else (position or 0), rank


@dataclass(frozen=True)
class Places:
    """Places with the entrants' ids, best first; a part of them is one query of its rows."""

    rows: "QuerySet[StandingsLine] | None"
    """Lines with a place in the list, in any order; None where there are no places."""

    def __len__(self) -> int:
        return 0 if self.rows is None else self.rows.count()

    def __getitem__(self, part: slice) -> list[Place]:
        return [] if self.rows is None else list(self.rows.order_by("listed").values_list("place", "entrant")[part])


def ranked_lines(standings: Standings, words: str = "") -> Ranks:
    """Everybody who is ranked, group after group, or whose name has these words in it."""
    return Ranks(standings, words)


def places(standings: Standings) -> Places:
    """What stands above the ranks where there is a bracket: its places, and at the end everybody."""
    return Places(_rows(standings).filter(listed__isnull=False) if standings.has_places else None)


def places_title(tournament: Tournament) -> str:
    """What the list of places is called."""
    return _("Final result") if tournament.state == Tournament.State.FINISHED else _("Places in the bracket")


def people_on(lines: Iterable[BoardLine], *, also: Iterable[UUID] = ()) -> dict[UUID, Person]:
    """Everybody whom these lines name, and these: their states and handles. One query, none for nobody."""
    named = {pk for line in lines for pk in (line.entrant, line.above) if pk}.union(also)
    if not named:
        return {}
    with connection.cursor() as cursor:
        cursor.execute(PEOPLE, [" ".join(map(str, named))])
        rows = cursor.fetchall()
    return {pk: Person(pk, place, state, left, Named(user, name)) for pk, place, state, left, user, name in rows}


def champions(tournament: Tournament, standings: Standings | None = None) -> list[Entrant]:
    """Who won; several where they share the first rank. Empty before the end. `standings` are those that count, where
    they are at hand."""
    if tournament.state != Tournament.State.FINISHED:
        return []
    won = _rows(standings or leaderboard.standings_of(tournament)).filter(champion=True)
    lines = won.select_related("entrant__user").order_by("listed")
    return [line.entrant for line in lines]


def final_place(entrant: Entrant, standings: Standings | None = None) -> int | None:
    """What place in the bracket, or else which rank, somebody came to.

    None before the end, for who was taken out, and for who came no further than a group.
    """
    if entrant.tournament.state != Tournament.State.FINISHED or entrant.state in TAKEN_OUT:
        return None
    rows = _rows(standings or leaderboard.standings_of(entrant.tournament))
    return rows.filter(entrant=entrant).values_list("place", flat=True).first()


def order(tournament: Tournament, standings: Standings) -> "QuerySet[StandingsLine]":
    """The final order once the tournament is over; until then the ranks, or in a mere bracket the places so far."""
    rows = _rows(standings)
    if tournament.state != Tournament.State.FINISHED and tournament.format not in Stage.BRACKETS:
        return rows.filter(position__isnull=False).order_by("position")
    return rows.filter(listed__isnull=False).order_by("listed")


def reason(line: BoardLine, entrants: People, say: Callable[[Message], str] = localize) -> str:
    """Why somebody stands on this rank, with names."""
    kept = line.reason
    if line.above and "above" in kept["args"]:
        kept = {**kept, "args": {**kept["args"], "above": str(entrants[line.above].user)}}
    return say(from_json(kept))


def headings(columns: Sequence[str]) -> tuple[str, ...]:
    """What the columns of the tie-breaks are called in the language of this moment."""
    return tuple(localize(TIE_BREAKS[key].short) for key in columns)


def _rows(standings: Standings) -> "QuerySet[StandingsLine]":
    return StandingsLine.objects.filter(standings_id=standings.pk)


def _line(
    entrant: UUID, rank: int | None, points: int, won: int, lost: int, drawn: int, figures: Any, *others: Any
) -> BoardLine:
    return BoardLine(entrant, rank, points, (won, lost, drawn), tuple(map(tuple, figures)), *others)
