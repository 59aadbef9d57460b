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
from django.utils.translation import gettext as _

from bos_tournament.accounts.models import User
from bos_tournament.errors import Refused
from bos_tournament.pairing.groups import of_group
from bos_tournament.pairing.working import Workbook
from bos_tournament.tournaments import board, cross_table, explaining, standings
from bos_tournament.tournaments.models import Snapshot, Stage, Tournament
from bos_tournament.tournaments.versions import locked, touch

MOST_TOLD = 40
KEPT = ("lines", "places", "rule", "columns")  # of a board


@dataclass(frozen=True)
class Anew:
    """What closing a stage anew would change, in sentences. `token` names exactly this."""

    stage: Stage
    last: Snapshot
    changes: tuple[str, ...]
    token: str


def keep(stage: Stage, *, by: User | None = None, reason: str = "") -> Snapshot:
    """Keeps the standings of a stage as they follow from the results now. The caller holds the tournament."""
    content = _content(stage)
    last = stage.snapshots.aggregate(last=Max("number"))["last"] or 0
    return stage.snapshots.create(number=last + 1, by=by, reason=reason, **content)


def closings(tournament: Tournament) -> QuerySet[Snapshot]:
    """Every time that standings were closed, stage after stage, without what was kept."""
    found = Snapshot.objects.filter(stage__tournament=tournament).select_related("stage", "by")
    return found.defer("board", "event", "workings").order_by("stage__number", "number")


def differences(tournament: Tournament) -> list[Anew]:
    """The closed stages whose standings would be others if they were closed now."""
    found = []
    for last in board.kept(tournament):
        anew = _anew(last)
        if anew.changes:
            found.append(anew)
    return found


def file_of(tournament: Tournament) -> dict[str, Any]:
    """The event file of the closed rounds before a bracket: as kept once their stage is closed, with today's names."""
    last = next((one for one in board.kept(tournament) if not one.stage.is_bracket), None)
    if last is None:
        return standings.file_of(tournament)
    return standings.named(tournament, standings.field(tournament), last.event)


@transaction.atomic
def close_anew(stage: Stage, *, by: User, why: str, token: str) -> Snapshot:
    """Closes the standings of a stage as they follow from the results now; those before stay readable.

    Raises Refused without a reason, when nothing would change, and when something changed since one looked.
    """
    tournament = locked(stage.tournament)
    if not (why := " ".join(why.split())[:300]):
        raise Refused(_("Give the reason; everybody reads it beside the standings."), code="reason_missing")
    last = stage.snapshots.order_by("-number").select_related("stage__tournament").first()
    if last is None or last.stage.finished_at is None:
        raise Refused(_("These standings are not closed yet."), code="not_closed")
    anew = _anew(last)
    if not anew.changes:
        raise Refused(_("The closed standings are as the results say; nothing would change."), code="nothing_changes")
    if anew.token != token:
        raise Refused(_("Something changed since you looked. Look again, then close them anew."), code="anew_outdated")
    made = keep(last.stage, by=by, reason=why)
    touch(tournament)
    return made


def _anew(last: Snapshot) -> Anew:
    content = {name: _as_kept(said) for name, said in _content(last.stage).items()}
    names = {str(one.pk): str(one.user) for one in standings.field(last.stage.tournament)}
    told = list(_changes(last.board, content["board"], names))
    if not told and (last.board, last.workings) != (content["board"], content["workings"]):
        told = [_("Ranks stay; a figure, its working or the written rule is another.")]
    more = len(told) - MOST_TOLD
    shown = (*told[:MOST_TOLD], *([_("And %(number)s more.") % {"number": more}] if more > 0 else []))
    return Anew(last.stage, last, shown, sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()[:32])


def _changes(was: Mapping[str, Any], now: Mapping[str, Any], names: Mapping[str, str]) -> Iterator[str]:
    before = {line["entrant"]: line for line in was["lines"]}
    for line in now["lines"]:
        old = before.get(line["entrant"])
        if old is None:
            yield _("%(player)s is ranked too.") % {"player": names[line["entrant"]]}
        elif (old["rank"], old["points"]) != (line["rank"], line["points"]):
            said = _("%(player)s: rank %(rank)s instead of %(old_rank)s, %(points)s points instead of %(old_points)s.")
            yield said % {
                "player": names[line["entrant"]],
                "rank": line["rank"] or "–",
                "old_rank": old["rank"] or "–",
                "points": line["points"],
                "old_points": old["points"],
            }
    places = {entrant: place for place, entrant in was["places"]}
    for place, entrant in now["places"]:
        if places.get(entrant) != place:
            said = _("%(player)s: place %(place)s in the bracket.")
            if entrant in places:
                said = _("%(player)s: place %(place)s instead of %(old_place)s in the bracket.")
            yield said % {"player": names[entrant], "place": place or "–", "old_place": places.get(entrant) or "–"}


def _content(stage: Stage) -> dict[str, Any]:
    """Board, event file and workings, as they are kept."""
    tournament = stage.tournament
    if stage.is_bracket:
        only_places = board.Board(lines=(), places=board.places(tournament))
        return {"board": _written(only_places, ()), "event": {}, "workings": {}}
    entrants = standings.field(tournament)
    event = standings.event_of(tournament, entrants)
    workings: dict[str, Any] = {}
    for part in [of_group(event, group) for group in event.groups] if tournament.has_groups else [event]:
        book = Workbook(part)
        workings |= {player.id: explaining.worked(book.why(player.id)) for player in part.players}
    met = cross_table.meetings(stage) if stage.format in Stage.EVERYONE else ()
    written = _written(board.ranked(tournament, event, entrants), met)
    return {"board": written, "event": standings.unnamed(tournament, event), "workings": workings}


def _written(found: board.Board, met: Iterable[cross_table.Meeting]) -> dict[str, Any]:
    """As `board.read` and the cross-table read it back."""
    said = asdict(found)
    return _as_kept({**{name: said[name] for name in KEPT}, "met": [asdict(one) for one in met]})


def _as_kept(said: dict[str, Any]) -> dict[str, Any]:
    """As it comes back from the database: lists for tuples, texts for identifiers."""
    return json.loads(json.dumps(said, default=str))
