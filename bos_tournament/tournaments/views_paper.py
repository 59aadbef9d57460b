"""Pages about paper: what can be printed, every sheet as a PDF, and the slips that come back."""

from collections.abc import Iterable, Sequence

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import BooleanField, Count, ExpressionWrapper, Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from bos_tournament.errors import Refused
from bos_tournament.tournaments import (
    access,
    access_desk,
    board,
    deck_sheets,
    paging,
    paper,
    printing,
    room,
    round_names,
    seating,
    slips,
)
from bos_tournament.tournaments.access_desk import member
from bos_tournament.tournaments.context import frame
from bos_tournament.tournaments.forms_paper import DeckSheetsForm, SlipForm
from bos_tournament.tournaments.forms_planning import show_refusal
from bos_tournament.tournaments.models import Pairing, Round, Stage, Tournament
from bos_tournament.tournaments.printing import A4, LETTER
from bos_tournament.tournaments.sheets import Sheet
from bos_tournament.tournaments.stages import position, rounds_of, tables_found, tables_of


@login_required
@require_safe
def index(request: HttpRequest, slug: str) -> HttpResponse:
    """Everything that can be printed now."""
    return _render_index(request, access.staff_of(request.user, slug))


@login_required
@require_safe
def pack(request: HttpRequest, slug: str) -> HttpResponse:
    """All that is needed to go on without a network, at any moment, in one print."""
    tournament = access.staff_of(request.user, slug)
    return printed(request, tournament, "print-pack", paper.pack(tournament, site=request.build_absolute_uri("/")[:-1]))


