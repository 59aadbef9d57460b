"""The trail of a tournament: what changed, when, and by whom, read from the events the database wrote."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime

from django.db import connection

from bos_tournament.accounts.models import User
from bos_tournament.tournaments.models import Tournament

PAGE = 50

# One query whatever the number of lines: every kind of row, each event beside the one before it.
# A round that was taken back is gone from its own table, so rounds are found through their events.
CHANGES = """
WITH stages AS (SELECT DISTINCT id FROM tournaments_stageevent WHERE tournament_id = %(t)s),
     rounds AS (SELECT DISTINCT id FROM tournaments_roundevent WHERE stage_id IN (SELECT id FROM stages)),
     pairings AS (SELECT * FROM tournaments_pairingevent WHERE round_id IN (SELECT id FROM rounds)),
     events AS (
  SELECT 'tournament' AS kind, pgh_id, pgh_created_at, pgh_label, pgh_context_id, pgh_obj_id::text AS obj,
         to_jsonb(e) AS row FROM tournaments_tournamentevent e WHERE pgh_obj_id = %(t)s
  UNION ALL
  SELECT 'staff', pgh_id, pgh_created_at, pgh_label, pgh_context_id, pgh_obj_id::text, to_jsonb(e)
    FROM tournaments_staffevent e WHERE tournament_id = %(t)s
  UNION ALL
  SELECT 'entrant', pgh_id, pgh_created_at, pgh_label, pgh_context_id, pgh_obj_id::text, to_jsonb(e)
    FROM tournaments_entrantevent e WHERE tournament_id = %(t)s
  UNION ALL
  SELECT 'apart', pgh_id, pgh_created_at, pgh_label, pgh_context_id, pgh_obj_id::text, to_jsonb(e)
    FROM tournaments_keptapartevent e WHERE tournament_id = %(t)s
  UNION ALL
  SELECT 'stage', pgh_id, pgh_created_at, pgh_label, pgh_context_id, pgh_obj_id::text, to_jsonb(e)
    FROM tournaments_stageevent e WHERE tournament_id = %(t)s
  UNION ALL
  SELECT 'round', pgh_id, pgh_created_at, pgh_label, pgh_context_id, pgh_obj_id::text, to_jsonb(e)
    FROM tournaments_roundevent e WHERE id IN (SELECT id FROM rounds)
  UNION ALL
  SELECT 'pairing', pgh_id, pgh_created_at, pgh_label, pgh_context_id, pgh_obj_id::text, to_jsonb(e)
    FROM pairings e
  UNION ALL
  SELECT 'result', 0, c.made_at, 'insert', NULL, c.id::text,
         jsonb_build_object('by', c.by_id, 'reason', c.reason, 'before', c.before, 'after', c.after,
                            'table', (SELECT "table" FROM pairings p WHERE p.match_id = c.match_id LIMIT 1))
    FROM matches_correction c WHERE c.match_id IN (SELECT match_id FROM pairings)
), told AS (
  SELECT *, lag(row) OVER (PARTITION BY kind, obj ORDER BY pgh_id) AS earlier FROM events
)
SELECT kind, pgh_created_at, pgh_label, context.metadata->>'user', row, earlier
  FROM told LEFT JOIN pghistory_context context ON context.id = told.pgh_context_id
 ORDER BY pgh_created_at DESC, pgh_id DESC, obj LIMIT %(limit)s OFFSET %(offset)s
"""
# What the machinery adds, and what another line says already.
UNTOLD = frozenset({"id", "tournament_id", "stage_id", "round_id", "match_id", "user_id", "seed", "made_at", "pool_id"})
DEEDS = {"insert": "added", "update": "changed", "delete": "removed"}
NOBODY = "the site"


@dataclass(frozen=True)
class Detail:
    """A field with its old and new value, as text."""

    name: str
    before: str
    after: str


@dataclass(frozen=True)
class Change:
    """A line of the trail: who did what to which thing, and what it changed."""

    at: datetime
    who: str
    thing: str
    deed: str
    details: tuple[Detail, ...]


def changes(tournament: Tournament, *, page: int = 1) -> tuple[list[Change], bool]:
    """A page of the trail, newest first, and whether older lines follow."""
    with connection.cursor() as cursor:
        cursor.execute(CHANGES, {"t": tournament.pk, "limit": PAGE + 1, "offset": PAGE * (page - 1)})
        rows = [(*row[:4], _read(row[4]), _read(row[5])) for row in cursor.fetchall()]
    names = _names(rows)
    return [_change(names, *row) for row in rows[:PAGE]], len(rows) > PAGE


def _read(value: str | dict | None) -> dict:
    return json.loads(value) if isinstance(value, str) else value or {}


def _names(rows: Iterable[tuple]) -> dict[str, str]:
    """Handles of everybody the lines speak of, by the id of the user or the entry."""
    people = {str(key) for _, _, _, who, row, _ in rows for key in (who, row.get("user_id"), row.get("by")) if key}
    return {str(pk): handle for pk, handle in User.objects.filter(pk__in=people).values_list("pk", "handle")}


def _change(names: dict[str, str], kind: str, at: datetime, label: str, who: str | None, row: dict, earlier: dict):
    by = names.get(str(row.get("by") if kind == "result" else who), NOBODY)
    details = _details(row, earlier) if label == "update" or kind == "result" else ()
    return Change(at, by, _thing(kind, row, earlier, names), DEEDS[label], tuple(details))


def _thing(kind: str, row: dict, earlier: dict, names: dict[str, str]) -> str:
    person = names.get(str(row.get("user_id")), "somebody")
    return {
        "tournament": "the settings" if earlier else "the tournament",
        "staff": f"{person} as {str(row.get('role')).replace('_', ' ')}",
        "entrant": f"the entry of {person}",
        "apart": "a pair kept apart",
        "stage": f"stage {row.get('number')}",
        "round": f"round {row.get('number')}",
        "pairing": f"table {row.get('table')}" if row.get("table") else "a bye",
        "result": f"the result at table {row.get('table')}",
    }[kind]


def _details(row: dict, earlier: dict) -> Iterator[Detail]:
    for name, value in row.items():
        if not name.startswith("pgh_") and name not in UNTOLD and value != earlier.get(name) and name != "by":
            yield Detail(name.removesuffix("_id").replace("_", " "), _told(earlier.get(name)), _told(value))


def _told(value: object) -> str:
    if value is None or value == "":
        return "nothing"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return json.dumps(value, ensure_ascii=False)[:400] if isinstance(value, dict | list) else str(value)[:400]
