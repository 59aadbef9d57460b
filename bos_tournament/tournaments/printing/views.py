"""Pages about paper: what can be printed, every sheet as a PDF, and the slips that come back."""

from dataclasses import replace

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import BooleanField, Count, ExpressionWrapper, Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from bos_tournament.accounts.requests import AuthenticatedHttpRequest
from bos_tournament.errors import Refused
from bos_tournament.operations import pagination
from bos_tournament.refusals import show_refusal
from bos_tournament.tournaments.access import desk_access, tournament_access
from bos_tournament.tournaments.access.page_context import tournament_context
from bos_tournament.tournaments.entrants import player_meeting
from bos_tournament.tournaments.models import Pairing, Printout, Round, Stage, Tournament
from bos_tournament.tournaments.printing import deck_sheets, pdf_response, printouts, slip_entry
from bos_tournament.tournaments.printing.forms import DeckSheetsForm, SlipForm
from bos_tournament.tournaments.printing.pdf_response import A4, LETTER
from bos_tournament.tournaments.printing.printables import Kind, Printable, printable
from bos_tournament.tournaments.standings import leaderboard, standings_rows, table_status
from bos_tournament.tournaments.structure import round_names
from bos_tournament.tournaments.structure.stages import position, rounds_of, tables_found, tables_of
from bos_tournament.tournaments.structure.visibility import formats_of


@login_required
@require_safe
def printing_page(request: AuthenticatedHttpRequest, slug: str) -> HttpResponse:
    """Everything that can be printed now."""
    return _render_index(request, tournament_access.staff_of(request.user, slug))


@login_required
@require_safe
def pack(request: AuthenticatedHttpRequest, slug: str) -> HttpResponse:
    """All that is needed to go on without a network, at any moment, in one print."""
    return _print(request, printable(Kind.PACK, request.user, slug))


