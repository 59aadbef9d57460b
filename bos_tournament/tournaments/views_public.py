"""What everybody may follow without an account: pairings, standings, the bracket, and files to check them by hand."""

from collections.abc import Iterable
from typing import Any
from uuid import UUID

from django.core.paginator import Page
from django.db.models import Count, Prefetch, QuerySet, Sum
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from bos_tournament.matches.models import Match
from bos_tournament.tournaments import (
    access,
    access_desk,
    board,
    brackets,
    featuring,
    paging,
    polling,
    room,
    round_names,
    snapshots,
    standings,
)
from bos_tournament.tournaments.bracket_picture import pictures
from bos_tournament.tournaments.context import frame
from bos_tournament.tournaments.cross_table import cross_tables as drawn_tables
from bos_tournament.tournaments.kept_words import in_words
from bos_tournament.tournaments.models import Entrant, Pairing, Round, Sitting, Snapshot, Stage, Tournament
from bos_tournament.tournaments.stages import tables_found, tables_of


@require_safe
def pairings(request: HttpRequest, slug: str, number: int | None = None) -> HttpResponse:
    """A round by table, or with ?by=name by name; as many on a page as a hall usually holds, ?q= finds anybody."""
    tournament, rounds = access_desk.rounds_to_see(request.user, slug)
    round_ = access_desk.one_of(rounds, number)
    progress = _progress(round_)
    version = f"{tournament.version}.{progress['moves']}"
    return polling.answer(
        request,
        "tournaments/pairings.html",
        "tournaments/_pairings.html",
        version=version,
        context=lambda: _pairings(request, tournament, rounds, round_, progress),
    )


@require_safe
def announcement_banner(request: HttpRequest, slug: str) -> HttpResponse:
    """What the pages of matches ask for now and then: players sit there for a whole round."""
    tournament = access.tournament_to_see(request.user, slug)
    return render(request, "tournaments/_announcement.html", {"tournament": tournament, "asks": True})


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
def kept(request: HttpRequest, slug: str, stage: int, number: int) -> HttpResponse:
    """Standings as they were when a stage was closed; ones that were closed anew since stay readable."""
    tournament = access.tournament_to_see(request.user, slug)
    snapshot = access_desk.snapshot_of(tournament, stage, number)
    field = standings.field(tournament)
    entrants, found, words = {entrant.pk: entrant for entrant in field}, board.read(snapshot), paging.words(request)
    page = paging.page(request, _named(found.lines, entrants, words))
    context = {
        **frame(request, tournament),
        "snapshot": snapshot,
        **_shown(tournament, found, entrants, page, exact=True, me=request.user.pk, snapshot=snapshot),
        "words": words,
        "all": snapshot.stage.snapshots.order_by("number").values_list("number", "made_at", "reason"),
    }
    return render(request, "tournaments/kept.html", context)


