"""The home page, the list of tournaments, and the page of one tournament."""

from dataclasses import dataclass
from datetime import datetime
from urllib.parse import urlencode

from django.core.paginator import Paginator
from django.db.models import Count, Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from bos_tournament.accounts.qr_codes import qr_svg
from bos_tournament.accounts.requests import Viewer
from bos_tournament.matches.models import Seat
from bos_tournament.operations.db_clock import db_now
from bos_tournament.operations.markdown import rendered
from bos_tournament.tournaments.access import tournament_access
from bos_tournament.tournaments.access.live_page import render_live_page
from bos_tournament.tournaments.access.page_context import open_seat_and_ends, tournament_context
from bos_tournament.tournaments.decklists import open_lists, submissions
from bos_tournament.tournaments.entrants import check_in, deadlines, join_codes, player_meeting, registration
from bos_tournament.tournaments.entrants.forms import SearchForm
from bos_tournament.tournaments.entrants.participation import may_undo_drop
from bos_tournament.tournaments.models import Entrant, Round, Tournament
from bos_tournament.tournaments.models.series import Series
from bos_tournament.tournaments.pages import overview
from bos_tournament.tournaments.printing import printouts
from bos_tournament.tournaments.standings import (
    featured_matches,
    leaderboard,
    player_results,
    recorded_games,
    standings_rows,
    table_status,
)
from bos_tournament.tournaments.structure import judge_work, schedule
from bos_tournament.tournaments.structure.stages import played_until, rounds_of
from engine.bos.game import EDITIONS

State = Tournament.State
ON_HOME = 12


@dataclass(frozen=True)
class Visit:
    """When a page is asked for, and what the reader plays then."""

    now: datetime
    """By the clock of the database."""
    seat: Seat | None
    """Of the reader, in a match that goes on."""
    is_late: bool
    """Whether that match has no result long after others of its round."""


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    every = overview.public()
    context = {
        "mine": overview.next_steps(request.user),
        "running": every.filter(state=State.RUNNING)[:ON_HOME],
        "open_for_registration": every.filter(state=State.OPEN).order_by("starts_at")[:ON_HOME],
        "finished": every.filter(state=State.FINISHED)[:ON_HOME],
    }
    return render(request, "tournaments/home.html", context)


@require_safe
def list_tournaments(request: HttpRequest) -> HttpResponse:
    """All tournaments one may know of; `state` and `q` (part of the name or place) narrow them."""
    listed = overview.public()
    chosen_state, words = request.GET.get("state", ""), SearchForm(request.GET).words()
    if chosen_state in overview.PUBLIC:
        listed = listed.filter(state=chosen_state)
    if words:
        listed = listed.filter(name__icontains=words) | listed.filter(place__icontains=words)
    page = Paginator(listed.order_by("-starts_at", "pk"), 30).get_page(request.GET.get("page"))
    context = {
        "page": page,
        "drafts": overview.own_drafts(request.user),
        "wanted": chosen_state,
        "words": words,
        "states": [(state, state.label) for state in overview.PUBLIC],
    }
    return render(request, "tournaments/list.html", context)


@require_safe
def detail(request: HttpRequest, slug: str) -> HttpResponse:
    return show_detail(request, tournament_access.tournament_to_see(request.user, slug))


