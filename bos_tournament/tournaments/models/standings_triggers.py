"""What the database notes by itself: that the rows of standings are out of date, whoever changed what they follow from.

Nobody who drops while playing changes a rank: they leave after the round that is played, and it is not closed yet.
"""

import pgtrigger

from bos_tournament.tournaments.models.webhooks import RESULT_CHANGES, changed, trigger

OUTDATED = "UPDATE tournaments_standings x SET outdated = true {found} AND NOT x.outdated;"
TAKES_PART = "('playing', 'dropped', 'removed', 'disqualified')"


def _by_stage(row: str) -> str:
    return OUTDATED.format(
        found=f"FROM tournaments_stage s WHERE s.id = {row}.stage_id AND x.tournament_id = s.tournament_id"
    )


def _by_tournament(row: str, field: str = "tournament_id") -> str:
    return OUTDATED.format(found=f"WHERE x.tournament_id = {row}.{field}")


def _by_closed_round(rows: str, which: str) -> str:
    return OUTDATED.format(
        found=f"""FROM {rows} JOIN tournaments_round r ON r.id = round_id AND r.closed_at IS NOT NULL
              JOIN tournaments_stage s ON s.id = r.stage_id
             WHERE {which} AND x.tournament_id = s.tournament_id"""
    )


def _of_sittings(operation: pgtrigger.Operation, rows: pgtrigger.Referencing, name: str) -> pgtrigger.Trigger:
    """Once a statement, since a draft seats thousands."""
    return pgtrigger.Trigger(
        name=name,
        level=pgtrigger.Statement,
        operation=operation,
        when=pgtrigger.After,
        referencing=rows,
        func=f"{_by_closed_round('changed_rows', 'true')} RETURN NULL;",
    )


OF_TOURNAMENTS = [
    trigger(
        "standings_follow_settings",
        _by_tournament("NEW", "id"),
        when=changed("state", "format", "ranking", "tie_breaks"),
    )
]
OF_STAGES = [
    trigger("standings_follow_new_stages", _by_tournament("NEW"), operation=pgtrigger.Insert),
    trigger("standings_follow_stages", _by_tournament("NEW"), when="OLD.* IS DISTINCT FROM NEW.*"),
    trigger("standings_follow_deleted_stages", _by_tournament("OLD"), operation=pgtrigger.Delete),
]
OF_SNAPSHOTS = [trigger("standings_follow_closings", _by_stage("NEW"), operation=pgtrigger.Insert)]
OF_ROUNDS = [
    trigger("standings_follow_rounds", _by_stage("NEW"), when=changed("closed_at")),
    trigger(
        "standings_follow_deleted_rounds",
        _by_stage("OLD"),
        operation=pgtrigger.Delete,
        when="OLD.closed_at IS NOT NULL",
    ),
]
OF_SITTINGS = [
    _of_sittings(pgtrigger.Insert, pgtrigger.Referencing(new="changed_rows"), "standings_follow_new_sittings"),
    _of_sittings(pgtrigger.Delete, pgtrigger.Referencing(old="changed_rows"), "standings_follow_deleted_sittings"),
]
OF_ENTRANTS = [
    trigger(
        "standings_follow_new_entrants",
        _by_tournament("NEW"),
        operation=pgtrigger.Insert,
        when=f"NEW.state IN {TAKES_PART}",
    ),
    trigger(
        "standings_follow_entrants",
        _by_tournament("NEW"),
        when=f"""({changed("state", "place")}) AND (OLD.state IN {TAKES_PART} OR NEW.state IN {TAKES_PART})
                 AND (OLD.state, NEW.state) <> ('playing', 'dropped')""",
    ),
]
OF_MATCHES = [
    trigger(
        "standings_follow_results",
        _by_closed_round("tournaments_pairing p", "p.match_id = NEW.id"),
        when=RESULT_CHANGES,
    )
]
