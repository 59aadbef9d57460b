"""What everybody may follow without an account: pairings, standings, the bracket, and files to check them by hand."""

from collections.abc import Iterable
from typing import Any
from uuid import UUID

from django.contrib.postgres.aggregates import StringAgg
from django.contrib.postgres.expressions import ArraySubquery
from django.core.paginator import Page, Paginator
from django.db.models import Count, OuterRef, Prefetch, QuerySet, Sum, TextField, Value
from django.db.models.functions import Cast, Concat
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from bos_tournament.matches.models import Match, Seat
from bos_tournament.messages import localize_kept, localizer
from bos_tournament.operations import pagination
from bos_tournament.operations.prepared_queries import Prepared
from bos_tournament.operations.templatetags.links import address_of
from bos_tournament.tournaments.access import desk_access, live_page, tournament_access
from bos_tournament.tournaments.access.page_context import tournament_context
from bos_tournament.tournaments.models import Entrant, Pairing, Round, Sitting, Snapshot, Stage, Standings, Tournament
from bos_tournament.tournaments.standings import (
    bracket_pages,
    featured_matches,
    final_standings,
    leaderboard,
    outlooks,
    pairing_rows,
    rank_rows,
    standings_rows,
)
from bos_tournament.tournaments.standings import (
    cross_table as results_of_everyone,
)
from bos_tournament.tournaments.standings.own_seats import OwnSeats
from bos_tournament.tournaments.structure import bracket_stage, round_names, stage_standings

RANKS_AT_ONCE, IN_GROUPS_AT_ONCE = 64, 24
MOST_PLACES = 16  # beside a bracket; the standings have all
BESIDE_RANKS = 384  # cells of cross-tables beside ranks


@require_safe
def pairings(request: HttpRequest, slug: str, number: int | None = None) -> HttpResponse:
    """A round by table, or with ?by=name by name; as many on a page as a hall usually holds, ?q= finds anybody."""
    tournament, rounds = desk_access.rounds_to_see(request.user, slug)
    round_ = desk_access.one_of(rounds, number)
    progress = _progress(round_)
    version = f"{tournament.version}.{progress['moves']}"
    return live_page.render_live_page(
        request,
        "tournaments/pairings.html",
        "tournaments/_pairings.html",
        version=version,
        context=lambda: _pairings(request, tournament, rounds, round_, progress),
        kept_for=lambda: _topics(tournament, MATCHES(round_=round_.pk) if round_ else ()),
        own=_own_seats(request, tournament, round_),
    )


@require_safe
def announcement_banner(request: HttpRequest, slug: str) -> HttpResponse:
    """What the pages of matches ask for now and then: players sit there for a whole round."""
    tournament = tournament_access.tournament_to_see(request.user, slug)
    return render(request, "tournaments/_announcement.html", {"tournament": tournament, "asks": True})


@require_safe
def standings_page(request: HttpRequest, slug: str) -> HttpResponse:
    """The standings after the last closed round, each rank with its reason; ?figures=exact shows fractions."""
    tournament = tournament_access.tournament_to_see(request.user, slug)
    standings = leaderboard.standings_of(tournament)
    return live_page.render_live_page(
        request,
        "tournaments/standings.html",
        "tournaments/_standings.html",
        version=leaderboard.version_of(tournament, standings),
        context=lambda: _standings(request, tournament, standings),
        kept_for=lambda: _topics(tournament),  # a corrected result of a closed round is told of as the tournament's
    )


@require_safe
def final_standings_page(request: HttpRequest, slug: str, stage: int, number: int) -> HttpResponse:
    """Standings as they were when a stage was closed; ones that were closed anew since stay readable."""
    tournament = tournament_access.tournament_to_see(request.user, slug)
    snapshot = desk_access.snapshot_of(tournament, stage, number)
    field = stage_standings.entrants_by_place(tournament)
    entrants, board, words = (
        {entrant.pk: entrant for entrant in field},
        leaderboard.board_of(snapshot),
        pagination.search_words(request),
    )
    page = pagination.page(request, _named(board.lines, entrants, words), at_once=_ranks_at_once(tournament))
    context = {
        **tournament_context(request, tournament),
        "snapshot": snapshot,
        **_shown(
            tournament,
            page,
            entrants,
            board,
            _last_stage(tournament),
            exact=True,
            me=request.user.pk,
            snapshot=snapshot,
        ),
        "places": [(place, entrants[pk]) for place, pk in board.places],
        "words": words,
        "all": snapshot.stage.snapshots.order_by("number").values_list("number", "made_at", "reason"),
    }
    return render(request, "tournaments/final_standings.html", context)


