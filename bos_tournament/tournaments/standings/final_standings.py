"""Closed standings: kept with their working as they were, and closed anew only with a reason.

What is kept names people by entrant or by player id, never by their handle, which may change or be erased.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, fields
from hashlib import sha256
from typing import Any

from django.db import transaction
from django.db.models import JSONField, Max, QuerySet, Value
from django.db.models.functions import Cast
from django.utils.translation import gettext as _

from bos_tournament.accounts.models import User
from bos_tournament.errors import Refused
from bos_tournament.pairing.event import Event
from bos_tournament.pairing.groups import of_group
from bos_tournament.pairing.rank_explanation import Workbook
from bos_tournament.tournaments.models import Snapshot, Stage, Tournament
from bos_tournament.tournaments.standings import cross_table, explanations, leaderboard
from bos_tournament.tournaments.structure import stage_standings
from bos_tournament.tournaments.structure.locking import bump_version, lock_tournament
from bos_tournament.tournaments.structure.participants import participants

MOST_TOLD = 40
LINE = tuple(part.name for part in fields(leaderboard.BoardLine))


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
    content = {name: Cast(Value(text), JSONField()) for name, text in _content(stage).items()}
    last = stage.snapshots.aggregate(last=Max("number"))["last"] or 0
    kept = stage.snapshots.create(number=last + 1, by=by, reason=reason, **content)
    return stage.snapshots.defer(*content).get(pk=kept.pk)


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
    return stage_standings.with_names(tournament, stage_standings.entrants_by_place(tournament), last.event)


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
    bump_version(tournament)
    return snapshot


def _anew(last: Snapshot) -> FinalStandingsUpdate:
    content = {name: json.loads(text) for name, text in _content(last.stage).items()}
    names = {str(entrant.pk): str(entrant.user) for entrant in stage_standings.entrants_by_place(last.stage.tournament)}
    sentences = list(_changes(last.board, content["board"], names))
    if not sentences and (last.board, last.workings) != (content["board"], content["workings"]):
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


def _content(stage: Stage) -> dict[str, str]:
    """Board, event file and workings, each as the JSON text that is kept: thousands of players have megabytes of it."""
    tournament = stage.tournament
    if stage.is_bracket:
        only_places = leaderboard.Board(lines=(), places=leaderboard.bracket_places(tournament))
        return {"board": _written(only_places, ()), "event": "{}", "workings": "{}"}
    entrants = participants(tournament)
    event = stage_standings.build_event(tournament, entrants)
    met = cross_table.meetings(stage) if stage.format in Stage.EVERYONE else ()
    return {
        "board": _written(leaderboard.ranked(tournament, event, entrants), met),
        "event": json.dumps(stage_standings.anonymize(tournament, event)),
        "workings": f"{{{', '.join(_workings(tournament, event))}}}",
    }


def _workings(tournament: Tournament, event: Event) -> Iterator[str]:
    """Of every player, by player id."""
    for part in [of_group(event, group) for group in event.groups] if tournament.has_groups else [event]:
        book = Workbook(part)
        yield from (f"{json.dumps(player.id)}: {explanations.worked(book.why(player.id))}" for player in part.players)


def _written(board: leaderboard.Board, met: Iterable[cross_table.CrossTableMatch]) -> str:
    """As `board.read` and the cross-table read it back: lists for tuples, texts for identifiers."""
    lines = [{name: getattr(line, name) for name in LINE} for line in board.lines]
    content = {"lines": lines, "places": board.places, "rule": board.rule, "columns": board.columns}
    return json.dumps({**content, "met": [asdict(meeting) for meeting in met]}, default=str)
