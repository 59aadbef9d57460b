"""Who can still make the cut, or go on from a group: by the points that stand in rows, counted by the database.

Only those somebody looks at are worked out; all others are numbers of people with equal points.
"""

import json
from collections import Counter, defaultdict
from dataclasses import dataclass
from functools import cached_property
from typing import Any
from uuid import UUID

from django.db import connection
from django.db.models import Q
from django.db.models.functions import Length

from bos_tournament.pairing.forecast import Contest, Outlook, Seated
from bos_tournament.pairing.groups import rounds_needed
from bos_tournament.pairing.ranking_presets import FAMILIES
from bos_tournament.tournaments.models import Stage, Standings, StandingsLine, Tournament
from bos_tournament.tournaments.standings import leaderboard
from bos_tournament.tournaments.structure.pairing_terms import LEFT

# Each table of the round that is played where everybody still plays: their group, who they are, their points.
MET = """
    SELECT json_agg(json_build_array(met."group", met.people, met.points))::text FROM (
        SELECT min(l."group") AS "group", array_agg(l.entrant_id ORDER BY t.number) AS people,
               array_agg(l.points ORDER BY t.number) AS points
          FROM tournaments_sitting t
          JOIN tournaments_round r ON r.id = t.round_id AND r.state = 'published' AND r.closed_at IS NULL
          JOIN tournaments_entrant e ON e.id = t.entrant_id
          JOIN tournaments_standingsline l ON l.entrant_id = t.entrant_id AND l.standings_id = %(standings)s
         WHERE r.stage_id = %(stage)s
         GROUP BY t.pairing_id
        HAVING bool_and(NOT (e.state = ANY(%(left)s) AND coalesce(e.dropped_after <= %(closed)s, false)))
    ) met
"""


# How many there are of each group with so many points, and how many of these still play.
COUNTED = """
    SELECT l."group", l.points, count(*),
           count(*) FILTER (WHERE NOT (e.state = ANY(%(left)s) AND coalesce(e.dropped_after <= %(closed)s, false)))
      FROM tournaments_standingsline l JOIN tournaments_entrant e ON e.id = l.entrant_id
     WHERE l.standings_id = %(standings)s AND l.position IS NOT NULL
     GROUP BY l."group", l.points
"""


@dataclass(frozen=True)
class Outlooks:
    """Everybody who still plays, those with most points first; group after group where there are some."""

    tournament: Tournament
    """Which one it is."""
    standings: Standings
    """Its rows that count now."""
    stage: Stage
    """The one before the cut."""

    def __len__(self) -> int:
        return self._lines.filter(self._staying).count()

    def __getitem__(self, part: slice) -> list[tuple[UUID, Outlook]]:
        lines = self._lines.filter(self._staying).order_by(Length("group"), "group", "-points", "entrant__place")
        return [self._outlook(*line) for line in lines.values_list("entrant", "group", "points")[part]]

    @property
    def _lines(self) -> Any:
        return StandingsLine.objects.filter(standings_id=self.standings.pk, position__isnull=False)

    @property
    def _staying(self) -> Q:
        return ~Q(entrant__state__in=LEFT, entrant__dropped_after__lte=self.standings.closed)

    def _outlook(self, pk: UUID, group: str, points: int) -> tuple[UUID, Outlook]:
        return pk, self._contests[group].outlook(str(pk), points, self._table_of(str(pk)))

    def _table_of(self, pk: str) -> Seated | None:
        """The points at the table of a player, their own last."""
        people, points = self._seated.get(pk, ((), ()))
        own = people.index(pk) if people else 0
        return (*points[:own], *points[own + 1 :], points[own]) if people else None

    @cached_property
    def _seated(self) -> dict[str, tuple[list[str], list[int]]]:
        return {pk: (people, points) for _group, people, points in self._met for pk in people}

    @cached_property
    def _met(self) -> list[tuple[str, list[str], list[int]]]:
        if all(left != 1 for left in self._rounds_left.values()):
            return []
        with connection.cursor() as cursor:
            cursor.execute(MET, {**self._here, "stage": self.stage.pk})
            tables = json.loads(cursor.fetchone()[0] or "[]")
        return [table for table in tables if self._rounds_left[table[0]] == 1]

    @cached_property
    def _counts(self) -> list[tuple[str, int, int, int]]:
        with connection.cursor() as cursor:
            cursor.execute(COUNTED, self._here)
            rows: list[tuple[str, int, int, int]] = cursor.fetchall()
        return rows

    @property
    def _here(self) -> dict[str, Any]:
        return {"standings": self.standings.pk, "closed": self.standings.closed, "left": list(map(str, LEFT))}

    @cached_property
    def _rounds_left(self) -> dict[str, int]:
        """By group; where there are none, of all."""
        if not self.stage.in_groups:
            return {"": max(self.stage.rounds_planned - self.standings.closed, 0)}
        sizes: Counter[str] = Counter()
        for group, _points, everybody, _staying in self._counts:
            sizes[group] += everybody
        return {group: max(rounds_needed([range(size)]) - self.standings.closed, 0) for group, size in sizes.items()}

    @cached_property
    def _contests(self) -> dict[str, Contest]:
        """The contest in each group, or of all."""
        alone: dict[str, Counter[int]] = defaultdict(Counter)
        tables: dict[str, Counter[Seated]] = defaultdict(Counter)
        for group, points, _everybody, staying in self._counts:
            alone[group][points] += staying
        for group, _people, seated in self._met:
            tables[group][tuple(seated)] += 1
            alone[group].subtract(seated)
        worth, size = FAMILIES[self.tournament.ranking].points, self.tournament.cut
        size = self.stage.go_on or 1 if self.stage.in_groups else size
        return {
            group: Contest(worth, size, left, alone=alone[group], tables=tables[group])
            for group, left in self._rounds_left.items()
        }


def outlooks_now(tournament: Tournament) -> Outlooks | None:
    """`outlooks` by the standings and the stage of this moment."""
    stage = tournament.stages.order_by("-number").first()
    return outlooks(tournament, leaderboard.standings_of(tournament), stage)


def outlooks(tournament: Tournament, standings: Standings, stage: Stage | None) -> Outlooks | None:
    """`stage` is the last one. None before the first closed round, once the cut is made, and where there is none."""
    if stage is None or stage.is_bracket or not tournament.has_cut or not standings.closed:
        return None
    return Outlooks(tournament, standings, stage)
