"""What the trail of a tournament is read from: every event of its rows, each with a verb that says what happened.

The events are written by the database, so no deed gets past them. One query gives a page, whatever its length.
"""

import json
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import connection

from bos_tournament.tournaments.models import Tournament

MOST_ROWS = 12  # of one line, where a deed changed many rows of one kind at once


@dataclass(frozen=True)
class Source:
    """Where events of one kind are read: a table, how it belongs to the tournament, and whom and what it concerns."""

    kind: str
    """The word by which readers choose rows, such as `staff`."""
    table: str
    """What follows FROM, with the row as `e`."""
    where: str
    """The condition that it belongs to tournament `%(t)s`."""
    persons: str = "NULL::jsonb"
    """The ids of the users it is about, as a JSON array."""
    place: str = "NULL::int, NULL::int, NULL::int"
    """Its round, table and game, three expressions."""
    verb: str = ""
    """CASE arms over `label`, `now` and `was`; a row without a verb is silent."""


@dataclass(frozen=True)
class Rows:
    """A source that keeps no events: its rows are never changed and know their moment."""

    kind: str
    """The word by which readers choose rows, such as `result`."""
    table: str
    """What follows FROM, with the row as `e`."""
    where: str
    """Which of the rows are told."""
    at: str
    """The moment the line shows."""
    by: str
    """The id of the user who did it; NULL for the site."""
    verb: str
    """A quoted verb, or CASE arms over the row."""
    persons: str = "NULL::jsonb"
    """The ids of the users it is about, as a JSON array."""
    place: str = "NULL::int, NULL::int, NULL::int"
    """Its round, table and game, three expressions."""
    together: str = "e.id::text"
    """Rows with the same value are one line."""


AT_TABLE = 't.round, t."table", NULL::int'
OF_GAME = 'g.round, g."table", g.game'
NEW, GONE = "label = 'insert'", "label = 'delete'"


def became(state: str, *, of: str = "state") -> str:
    return f"now->>'{of}' = '{state}' AND was->>'{of}' <> '{state}'"


def differs(*names: str) -> str:
    return " OR ".join(f"now->'{name}' IS DISTINCT FROM was->'{name}'" for name in names)


def cases(*arms: tuple[str, str]) -> str:
    return "CASE " + " ".join(f"WHEN {when} THEN '{verb}'" for verb, when in arms) + " END"