@require_safe
def bracket(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = tournament_access.tournament_to_see(request.user, slug)
    stage = desk_access.bracket_stage(tournament)
    return live_page.render_live_page(
        request,
        "tournaments/bracket.html",
        "tournaments/_bracket.html",
        version=f"{tournament.version}.{stage.moves}",
        context=lambda: _bracket(request, tournament, stage),
        kept_for=lambda: _topics(tournament, _topics_of(Pairing.objects.filter(round__stage=stage))),
    )


@require_safe
def cross_table(request: HttpRequest, slug: str) -> HttpResponse:
    """Everyone's results against everyone, as a drawing."""
    tournament = tournament_access.tournament_to_see(request.user, slug)
    stage = desk_access.stage_of_everyone(tournament)
    return live_page.render_live_page(
        request,
        "tournaments/cross_table.html",
        "tournaments/_cross_table.html",
        version=f"{tournament.version}.{stage.moves}",
        context=lambda: _cross_tables(request, tournament, stage),
        kept_for=lambda: _topics(tournament, _topics_of(Pairing.objects.filter(round__stage=stage))),
    )


@require_safe
def standings_event_file(request: HttpRequest, slug: str) -> HttpResponse:
    """The closed Swiss rounds as a file from which anybody can compute the standings."""
    tournament = tournament_access.tournament_to_see(request.user, slug)
    return _file(f"{slug}.json", final_standings.export_closed_event(tournament))


@require_safe
def round_event_file(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The event as it was known when this round was drawn: with the seed, anybody can draw it again."""
    tournament, round_ = desk_access.round_to_draw_again(request.user, slug, number)
    return _file(f"{slug}-before-round-{number}.json", stage_standings.export_event(tournament, before=round_))


def _topics(tournament: Tournament, of_matches: Iterable[str] = ()) -> list[str]:
    """What hints are about that change a page: the tournament, and these topics of matches, many in a text."""
    return [f"tournament:{tournament.pk}", *" ".join(of_matches).split()]


def _file(name: str, content: dict[str, object]) -> HttpResponse:
    response = JsonResponse(content, json_dumps_params={"ensure_ascii": False, "indent": 1})
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def _counted(round_: UUID) -> QuerySet[Pairing, Any]:
    of_match = {"all": Count("match"), "done": Count("match__finished_at"), "moves": Sum("match__version")}
    counts = Pairing.objects.filter(round=round_).order_by().values("round").annotate(pairs=Count("pk"), **of_match)
    return counts.values("pairs", "all", "done", "moves")


def _matches(round_: UUID) -> QuerySet[Pairing, str]:
    return _topics_of(Pairing.objects.filter(round=round_))


def _topics_of(pairings: QuerySet[Pairing]) -> QuerySet[Pairing, str]:
    """The topics of their matches, those of a round in one text: a row for each would cost as much as a page."""
    topic = Concat(Value("match:"), Cast("match", TextField()))
    rounds = pairings.filter(match__isnull=False).order_by().values("round")
    return rounds.annotate(topics=StringAgg(topic, " ")).values_list("topics", flat=True)


COUNTED, MATCHES = Prepared(_counted, round_=UUID), Prepared(_matches, round_=UUID)


def _progress(round_: Round | None) -> dict[str, int]:
    """Pairings of the round, their matches, those with a result, and a figure that grows whenever a match does."""
    if round_ is None:
        return {"pairs": 0, "all": 0, "done": 0, "moves": 0}
    counts = next(iter(COUNTED(round_=round_.pk)), {"pairs": 0, "all": 0, "done": 0, "moves": 0})
    return {name: value or 0 for name, value in counts.items()}


def _pairings(
    request: HttpRequest, tournament: Tournament, rounds: list[Round], round_: Round | None, progress: dict[str, int]
) -> dict[str, object]:
    shared, words, by_name = (
        tournament_context(request, tournament),
        pagination.search_words(request),
        request.GET.get("by") == "name",
    )
    me = request.user.pk
    rows = _sittings(round_, words) if by_name else pairing_rows.pairing_rows(round_, words, count=progress["pairs"])
    page = pagination.page(request, rows)
    own = _own_table(round_, shared["own_entrant"])
    return {
        **shared,
        **progress,
        "round": round_,
        "links": _links_to(rounds, tournament, round_),
        "page": page,
        "words": words,
        "rows": [_by_name(sitting, me) for sitting in page.object_list] if by_name else page.object_list,
        "byes": [] if by_name else [row for row in page.object_list if not row.match],
        "own": own,
        "own_pairing": str(own.pk) if own else "",
        "mine": _mine(own) if own and own.match else None,
        "by_name": by_name,
        "is_on": round_ is not None and featured_matches.is_on(round_, tournament),
        "is_swiss": round_ is not None and round_.stage.is_swiss,
        "is_bracket": round_ is not None and round_.stage.is_bracket,
    }


def _links_to(rounds: list[Round], tournament: Tournament, here: Round | None) -> list[tuple[str, str, bool]]:
    """What each round is called, where its pairings are, and whether they are these."""
    home = address_of("tournaments:pairings", tournament.slug)
    return [(round_names.title(round_), f"{home}{round_.number}/", round_ == here) for round_ in rounds]


def _own_seats(request: HttpRequest, tournament: Tournament, round_: Round | None) -> OwnSeats:
    """How players find their table while the tournament runs; by name the page says “you” in more places."""
    told = tournament.state == Tournament.State.RUNNING and not tournament.is_private and "by" not in request.GET
    return OwnSeats(tournament.pk, round_.pk if round_ and told else None)


def _own_table(round_: Round | None, entrant: Entrant | None) -> Pairing | None:
    """Where somebody sits in a round, with the `names` there and the `wins` of the match, both by seat. One query."""
    if round_ is None or entrant is None:
        return None
    sittings = Sitting.objects.filter(pairing=OuterRef("pk")).order_by("number").values("entrant__user__handle")
    seats = Seat.objects.filter(match=OuterRef("match")).order_by("number").values("games_won")
    tables = Pairing.objects.filter(round=round_, sittings__entrant=entrant).select_related("match")
    return tables.annotate(names=ArraySubquery(sittings), wins=ArraySubquery(seats)).first()


def _sittings(round_: Round | None, words: str) -> "pagination.Ordered[Sitting]":
    """Everybody once, in alphabetical order."""
    rows = Sitting.objects.filter(round=round_) if round_ else Sitting.objects.none()
    if words:
        rows = rows.filter(entrant__user__handle__icontains=words)
    names = sorted(rows.values_list("entrant__user__handle", "pk"), key=lambda row: row[0].casefold())
    people = Prefetch("pairing__sittings", Sitting.objects.select_related("entrant__user"))
    whole = Sitting.objects.select_related("pairing", "entrant__user").prefetch_related(people)
    return pagination.Ordered(whole, [pk for _, pk in names])


def _mine(own: Any) -> dict[str, object]:
    """What the page says of the reader's own table."""
    over = own.match.step == Match.Step.FINISHED
    return {
        "pairing": own,
        "people": [{"handle": name} for name in own.names],
        "result": "–".join(map(str, own.wins)) if over else "",
    }


def _by_name(sitting: Sitting, me: UUID | None) -> dict[str, object]:
    """A person with their table and whom they meet."""
    person, people = sitting.entrant.user, [row.entrant.user for row in sitting.pairing.sittings.all()]
    others = [other for other in people if other != person]
    return {"pairing": sitting.pairing, "name": str(person), "others": others, "me": person.pk == me}


def _standings(request: HttpRequest, tournament: Tournament, standings: Standings) -> dict[str, object]:
    exact, words = request.GET.get("figures") == "exact", pagination.search_words(request)
    ranks = standings_rows.ranked_lines(standings, words)
    at_once = _ranks_at_once(tournament)
    page = pagination.page(request, ranks, at_once=at_once)
    places = pagination.page(request, standings_rows.places(standings), at_once=at_once)
    entrants = standings_rows.people_on(page.object_list, also=[pk for _place, pk in places])
    shared, stage = tournament_context(request, tournament), _last_stage(tournament)
    is_first = stage is not None and stage.number == 1 and stage.finished_at is None  # nothing is closed yet
    own = ranks.own(shared["own_entrant"])
    on_page = own is not None and page.start_index() <= own[0] + 1 <= page.end_index()
    return {
        **shared,
        "closed": round_names.number_called(tournament, standings.closed, last=stage),
        **_shown(tournament, page, entrants, standings, stage, exact=exact, me=request.user.pk),
        "words": words,
        "own_rank": own[1] if own and not on_page else None,
        "own_page": own[0] // at_once + 1 if own else None,
        "closed_since": [] if is_first else leaderboard.latest_snapshots(tournament),
        "exact": exact,
        "has_outlooks": outlooks.outlooks(tournament, standings, stage) is not None,
        "champions": standings_rows.champions(tournament),
        "places_title": standings_rows.places_title(tournament),
        "places_page": places,
        "places": [(place, entrants[pk]) for place, pk in places],
    }


def _ranks_at_once(tournament: Tournament) -> int:
    """Ranks on a page, with the cross-tables of their groups beside them."""
    return IN_GROUPS_AT_ONCE if tournament.has_groups else RANKS_AT_ONCE


def _named(
    lines: Iterable[leaderboard.BoardLine], entrants: standings_rows.People, words: str
) -> list[leaderboard.BoardLine]:
    """The lines of everybody with these words in their name."""
    return [line for line in lines if words.casefold() in str(entrants[line.entrant].user).casefold()]


def _shown(
    tournament: Tournament,
    page: "Page[leaderboard.BoardLine]",
    entrants: standings_rows.People,
    board: leaderboard.Board | Standings,
    stage: Stage | None,
    *,
    exact: bool,
    me: UUID | None,
    snapshot: Snapshot | None = None,
) -> dict[str, object]:
    """A page of ranks, as they stand or as a snapshot keeps them."""
    columns, goes_on, say = standings_rows.headings(board.columns), _going_on(stage), localizer()
    rows = [
        _rank(line, entrants, columns, exact=exact, me=me)
        | {"reason": standings_rows.reason(line, entrants, say), "goes_on": str(line.entrant) in goes_on}
        for line in page.object_list
    ]
    return {
        "page": page,
        "tables": _tables(tournament, rows, snapshot),
        "columns": columns,
        "rule": list(map(localize_kept, board.rule)),
    }


def _tables(tournament: Tournament, rows: list[dict[str, Any]], snapshot: Snapshot | None) -> list[dict[str, object]]:
    """The one table of ranks, or a table for each group with its cross-table, of the rows of a page."""
    cross = _shown_below_ranks(rows, snapshot) if snapshot and tournament.has_groups else {}
    groups: dict[str, list[dict[str, Any]]] = {}
    for row in rows:
        groups.setdefault(row["line"].group, []).append(row)
    return [
        {
            "group": group,
            "rows": ranked,
            "drawn": rank_rows.draw_rows(tournament, ranked, snapshot),
            "cross": cross.get(group),
        }
        for group, ranked in groups.items()
    ]


def _shown_below_ranks(rows: list[dict[str, Any]], snapshot: Snapshot) -> dict[str, results_of_everyone.CrossTable]:
    """By group the cross-tables of these rows, as far as a page has room for both."""
    groups = {row["line"].group for row in rows}
    tables = results_of_everyone.cross_tables(snapshot.stage, snapshot=snapshot) if rows else []
    shown = {table.group: table for table in tables if table.group in groups}
    return shown if sum(len(table.rows) ** 2 for table in shown.values()) <= BESIDE_RANKS else {}


def _cross_tables(request: HttpRequest, tournament: Tournament, stage: Stage) -> dict[str, object]:
    tables = results_of_everyone.cross_tables(stage)
    at_once, groups = results_of_everyone.on_a_page(tables), [table.group for table in tables]
    group = request.GET.get("group", "")
    asked = groups.index(group) // at_once + 1 if group in groups else request.GET.get("page")
    return {**tournament_context(request, tournament), "page": Paginator(tables, at_once).get_page(asked)}


def _stages(tournament: UUID) -> QuerySet[Stage]:
    return Stage.objects.filter(tournament=tournament).order_by("-number")


STAGES = Prepared(_stages, tournament=UUID)


def _last_stage(tournament: Tournament) -> Stage | None:
    """Of a tournament with a cut; None for others."""
    return next(iter(STAGES(tournament=tournament.pk)), None) if tournament.has_cut else None


def _going_on(stage: Stage | None) -> frozenset[str]:
    """Who plays on in the bracket after these standings; empty until it is drawn."""
    return frozenset(stage.seeds if stage and stage.is_bracket else ())


def _rank(
    line: leaderboard.BoardLine,
    entrants: standings_rows.People,
    columns: tuple[str, ...],
    *,
    exact: bool,
    me: UUID | None,
) -> dict[str, object]:
    entrant = entrants[line.entrant]
    return {
        "line": line,
        "entrant": entrant,
        "record": "–".join(map(str, line.record)),
        "figures": [
            (short, fraction, fraction if exact else text)
            for short, (_, text, fraction) in zip(columns, line.figures, strict=True)
        ],
        "me": entrant.user_id == me,
    }


def _bracket(request: HttpRequest, tournament: Tournament, stage: Stage) -> dict[str, object]:
    """A page of it: with ?page= that one, else where the reader plays, else where anybody does."""
    bracket_ = bracket_stage.Bracket(stage)
    found = bracket_pages.pages(bracket_)
    asked = request.GET.get("page") or bracket_pages.first_shown(bracket_, found, request.user.pk)
    page = Paginator(found, 1).get_page(asked)
    shown, places = found[page.number - 1], bracket_.places()
    return {
        **tournament_context(request, tournament),
        "page": page,
        "pages": [(at, one.label) for at, one in enumerate(found, start=1)],
        "label": shown.label,
        "pictures": shown.pictures(bracket_),
        "is_double": bracket_.is_double,
        "byes": shown.byes(bracket_),
        "champion": bracket_.champion,
        "places": places[:MOST_PLACES],
        "more_places": len(places) > MOST_PLACES,
    }
