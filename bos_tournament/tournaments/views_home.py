"""The home page, the list of tournaments, and the page of one tournament."""

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from bos_tournament.history.moments import db_now
from bos_tournament.tournaments import access, joining, lists, overview
from bos_tournament.tournaments.context import frame
from bos_tournament.tournaments.descriptions import rendered
from bos_tournament.tournaments.models import Entrant, Tournament

State = Tournament.State
ON_HOME = 12


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
def tournaments(request: HttpRequest) -> HttpResponse:
    """All tournaments one may know of; `state` and `q` (part of the name or place) narrow them."""
    found = overview.public()
    wanted, words = request.GET.get("state", ""), request.GET.get("q", "")[:80].strip()
    if wanted in overview.PUBLIC:
        found = found.filter(state=wanted)
    if words:
        found = found.filter(name__icontains=words) | found.filter(place__icontains=words)
    page = Paginator(found.order_by("-starts_at", "pk"), 30).get_page(request.GET.get("page"))
    context = {
        "page": page,
        "drafts": overview.own_drafts(request.user),
        "wanted": wanted,
        "words": words,
        "states": [(state, state.label) for state in overview.PUBLIC],
    }
    return render(request, "tournaments/list.html", context)


@require_safe
def detail(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = access.tournament_to_see(request.user, slug)
    return render_detail(request, tournament)


def render_detail(
    request: HttpRequest, tournament: Tournament, *, refusal: str = "", status: int = 200
) -> HttpResponse:
    """The tournament's page, with the sentence of a deed that was refused on it."""
    now, shared = db_now(), frame(request, tournament)
    held, entrant = shared["held"], shared["own_entrant"]
    context = {
        **shared,
        "description": rendered(tournament.description),
        "entry": own_entry(entrant, tournament) if entrant else None,
        "inside": tournament.entrants.exclude(place=None).count(),
        "waiting": tournament.entrants.filter(state=Entrant.State.WAITLISTED).count(),
        "takes_entries": tournament.takes_entries(now),
        "not_yet_open": bool(tournament.registration_opens_at and now < tournament.registration_opens_at),
        "takes_check_ins": tournament.takes_check_ins(now),
        "is_staff": bool(held),
        "is_organizer": access.ORGANIZER in held,
        "may_read_trail": access.may_read_trail(held, entrant),
        "refusal": refusal,
    }
    return render(request, "tournaments/detail.html", context, status=status)


def own_entry(entrant: Entrant, tournament: Tournament) -> dict[str, object]:
    """What the page says to somebody who is or was entered."""
    report = lists.report_of(entrant, tournament)
    return {
        "entrant": entrant,
        "takes_part": entrant.state in Entrant.TAKING_PART,
        "position": joining.position(entrant) if entrant.state == Entrant.State.WAITLISTED else None,
        "may_submit": lists.may_submit(tournament, entrant),
        "problems": report.problems if report else (),
    }
