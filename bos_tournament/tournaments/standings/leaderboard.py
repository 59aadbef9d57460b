"""What everybody reads after each closed round: ranks with figures and reasons, bracket places, champions."""

from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID

from django.db.models import Max, Sum
from django.utils.translation import gettext as _

from bos_tournament.messages import from_pairing, localize, with_args
from bos_tournament.pairing.event import Event
from bos_tournament.pairing.forecast import Outlook, forecast
from bos_tournament.pairing.groups import group_name, group_standings, of_group, rounds_needed
from bos_tournament.pairing.messages import message_json
from bos_tournament.pairing.ranking_presets import describe_ranking
from bos_tournament.pairing.standings import Rank
from bos_tournament.pairing.standings import standings as ranking
from bos_tournament.pairing.tie_breaks import TIE_BREAKS
from bos_tournament.tournaments.models import Entrant, Round, Sitting, Snapshot, Stage, Tournament
from bos_tournament.tournaments.structure import stage_standings
from bos_tournament.tournaments.structure.bracket_stage import Bracket
from bos_tournament.tournaments.structure.participants import Participant
from engine.hosting import code_json, from_json

KEPT = 32  # boards per process
TAKEN_OUT = (Entrant.State.REMOVED, Entrant.State.DISQUALIFIED)
_boards: OrderedDict[tuple[UUID, str], "Board"] = OrderedDict()


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
    outlooks: tuple[tuple[UUID, Outlook], ...] = ()
    """Who can still go on, by entrant's id; empty without a cut, and once it is made."""
    closings: tuple[Snapshot, ...] = ()
    """The last of each closed stage; empty for a board read from one."""


@dataclass(frozen=True)
class LeaderboardVersion:
    """Which board it is: changes when a round closes, somebody leaves or a counted result is corrected."""

    version: str
    """Equal for equal boards of a tournament."""
    closed: int
    """The number of the last closed round; 0 before the first."""


@dataclass(frozen=True)
class FinalResult:
    """Who won, and what place in the bracket, or else which rank, everybody came to whom nobody took out."""

    champions: list[Entrant]
    """Several where they share the first rank."""
    ranks: Mapping[UUID, int]
    """By entrant's id; without who came no further than a group."""


def leaderboard_version(tournament: Tournament) -> LeaderboardVersion:
    """One query."""
    closed = Round.objects.filter(stage__tournament=tournament, closed_at__isnull=False)
    figures = closed.aggregate(moves=Sum("pairings__match__version"), last=Max("number"))
    return LeaderboardVersion(f"{tournament.version}.{figures['moves'] or 0}", figures["last"] or 0)


def cached_board(tournament: Tournament, entrants: list[Entrant], version: str) -> Board:
    """The board of this version, computed once in each process; `entrants` are those of `standings.field`."""
    key = (tournament.pk, version)
    if key not in _boards:
        _boards[key] = _as_it_stands(tournament, entrants)
        while len(_boards) > KEPT:
            _boards.popitem(last=False)
    return _boards[key]


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


def champions(tournament: Tournament, standings: Board, entrants: Mapping[UUID, Entrant]) -> list[Entrant]:
    """Who won: one person, or several who share the first rank of Swiss rounds. Empty before the end.

    Whoever was taken out of the tournament wins nothing.
    """
    if tournament.state != Tournament.State.FINISHED:
        return []
    if standings.places:
        return [entrants[pk] for place, pk in standings.places if place == 1]
    staying = [line for line in standings.lines if line.rank and entrants[line.entrant].state not in TAKEN_OUT]
    return [entrants[line.entrant] for line in staying if line.rank == staying[0].rank]


def final_result(tournament: Tournament) -> FinalResult | None:
    """How it ended; None before the end."""
    if tournament.state != Tournament.State.FINISHED:
        return None
    entrants = {entrant.pk: entrant for entrant in stage_standings.entrants_by_place(tournament)}
    standings = cached_board(tournament, list(entrants.values()), leaderboard_version(tournament).version)
    ranks = {pk: place for place, pk in final_places(tournament, standings, entrants) if place}
    stayed = {pk: rank for pk, rank in ranks.items() if entrants[pk].state not in TAKEN_OUT}
    return FinalResult(champions(tournament, standings, entrants), stayed)


def final_places(
    tournament: Tournament, standings: Board, entrants: Mapping[UUID, Entrant]
) -> list[tuple[int | None, UUID]]:
    """At the end, everybody in one order with their place: the bracket first, below it the ranks of the others.

    Equals share a place; that of a disqualified player of the bracket stays free. None where somebody has none: taken
    out, or no further than a group, in which alone ranks count.
    """
    placed = {pk for _place, pk in standings.places}
    ranked = [(place, pk) for place, pk in standings.places if place]
    below = [line for line in standings.lines if line.entrant not in placed and line.rank and not line.group]
    first = {
        rank: at for at, rank in reversed(list(enumerate((line.rank for line in below), len(standings.places) + 1)))
    }
    ranked += [(first[line.rank], line.entrant) for line in below]
    counted = {pk for _place, pk in ranked}
    rest = [pk for pk in (*placed, *(line.entrant for line in standings.lines)) if pk not in counted]
    return [*ranked, *((None, pk) for pk in dict.fromkeys(rest))]


