"""What everybody reads after each closed round: ranks with figures and reasons, bracket places, champions."""

from collections import OrderedDict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from uuid import UUID

from django.db.models import Max, Sum
from django.utils.translation import gettext as _

from bos_tournament.pairing.convention import written
from bos_tournament.pairing.event import Event
from bos_tournament.pairing.forecast import Outlook, forecast
from bos_tournament.pairing.groups import group_name, group_standings, of_group, rounds_needed
from bos_tournament.pairing.standings import Rank
from bos_tournament.pairing.standings import standings as ranking
from bos_tournament.pairing.tie_breaks import TIE_BREAKS
from bos_tournament.tournaments import standings
from bos_tournament.tournaments.brackets import Bracket
from bos_tournament.tournaments.kept_words import in_words
from bos_tournament.tournaments.models import Entrant, Round, Sitting, Snapshot, Stage, Tournament

KEPT = 32  # boards per process
TAKEN_OUT = (Entrant.State.REMOVED, Entrant.State.DISQUALIFIED)
_boards: OrderedDict[tuple[UUID, str], "Board"] = OrderedDict()


@dataclass(frozen=True)
class Line:
    """One rank as everybody sees it; in `reason`, `{above}` stands for the name of who is one rank higher.

    A disqualified player has no rank, and no place in a bracket.
    """

    entrant: UUID
    rank: int | None
    points: int
    record: tuple[int, int, int]
    figures: tuple[tuple[str, str, str], ...]  # key, four places, exact
    reason: str
    above: UUID | None
    group: str = ""  # in which the rank counts; empty where all are ranked together


@dataclass(frozen=True)
class Board:
    """Standings of the closed rounds, group after group, and places of the bracket's closed rounds."""

    lines: tuple[Line, ...]
    places: tuple[tuple[int | None, UUID], ...]
    rule: tuple[str, ...] = ()  # how ranks are found, in sentences
    columns: tuple[str, ...] = ()  # what the tie-breaks are called
    outlooks: tuple[tuple[UUID, Outlook], ...] = ()  # who can still go on, while that is open
    closings: tuple[Snapshot, ...] = ()  # the last of each closed stage, when the board is as those were kept


@dataclass(frozen=True)
class Edition:
    """Which board it is: changes when a round closes, somebody leaves or a counted result is corrected."""

    version: str
    closed: int  # the last closed round


@dataclass(frozen=True)
class End:
    """Who won, and what place in the bracket, or else which rank, everybody came to whom nobody took out."""

    champions: list[Entrant]
    ranks: Mapping[UUID, int]  # by entrant; none for who came no further than a group, in which alone ranks count


def edition(tournament: Tournament) -> Edition:
    """One query."""
    closed = Round.objects.filter(stage__tournament=tournament, closed_at__isnull=False)
    found = closed.aggregate(moves=Sum("pairings__match__version"), last=Max("number"))
    return Edition(f"{tournament.version}.{found['moves'] or 0}", found["last"] or 0)


def board(tournament: Tournament, entrants: list[Entrant], version: str) -> Board:
    """The board of this version, computed once in each process; `entrants` are those of `standings.field`."""
    key = (tournament.pk, version)
    if key not in _boards:
        _boards[key] = _as_it_stands(tournament, entrants)
        while len(_boards) > KEPT:
            _boards.popitem(last=False)
    return _boards[key]


def kept(tournament: Tournament) -> list[Snapshot]:
    """For each stage that is closed, in order, the standings kept last. One query; what they keep is asked later."""
    closed = Snapshot.objects.filter(stage__tournament=tournament, stage__finished_at__isnull=False)
    found = closed.select_related("stage__tournament")
    in_order = found.order_by("stage__number", "number").defer("board", "event", "workings")
    return list({one.stage_id: one for one in in_order}.values())


def read(snapshot: Snapshot) -> Board:
    """What a snapshot keeps."""
    said = snapshot.board
    return Board(
        lines=tuple(
            Line(
                entrant=UUID(line["entrant"]),
                rank=line["rank"],
                points=line["points"],
                record=tuple(line["record"]),
                figures=tuple((key, shown, exact) for key, shown, exact in line["figures"]),
                reason=line["reason"],
                above=UUID(line["above"]) if line["above"] else None,
                group=line["group"],
            )
            for line in said["lines"]
        ),
        places=tuple((place, UUID(pk)) for place, pk in said["places"]),
        rule=tuple(said["rule"]),
        columns=tuple(said["columns"]),
    )


def champions(tournament: Tournament, found: Board, entrants: Mapping[UUID, Entrant]) -> list[Entrant]:
    """Who won: one person, or several who share the first rank of Swiss rounds. Empty before the end.

    Whoever was taken out of the tournament wins nothing.
    """
    if tournament.state != Tournament.State.FINISHED:
        return []
    if found.places:
        return [entrants[pk] for place, pk in found.places if place == 1]
    staying = [line for line in found.lines if line.rank and entrants[line.entrant].state not in TAKEN_OUT]
    return [entrants[line.entrant] for line in staying if line.rank == staying[0].rank]