TOURNAMENT = cases(
    ("tournament.made", NEW),
    ("tournament.deleted", GONE),
    ("tournament.opened", f"{became('open')} AND was->>'state' = 'draft'"),
    ("tournament.start_taken_back", f"{became('open')} AND was->>'state' = 'running'"),
    ("tournament.uncancelled", "was->>'state' = 'cancelled' AND now->>'state' <> 'cancelled'"),
    ("tournament.started", f"{became('running')} AND was->>'state' = 'open'"),
    ("tournament.finish_taken_back", f"{became('running')} AND was->>'state' = 'finished'"),
    ("tournament.closed", became("draft")),
    ("tournament.finished", became("finished")),
    ("tournament.cancelled", became("cancelled")),
    ("tournament.announced", f"({differs('announcement')}) AND now->>'announcement' <> ''"),
    ("tournament.announcement_down", differs("announcement")),
    ("tournament.cards_pinned", f"({differs('pool_id')}) AND was->>'pool_id' IS NULL"),
    ("tournament.meeting_seated", differs("meeting_at")),
    ("tournament.code_renewed", differs("code_renewed_at")),
    ("tournament.code_limited", f"({differs('code_limit')}) AND now->>'code_limit' IS NOT NULL"),
    ("tournament.code_unlimited", differs("code_limit")),
    ("tournament.changed", "label = 'update'"),
)
STAFF = cases(
    ("staff.joined", NEW),
    ("staff.left", GONE),
    ("staff.merged", differs("user_id")),
    ("staff.changed", "label = 'update'"),
)
INVITATION = cases(
    ("invitation.made", NEW),
    ("invitation.withdrawn", f"({differs('revoked_at')}) AND now->>'revoked_at' IS NOT NULL"),
    # An invitation that is used makes somebody staff, which is told there.
)
WEBHOOK = cases(
    ("webhook.added", NEW),
    ("webhook.removed", GONE),
    ("webhook.failed", f"({differs('off_at')}) AND now->>'off_why' <> ''"),
    ("webhook.switched_off", f"({differs('off_at')}) AND now->>'off_at' IS NOT NULL"),
    ("webhook.switched_on", differs("off_at")),
    ("webhook.rotated", differs("rotated_at")),
    ("webhook.changed", "label = 'update'"),
)
ENTRANT = cases(
    ("entrant.asked", f"{NEW} AND now->>'state' = 'asked'"),
    ("entrant.joined", f"{NEW} AND now->>'added_by_id' IS NULL AND now->>'state' <> 'waitlisted'"),
    ("entrant.joined_waitlist", f"{NEW} AND now->>'added_by_id' IS NULL"),
    ("entrant.entered", NEW),
    ("entrant.deleted", GONE),
    ("entrant.left_out", f"{became('removed')} AND now->'note_message'->>'code' = 'entrant.left_out'"),
    ("entrant.start_taken_back", f"{became('registered')} AND was->>'state' = 'playing'"),
    ("entrant.asked", became("asked")),
    ("entrant.refused", became("refused")),
    (
        "entrant.accepted",
        f"({became('registered')} OR {became('waitlisted')}) AND was->>'state' IN ('asked', 'refused')",
    ),
    ("entrant.put_back", f"({became('registered')} OR {became('waitlisted')}) AND was->>'state' = 'removed'"),
    ("entrant.joined", f"({became('registered')}) AND was->>'state' = 'withdrawn'"),
    ("entrant.joined_waitlist", f"({became('waitlisted')}) AND was->>'state' = 'withdrawn'"),
    ("entrant.seated", became("registered")),
    ("entrant.waits", became("waitlisted")),
    ("entrant.withdrew", became("withdrawn")),
    ("entrant.came_back", f"{became('playing')} AND was->>'state' NOT IN ('registered', 'waitlisted')"),
    ("entrant.began", became("playing")),
    ("entrant.dropped", became("dropped")),
    ("entrant.removed", became("removed")),
    ("entrant.disqualified", became("disqualified")),
    ("entrant.checked_in", f"({differs('checked_in_at')}) AND was->>'checked_in_at' IS NULL"),
    ("entrant.check_in_undone", differs("checked_in_at")),
    ("entrant.table_fixed", f"({differs('fixed_table')}) AND now->>'fixed_table' IS NOT NULL"),
    ("entrant.table_freed", differs("fixed_table")),
    ("entrant.list_unlocked", f"({differs('list_unlocked')}) AND (now->>'list_unlocked')::boolean"),
    ("entrant.list_locked", differs("list_unlocked")),
    ("entrant.seeded", f"({differs('seeding')}) AND now->>'seeding' IS NOT NULL"),
    ("entrant.unseeded", differs("seeding")),
    ("entrant.byes_promised", f"({differs('earned_byes')}) AND (now->>'earned_byes')::int > 0"),
    ("entrant.byes_taken", differs("earned_byes")),
    ("entrant.merged", differs("user_id")),
    ("entrant.changed", "label = 'update'"),
)
STAGE = cases(
    ("stage.begun", f"{NEW} AND (now->>'number')::int > 1"),
    ("stage.taken_back", f"{GONE} AND (now->>'number')::int > 1"),
    ("stage.changed", f"label = 'update' AND NOT ({differs('finished_at')})"),
)
SNAPSHOT = cases(("snapshot.kept", NEW), ("snapshot.taken_back", GONE))
ROUND = cases(
    ("round.drawn", NEW),
    ("round.discarded", GONE),
    ("round.published", became("published")),
    ("round.taken_back", became("draft")),
    ("round.closed", f"({differs('closed_at')}) AND now->>'closed_at' IS NOT NULL"),
    ("round.reopened", differs("closed_at")),
    ("round.drawn_again", differs("made_at")),
    ("round.kept", f"({differs('note')}) AND now->>'note' <> ''"),
    ("round.changed", f"label = 'update' AND NOT ({differs('drawn_with')})"),
)
PAIRING = cases(
    ("pairing.mended", f"{NEW} AND now->>'by_hand' <> ''"),
    ("pairing.missed", f"{NEW} AND now->>'unplayed' IN ('late', 'absent')"),
    ("pairing.by_hand", f"label = 'update' AND ({differs('by_hand')}) AND now->>'by_hand' <> ''"),
    ("pairing.featured", f"label = 'update' AND ({differs('featured')}) AND (now->>'featured')::boolean"),
    ("pairing.unfeatured", f"label = 'update' AND ({differs('featured')})"),
    ("pairing.changed", f"label = 'update' AND ({differs('table', 'unplayed', 'bracket_id', 'by_hand')})"),
    # Tables as they are drawn, thrown away or given a match belong to a line about their round.
)
LEG = cases(("series.joined", NEW), ("series.left", GONE))
APART = cases(("apart.kept", NEW), ("apart.changed", "label = 'update'"), ("apart.let_meet", GONE))
TIME = cases(
    ("time.started", NEW),
    ("time.paused", f"({differs('ends_at')}) AND now->>'ends_at' IS NULL"),
    ("time.went_on", "was->>'ends_at' IS NULL AND now->>'ends_at' IS NOT NULL"),
    ("time.changed", "label = 'update'"),
)
EXTENSION = cases(("time.given", NEW), ("time.taken_back", "label = 'update'"))
BIDS = cases(
    ("bids.voided", f"label = 'update' AND ({differs('void_reason', 'void_reason_message')})"),
    ("bids.on_paper", f"label = 'update' AND ({differs('opened_at')}) AND now->>'entered_by_id' IS NOT NULL"),
    ("bids.opened", f"label = 'update' AND ({differs('opened_at')})"),
)
GAME = cases(
    ("game.choice", f"label = 'update' AND ({differs('first_id')}) AND now->>'first_id' IS NOT NULL"),
    ("game.chooser", f"label = 'update' AND ({differs('chooser_id')}) AND now->>'chooser_id' IS NOT NULL"),
    ("game.won", f"{became('won', of='outcome')} AND now->>'reason' <> 'judged'"),
    ("game.drawn", f"{became('drawn', of='outcome')} AND now->>'reason' <> 'judged'"),
    # What the desk or a ruling changes is told with its reason, as a result.
)
DISPUTE = cases(
    ("dispute.filed", NEW),
    ("dispute.withdrawn", became("withdrawn")),
    ("dispute.opened", f"label = 'update' AND ({differs('records_opened_at')}) AND NOT ({differs('state')})"),
)
RULING = cases(("ruling.made", NEW))
APPEAL = cases(
    ("appeal.made", NEW), ("appeal.upheld", became("upheld", of="answer")), ("appeal.changed", differs("answer"))
)
CALL = cases(
    ("call.made", NEW),
    ("call.taken", became("coming")),
    ("call.reopened", f"{became('waiting')} AND was->>'state' <> 'coming'"),
    ("call.put_back", became("waiting")),
    ("call.finished", became("finished")),
    ("call.withdrawn", became("withdrawn")),
)
PENALTY = cases(
    ("penalty.given", NEW),
    ("penalty.taken_back", became("taken_back")),
    ("penalty.carried_out", f"{became('given')} AND was->>'state' = 'due'"),
    ("penalty.changed", "label = 'update'"),
)
CHECK = cases(
    ("check.picked", NEW),
    ("check.begun", became("begun")),
    ("check.finished", became("finished")),
    ("check.called_off", became("called_off")),
)
CHECKED = cases(("check.as_listed", became("as_listed")), ("check.differs", became("differs")))

