"""The season table of a series: what closed standings give in points, as each reader may see it.

Who hides their history keeps place and total, so that the table adds up, but no name and no results for others.
"""

import csv
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from io import StringIO
from typing import Any
from uuid import UUID

from django.db.models import Q, QuerySet, Sum
from django.http import Http404
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from bos_tournament.accounts.models import User
from bos_tournament.history.table_cells import plain
from bos_tournament.pairing.season import Finish, Standing, places, season
from bos_tournament.tournaments.access import Viewer
from bos_tournament.tournaments.board import TAKEN_OUT
from bos_tournament.tournaments.models import Entrant, Snapshot, Staff, Tournament
from bos_tournament.tournaments.models_series import Series
from bos_tournament.tournaments.visibility import private

KEPT = 16  # tables per process
MOST_SHOWN = 10
"""So many results of a player stand in the table; their own page in the series has all of them."""
_tables: OrderedDict[tuple[UUID, str], tuple[Standing, ...]] = OrderedDict()


@dataclass(frozen=True)
class Result:
    """A finish with its tournament."""

    tournament: Tournament
    finish: Finish


@dataclass(frozen=True)
class Row:
    """A line of the table for one reader. Without `user` somebody who hides their history; `more` results are left
    out."""

    standing: Standing
    user: User | None
    me: bool
    results: tuple[Result, ...]
    more: int = 0


@dataclass(frozen=True)
class Lines:
    """The whole table for one reader, of which only a page is fetched."""

    standings: Sequence[Standing]
    tournaments: Sequence[Tournament]
    user: Viewer
    most: int | None = None

    def __len__(self) -> int:
        return len(self.standings)

    def __getitem__(self, part: slice) -> list[Row]:
        return rows(self.standings[part], self.tournaments, self.user, most=self.most)


def table(series: Series) -> tuple[Standing, ...]:
    """The season as it stands, players by user id, equal places by handle; computed once for each state of its
    tournaments in each process."""
    key = (series.pk, _edition(series))
    if key not in _tables:
        _tables[key] = _computed(series)
        while len(_tables) > KEPT:
            _tables.popitem(last=False)
    return _tables[key]


def tournaments_of(series: Series, user: Viewer) -> list[Tournament]:
    """Its tournaments by start, without drafts of others. One query."""
    seen = ~private()
    if user.is_authenticated:
        seen |= Q(pk__in=Staff.objects.filter(user=user).values("tournament"))
    return list(Tournament.objects.filter(seen, legs__series=series).order_by("starts_at", "pk"))


def found(standings: Sequence[Standing], words: str) -> list[Standing]:
    """Those whose handle has these letters, without who hides. At most one query."""
    if not words:
        return list(standings)
    named = User.objects.filter(handle__icontains=words, hides_history=False)
    ids = {str(pk) for pk in named.filter(pk__in=[one.player for one in standings]).values_list("pk", flat=True)}
    return [one for one in standings if one.player in ids]


def rows(
    standings: Iterable[Standing], tournaments: Iterable[Tournament], user: Viewer, *, most: int | None = None
) -> list[Row]:
    """These standings as this reader sees them, with `most` results each, those that count first to stay. One query."""
    standings, played = list(standings), {str(one.pk): one for one in tournaments}
    people = User.objects.in_bulk([one.player for one in standings])
    return [_row(one, people[UUID(one.player)], played, user, most) for one in standings]


def row_of(series: Series, player: UUID, user: Viewer) -> Row:
    """The line of one player with all results. 404 without one, and for whoever hides their history from others."""
    standing = next((one for one in table(series) if one.player == str(player)), None)
    shown = standing and rows([standing], tournaments_of(series, user), user)[0]
    if not shown or shown.user is None:
        raise Http404("Nobody of this name is in the season table.")
    return shown


