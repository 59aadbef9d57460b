"""What everybody reads after each closed round: ranks with figures and reasons, bracket places, champions.

They are computed when they change, and read as rows (`standings_rows`).
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID

from django.db import connection, transaction
from django.db.models import Max, QuerySet

from bos_tournament.operations.prepared_queries import Prepared
from bos_tournament.pairing.event import Event
from bos_tournament.pairing.groups import group_name, group_standings
from bos_tournament.pairing.messages import message_json
from bos_tournament.pairing.ranking_presets import describe_ranking
from bos_tournament.pairing.standings import Rank
from bos_tournament.pairing.standings import standings as ranking
from bos_tournament.tournaments.models import Entrant, Round, Snapshot, Stage, Standings, StandingsLine, Tournament
from bos_tournament.tournaments.structure import stage_standings
from bos_tournament.tournaments.structure.bracket_stage import Bracket
from bos_tournament.tournaments.structure.participants import Participant, participants

TAKEN_OUT = (Entrant.State.REMOVED, Entrant.State.DISQUALIFIED)
WRITE = """
    INSERT INTO tournaments_standingsline
           (standings_id, entrant_id, position, "group", rank, points, won, lost, drawn, figures, reason, above_id,
            listed, place, champion)
    SELECT %s, l.* FROM jsonb_to_recordset(%s::jsonb) AS l(
           entrant uuid, position int, "group" text, rank int, points int, won int, lost int, drawn int,
           figures jsonb, reason jsonb, above uuid, listed int, place int, champion bool)
"""
UNRANKED: dict[str, Any] = {
    "position": None, "group": "", "rank": None, "points": 0, "won": 0, "lost": 0, "drawn": 0, "figures": [],
    "reason": None, "above": None, "listed": None, "place": None, "champion": False,
}  # fmt: skip
People = Sequence[Entrant | Participant]


@dataclass(frozen=True)
class BoardLine:
    """One rank as everybody sees it; in `reason`, the id of a player stands for the name of who is one rank higher.

    A disqualified player has no rank, and no place in a bracket.
    """

    entrant: UUID
    """The entrant's id."""
    rank: int | None
    """Counted from 1; equals share one."""
    points: int
    """Match points."""
    record: tuple[int, int, int]
    """Matches won, lost and drawn."""
    figures: tuple[tuple[str, str, str], ...]
    """Each tie-breaker's key, its figure with four decimals, and exactly."""
    reason: dict[str, Any]  # as messages are kept
    above: UUID | None
    """The id of the entrant one line higher; None for the first."""
    group: str = ""
    """In which the rank counts; empty where all are ranked together."""


@dataclass(frozen=True)
class Board:
    """Standings of the closed rounds, group after group, and places of the bracket's closed rounds."""

    lines: tuple[BoardLine, ...]
    """By rank; empty where all of it is a bracket."""
    places: tuple[tuple[int | None, UUID], ...]
    """Places with the entrants' ids, best first; None for who was disqualified."""
    rule: tuple[dict[str, Any], ...] = ()
    """How ranks are found, as messages are kept."""
    columns: tuple[str, ...] = ()
    """The keys of the tie-breakers, in their order."""


def _kept(tournament: UUID) -> "QuerySet[Standings]":
    return Standings.objects.filter(tournament=tournament)


KEPT = Prepared(_kept, tournament=UUID)


def standings_of(tournament: Tournament) -> Standings:
    """The standings that count now; without rows before the start. One query while nothing changed."""
    kept = next(iter(KEPT(tournament=tournament.pk)), None)
    if kept is None and tournament.state in (Tournament.State.DRAFT, Tournament.State.OPEN):
        return Standings(tournament=tournament)
    return kept if kept and not kept.outdated else renew_standings(tournament)


def version_of(tournament: Tournament, standings: Standings) -> str:
    """Another one whenever something about the tournament or its standings changed."""
    return f"{tournament.version}.{standings.revision}"