SITTING = """(SELECT jsonb_agg(n.user_id ORDER BY s.number) FROM tournaments_sitting s
              JOIN tournaments_entrant n ON n.id = s.entrant_id WHERE s.pairing_id = e.pgh_obj_id)"""
TWO = """(SELECT jsonb_agg(n.user_id) FROM tournaments_entrant n WHERE n.id IN (e.one_id, e.other_id))"""
ONE = "jsonb_build_array(e.user_id)"
# With the name of the series as it was called last, since a series may be deleted.
LEGS = """(SELECT l.*, (SELECT s.name FROM tournaments_seriesevent s WHERE s.pgh_obj_id = l.series_id
                         ORDER BY s.pgh_id DESC LIMIT 1) AS series FROM tournaments_legevent l) e"""
# With the stage they closed, which may be gone, and what they said once they are taken back.
CLOSINGS = """(SELECT c.pgh_id, c.pgh_created_at, c.pgh_label, c.pgh_context_id, c.pgh_obj_id, c.stage_id, c.by_id,
                      c.reason, s.number, s.format, CASE WHEN c.pgh_label = 'delete' THEN (
                        SELECT jsonb_agg(jsonb_build_object('user', n.user_id, 'rank', r.rank, 'points', r.points)
                                         ORDER BY r.at)
                          FROM (SELECT said->>'entrant' AS entrant, said->'rank' AS rank, said->'points' AS points, at
                                  FROM jsonb_array_elements(c.board->'lines') WITH ORDINALITY AS line(said, at)
                                UNION ALL
                                SELECT said->>1, said->0, NULL, at
                                  FROM jsonb_array_elements(c.board->'places') WITH ORDINALITY AS place(said, at)) r
                          LEFT JOIN tournaments_entrant n ON n.id = r.entrant::uuid) END AS ranked
                 FROM tournaments_snapshotevent c CROSS JOIN LATERAL
                      (SELECT number, format FROM tournaments_stageevent WHERE pgh_obj_id = c.stage_id
                        ORDER BY pgh_id DESC LIMIT 1) s) e"""