@require_safe
def bracket(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = access.tournament_to_see(request.user, slug)
    stage = access_desk.bracket_stage(tournament)
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
    stage = access_desk.stage_of_everyone(tournament)
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
    return _file(f"{slug}.json", snapshots.file_of(tournament))


@require_safe
def round_file(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The event as it was known when this round was drawn: with the seed, anybody can draw it again."""
    tournament, round_ = access_desk.round_to_draw_again(request.user, slug, number)
    return _file(f"{slug}-before-round-{number}.json", standings.file_of(tournament, before=round_))


def _file(name: str, content: dict[str, object]) -> HttpResponse:
    response = JsonResponse(content, json_dumps_params={"ensure_ascii": False, "indent": 1})
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def _progress(round_: Round | None) -> dict[str, int]:
    """Tables of the round, those with a result, and a figure that grows whenever a match of it does."""
    matches = Match.objects.filter(pairing__round=round_) if round_ else Match.objects.none()
    found = matches.aggregate(all=Count("pk"), done=Count("finished_at"), moves=Sum("version"))
    return {name: value or 0 for name, value in found.items()}


def _pairings(
    request: HttpRequest, tournament: Tournament, rounds: list[Round], round_: Round | None, progress: dict[str, int]
) -> dict[str, object]:
    shared, words, by_name = frame(request, tournament), paging.words(request), request.GET.get("by") == "name"
    me = request.user.pk
    page = paging.page(request, _sittings(round_, words) if by_name else _places(round_, words))
    found = list(page) if round_ else []
    own = _own_table(round_, shared["own_entrant"], [] if by_name else found)
    return {
        **shared,
        **progress,
        "round": round_,
        "numbers": round_names.titles(rounds),
        "page": page,
        "words": words,
        "rows": [_by_name(one, me) for one in found] if by_name else [_row(one, me) for one in found if one.match],
        "byes": [] if by_name else [_row(pairing, me) for pairing in room.byes(found)],
        "mine": _row(own, me) if own and own.match else None,
        "by_name": by_name,
        "is_on": round_ is not None and featuring.is_on(round_, tournament),
        "is_swiss": bool(round_) and round_.stage.is_swiss,
        "is_bracket": bool(round_) and round_.stage.is_bracket,
    }


def _own_table(round_: Round | None, entrant: Entrant | None, shown: list[Pairing]) -> Pairing | None:
    """Where somebody sits in a round, taken from what the page shows anyway if it stands there."""
    if round_ is None or entrant is None:
        return None
    for pairing in shown:
        if entrant.pk in [sitting.entrant_id for sitting in pairing.sittings.all()]:
            return pairing
    return tables_of(round_).filter(sittings__entrant=entrant).first()


def _places(round_: Round | None, words: str) -> QuerySet[Pairing]:
    return tables_found(round_, words) if round_ else Pairing.objects.none()


def _sittings(round_: Round | None, words: str) -> "paging.Ordered[Sitting]":
    """Everybody once, in alphabetical order."""
    rows = Sitting.objects.filter(round=round_) if round_ else Sitting.objects.none()
    if words:
        rows = rows.filter(entrant__user__handle__icontains=words)
    names = sorted(rows.values_list("entrant__user__handle", "pk"), key=lambda row: row[0].casefold())
    people = Prefetch("pairing__sittings", Sitting.objects.select_related("entrant__user"))
    whole = Sitting.objects.select_related("pairing", "entrant__user").prefetch_related(people)
    return paging.Ordered(whole, [pk for _, pk in names])


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


def _by_name(sitting: Sitting, me: UUID | None) -> dict[str, object]:
    """A person with their table and whom they meet."""
    person, people = sitting.entrant.user, [one.entrant.user for one in sitting.pairing.sittings.all()]
    others = [other for other in people if other != person]
    return {"pairing": sitting.pairing, "name": str(person), "others": others, "me": person.pk == me}


def _standings(request: HttpRequest, tournament: Tournament, edition: board.Edition) -> dict[str, object]:
    field = standings.field(tournament)
    entrants = {entrant.pk: entrant for entrant in field}
    found = board.board(tournament, field, edition.version)
    exact, words = request.GET.get("figures") == "exact", paging.words(request)
    lines = _named(found.lines, entrants, words)
    page = paging.page(request, lines)
    shown, (title, places) = {line.entrant for line in page}, board.listed(tournament, found, entrants)
    own = next((at for at, line in enumerate(lines) if entrants[line.entrant].user_id == request.user.pk), None)
    return {
        **frame(request, tournament),
        "closed": round_names.number_called(tournament, edition.closed),
        **_shown(tournament, found, entrants, page, exact=exact, me=request.user.pk),
        "words": words,
        "own_rank": lines[own].rank if own is not None and lines[own].entrant not in shown else None,
        "own_page": own // paging.AT_ONCE + 1 if own is not None else None,
        "closed_since": found.closings,
        "exact": exact,
        "outlooks": [(entrants[pk], one) for pk, one in found.outlooks if pk in shown],
        "champions": board.champions(tournament, found, entrants),
        "places_title": title,
        "places": [(place, entrants[pk]) for place, pk in places],
    }


def _named(lines: Iterable[board.Line], entrants: dict[UUID, Entrant], words: str) -> list[board.Line]:
    """The lines of everybody with these words in their name."""
    return [line for line in lines if words.casefold() in str(entrants[line.entrant].user).casefold()]


def _shown(
    tournament: Tournament,
    found: board.Board,
    entrants: dict[UUID, Entrant],
    page: "Page[board.Line]",
    *,
    exact: bool,
    me: UUID | None,
    snapshot: Snapshot | None = None,
) -> dict[str, object]:
    """A page of ranks and the places, as they stand or as a snapshot keeps them."""
    rows = [_rank(line, entrants, found.columns, exact=exact, me=me) for line in page]
    return {
        "page": page,
        "tables": _tables(tournament, rows, snapshot),
        "columns": [in_words(one) for one in found.columns],
        "rule": [in_words(one) for one in found.rule],
        "places": [(place, entrants[pk]) for place, pk in found.places],
    }


def _tables(tournament: Tournament, rows: list[dict[str, Any]], snapshot: Snapshot | None) -> list[dict[str, object]]:
    """The one table of ranks, or a table for each group with its cross-table, of the rows of a page."""
    goes_on = _going_on(tournament)
    drawn = {}
    if tournament.has_groups and rows:
        stage = tournament.stages.get(format=Stage.Format.GROUPS)
        drawn = {one.group: one for one in drawn_tables(stage, closed_only=True, kept=snapshot)}
    return [
        {
            "group": group,
            "rows": [
                row | {"goes_on": str(row["line"].entrant) in goes_on} for row in rows if row["line"].group == group
            ],
            "cross": drawn.get(group),
        }
        for group in dict.fromkeys(row["line"].group for row in rows)
    ]


def _going_on(tournament: Tournament) -> frozenset[str]:
    """Who plays on in the bracket after these standings; empty until it is drawn."""
    if not tournament.has_cut:
        return frozenset()
    seeds = tournament.stages.filter(format__in=Stage.BRACKETS).values_list("seeds", flat=True).first()
    return frozenset(seeds or ())


def _rank(
    line: board.Line, entrants: dict[UUID, Entrant], columns: tuple[str, ...], *, exact: bool, me: UUID | None
) -> dict[str, object]:
    entrant = entrants[line.entrant]
    return {
        "line": line,
        "entrant": entrant,
        "record": "–".join(map(str, line.record)),
        "figures": [
            (short, fraction if exact else shown, fraction)
            for short, (_, shown, fraction) in zip(columns, line.figures, strict=True)
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
