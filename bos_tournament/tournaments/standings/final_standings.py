"""Closed standings: kept with their working as they were, and closed anew only with a reason.

What is kept names people by entrant or by player id, never by their handle, which may change or be erased.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from hashlib import sha256
from typing import Any

from django.db import transaction
from django.db.models import Max, QuerySet
from django.db.models.expressions import RawSQL
from django.utils.translation import gettext as _

from bos_tournament.accounts.models import User
from bos_tournament.errors import Refused
from bos_tournament.tournaments.models import Snapshot, Stage, Standings, Tournament
from bos_tournament.tournaments.standings import cross_table, leaderboard
from bos_tournament.tournaments.structure import stage_standings
from bos_tournament.tournaments.structure.locking import bump_version, lock_tournament
from bos_tournament.tournaments.structure.participants import participants

MOST_TOLD = 40
KEPT = ("lines", "places", "rule", "columns")  # of a board
# The same, and who met whom, made of the rows that everybody reads.
BOARD = """
    SELECT jsonb_build_object(
               'lines', coalesce(jsonb_agg(jsonb_build_object(
                   'entrant', l.entrant_id, 'rank', l.rank, 'points', l.points,
                   'record', jsonb_build_array(l.won, l.lost, l.drawn), 'figures', l.figures, 'reason', l.reason,
                   'above', l.above_id, 'group', l."group") ORDER BY l.position), '[]'),
               'places', '[]'::jsonb, 'rule', %s::jsonb, 'columns', %s::jsonb, 'met', %s::jsonb)
      FROM tournaments_standingsline l
     WHERE l.standings_id = %s AND l.position IS NOT NULL
"""


@dataclass(frozen=True)
class FinalStandingsUpdate:
    """What closing a stage anew would change, in sentences. `token` names exactly this."""

    stage: Stage
    """A closed stage."""
    last: Snapshot
    """What was kept last."""
    changes: tuple[str, ...]
    """Empty where nothing would change."""
    token: str


def freeze(stage: Stage, *, by: User | None = None, reason: str = "") -> Snapshot:
    """Keeps the standings of a stage as they follow from the results now. The caller holds the tournament."""
    content = _content(stage)
    return stage.snapshots.create(number=_last_number(stage) + 1, by=by, reason=reason, **content)


def freeze_rows(stage: Stage, standings: Standings) -> None:
    """As `freeze` of Swiss rounds or groups, where everybody reads their standings from rows that are up to date.

    The database copies the rows: they are as many as players.
    """
    tournament = stage.tournament
    event = stage_standings.build_event(tournament)
    met = [asdict(meeting) for meeting in cross_table.meetings(stage)] if stage.format in Stage.EVERYONE else []
    parts = [json.dumps(part, default=str) for part in (standings.rule, standings.columns, met)]
    board = RawSQL(BOARD, [*parts, standings.pk])  # noqa: S611, what it is given is bound
    stage.snapshots.create(
        number=_last_number(stage) + 1, board=board, event=stage_standings.anonymize(tournament, event)
    )


def _last_number(stage: Stage) -> int:
    return stage.snapshots.aggregate(last=Max("number"))["last"] or 0


def closings(tournament: Tournament) -> QuerySet[Snapshot]:
    """Every time that standings were closed, stage after stage, without what was kept."""
    snapshots = Snapshot.objects.filter(stage__tournament=tournament).select_related("stage", "by")
    return snapshots.defer("board", "event", "workings").order_by("stage__number", "number")


def differences(tournament: Tournament) -> list[FinalStandingsUpdate]:
    """The closed stages whose standings would be others if they were closed now."""
    changed_stages = []
    for last in leaderboard.latest_snapshots(tournament):
        anew = _anew(last)
        if anew.changes:
            changed_stages.append(anew)
    return changed_stages


def export_closed_event(tournament: Tournament) -> dict[str, Any]:
    """The event file of the closed rounds before a bracket: as kept once their stage is closed, with today's names."""
    last = next(
        (snapshot for snapshot in leaderboard.latest_snapshots(tournament) if not snapshot.stage.is_bracket), None
    )
    if last is None:
        return stage_standings.export_event(tournament)
    return stage_standings.with_names(tournament, last.event)