def show_detail(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The tournament's page, which asks again by itself and is answered in full only when something changed."""
    page, part, at = "tournaments/detail.html", "tournaments/_detail.html", _visit(request.user, tournament)
    version = _version(tournament, at)
    return render_live_page(request, page, part, version=version, context=lambda: _detail(request, tournament, at))


def render_detail(request: HttpRequest, tournament: Tournament, *, refusal: str, status: int = 422) -> HttpResponse:
    """The tournament's page with the sentence of a deed that was refused."""
    at = _visit(request.user, tournament)
    context = {**_detail(request, tournament, at), "refusal": refusal, "tag": ""}
    return render(request, "tournaments/detail.html", context, status=status)


def _visit(user: Viewer, tournament: Tournament) -> Visit:
    """Asked with the tournament where that came with its crowd."""
    now = getattr(tournament, "asked_at", None) or db_now()
    running = tournament.state == State.RUNNING
    seat, ends = open_seat_and_ends(user, tournament) if running else (None, [])
    goes_on = seat is not None and seat.match.pairing.round.closed_at is None
    return Visit(now, seat, goes_on and table_status.is_due(tournament, ends, now))


def _version(tournament: Tournament, at: Visit) -> str:
    """Grows with every deed, and changes when a window opens or closes, or the reader's match does or becomes late."""
    now = at.now
    windows: tuple[object, ...] = (
        tournament.takes_entries(now),
        tournament.takes_check_ins(now),
        tournament.takes_lists(now),
    )
    windows = (*windows, schedule.passed(tournament, now), deadlines.start_has_passed(tournament, now))
    return f"{tournament.version} {windows} {at.seat and at.seat.pk} {at.is_late}"


def _crowd(tournament: Tournament, *, is_staff: bool) -> dict[str, int]:
    """How many have a place, wait for one, and, for staff alone, ask to join."""
    asking = tournament.entrants.filter(state=Entrant.State.ASKED).count() if is_staff else 0
    known = {"inside": "entrants_count", "waiting": "waiting_count"}
    if hasattr(tournament, "waiting_count"):
        return {**{name: getattr(tournament, count) for name, count in known.items()}, "asking": asking}
    inside, waiting = Count("pk", filter=~Q(place=None)), Count("pk", filter=Q(state=Entrant.State.WAITLISTED))
    return {**tournament.entrants.aggregate(inside=inside, waiting=waiting), "asking": asking}


def _detail(request: HttpRequest, tournament: Tournament, at: Visit) -> dict[str, object]:
    now, shared = at.now, tournament_context(request, tournament, seat=at.seat)
    held, entrant = shared["held"], shared["own_entrant"]
    has_begun = tournament.state not in deadlines.BEFORE_THE_START
    rounds = list(recorded_games.with_recorded(rounds_of(tournament))) if entrant and has_begun else []
    standings = leaderboard.standings_of(tournament) if tournament.state == State.FINISHED else None
    code = code_sent(request) if tournament.code_only else ""
    return {
        **shared,
        "description": rendered(tournament.description),
        "rules": _(EDITIONS[tournament.edition].title),
        "schedule": schedule.slots(tournament, now),
        "entry": own_entry(entrant, tournament, rounds, now) if entrant else None,
        "arrival": _arrival(entrant) if entrant and tournament.has_check_in else "",
        "own_penalties": judge_work.judging.count_penalties(entrant) if entrant else 0,
        "own_play": table_status.own(entrant, rounds, late=at.is_late),
        "champions": standings_rows.champions(tournament, standings),
        "own_rank": standings_rows.final_place(entrant, standings) if entrant else None,
        "own_results": player_results.so_far(entrant, rounds) if entrant and rounds else [],
        "featured": featured_matches.featured_now(tournament) if tournament.state == State.RUNNING else [],
        "recorded_games": recorded_games.latest_recorded(tournament, rounds) if has_begun else [],
        **_crowd(tournament, is_staff=bool(held)),
        "may_see_lists": open_lists.may_ever_read(request.user.pk, tournament),
        "lists_told": list(open_lists.describe_visibility(tournament)),
        "series": Series.objects.filter(legs__tournament=tournament).order_by("name", "pk"),
        "meeting_is_on": player_meeting.is_on(tournament),
        "deadlines": deadlines.deadlines(tournament, now),
        "takes_entries": tournament.takes_entries(now),
        "code": code,
        "join_url": reverse("tournaments:join", args=[tournament.slug])
        + (f"?{urlencode({'code': code})}" if code else ""),
        "code_used_up": join_codes.is_used_up(tournament),
        "not_yet_open": bool(tournament.registration_opens_at and now < tournament.registration_opens_at),
        "takes_check_ins": tournament.takes_check_ins(now),
        "is_staff": bool(held),
        "is_organizer": tournament_access.ORGANIZER in held,
        "may_read_trail": tournament_access.may_read_trail(held, entrant),
    }


def code_sent(request: HttpRequest) -> str:
    """The join code that came with a link or was typed, as far as it can be one."""
    fields = request.POST if request.method == "POST" else request.GET
    return fields.get("code", "").strip()[: join_codes.MOST_LETTERS]


def _arrival(entrant: Entrant) -> str:
    """The code that staff scan to check somebody in, until they are there."""
    if not check_in.may_check_in(entrant.tournament, entrant):
        return ""
    return qr_svg(printouts.door_check_in_link(entrant.tournament, entrant), title=_("Your code for the desk"))


def own_entry(entrant: Entrant, tournament: Tournament, rounds: list[Round], now: datetime) -> dict[str, object]:
    """What the page says to somebody who is or was entered."""
    report = submissions.report_of(entrant, tournament)
    dropped = tournament.state == State.RUNNING and entrant.state == Entrant.State.DROPPED
    return {
        "entrant": entrant,
        "takes_part": entrant.state in Entrant.TAKING_PART,
        "position": registration.position(entrant) if entrant.state == Entrant.State.WAITLISTED else None,
        "may_submit": submissions.may_submit(tournament, entrant, now=now),
        "problems": report.problems if report else (),
        "closed": tournament_access.why_list_closed(entrant),
        "may_undo_drop": dropped and may_undo_drop(entrant, played_until(rounds)),
    }
