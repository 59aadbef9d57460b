"""The desk: the room at a glance, what waits for a decision, and the next step."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from bos_tournament.tournaments import access, agenda, cut, paging, polling, room, round_names, webhooks
from bos_tournament.tournaments.context import frame
from bos_tournament.tournaments.models import Tournament
from bos_tournament.tournaments.stages import Pulse, position, pulse, tables_of

MOST_WAITING = 20


@login_required
@require_safe
def desk(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = access.staff_of(request.user, slug)
    now = pulse(tournament)
    return polling.answer(
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
    tables = room.tables(tournament, pairings, moment)
    counts = room.counts(tournament)
    kinds = {"disputes": bool(now.disputed), "calls": bool(now.called), "penalties": bool(counts["due"])}
    following, words = agenda.next_deed(at), paging.words(request)
    shared = frame(request, tournament)
    is_organizer = access.ORGANIZER in shared["held"]
    waiting = room.waiting(tournament, tables, moment, pairings=pairings, may_pair=is_organizer, **kinds)
    return {
        **shared,
        "at": at,
        "next": following,
        "next_round": round_names.next_called(at) if following in (agenda.Next.CLOSE, agenda.Next.DRAW) else "",
        "still_in": agenda.still_in(at, counts["inside"]),
        "another": agenda.another_follows(at),
        "missing": now.missing if tournament.state == Tournament.State.RUNNING else [],
        "may_check_decks": access.may_read_lists(request.user, tournament, shared["held"]),
        "is_organizer": is_organizer,
        "silent": webhooks.switched_off_by_the_site(tournament) if is_organizer else [],
        "tables": tables,
        "here": reverse("tournaments:desk", args=[tournament.slug]),
        "page": paging.page(request, [table for table in tables if _fits(table, words)]),
        "words": words,
        "byes": room.byes(pairings),
        "done": sum(table.state == "done" for table in tables),
        "waiting": waiting[:MOST_WAITING],
        "more_waiting": len(waiting[MOST_WAITING:]),
        "counts": counts,
        "now": moment,
        "over_by": room.over_by(tables, moment),
        "going_on": cut.going_on(tournament) if following == agenda.Next.CUT else [],
    }


def _fits(table: room.Table, words: str) -> bool:
    """Is this the table with the number, or somebody's with these words in the name?"""
    return words == str(table.pairing.table) or any(words.casefold() in name.casefold() for name in table.names)