@require_safe
def pairings_sheet(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """A published round by table, or with ?by=name by name, for everybody."""
    kind = Kind.BY_NAME if request.GET.get("by") == "name" else Kind.BY_TABLE
    return _print(request, printable(kind, request.user, slug, number))


@require_safe
def standings_sheet(request: HttpRequest, slug: str) -> HttpResponse:
    return _print(request, printable(Kind.STANDINGS, request.user, slug))


@require_safe
def bracket_sheet(request: HttpRequest, slug: str) -> HttpResponse:
    return _print(request, printable(Kind.BRACKET, request.user, slug))


@login_required
@require_safe
def badges(request: AuthenticatedHttpRequest, slug: str) -> HttpResponse:
    """A badge with a code for everybody who has a place."""
    return _print(request, printable(Kind.BADGES, request.user, slug))


@login_required
@require_safe
def result_slips(request: AuthenticatedHttpRequest, slug: str, number: int) -> HttpResponse:
    """Slips for all tables of a round, drafts too."""
    return _print(request, printable(Kind.SLIPS, request.user, slug, number))


@login_required
@require_safe
def log_sheets(request: AuthenticatedHttpRequest, slug: str, number: int) -> HttpResponse:
    """Sheets for writing games down, one for each table of a round."""
    return _print(request, printable(Kind.LOG_SHEETS, request.user, slug, number))


@login_required
@require_POST
def deck_check_sheets(request: AuthenticatedHttpRequest, slug: str, number: int) -> HttpResponse:
    """The decks expected now, to be ticked off; each look is on record before anything is printed."""
    return _print_lists(request, printable(Kind.DECKS, request.user, slug, number))


@login_required
@require_POST
def list_sheets(request: AuthenticatedHttpRequest, slug: str) -> HttpResponse:
    """Before the first round: the lists as they were handed in, to be ticked off; each look is on record."""
    return _print_lists(request, printable(Kind.LISTS, request.user, slug))


@login_required
@require_safe
def own_list(request: AuthenticatedHttpRequest, slug: str) -> HttpResponse:
    """One's own list on a sheet."""
    tournament = tournament_access.tournament_to_see(request.user, slug)
    version = tournament_access.entrant_with_list(request.user, tournament).deck_version
    if version is None:
        raise Http404(_("You have not submitted a deck list."))
    sheet = deck_sheets.own_sheet(version, tournament)
    return pdf_response.printed(tournament, "list", [sheet], size=_size(request))


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def enter_slips(request: AuthenticatedHttpRequest, slug: str, number: int) -> HttpResponse:
    """One slip after the other: table, games, Enter. What is refused stays as it was typed.

    The code on a slip opens this page with its table.
    """
    round_ = desk_access.round_to_look_at(request.user, slug, number)
    if request.method != "POST":
        return _render_slips(request, round_, SlipForm.scanned(request.GET.get("table", "")))
    form = SlipForm(request.POST)
    if form.is_valid():
        cleaned = form.cleaned_data
        try:
            sentences = slip_entry.enter(
                round_, table=cleaned["table"], games=cleaned["games"], by=request.user, note=cleaned["note"]
            )
            messages.success(request, " ".join(sentences))
            return redirect("tournaments:enter_slips", slug, number)
        except Refused as refusal:
            show_refusal(form, refusal)
    return _render_slips(request, round_, form, status=422)


@login_required
@require_safe
def flyer(request: AuthenticatedHttpRequest, slug: str) -> HttpResponse:
    """An invitation to hang up, with the code that joins."""
    tournament = tournament_access.staff_of(request.user, slug)
    return pdf_response.printed(tournament, "flyer", [printouts.flyer(tournament)], size=_size(request))


@require_safe
def meeting_sheet(request: HttpRequest, slug: str) -> HttpResponse:
    return _print(request, printable(Kind.MEETING, request.user, slug))


def _print(request: HttpRequest, asked: Printable) -> HttpResponse:
    """The PDF, which the browser shows; while a worker draws it, the page that shows how far it is."""
    found = pdf_response.print_or_queue(asked, size=_size(request))
    if isinstance(found, Printout):
        return redirect("tournaments:printout", asked.tournament.slug, found.pk)
    return found


def _print_lists(request: HttpRequest, asked: Printable) -> HttpResponse:
    form = DeckSheetsForm(request.POST)
    if form.is_valid():
        try:
            return _print(request, replace(asked, **form.cleaned_data))
        except Refused as refusal:
            show_refusal(form, refusal, at="tables")
    return _render_index(request, asked.tournament, form, status=422)


def _size(request: HttpRequest) -> str:
    """The size of the paper that a page asks for."""
    return LETTER if request.GET.get("size") == LETTER else A4


def _unprintable(tournament: Tournament) -> list[str]:
    """Names with letters that no font of the print has."""
    from bos_tournament.tournaments.printing.text_shaping import missing

    return [name for name in printouts.names_on_paper(tournament) if missing(name)]


def _render_index(
    request: HttpRequest, tournament: Tournament, form: DeckSheetsForm | None = None, *, status: int = 200
) -> HttpResponse:
    at = position(tournament)
    context = {
        **tournament_context(request, tournament),
        "at": at,
        "round": at.round,
        "closed": _ranked_after(tournament, at.last_closed),
        "has_bracket": bool(formats_of(tournament) & set(Stage.BRACKETS)),
        "letter": request.GET.get("size") == LETTER,
        "unprintable": _unprintable(tournament),
        "may_check": bool(at.open) and tournament_access.may_read_lists(request.user, tournament),
        "may_print_lists": player_meeting.may_meet(tournament)
        and tournament_access.may_read_lists(request.user, tournament),
        "has_lists": form is not None or tournament.entrants.exclude(deck_version=None).exists(),
        "meeting_is_on": player_meeting.is_on(tournament),
        "form": form or DeckSheetsForm(),
        "has_people": tournament.entrants.exclude(place=None).exists(),
    }
    return render(request, "tournaments/printing.html", context, status=status)


def _ranked_after(tournament: Tournament, closed: Round | None) -> str:
    """The round whose standings can be printed; empty while there are none, as long as a bracket has put nobody out."""
    if closed is None:
        return ""
    if tournament.format in Stage.BRACKETS:
        standings = leaderboard.standings_of(tournament)
        if not standings_rows.order(tournament, standings).exists():
            return ""
    return round_names.called(closed)


def _render_slips(request: HttpRequest, round_: Round, form: SlipForm, *, status: int = 200) -> HttpResponse:
    tournament, words, typed = (
        round_.stage.tournament,
        pagination.search_words(request),
        str(form["table"].value()).strip(),
    )
    is_in = ExpressionWrapper(Q(match__finished_at__isnull=False), BooleanField())
    tables = tables_found(round_, words).exclude(match=None).annotate(is_in=is_in).order_by("is_in", "table")
    page = pagination.page(request, tables)
    all_ = round_.pairings.exclude(match=None).aggregate(all=Count("pk"), done=Count("match__finished_at"))
    context = {
        **tournament_context(request, tournament),
        "round": round_,
        "rounds": round_names.titles(rounds_of(tournament).filter(state=Round.State.PUBLISHED)),
        "form": form,
        "typed": _typed_table(round_, typed),
        "page": page,
        "words": words,
        "missing": [pairing for pairing in page if not pairing.is_in],
        "done": [(pairing, table_status.result_of(pairing.match)) for pairing in page if pairing.is_in],
        "counts": all_,
        "left": all_["all"] - all_["done"],
    }
    return render(request, "tournaments/enter_slips.html", context, status=status)


def _typed_table(round_: Round, typed: str) -> Pairing | None:
    is_number = typed.isdecimal() and len(typed) < 6
    return tables_of(round_).exclude(match=None).filter(table=int(typed)).first() if is_number else None