def rule(series: Series) -> list[str]:
    """How points are given and counted, in sentences."""
    said = _("From the first place on: %(points)s points. Later places give none.")
    told = [said % {"points": ", ".join(map(str, series.points))}]
    told.append(_("Whoever shares a place gets the points of that place."))
    if series.taking_part:
        said = ngettext(
            "Everybody who took part gets %(points)s point on top.",
            "Everybody who took part gets %(points)s points on top.",
            series.taking_part,
        )
        told.append(said % {"points": series.taking_part})
    if series.full_at:
        said = _("With fewer than %(players)s players a place gives its share of the points, rounded up.")
        told.append(said % {"players": series.full_at})
    if series.best:
        said = ngettext(
            "The best result of each player counts.", "The best %(best)s results of each player count.", series.best
        )
        told.append(said % {"best": series.best})
    else:
        told.append(_("All results of a player count."))
    told.append(_("Equal totals share a place in the table."))
    told.append(_("A tournament counts once it is finished, as its standings were closed."))
    return told


def as_csv(series: Series, user: Viewer) -> str:
    """The table with a column of points for each tournament that is over; lines end with CR LF."""
    tournaments = [one for one in tournaments_of(series, user) if one.state == Tournament.State.FINISHED]
    text = StringIO()
    written = csv.writer(text)
    written.writerow([_("place"), _("player"), _("total"), *(plain(one.name) for one in tournaments)])
    for row in rows(table(series), tournaments, user):
        points = {result.tournament.pk: result.finish.points for result in row.results}
        name = row.user.handle if row.user else _("hidden")
        line = [row.standing.place, plain(name), row.standing.total]
        written.writerow([*line, *(points.get(one.pk, "") for one in tournaments)])
    return text.getvalue()


def _row(standing: Standing, person: User, played: Mapping[str, Tournament], user: Viewer, most: int | None) -> Row:
    me = person.pk == user.pk
    if person.hides_history and not me:
        return Row(standing, None, me=False, results=())
    best_first = sorted(standing.finishes, key=lambda one: not one.counts)[:most]
    shown = [one for one in standing.finishes if one in best_first and one.event in played]
    results = tuple(Result(played[one.event], one) for one in shown)
    return Row(standing, person, me, results, more=len(standing.finishes) - len(best_first))


def _edition(series: Series) -> str:
    """Grows with every deed in one of its tournaments and every change of the series. One query."""
    moves = Tournament.objects.filter(legs__series=series).aggregate(moves=Sum("version"))["moves"]
    return f"{series.version}.{moves or 0}"


def _computed(series: Series) -> tuple[Standing, ...]:
    over = Tournament.objects.filter(legs__series=series, state=Tournament.State.FINISHED)
    orders: dict[str, dict[str, Any]] = {
        str(pk): {} for pk in over.order_by("starts_at", "pk").values_list("pk", flat=True)
    }
    people = _people(over)
    for tournament, entrant, order in _orders(over):
        if entrant in people:
            orders[str(tournament)].setdefault(people[entrant][0], order)
    handles = dict(people.values())
    standings = season(series.scale, {event: places(order) for event, order in orders.items() if order})
    return tuple(sorted(standings, key=lambda one: (one.place, handles[one.player].casefold())))


def _people(over: QuerySet[Tournament]) -> dict[str, tuple[str, str]]:
    """Everybody who took part to the end of their wish, by entry: user id and handle. Who was taken out of a
    tournament gets nothing there, like who left before its first round."""
    played = Entrant.objects.filter(tournament__in=over).exclude(state__in=TAKEN_OUT).exclude(dropped_after=0)
    return {str(pk): (str(user), handle) for pk, user, handle in played.values_list("pk", "user", "user__handle")}


def _orders(over: QuerySet[Tournament]) -> Iterator[tuple[UUID, str, tuple[int, int]]]:
    """How closed standings order their entrants: those with a place in the bracket first, then the others by rank.

    Of a tournament in groups those who did not go on are ordered by their rank within the group. Who was disqualified
    has no place in the order.
    """
    closed = Snapshot.objects.filter(stage__tournament__in=over, stage__finished_at__isnull=False)
    last = closed.order_by("stage_id", "-number").distinct("stage_id")
    said = list(last.values_list("stage__tournament", "board__places", "board__lines"))
    for tournament, placed, _lines in said:
        yield from ((tournament, entrant, (0, place)) for place, entrant in placed if place)
    for tournament, _placed, lines in said:
        yield from ((tournament, line["entrant"], (1, line["rank"])) for line in lines if line["rank"])
