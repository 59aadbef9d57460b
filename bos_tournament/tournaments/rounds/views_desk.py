"""The desk: the room at a glance, what waits for a decision, and the next step."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from bos_tournament.accounts.requests import AuthenticatedHttpRequest
from bos_tournament.operations import pagination
from bos_tournament.tournaments.access import live_page, tournament_access
from bos_tournament.tournaments.access.page_context import tournament_context
from bos_tournament.tournaments.models import Tournament
from bos_tournament.tournaments.rounds import top_cut
from bos_tournament.tournaments.standings import table_status
from bos_tournament.tournaments.structure import next_step, round_names
from bos_tournament.tournaments.structure.stages import Next, Pulse, position, pulse, tables_of
from bos_tournament.tournaments.webhooks import subscriptions

MOST_WAITING = 20


@login_required
@require_safe
def desk(request: AuthenticatedHttpRequest, slug: str) -> HttpResponse:
    tournament = tournament_access.staff_of(request.user, slug)
    now = pulse(tournament)
    return live_page.render_live_page(
        request,
        "tournaments/desk.html",
        "tournaments/_desk.html",
        version=f"{tournament.version}.{now}.{timezone.now():%H%M}",  # tables become late by themselves
        context=lambda: _desk(request, tournament, now),
    )


def render_desk(request: HttpRequest, tournament: Tournament, *, refusal: str, status: int) -> HttpResponse:
    """The desk with the sentence of a deed that was refused."""
    tournament.refresh_from_db()
    context = {**_desk(request, tournament, pulse(tournament)), "refusal": refusal}
    return render(request, "tournaments/desk.html", context, status=status)


def _desk(request: HttpRequest, tournament: Tournament, now: Pulse) -> dict[str, object]:
    at = position(tournament)
    pairings = list(tables_of(at.round).prefetch_related("extensions")) if at.round and not at.draft else []
    moment = timezone.now()
    tables = table_status.tables(tournament, pairings, moment)
    counts = table_status.counts(tournament)
    kinds = {"disputes": bool(now.disputed), "calls": bool(now.called), "penalties": bool(counts["due"])}
    following, words = next_step.next_deed(at), pagination.search_words(request)
    shared = tournament_context(request, tournament)
    is_organizer = tournament_access.ORGANIZER in shared["held"]
    waiting = table_status.needs_attention(
        tournament, tables, moment, pairings=pairings, may_pair=is_organizer, **kinds
    )
    return {
        **shared,
        "at": at,
        "next": following,
        "next_round": round_names.next_called(at) if following in (Next.CLOSE, Next.DRAW) else "",
        "still_in": next_step.still_in(at, counts["inside"]),
        "another": next_step.another_follows(at),
        "missing": now.missing if tournament.state == Tournament.State.RUNNING else [],
        "may_check_decks": tournament_access.may_read_lists(request.user, tournament, shared["held"]),
        "is_organizer": is_organizer,
        "silent": subscriptions.switched_off_by_the_site(tournament) if is_organizer else [],
        "tables": tables,
        "here": reverse("tournaments:desk", args=[tournament.slug]),
        "page": pagination.page(request, [table for table in tables if _fits(table, words)]),
        "words": words,
        "byes": table_status.byes(pairings),
        "done": sum(table.state == "done" for table in tables),
        "waiting": waiting[:MOST_WAITING],
        "more_waiting": len(waiting[MOST_WAITING:]),
        "counts": counts,
        "now": moment,
        "over_by": table_status.latest_end(tables, moment),
        "going_on": top_cut.advancing_entrants(tournament) if following == Next.CUT else [],
    }


def _fits(table: table_status.Table, words: str) -> bool:
    """Is this the table with the number, or somebody's with these words in the name?"""
    return words == str(table.pairing.table) or any(words.casefold() in name.casefold() for name in table.names)