@transaction.atomic
def renew_standings(tournament: Tournament) -> Standings:
    """Writes the rows that everybody reads as they follow now, unless they do already. Every deed that changes
    standings calls it, and so does the first reader after any other change."""
    Standings.objects.bulk_create([Standings(tournament=tournament)], ignore_conflicts=True)
    standings = Standings.objects.select_for_update(no_key=True).get(tournament=tournament)
    if not standings.outdated:
        return standings
    tournament = Tournament.objects.get(pk=tournament.pk)
    people = participants(tournament)
    board = compute_board(tournament, people)
    closed = Round.objects.filter(stage__tournament=tournament, closed_at__isnull=False)
    standings.closed = closed.aggregate(last=Max("number"))["last"] or 0
    standings.ranked = len(board.lines)
    standings.has_places, standings.rule, standings.columns = bool(board.places), list(board.rule), list(board.columns)
    standings.revision, standings.outdated = standings.revision + 1, False
    standings.save()
    _write(standings, _rows(tournament, board, people))
    return standings


def keep_rows(standings: Standings) -> None:
    """Notes that the rows follow still from all that changed since, which the caller knows. One query."""
    standings.outdated = False
    standings.save(update_fields=["outdated"])


def _write(standings: Standings, rows: list[dict[str, Any]]) -> None:
    """Two statements, however many rows there are."""
    lines = StandingsLine.objects.filter(standings=standings)
    lines._raw_delete(lines.db)  # nothing hangs on them
    with connection.cursor() as cursor:
        cursor.execute(WRITE, [standings.pk, json.dumps(rows, default=str)])


def _rows(tournament: Tournament, board: Board, people: People) -> list[dict[str, Any]]:
    """What is known of each entrant who is ranked, has a place, or both."""
    rows: dict[UUID, dict[str, Any]] = {}
    for position, line in enumerate(board.lines):
        won, lost, drawn = line.record
        rows[line.entrant] = {
            **UNRANKED, "entrant": line.entrant, "position": position, "group": line.group, "rank": line.rank,
            "points": line.points, "won": won, "lost": lost, "drawn": drawn, "figures": line.figures,
            "reason": line.reason, "above": line.above,
        }  # fmt: skip
    is_over = tournament.state == Tournament.State.FINISHED
    for listed, (place, pk) in enumerate(final_places(board) if is_over else board.places):
        row = rows.setdefault(pk, {**UNRANKED, "entrant": pk})
        row["listed"], row["place"] = listed, place
    for pk in champions(board, people) if is_over else ():
        rows[pk]["champion"] = True
    return list(rows.values())


def latest_snapshots(tournament: Tournament) -> list[Snapshot]:
    """For each stage that is closed, in order, the standings kept last. One query; what they keep is asked later."""
    closed = Snapshot.objects.filter(stage__tournament=tournament, stage__finished_at__isnull=False)
    snapshots = closed.select_related("stage__tournament")
    in_order = snapshots.order_by("stage__number", "number").defer("board", "event", "workings")
    return list({snapshot.stage_id: snapshot for snapshot in in_order}.values())


def board_of(snapshot: Snapshot) -> Board:
    """What a snapshot keeps."""
    content = snapshot.board
    return Board(
        lines=tuple(
            BoardLine(
                entrant=UUID(line["entrant"]),
                rank=line["rank"],
                points=line["points"],
                record=tuple(line["record"]),
                figures=tuple((key, text, exact) for key, text, exact in line["figures"]),
                reason=line["reason"],
                above=UUID(line["above"]) if line["above"] else None,
                group=line["group"],
            )
            for line in content["lines"]
        ),
        places=tuple((place, UUID(pk)) for place, pk in content["places"]),
        rule=tuple(content["rule"]),
        columns=tuple(content["columns"]),
    )