RANKED = "(SELECT jsonb_agg(one->'user') FROM jsonb_array_elements(e.ranked) AS one)"
GAMES_OF = "JOIN games g ON g.id = e.game_id"
DISPUTED = "JOIN judging_dispute d ON d.id = e.dispute_id JOIN games g ON g.id = d.game_id"

SOURCES = (
    Source("tournament", "tournaments_tournamentevent e", "e.pgh_obj_id = %(t)s", verb=TOURNAMENT),
    Source("staff", "tournaments_staffevent e", "e.tournament_id = %(t)s", ONE, verb=STAFF),
    Source("invitation", "tournaments_staffinvitationevent e", "e.tournament_id = %(t)s", verb=INVITATION),
    Source("webhook", "tournaments_webhookevent e", "e.tournament_id = %(t)s", verb=WEBHOOK),
    Source("entrant", "tournaments_entrantevent e", "e.tournament_id = %(t)s", ONE, verb=ENTRANT),
    Source("series", LEGS, "e.tournament_id = %(t)s", verb=LEG),
    Source("apart", "tournaments_keptapartevent e", "e.tournament_id = %(t)s", TWO, verb=APART),
    Source("stage", "tournaments_stageevent e", "e.tournament_id = %(t)s", verb=STAGE),
    Source("snapshot", CLOSINGS, "e.stage_id IN (SELECT id FROM stages)", RANKED, verb=SNAPSHOT),
    Source(
        "round",
        "tournaments_roundevent e",
        "e.id IN (SELECT id FROM rounds)",
        place="e.number, NULL::int, NULL::int",
        verb=ROUND,
    ),
    Source(
        "pairing",
        "pairings e JOIN rounds r ON r.id = e.round_id",
        "true",
        SITTING,
        'r.number, e."table", NULL::int',
        PAIRING,
    ),
    Source("time", "tournaments_timerevent e JOIN rounds r ON r.id = e.round_id", "true",
           place="r.number, NULL::int, NULL::int", verb=TIME),
    Source("time", "tournaments_extensionevent e JOIN pairings_now p ON p.id = e.pairing_id", "true", "NULL::jsonb",
           'p.round, p."table", NULL::int', EXTENSION),
    Source("game", "matches_gameevent e JOIN tables t ON t.match_id = e.match_id", "true", "t.players",
           't.round, t."table", e.number', GAME),
    Source("bids", f"matches_bidattemptevent e {GAMES_OF}", "true", "g.players", OF_GAME, BIDS),
    Source("dispute", f"judging_disputeevent e {GAMES_OF}", "true", "g.players", OF_GAME, DISPUTE),
    Source("ruling", f"judging_rulingevent e {DISPUTED}", "true", "g.players", OF_GAME, RULING),
    Source("appeal", f"judging_appealevent e {DISPUTED}", "true", "g.players", OF_GAME, APPEAL),
    Source("call", "judging_callevent e JOIN tables t ON t.match_id = e.match_id", "true", "t.players", AT_TABLE, CALL),
    Source(
        "penalty",
        "judging_penaltyevent e JOIN tournaments_entrant n ON n.id = e.entrant_id",
        "n.tournament_id = %(t)s",
        "jsonb_build_array(n.user_id)",
        verb=PENALTY,
    ),
    Source("check", "judging_deckcheckevent e JOIN pairings_now p ON p.id = e.pairing_id", "true", "NULL::jsonb",
           'p.round, p."table", NULL::int', CHECK),
    Source("check", """judging_checkeddeckevent e JOIN matches_seat s ON s.id = e.seat_id
           JOIN judging_deckcheck c ON c.id = e.deck_check_id JOIN pairings_now p ON p.id = c.pairing_id""", "true",
           "jsonb_build_array(s.user_id)", 'p.round, p."table", NULL::int', CHECKED),
)  # fmt: skip
KEPT = (
    Rows("result", "matches_correction e JOIN tables t ON t.match_id = e.match_id", "true", "e.made_at", "e.by_id",
         """CASE WHEN e.after->>'step' = 'finished' AND e.before->>'step' <> 'finished' THEN 'result.entered'
                 WHEN e.after->>'step' = 'finished' THEN 'result.corrected'
                 WHEN e.before->>'step' = 'finished' THEN 'result.taken_back' ELSE 'result.decided' END""",
         "t.players", AT_TABLE),
    # Each turn that passes on is kept as a mark too, but would only hide the rest.
    Rows("time", "matches_clockmark e JOIN tables t ON t.match_id = e.match_id", "e.deed IN ('pause', 'go_on', 'set')",
         "e.at", "e.by_id",
         """CASE e.deed WHEN 'pause' THEN 'time.clocks_paused' WHEN 'go_on' THEN 'time.clocks_went_on'
                        ELSE 'time.clocks_set' END""",
         "t.players", AT_TABLE),
    Rows("report", f"matches_report e JOIN matches_seat s ON s.id = e.seat_id {GAMES_OF}", "true", "e.made_at",
         "s.user_id", "'report.made'", "g.players", OF_GAME),
    Rows("report", f"matches_report e JOIN matches_seat s ON s.id = e.seat_id {GAMES_OF}",
         "e.withdrawn_at IS NOT NULL", "e.withdrawn_at", "s.user_id", "'report.withdrawn'", "g.players", OF_GAME),
    Rows("record", f"judging_record e {GAMES_OF}", "true", "e.made_at", "e.by_id", "'record.handed_in'",
         "g.players", OF_GAME),
    Rows("finding", "judging_finding e JOIN judging_record x ON x.id = e.record_id JOIN games g ON g.id = x.game_id",
         "true", "e.made_at", "NULL::uuid", "'finding.made'", "jsonb_build_array(x.by_id)", OF_GAME),
    Rows("list", "lists e", "e.amended_by_id IS NULL", "e.made_at", "e.owner_id", "'list.handed_in'",
         "jsonb_build_array(e.owner_id)"),
    Rows("list", "lists e", "e.amended_by_id IS NOT NULL", "e.made_at", "e.amended_by_id", "'list.amended'",
         "jsonb_build_array(e.owner_id)"),
    Rows("list", "decks_decklook e JOIN lists l ON l.id = e.version_id", "true", "e.at", "e.viewer_id", "'list.read'",
         "jsonb_build_array(l.owner_id)",
         together="concat(e.viewer_id, e.purpose, e.purpose_message, date_trunc('minute', e.at))"),
    Rows("link", "links e", "true", "e.made_at", "e.made_by_id", "'link.made'", "jsonb_build_array(e.user_id)"),
    Rows("link", f"matches_newphone e JOIN matches_seat s ON s.id = e.seat_id {GAMES_OF}", "true", "e.at", "e.by_id",
         """CASE e.word WHEN 'yes' THEN 'phone.yes' WHEN 'no' THEN 'phone.no'
                        WHEN 'decided_yes' THEN 'phone.decided_yes' ELSE 'phone.decided_no' END""",
         "jsonb_build_array(s.user_id)", OF_GAME),
    Rows("link", "links e", "e.revoked_at IS NOT NULL", "e.revoked_at", "e.revoked_by_id", "'link.ended'",
         "jsonb_build_array(e.user_id)"),
)  # fmt: skip

