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
from bos_tournament.accounts.requests import Viewer
from bos_tournament.operations.csv_cells import plain
from bos_tournament.pairing.season import Finish, SeasonStanding, season, season_places
from bos_tournament.tournaments.models import Entrant, Snapshot, Staff, Tournament
from bos_tournament.tournaments.models.series import Series
from bos_tournament.tournaments.standings.leaderboard import TAKEN_OUT
from bos_tournament.tournaments.structure.visibility import private

KEPT = 16  # tables per process
MOST_SHOWN = 10
"""So many results of a player stand in the table; their own page in the series has all of them."""
_tables: OrderedDict[tuple[UUID, str], tuple[SeasonStanding, ...]] = OrderedDict()


@dataclass(frozen=True)
class Result:
    """A finish with its tournament."""

    tournament: Tournament
    """Where it was."""
    finish: Finish
    """The place there and its points."""


@dataclass(frozen=True)
class SeasonRow:
    """A line of the table for one reader. Without `user` somebody who hides their history; `more` results are left
    out."""

    standing: SeasonStanding
    """Place and total."""
    user: User | None
    me: bool
    """Whether it is the reader's own line."""
    results: tuple[Result, ...]
    """In the order of the tournaments; empty for somebody who hides."""
    more: int = 0


@dataclass(frozen=True)
class Lines:
    """The whole table for one reader, of which only a page is fetched."""

    standings: Sequence[SeasonStanding]
    """Everybody in the table, or those who were searched for."""
    tournaments: Sequence[Tournament]
    """Those this reader may see."""
    user: Viewer
    """The reader."""
    most: int | None = None
    """Results shown of each player; None for all."""

    def __len__(self) -> int:
        return len(self.standings)

    def __getitem__(self, part: slice) -> list[SeasonRow]:
        return rows(self.standings[part], self.tournaments, self.user, most=self.most)


def season_table(series: Series) -> tuple[SeasonStanding, ...]:
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


def found(standings: Sequence[SeasonStanding], words: str) -> list[SeasonStanding]:
    """Those whose handle has these letters, without who hides. At most one query."""
    if not words:
        return list(standings)
    users = User.objects.filter(handle__icontains=words, hides_history=False)
    ids = {
        str(pk) for pk in users.filter(pk__in=[standing.player for standing in standings]).values_list("pk", flat=True)
    }
    return [standing for standing in standings if standing.player in ids]


def rows(
    standings: Iterable[SeasonStanding], tournaments: Iterable[Tournament], user: Viewer, *, most: int | None = None
) -> list[SeasonRow]:
    """These standings as this reader sees them, with `most` results each, those that count first to stay. One query."""
    standings, played = list(standings), {str(tournament.pk): tournament for tournament in tournaments}
    people = User.objects.in_bulk([standing.player for standing in standings])
    return [_row(standing, people[UUID(standing.player)], played, user, most) for standing in standings]


def row_of(series: Series, player: UUID, user: Viewer) -> SeasonRow:
    """The line of one player with all results. 404 without one, and for whoever hides their history from others."""
    standing = next((candidate for candidate in season_table(series) if candidate.player == str(player)), None)
    row = standing and rows([standing], tournaments_of(series, user), user)[0]
    if not row or row.user is None:
        raise Http404("Nobody of this name is in the season table.")
    return row


def scoring_rules(series: Series) -> list[str]:
    """How points are given and counted, in sentences."""
    sentence = _("From first place down: %(points)s points. Later places get none.")
    sentences = [sentence % {"points": ", ".join(map(str, series.points))}]
    sentences.append(_("Players who share a place all get its points."))
    if series.taking_part:
        sentence = ngettext(
            "Each player who took part gets %(points)s extra point.",
            "Each player who took part gets %(points)s extra points.",
            series.taking_part,
        )
        sentences.append(sentence % {"points": series.taking_part})
    if series.full_at:
        sentence = _("With fewer than %(players)s players a place gives its share of the points, rounded up.")
        sentences.append(sentence % {"players": series.full_at})
    if series.best:
        sentence = ngettext(
            "The best result of each player counts.", "The best %(best)s results of each player count.", series.best
        )
        sentences.append(sentence % {"best": series.best})
    else:
        sentences.append(_("All results of a player count."))
    sentences.append(_("Equal totals share a place in the table."))
    sentences.append(_("A tournament counts once it is finished, with its final standings."))
    return sentences


def as_csv(series: Series, user: Viewer) -> str:
    """The table with a column of points for each tournament that is over; lines end with CR LF."""
    tournaments = [
        tournament for tournament in tournaments_of(series, user) if tournament.state == Tournament.State.FINISHED
    ]
    text = StringIO()
    written = csv.writer(text)
    written.writerow([_("place"), _("player"), _("total"), *(plain(tournament.name) for tournament in tournaments)])
    for row in rows(season_table(series), tournaments, user):
        points = {result.tournament.pk: result.finish.points for result in row.results}
        name = row.user.handle if row.user else _("hidden")
        line = [row.standing.place, plain(name), row.standing.total]
        written.writerow([*line, *(points.get(tournament.pk, "") for tournament in tournaments)])
    return text.getvalue()


def _row(
    standing: SeasonStanding, person: User, played: Mapping[str, Tournament], user: Viewer, most: int | None
) -> SeasonRow:
    me = person.pk == user.pk
    if person.hides_history and not me:
        return SeasonRow(standing, None, me=False, results=())
    best_first = sorted(standing.finishes, key=lambda finish: not finish.counts)[:most]
    finishes = [finish for finish in standing.finishes if finish in best_first and finish.event in played]
    results = tuple(Result(played[finish.event], finish) for finish in finishes)
    return SeasonRow(standing, person, me, results, more=len(standing.finishes) - len(best_first))


def _edition(series: Series) -> str:
    """Grows with every deed in one of its tournaments and every change of the series. One query."""
    moves = Tournament.objects.filter(legs__series=series).aggregate(moves=Sum("version"))["moves"]
    return f"{series.version}.{moves or 0}"


def _computed(series: Series) -> tuple[SeasonStanding, ...]:
    over = Tournament.objects.filter(legs__series=series, state=Tournament.State.FINISHED)
    orders: dict[str, dict[str, Any]] = {
        str(pk): {} for pk in over.order_by("starts_at", "pk").values_list("pk", flat=True)
    }
    people = _people(over)
    for tournament, entrant, order in _orders(over):
        if entrant in people:
            orders[str(tournament)].setdefault(people[entrant][0], order)
    handles = dict(people.values())
    standings = season(series.scale, {event: season_places(order) for event, order in orders.items() if order})
    return tuple(sorted(standings, key=lambda standing: (standing.place, handles[standing.player].casefold())))


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
    boards = list(last.values_list("stage__tournament", "board__places", "board__lines"))
    for tournament, placed, _lines in boards:
        yield from ((tournament, entrant, (0, place)) for place, entrant in placed if place)
    for tournament, _placed, lines in boards:
        yield from ((tournament, line["entrant"], (1, line["rank"])) for line in lines if line["rank"])