@transaction.atomic
def update_final_standings(stage: Stage, *, by: User, why: str, token: str) -> Snapshot:
    """Closes the standings of a stage as they follow from the results now; those before stay readable.

    Raises Refused without a reason, when nothing would change, and when something changed since one looked.
    """
    tournament = lock_tournament(stage.tournament)
    if not (why := " ".join(why.split())[:300]):
        raise Refused(_("Give a reason; it is shown next to the standings."), code="reason_missing")
    last = stage.snapshots.order_by("-number").select_related("stage__tournament").first()
    if last is None or last.stage.finished_at is None:
        raise Refused(_("These standings are not closed yet."), code="not_closed")
    anew = _anew(last)
    if not anew.changes:
        raise Refused(_("The final standings match the results; nothing would change."), code="nothing_changes")
    if anew.token != token:
        raise Refused(
            _("Something changed since you looked. Check again, then update the standings."), code="anew_outdated"
        )
    snapshot = freeze(last.stage, by=by, reason=why)
    leaderboard.renew_standings(tournament)
    bump_version(tournament)
    return snapshot


def _anew(last: Snapshot) -> FinalStandingsUpdate:
    last.refresh_from_db(fields=["board", "event"])
    content = {name: _as_kept(part) for name, part in _content(last.stage).items()}
    names = {str(entrant.pk): str(entrant.user) for entrant in stage_standings.entrants_by_place(last.stage.tournament)}
    sentences = list(_changes(last.board, content["board"], names))
    if not sentences and (last.board != content["board"] or _told(last.event) != _told(content["event"])):
        sentences = [_("Ranks stay the same; a figure, its working or the written rule changes.")]
    more = len(sentences) - MOST_TOLD
    listed = (*sentences[:MOST_TOLD], *([_("And %(number)s more.") % {"number": more}] if more > 0 else []))
    return FinalStandingsUpdate(
        last.stage, last, listed, sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()[:32]
    )


def _changes(was: Mapping[str, Any], now: Mapping[str, Any], names: Mapping[str, str]) -> Iterator[str]:
    before = {line["entrant"]: line for line in was["lines"]}
    for line in now["lines"]:
        old = before.get(line["entrant"])
        if old is None:
            yield _("%(player)s is ranked too.") % {"player": names[line["entrant"]]}
        elif (old["rank"], old["points"]) != (line["rank"], line["points"]):
            sentence = _(
                "%(player)s: rank %(rank)s instead of %(old_rank)s, %(points)s points instead of %(old_points)s."
            )
            yield sentence % {
                "player": names[line["entrant"]],
                "rank": line["rank"] or "–",
                "old_rank": old["rank"] or "–",
                "points": line["points"],
                "old_points": old["points"],
            }
    places = {entrant: place for place, entrant in was["places"]}
    for place, entrant in now["places"]:
        if places.get(entrant) != place:
            sentence = _("%(player)s: place %(place)s in the bracket.")
            if entrant in places:
                sentence = _("%(player)s: place %(place)s instead of %(old_place)s in the bracket.")
            yield sentence % {"player": names[entrant], "place": place or "–", "old_place": places.get(entrant) or "–"}


def _content(stage: Stage) -> dict[str, Any]:
    """Board and event file, as they are kept; every figure is worked out from them when somebody looks."""
    tournament = stage.tournament
    if stage.is_bracket:
        only_places = leaderboard.Board(lines=(), places=leaderboard.bracket_places(tournament))
        return {"board": _written(only_places, ()), "event": {}}
    people = participants(tournament)
    event = stage_standings.build_event(tournament, people)
    met = cross_table.meetings(stage) if stage.format in Stage.EVERYONE else ()
    written = _written(leaderboard.ranked(tournament, event, people), met)
    return {"board": written, "event": stage_standings.anonymize(tournament, event)}


def _told(event: Mapping[str, Any]) -> dict[str, Any]:
    """What of an event the working of a rank tells: results and rules, and who left before the last round."""
    if not event:
        return {}
    last = len(event["rounds"])
    left = {
        player["id"]: player["dropped_after"]
        for player in event["players"]
        if player["dropped_after"] is not None and player["dropped_after"] < last
    }
    return {"left": left, **{name: event.get(name) for name in ("rounds", "points", "tie_breaks", "options", "groups")}}


def _written(board: leaderboard.Board, met: Iterable[cross_table.CrossTableMatch]) -> dict[str, Any]:
    """As `board.read` and the cross-table read it back."""
    fields = asdict(board)
    return _as_kept({**{name: fields[name] for name in KEPT}, "met": [asdict(meeting) for meeting in met]})


def _as_kept(content: dict[str, Any]) -> dict[str, Any]:
    """As it comes back from the database: lists for tuples, texts for identifiers."""
    return json.loads(json.dumps(content, default=str))