# A round that was taken back is gone from its own table, so rounds and tables are found through their events.
TABLES = """
WITH RECURSIVE stages AS (SELECT DISTINCT id FROM tournaments_stageevent WHERE tournament_id = %(t)s),
rounds AS (SELECT DISTINCT id, number FROM tournaments_roundevent WHERE stage_id IN (SELECT id FROM stages)),
pairings AS (SELECT * FROM tournaments_pairingevent WHERE round_id IN (SELECT id FROM rounds)),
pairings_now AS (
  SELECT DISTINCT ON (p.id) p.id, p."table", r.number AS round FROM pairings p JOIN rounds r ON r.id = p.round_id
   ORDER BY p.id, p.pgh_id DESC),
tables AS (
  SELECT DISTINCT ON (p.match_id) p.match_id, p."table", r.number AS round,
         (SELECT jsonb_agg(s.user_id ORDER BY s.number) FROM matches_seat s WHERE s.match_id = p.match_id) AS players
    FROM pairings p JOIN rounds r ON r.id = p.round_id WHERE p.match_id IS NOT NULL
   ORDER BY p.match_id, p.pgh_id DESC),
games AS (SELECT m.id, m.number AS game, t.* FROM matches_game m JOIN tables t ON t.match_id = m.match_id),
lists AS (
  SELECT v.* FROM decks_deckversion v JOIN tournaments_entrant n ON n.deck_version_id = v.id
   WHERE n.tournament_id = %(t)s
  UNION SELECT older.* FROM decks_deckversion older JOIN lists ON older.id = lists.previous_id),
links AS (
  SELECT l.id, l.user_id, l.made_by_id, l.made_at, l.revoked_at, l.revoked_by_id FROM accounts_personallink l
    JOIN tournaments_entrant n ON n.user_id = l.user_id AND l.made_at >= n.made_at
   WHERE n.tournament_id = %(t)s AND l.made_by_id IS NOT NULL)"""


