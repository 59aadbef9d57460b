"""The seats of a round as the screen of the hall shows them: thousands of rows, read and drawn at once."""

import json

from django.db import connection
from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from bos_tournament.tournaments.models import UNPLAYED, Round

ROW = '<tr><th scope="row">{}</th><td class="at">{}</td><td class="against">{}</td></tr>\n'
REASONS = dict(UNPLAYED)
TABLES = """
    SELECT json_agg(json_build_array(met."table", met.unplayed, met.names) ORDER BY met."table", met.id)::text FROM (
        SELECT p.id, p."table", p.unplayed, json_agg(u.handle ORDER BY t.number) AS names
          FROM tournaments_pairing p
          JOIN tournaments_sitting t ON t.pairing_id = p.id
          JOIN tournaments_entrant e ON e.id = t.entrant_id
          JOIN accounts_user u ON u.id = e.user_id
         WHERE p.round_id = %s
         GROUP BY p.id
    ) met
"""


def seating_rows(round_: Round) -> SafeString:
    """The rows of a table: everybody by name, with their table and whom they meet, or why they have none. One query."""
    seats: list[tuple[str, str, str]] = []
    for table, unplayed, names in _tables(round_):
        alone = str(REASONS[unplayed]) if len(names) == 1 and unplayed else ""
        shown = "–" if table is None else str(table)
        seats += ((name, shown, "".join(names[:at] + names[at + 1 :]) or alone) for at, name in enumerate(names))
    seats.sort(key=lambda seat: seat[0].casefold())
    return format_html_join("", ROW, seats)


def _tables(round_: Round) -> list[tuple[int | None, str, list[str]]]:
    """The number of each table, why it is not played, and who sits there."""
    with connection.cursor() as cursor:
        cursor.execute(TABLES, [round_.pk])
        ((text,),) = cursor.fetchall()
    tables: list[tuple[int | None, str, list[str]]] = json.loads(text or "[]")
    return tables
