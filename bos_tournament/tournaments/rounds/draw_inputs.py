"""What a round is drawn from, as one short text: while it is equal, drawing again would give the same round.

So a draft of thousands is known to fit without being drawn again for every look at it.
"""

from typing import Any

from django.db import connection

from bos_tournament.tournaments.models import Round, Tournament
from bos_tournament.tournaments.structure.stages import Pulse

# Rows are added up as numbers, which needs no order. Results are not among them: a match counts its changes itself.
INPUTS = """
    WITH inputs AS (
        SELECT ROW(id, seed, format, ranking, first_round)::text AS said
        FROM tournaments_tournament WHERE id = %(tournament)s
        UNION ALL SELECT ROW(id, format, seeds, group_sizes, rounds_planned, third_place, finished_at)::text
        FROM tournaments_stage WHERE tournament_id = %(tournament)s
        UNION ALL SELECT ROW(r.id, r.number, r.published_at, r.closed_at)::text
        FROM tournaments_round r JOIN tournaments_stage g ON g.id = r.stage_id
        WHERE g.tournament_id = %(tournament)s AND r.state = %(published)s
        UNION ALL SELECT ROW(id, state, place, dropped_after, deck_version_id IS NULL, seeding, earned_byes,
                             fixed_table)::text
        FROM tournaments_entrant WHERE tournament_id = %(tournament)s
        UNION ALL SELECT ROW(one_id, other_id, never)::text
        FROM tournaments_keptapart WHERE tournament_id = %(tournament)s
    )
    SELECT md5(sum(hashtextextended(said, 0))::text || '.' || %(moves)s::text || '.' || %(matches)s::text) FROM inputs
"""


def draw_inputs(tournament: Tournament, now: Pulse) -> str:
    """A digest of the entrants, pairs kept apart, rounds and results, under the tournament's lock or to look at. One
    query, which reads no match: `now` knows how often they changed."""
    given: dict[str, Any] = {
        "tournament": tournament.pk,
        "published": Round.State.PUBLISHED.value,
        "moves": now.moves,
        "matches": now.matches,
    }
    with connection.cursor() as cursor:
        cursor.execute(INPUTS, given)
        return cursor.fetchone()[0]
