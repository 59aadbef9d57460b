"""What everybody may follow without an account: pairings, standings, the bracket, and files to check them by hand."""

from uuid import UUID

from django.db.models import Sum
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import require_safe

from bos_tournament.matches.models import Match
from bos_tournament.pairing.tie_breaks import TIE_BREAKS
from bos_tournament.tournaments import access, access_desk, board, brackets, polling, room, standings
from bos_tournament.tournaments.bracket_picture import pictures
from bos_tournament.tournaments.context import frame
from bos_tournament.tournaments.cross_table import cross_tables as drawn_tables
from bos_tournament.tournaments.models import Entrant, Pairing, Round, Stage, Tournament
from bos_tournament.tournaments.stages import tables_of


@require_safe
def pairings(request: HttpRequest, slug: str, number: int | None = None) -> HttpResponse:
    """A round by table, or with ?by=name by name; all on one page, so that the browser's search finds everybody."""
    tournament, rounds = access_desk.rounds_to_see(request.user, slug)
    round_ = access_desk.one_of(rounds, number)
    version = f"{tournament.version}.{_moves(round_)}"
    return polling.answer(
        request,
        "tournaments/pairings.html",
        "tournaments/_pairings.html",
        version=version,
        context=lambda: _pairings(request, tournament, rounds, round_),
    )


@require_safe
def standings_(request: HttpRequest, slug: str) -> HttpResponse:
    """The standings after the last closed round, each rank with its reason; ?figures=exact shows fractions."""
    tournament = access.tournament_to_see(request.user, slug)
    edition = board.edition(tournament)
    return polling.answer(
        request,
        "tournaments/standings.html",
        "tournaments/_standings.html",
        version=edition.version,
        context=lambda: _standings(request, tournament, edition),
    )