def champions(board: Board, people: People) -> list[UUID]:
    """Who won at the end: one person, or several who share the first rank of Swiss rounds.

    Whoever was taken out of the tournament wins nothing.
    """
    if board.places:
        return [pk for place, pk in board.places if place == 1]
    gone = {entrant.pk for entrant in people if entrant.state in TAKEN_OUT}
    staying = [line for line in board.lines if line.rank and line.entrant not in gone]
    return [line.entrant for line in staying if line.rank == staying[0].rank]


def final_places(board: Board) -> list[tuple[int | None, UUID]]:
    """At the end, everybody in one order with their place: the bracket first, below it the ranks of the others.

    Equals share a place; that of a disqualified player of the bracket stays free. None where somebody has none: taken
    out, or no further than a group, in which alone ranks count.
    """
    placed = {pk for _place, pk in board.places}
    ranked = [(place, pk) for place, pk in board.places if place]
    below = [line for line in board.lines if line.entrant not in placed and line.rank and not line.group]
    first = {rank: at for at, rank in reversed(list(enumerate((line.rank for line in below), len(board.places) + 1)))}
    ranked += [(first[line.rank], line.entrant) for line in below]
    counted = {pk for _place, pk in ranked}
    rest = [pk for pk in (*placed, *(line.entrant for line in board.lines)) if pk not in counted]
    return [*ranked, *((None, pk) for pk in dict.fromkeys(rest))]


def compute_board(tournament: Tournament, people: People) -> Board:
    """Closed stages as they were kept, the others as they follow from the results."""
    closings = latest_snapshots(tournament)
    ranks = next((board_of(snapshot) for snapshot in closings if not snapshot.stage.is_bracket), None)
    bracket = next((board_of(snapshot) for snapshot in closings if snapshot.stage.is_bracket), None)
    board = ranks or _open(tournament, people)
    return replace(board, places=bracket.places if bracket else bracket_places(tournament))


def _open(tournament: Tournament, people: People) -> Board:
    """The ranks of a stage that is not closed; none where all of it is a bracket."""
    if tournament.format in Stage.BRACKETS:
        return Board(lines=(), places=())
    return ranked(tournament, stage_standings.build_event(tournament, people), people)


def ranked(tournament: Tournament, event: Event, people: People) -> Board:
    """The ranks as they follow from these results, whatever was kept."""
    by_id = {stage_standings.player_id(entrant): entrant.pk for entrant in people}
    return Board(
        lines=tuple(_lines(tournament, event, by_id)),
        places=(),
        rule=tuple(map(message_json, describe_ranking(event))),
        columns=tournament.tie_break_order,
    )


def _lines(tournament: Tournament, event: Event, by_id: Mapping[str, UUID]) -> Iterator[BoardLine]:
    if not tournament.has_groups:
        yield from (_line(rank, by_id) for rank in ranking(event))
        return
    for at, ranks in enumerate(group_standings(event)):
        yield from (_line(rank, by_id, group_name(at)) for rank in ranks)


def bracket_places(tournament: Tournament) -> tuple[tuple[int | None, UUID], ...]:
    """The places of the bracket that its closed rounds decide, best first; last who was disqualified."""
    if not tournament.has_bracket:
        return ()
    stage = tournament.stages.filter(format__in=Stage.BRACKETS).first()
    if stage is None:
        return ()
    return tuple((place, entrant.pk) for place, entrant in Bracket(stage, closed_only=True).places())


def _line(rank: Rank, by_id: Mapping[str, UUID], group: str = "") -> BoardLine:
    exact, reason = rank.exact, message_json(rank.reason)
    if "above" in reason["args"]:
        reason["args"]["above"] = ""  # who that is stands beside it
    return BoardLine(
        entrant=by_id[rank.id],
        rank=rank.rank,
        points=rank.points,
        record=rank.record,
        figures=tuple((name, text, str(exact[name])) for name, text in rank.figures.items()),
        reason=reason,
        above=by_id[rank.above] if rank.above else None,
        group=group,
    )