def end(tournament: Tournament) -> End | None:
    """How it ended; None before the end."""
    if tournament.state != Tournament.State.FINISHED:
        return None
    entrants = {entrant.pk: entrant for entrant in standings.field(tournament)}
    found = board(tournament, list(entrants.values()), edition(tournament).version)
    ranks = {pk: place for place, pk in final(tournament, found, entrants) if place}
    stayed = {pk: rank for pk, rank in ranks.items() if entrants[pk].state not in TAKEN_OUT}
    return End(champions(tournament, found, entrants), stayed)


def final(tournament: Tournament, found: Board, entrants: Mapping[UUID, Entrant]) -> list[tuple[int | None, UUID]]:
    """At the end, everybody in one order with their place: the bracket first, below it the ranks of the others.

    Equals share a place; that of a disqualified player of the bracket stays free. None where somebody has none: taken
    out, or no further than a group, in which alone ranks count.
    """
    placed = {pk for _place, pk in found.places}
    ranked = [(place, pk) for place, pk in found.places if place]
    below = [line for line in found.lines if line.entrant not in placed and line.rank and not line.group]
    first = {rank: at for at, rank in reversed(list(enumerate((line.rank for line in below), len(found.places) + 1)))}
    ranked += [(first[line.rank], line.entrant) for line in below]
    counted = {pk for _place, pk in ranked}
    rest = [pk for pk in (*placed, *(line.entrant for line in found.lines)) if pk not in counted]
    return [*ranked, *((None, pk) for pk in dict.fromkeys(rest))]


def order(tournament: Tournament, found: Board, entrants: Mapping[UUID, Entrant]) -> list[tuple[int | None, UUID]]:
    """The final order once the tournament is over; until then the ranks, or in a mere bracket the places so far.

    None for ranks in a group, where there are several of each.
    """
    if tournament.state == Tournament.State.FINISHED:
        return final(tournament, found, entrants)
    ranked = [(None if line.group else line.rank, line.entrant) for line in found.lines]
    return ranked or list(found.places)


def listed(
    tournament: Tournament, found: Board, entrants: Mapping[UUID, Entrant]
) -> tuple[str, list[tuple[int | None, UUID]]]:
    """What stands above the ranks where there is a bracket, with its title: its places, and at the end everybody."""
    if found.places and tournament.state == Tournament.State.FINISHED:
        return _("Final result"), final(tournament, found, entrants)
    return _("Places in the bracket"), list(found.places)


def reason(line: Line, entrants: Mapping[UUID, Entrant]) -> str:
    """Why somebody stands on this rank, with names."""
    said = in_words(line.reason)
    return said.replace("{above}", str(entrants[line.above].user)) if line.above else said


def _as_it_stands(tournament: Tournament, entrants: list[Entrant]) -> Board:
    """Closed stages as they were kept, the others as they follow from the results."""
    closings = kept(tournament)
    ranks = next((read(one) for one in closings if not one.stage.is_bracket), None)
    bracket = next((read(one) for one in closings if one.stage.is_bracket), None)
    found = ranks or _open(tournament, entrants)
    return replace(found, places=bracket.places if bracket else places(tournament), closings=tuple(closings))


def _open(tournament: Tournament, entrants: list[Entrant]) -> Board:
    """The ranks of a stage that is not closed, and who can still go on; none where all of it is a bracket."""
    if tournament.format in Stage.BRACKETS:
        return Board(lines=(), places=())
    event = standings.event_of(tournament, entrants)
    by_id = _by_id(entrants)
    told = _outlooks(tournament, event, by_id)
    return replace(ranked(tournament, event, entrants), outlooks=tuple((by_id[one.player], one) for one in told))


def ranked(tournament: Tournament, event: Event, entrants: list[Entrant]) -> Board:
    """The ranks as they follow from these results, whatever was kept."""
    return Board(
        lines=tuple(_lines(tournament, event, _by_id(entrants))),
        places=(),
        rule=written(event),
        columns=tuple(TIE_BREAKS[key].short for key in tournament.tie_break_order),
    )


def _by_id(entrants: list[Entrant]) -> dict[str, UUID]:
    return {standings.player_id(entrant): entrant.pk for entrant in entrants}


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


def _lines(tournament: Tournament, event: Event, by_id: Mapping[str, UUID]) -> Iterator[Line]:
    if not tournament.has_groups:
        yield from (_line(rank, by_id) for rank in ranking(event))
        return
    for at, ranks in enumerate(group_standings(event)):
        yield from (_line(rank, by_id, group_name(at)) for rank in ranks)


def places(tournament: Tournament) -> tuple[tuple[int | None, UUID], ...]:
    """The places of the bracket that its closed rounds decide, best first; last who was disqualified."""
    if not tournament.has_bracket:
        return ()
    stage = tournament.stages.filter(format__in=Stage.BRACKETS).first()
    if stage is None:
        return ()
    return tuple((place, entrant.pk) for place, entrant in Bracket(stage, closed_only=True).places())


def _line(rank: Rank, by_id: Mapping[str, UUID], group: str = "") -> Line:
    above, exact = rank.above or "", rank.exact
    return Line(
        entrant=by_id[rank.id],
        rank=rank.rank,
        points=rank.points,
        record=rank.record,
        figures=tuple((name, shown, str(exact[name])) for name, shown in rank.figures.items()),
        reason=rank.reason.replace(f"as {above};", "as {above};") if above else rank.reason,
        above=by_id[above] if above else None,
        group=group,
    )