def event_rows(source: Source) -> str:
    return f"""
SELECT '{source.kind}' AS kind, {source.verb} AS verb, at, context, row_id, pgh_id, persons, round,
       coalesce(context::text, row_id || '.' || pgh_id) AS together, "table", game, now, was, NULL::text AS by
  FROM (SELECT *, lag(now) OVER (PARTITION BY row_id ORDER BY pgh_id) AS was
          FROM (SELECT e.pgh_id, e.pgh_created_at AS at, e.pgh_label AS label, e.pgh_context_id AS context,
                       e.pgh_obj_id::text AS row_id, {source.persons} AS persons, to_jsonb(e) AS now,
                       place.round, place."table", place.game
                  FROM {source.table}
                  CROSS JOIN LATERAL (SELECT {source.place}) AS place(round, "table", game)
                 WHERE {source.where}) AS each) AS told"""  # noqa: S608, built from the constants above


def kept_rows(source: Rows) -> str:
    return f"""
SELECT '{source.kind}', {source.verb}, {source.at}, NULL::uuid, e.id::text, 0, {source.persons}, place.round,
       {source.together}, place."table", place.game, to_jsonb(e), NULL::jsonb, {source.by}::text
  FROM {source.table} CROSS JOIN LATERAL (SELECT {source.place}) AS place(round, "table", game)
 WHERE {source.where}"""  # noqa: S608, built from the constants above