@require_safe
def pairings(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """A published round by table, or with ?by=name by name, for everybody."""
    tournament, rounds = access_desk.rounds_to_see(request.user, slug)
    round_ = access_desk.one_of(rounds, number)
    assert round_ is not None
    by_name = request.GET.get("by") == "name"
    listed = (paper.by_name if by_name else paper.by_table)(round_, list(tables_of(round_)))
    return printed(request, tournament, f"round-{number}-by-{'name' if by_name else 'table'}", [listed])


@require_safe
def standings(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = access.tournament_to_see(request.user, slug)
    return printed(request, tournament, "standings", _some(paper.ranks(tournament), _("There are no standings yet.")))


@require_safe
def bracket(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = access.tournament_to_see(request.user, slug)
    sheets = _some(paper.brackets(tournament), _("This tournament has no bracket yet."))
    return printed(request, tournament, "bracket", sheets)


@login_required
@require_safe
def badges(request: HttpRequest, slug: str) -> HttpResponse:
    """A badge with a code for everybody who has a place."""
    tournament = access.staff_of(request.user, slug)
    sheets = _some(paper.badges(tournament), _("Nobody is in yet, so there are no badges."))
    return printed(request, tournament, "badges", sheets)


@login_required
@require_safe
def result_slips(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Slips for all tables of a round, drafts too."""
    round_ = access_desk.round_to_look_at(request.user, slug, number)
    entry = request.build_absolute_uri(paper.entry_page(round_))
    sheet = paper.slips(round_, list(tables_of(round_)), entry=entry)
    return printed(request, round_.stage.tournament, f"slips-{number}", [sheet])


@login_required
@require_safe
def log_sheets(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Sheets for writing games down, one for each table of a round."""
    round_ = access_desk.round_to_look_at(request.user, slug, number)
    sheets = paper.log_sheets(round_, list(tables_of(round_)))
    return printed(request, round_.stage.tournament, f"log-sheets-{number}", sheets or [paper.LogSheet()])


@login_required
@require_POST
def check_sheets(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The decks expected now, to be ticked off; each look is on record before anything is printed."""
    round_ = access_desk.round_to_check(request.user, slug, number)
    form = DeckSheetsForm(request.POST)
    if form.is_valid():
        said = form.cleaned_data
        try:
            sheets = deck_sheets.deck_sheets(
                round_, tables=said["tables"], by=member(request.user), purpose=said["purpose"]
            )
            return printed(request, round_.stage.tournament, f"deck-checks-{number}", sheets)
        except Refused as refusal:
            form.add_error("tables", str(refusal))
    return _render_index(request, round_.stage.tournament, form, status=422)


@login_required
@require_POST
def list_sheets(request: HttpRequest, slug: str) -> HttpResponse:
    """Before the first round: the lists as they were handed in, to be ticked off; each look is on record."""
    tournament = access.lists_to_print(request.user, slug)
    form = DeckSheetsForm(request.POST)
    if form.is_valid():
        try:
            sheets = deck_sheets.list_sheets(tournament, by=member(request.user), **form.cleaned_data)
            return printed(request, tournament, "lists", sheets)
        except Refused as refusal:
            form.add_error("tables", str(refusal))
    return _render_index(request, tournament, form, status=422)


@login_required
@require_safe
def own_list(request: HttpRequest, slug: str) -> HttpResponse:
    """One's own list on a sheet."""
    tournament = access.tournament_to_see(request.user, slug)
    version = access.entrant_with_list(request.user, tournament).deck_version
    if version is None:
        raise Http404(_("You have not handed in a list."))
    return printed(request, tournament, "list", [deck_sheets.own_sheet(version, tournament)])


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def enter_slips(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """One slip after the other: table, games, Enter. What is refused stays as it was typed.

    The code on a slip opens this page with its table.
    """
    round_ = access_desk.round_to_look_at(request.user, slug, number)
    if request.method != "POST":
        return _render_slips(request, round_, SlipForm.scanned(request.GET.get("table", "")))
    form = SlipForm(request.POST)
    if form.is_valid():
        said = form.cleaned_data
        try:
            told = slips.enter(
                round_, table=said["table"], games=said["games"], by=member(request.user), note=said["note"]
            )
            messages.success(request, " ".join(told))
            return redirect("tournaments:enter_slips", slug, number)
        except Refused as refusal:
            show_refusal(form, refusal)
    return _render_slips(request, round_, form, status=422)


def printed(request: HttpRequest, tournament: Tournament, name: str, sheets: Iterable[Sheet]) -> HttpResponse:
    """The sheets as a PDF that the browser shows, in the size that it asks for."""
    size = LETTER if request.GET.get("size") == LETTER else A4
    return printing.printed(tournament, name, sheets, size=size)


def _some(sheets: Sequence[Sheet], missing: str) -> Sequence[Sheet]:
    """The sheets; 404 where there is nothing to print."""
    if not sheets:
        raise Http404(missing)
    return sheets


def _unprintable(tournament: Tournament) -> list[str]:
    """Names with letters that no font of the print has."""
    from bos_tournament.tournaments.lettering import missing

    return [name for name in paper.names_on_paper(tournament) if missing(name)]


def _render_index(
    request: HttpRequest, tournament: Tournament, form: DeckSheetsForm | None = None, *, status: int = 200
) -> HttpResponse:
    at = position(tournament)
    context = {
        **frame(request, tournament),
        "at": at,
        "round": at.round,
        "closed": _ranked_after(tournament, at.last_closed),
        "has_bracket": tournament.stages.filter(format__in=Stage.BRACKETS).exists(),
        "letter": request.GET.get("size") == LETTER,
        "unprintable": _unprintable(tournament),
        "may_check": bool(at.open) and access.may_read_lists(request.user, tournament),
        "may_print_lists": seating.may_meet(tournament) and access.may_read_lists(request.user, tournament),
        "meeting_is_on": seating.is_on(tournament),
        "form": form or DeckSheetsForm(),
        "has_people": tournament.entrants.exclude(place=None).exists(),
    }
    return render(request, "tournaments/paper.html", context, status=status)


def _ranked_after(tournament: Tournament, closed: Round | None) -> str:
    """The round whose standings can be printed; empty while there are none, as long as a bracket has put nobody out."""
    if closed is None or (tournament.format in Stage.BRACKETS and not board.places(tournament)):
        return ""
    return round_names.called(closed)


def _render_slips(request: HttpRequest, round_: Round, form: SlipForm, *, status: int = 200) -> HttpResponse:
    tournament, words, typed = round_.stage.tournament, paging.words(request), str(form["table"].value()).strip()
    is_in = ExpressionWrapper(Q(match__finished_at__isnull=False), BooleanField())
    tables = tables_found(round_, words).exclude(match=None).annotate(is_in=is_in).order_by("is_in", "table")
    page = paging.page(request, tables)
    all_ = round_.pairings.exclude(match=None).aggregate(all=Count("pk"), done=Count("match__finished_at"))
    context = {
        **frame(request, tournament),
        "round": round_,
        "rounds": round_names.titles(rounds_of(tournament).filter(state=Round.State.PUBLISHED)),
        "form": form,
        "typed": _typed_table(round_, typed),
        "page": page,
        "words": words,
        "missing": [pairing for pairing in page if not pairing.is_in],
        "done": [(pairing, room.result_of(pairing.match)) for pairing in page if pairing.is_in],
        "counts": all_,
        "left": all_["all"] - all_["done"],
    }
    return render(request, "tournaments/slips.html", context, status=status)


def _typed_table(round_: Round, typed: str) -> Pairing | None:
    is_number = typed.isdecimal() and len(typed) < 6
    return tables_of(round_).exclude(match=None).filter(table=int(typed)).first() if is_number else None