@require_safe
def bracket(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = access.tournament_to_see(request.user, slug)
    moves = Sum("rounds__pairings__match__version")
    stage = tournament.stages.filter(format__in=Stage.BRACKETS).annotate(moves=moves).first()
    if stage is None:
        raise Http404("This tournament has no bracket yet.")
    return polling.answer(
        request,
        "tournaments/bracket.html",
        "tournaments/_bracket.html",
        version=f"{tournament.version}.{stage.moves}",
        context=lambda: _bracket(request, tournament, stage),
    )


@require_safe
def cross_table(request: HttpRequest, slug: str) -> HttpResponse:
    """Everyone's results against everyone, as a drawing."""
    tournament = access.tournament_to_see(request.user, slug)
    moves = Sum("rounds__pairings__match__version")
    stage = tournament.stages.filter(format__in=Stage.EVERYONE).annotate(moves=moves).first()
    if stage is None:
        raise Http404("Not everyone meets everyone in this tournament.")
    return polling.answer(
        request,
        "tournaments/cross_table.html",
        "tournaments/_cross_table.html",
        version=f"{tournament.version}.{stage.moves}",
        context=lambda: {**frame(request, tournament), "tables": drawn_tables(stage)},
    )


@require_safe
def standings_file(request: HttpRequest, slug: str) -> HttpResponse:
    """The closed Swiss rounds as a file from which anybody can compute the standings."""
    tournament = access.tournament_to_see(request.user, slug)
    return _file(f"{slug}.json", standings.file_of(tournament))


@require_safe
def round_file(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The event as it stood when this round was drawn: with the seed, anybody can draw it again."""
    tournament, rounds = access_desk.rounds_to_see(request.user, slug)
    round_ = access_desk.one_of(rounds, number)
    if round_ is None or round_.stage.is_bracket:
        raise Http404("A bracket follows from its seeds and results; see the bracket.")
    return _file(f"{slug}-before-round-{number}.json", standings.file_of(tournament, before=number))


def _file(name: str, content: dict[str, object]) -> HttpResponse:
    response = JsonResponse(content, json_dumps_params={"ensure_ascii": False, "indent": 1})
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def _moves(round_: Round | None) -> int:
    """Grows whenever a match of the round does."""
    return Match.objects.filter(pairing__round=round_).aggregate(all=Sum("version"))["all"] or 0 if round_ else 0


def _pairings(
    request: HttpRequest, tournament: Tournament, rounds: list[Round], round_: Round | None
) -> dict[str, object]:
    found = list(tables_of(round_)) if round_ else []
    by_name = request.GET.get("by") == "name"
    tables = _by_table(found, request.user.pk)
    return {
        **frame(request, tournament),
        "round": round_,
        "numbers": [one.number for one in rounds],
        "rows": _by_name(found, request.user.pk) if by_name else tables,
        "byes": [] if by_name else [_row(pairing, request.user.pk) for pairing in room.byes(found)],
        "mine": next((row for row in tables if row["me"]), None),
        "by_name": by_name,
        "done": sum(row["over"] for row in tables),
        "all": len(tables),
        "is_swiss": bool(round_) and round_.stage.is_swiss,
        "is_bracket": bool(round_) and round_.stage.is_bracket,
    }


def _by_table(found: list[Pairing], me: UUID | None) -> list[dict[str, object]]:
    return [_row(pairing, me) for pairing in found if pairing.match]


def _row(pairing: Pairing, me: UUID | None) -> dict[str, object]:
    people = [sitting.entrant.user for sitting in pairing.sittings.all()]
    match = pairing.match
    over = match is not None and match.step == Match.Step.FINISHED
    return {
        "pairing": pairing,
        "people": people,
        "me": me in [person.pk for person in people],
        "over": over,
        "result": room.result_of(match) if over else "",
        "reason": match.get_reason_display() if over and match.reason != "played" else "",
    }


def _by_name(found: list[Pairing], me: UUID | None) -> list[dict[str, object]]:
    """Every person once, in alphabetical order, with their table and whom they meet."""
    rows = []
    for pairing in found:
        people = [sitting.entrant.user for sitting in pairing.sittings.all()]
        for person in people:
            others = [other for other in people if other != person]
            rows.append({"pairing": pairing, "name": str(person), "others": others, "me": person.pk == me})
    return sorted(rows, key=lambda row: str(row["name"]).casefold())


def _standings(request: HttpRequest, tournament: Tournament, edition: board.Edition) -> dict[str, object]:
    field = standings.field(tournament)
    entrants = {entrant.pk: entrant for entrant in field}
    found = board.board(tournament, field, edition.version)
    exact = request.GET.get("figures") == "exact"
    return {
        **frame(request, tournament),
        "closed": edition.closed,
        "tables": _tables(tournament, found, entrants, exact=exact, me=request.user.pk),
        "columns": [TIE_BREAKS[key].short for key in tournament.tie_break_order],
        "rule": standings.rule_of(tournament),
        "exact": exact,
        "places": [(place, entrants[pk]) for place, pk in found.places],
        "outlooks": [(entrants[pk], one) for pk, one in found.outlooks],
        "champions": board.champions(tournament, found, entrants),
    }


def _tables(
    tournament: Tournament, found: board.Board, entrants: dict[UUID, Entrant], *, exact: bool, me: UUID | None
) -> list[dict[str, object]]:
    """The one table of ranks, or a table for each group with its cross-table."""
    goes_on = _going_on(tournament)
    drawn = {}
    if tournament.has_groups and found.lines:
        stage = tournament.stages.get(format=Stage.Format.GROUPS)
        drawn = {one.group: one for one in drawn_tables(stage, closed_only=True)}
    return [
        {
            "group": group,
            "rows": [
                _rank(line, entrants, exact=exact, me=me) | {"goes_on": str(line.entrant) in goes_on}
                for line in found.lines
                if line.group == group
            ],
            "cross": drawn.get(group),
        }
        for group in dict.fromkeys(line.group for line in found.lines)
    ]


def _going_on(tournament: Tournament) -> frozenset[str]:
    """Who plays on in the bracket after these standings; empty until it is drawn."""
    if not tournament.has_cut:
        return frozenset()
    seeds = tournament.stages.filter(format__in=Stage.BRACKETS).values_list("seeds", flat=True).first()
    return frozenset(seeds or ())


def _rank(line: board.Line, entrants: dict[UUID, Entrant], *, exact: bool, me: UUID | None) -> dict[str, object]:
    entrant = entrants[line.entrant]
    return {
        "line": line,
        "entrant": entrant,
        "record": "–".join(map(str, line.record)),
        "figures": [
            (TIE_BREAKS[key].short, fraction if exact else shown, fraction) for key, shown, fraction in line.figures
        ],
        "reason": board.reason(line, entrants),
        "me": entrant.user_id == me,
    }


def _bracket(request: HttpRequest, tournament: Tournament, stage: Stage) -> dict[str, object]:
    found = brackets.Bracket(stage)
    return {
        **frame(request, tournament),
        "pictures": pictures(found),
        "is_double": found.is_double,
        "byes": [found.entrants[seed] for seed in found.byes()],
        "champion": found.champion,
        "places": found.places(),
    }
