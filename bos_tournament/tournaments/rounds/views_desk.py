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
from bos_tournament.tournaments.structure.stages import Next, Pulse, position, pulse
from bos_tournament.tournaments.webhooks import subscriptions

MOST_WAITING = 20


@login_required
@require_safe
def desk(request: AuthenticatedHttpRequest, slug: str) -> HttpResponse:
    tournament, held = tournament_access.staff_with_roles(request.user, slug)
    now = pulse(tournament)
    return live_page.render_live_page(
        request,
        "tournaments/desk.html",
        "tournaments/_desk.html",
        version=f"{tournament.version}.{now}.{timezone.now():%H%M}",  # tables become late by themselves
        context=lambda: _desk(request, tournament, now, held),
    )


def render_desk(request: HttpRequest, tournament: Tournament, *, refusal: str, status: int) -> HttpResponse:
    """The desk with the sentence of a deed that was refused."""
    tournament.refresh_from_db()
    held = tournament_access.roles(request.user, tournament)
    context = {**_desk(request, tournament, pulse(tournament), held), "refusal": refusal}
    return render(request, "tournaments/desk.html", context, status=status)


def _desk(request: HttpRequest, tournament: Tournament, now: Pulse, held: frozenset[str]) -> dict[str, object]:
    at, moment = position(tournament), timezone.now()
    shown = None if at.draft else at.round
    here = table_status.room(tournament, shown, moment) if shown else table_status.NO_ROOM
    counts = table_status.counts(tournament)
    kinds = {"disputes": bool(now.disputed), "calls": bool(now.called), "penalties": bool(counts["due"])}
    bracket, words = next_step.bracket_at(at), pagination.search_words(request)
    following = next_step.next_deed(at, bracket)
    is_organizer = tournament_access.ORGANIZER in held
    waiting = table_status.needs_attention(
        tournament, shown, here, moment, may_pair=is_organizer, most=MOST_WAITING, **kinds
    )
    return {
        **tournament_context(request, tournament, held=held),
        "at": at,
        "next": following,
        "next_round": round_names.next_called(at) if following in (Next.CLOSE, Next.DRAW) else "",
        "still_in": next_step.still_in(at, counts["inside"], bracket),
        "another": next_step.another_follows(at, bracket),
        "missing": now.missing if tournament.state == Tournament.State.RUNNING else [],
        "may_check_decks": tournament_access.may_read_lists(request.user, tournament, held),
        "is_organizer": is_organizer,
        "silent": subscriptions.switched_off_by_the_site(tournament) if is_organizer else [],
        "tables": here.tables,
        "here": reverse("tournaments:desk", args=[tournament.slug]),
        "page": pagination.page(request, [table for table in here.tables if _fits(table, words)]),
        "words": words,
        "byes": here.byes,
        "longer": table_status.longer(shown) if shown and here.is_longer else [],
        "done": sum(table.state == "done" for table in here.tables),
        "waiting": waiting.first[:MOST_WAITING],
        "more_waiting": len(waiting.first[MOST_WAITING:]) + waiting.more,
        "counts": counts,
        "now": moment,
        "over_by": table_status.latest_end(here.tables, moment),
        "going_on": top_cut.advancing_entrants(tournament) if following == Next.CUT else [],
    }


def _fits(table: table_status.Table, words: str) -> bool:
    """Is this the table with the number, or somebody's with these words in the name?"""
    return words == str(table.number) or any(words.casefold() in name.casefold() for name in table.names)