def order(tournament: Tournament, standings: Board, entrants: Mapping[UUID, Entrant]) -> list[tuple[int | None, UUID]]:
    """The final order once the tournament is over; until then the ranks, or in a mere bracket the places so far.

    None for ranks in a group, where there are several of each.
    """
    if tournament.state == Tournament.State.FINISHED:
        return final_places(tournament, standings, entrants)
    ranked = [(None if line.group else line.rank, line.entrant) for line in standings.lines]
    return ranked or list(standings.places)


def listed(
    tournament: Tournament, standings: Board, entrants: Mapping[UUID, Entrant]
) -> tuple[str, list[tuple[int | None, UUID]]]:
    """What stands above the ranks where there is a bracket, with its title: its places, and at the end everybody."""
    if standings.places and tournament.state == Tournament.State.FINISHED:
        return _("Final result"), final_places(tournament, standings, entrants)
    return _("Places in the bracket"), list(standings.places)


def reason(line: BoardLine, entrants: Mapping[UUID, Entrant]) -> str:
    """Why somebody stands on this rank, with names."""
    above = str(entrants[line.above].user) if line.above else ""
    return localize(with_args(from_json(line.reason), above=above))


def headings(standings: Board) -> tuple[str, ...]:
    """What the columns of the tie-breaks are called in the language of this moment."""
    return tuple(localize(TIE_BREAKS[key].short) for key in standings.columns)


def _as_it_stands(tournament: Tournament, entrants: list[Entrant]) -> Board:
    """Closed stages as they were kept, the others as they follow from the results."""
    closings = latest_snapshots(tournament)
    ranks = next((board_of(snapshot) for snapshot in closings if not snapshot.stage.is_bracket), None)
    bracket = next((board_of(snapshot) for snapshot in closings if snapshot.stage.is_bracket), None)
    standings = ranks or _open(tournament, entrants)
    return replace(
        standings, places=bracket.places if bracket else bracket_places(tournament), closings=tuple(closings)
    )


def _open(tournament: Tournament, entrants: list[Entrant]) -> Board:
    """The ranks of a stage that is not closed, and who can still go on; none where all of it is a bracket."""
    if tournament.format in Stage.BRACKETS:
        return Board(lines=(), places=())
    event = stage_standings.build_event(tournament, entrants)
    by_id = _by_id(entrants)
    outlooks = _outlooks(tournament, event, by_id)
    return replace(
        ranked(tournament, event, entrants), outlooks=tuple((by_id[outlook.player], outlook) for outlook in outlooks)
    )


def ranked(tournament: Tournament, event: Event, entrants: Sequence[Entrant | Participant]) -> Board:
    """The ranks as they follow from these results, whatever was kept."""
    return Board(
        lines=tuple(_lines(tournament, event, _by_id(entrants))),
        places=(),
        rule=tuple(map(message_json, describe_ranking(event))),
        columns=tournament.tie_break_order,
    )


def _by_id(entrants: Sequence[Entrant | Participant]) -> dict[str, UUID]:
    return {stage_standings.player_id(entrant): entrant.pk for entrant in entrants}


def _outlooks(tournament: Tournament, event: Event, by_id: Mapping[str, UUID]) -> tuple[Outlook, ...]:
    """Nothing before the first closed round, and nothing once the cut is made."""
    stage = tournament.stages.order_by("-number").first() if tournament.has_cut and event.rounds else None
    if stage is None or stage.is_bracket:
        return ()
    ids = {pk: name for name, pk in by_id.items()}
    playing = Sitting.objects.filter(round__stage=stage, round__state="published", round__closed_at=None)
    tables: dict[UUID, tuple[str, ...]] = {}
    for pairing, entrant in playing.values_list("pairing", "entrant"):
        tables[pairing] = (*tables.get(pairing, ()), ids[entrant])
    if stage.in_groups:
        return tuple(_outlooks_in_groups(event, stage.go_on or 1, list(tables.values())))
    rounds_left = max(stage.rounds_planned - len(event.rounds), 0)
    return forecast(event, tournament.cut, rounds_left=rounds_left, tables=list(tables.values()))


def _outlooks_in_groups(event: Event, go_on: int, tables: list[tuple[str, ...]]) -> Iterator[Outlook]:
    for group in event.groups:
        rounds_left = max(rounds_needed([group]) - len(event.rounds), 0)
        here = [table for table in tables if table[0] in group]
        yield from forecast(of_group(event, group), go_on, rounds_left=rounds_left, tables=here)


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
    exact = rank.exact
    return BoardLine(
        entrant=by_id[rank.id],
        rank=rank.rank,
        points=rank.points,
        record=rank.record,
        figures=tuple((name, text, str(exact[name])) for name, text in rank.figures.items()),
        reason=code_json(with_args(from_pairing(rank.reason), above="")),  # who that is stands beside it
        above=by_id[rank.above] if rank.above else None,
        group=group,
    )