ROWS = "\nUNION ALL".join([event_rows(source) for source in SOURCES] + [kept_rows(source) for source in KEPT])
LINES = f"""{TABLES},
events AS ({ROWS}
), found AS (
  SELECT events.*, coalesce(context.metadata->>'user', by) AS who
    FROM events LEFT JOIN pghistory_context context ON context.id = events.context
   WHERE verb IS NOT NULL
)
SELECT kind, verb, max(at), max(who), count(*), max(round),
       (array_agg(jsonb_build_object('persons', persons, 'round', round, 'table', "table", 'game', game,
                                     'now', now, 'was', was) ORDER BY round, "table", pgh_id))[1:{MOST_ROWS}]
  FROM found
 WHERE (%(kinds)s::text[] IS NULL OR kind = ANY(%(kinds)s::text[]))
   AND (%(round)s::int IS NULL OR round = %(round)s::int)
   AND (%(people)s::text[] IS NULL OR who = ANY(%(people)s::text[])
        OR EXISTS (SELECT FROM jsonb_array_elements_text(persons) AS one WHERE one = ANY(%(people)s::text[])))
 GROUP BY kind, verb, together
 ORDER BY max(at) DESC, max(pgh_id) DESC, kind, verb, min(row_id) LIMIT %(limit)s OFFSET %(offset)s
"""  # noqa: S608, built from the constants above


@dataclass(frozen=True)
class EventRow:
    """One changed row of a line: its values now and before, the users and the table it is about."""

    persons: tuple[str, ...]
    """The ids of the users it is about; may be empty."""
    round: int | None
    """The number of the round; None outside of rounds."""
    table: int | None
    """The number of the table; None where none is meant."""
    game: int | None
    """The number of the game in its match; None where none is meant."""
    now: dict[str, Any]
    """The row after the change, by column."""
    was: dict[str, Any]
    """The row before the change, by column; empty for a new row."""


@dataclass(frozen=True)
class LoggedDeed:
    """Rows of one kind that changed in one way in one request; `count` of them, of which the first are given."""

    kind: str
    """The word of its source, such as `staff`."""
    verb: str
    """What happened, such as `staff.joined`."""
    at: datetime
    """When the last of the rows changed."""
    who: str | None
    """A user's id; None for the site."""
    count: int
    round: int | None
    """The highest number of a round among them; None outside of rounds."""
    rows: tuple[EventRow, ...]
    """By round and table; at most MOST_ROWS."""


def deeds(
    tournament: Tournament,
    *,
    kinds: list[str] | None = None,
    round: int | None = None,
    people: list[UUID] | None = None,
    limit: int,
    offset: int = 0,
) -> list[LoggedDeed]:
    """The deeds of these kinds, in this round, by or about these people, newest first. One query."""
    parameters = {"t": tournament.pk, "kinds": kinds, "round": round, "limit": limit, "offset": offset}
    parameters["people"] = None if people is None else [str(pk) for pk in people]
    with connection.cursor() as cursor:
        cursor.execute(LINES, parameters)
        return [_deed(*line) for line in cursor.fetchall()]


def _deed(
    kind: str, verb: str, at: datetime, actor: str | None, count: int, round: int | None, rows: list[dict[str, Any]]
) -> LoggedDeed:
    return LoggedDeed(kind, verb, at, actor, count, round, tuple(_row(row) for row in rows))


def _row(raw: str | dict[str, Any]) -> EventRow:
    read = json.loads(raw) if isinstance(raw, str) else raw
    return EventRow(
        tuple(read["persons"] or ()), read["round"], read["table"], read["game"], read["now"], read["was"] or {}
    )
