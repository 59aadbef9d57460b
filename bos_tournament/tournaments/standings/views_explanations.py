"""Why this rank, why this opponent: for everybody, without an account."""

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from bos_tournament.operations import pagination
from bos_tournament.tournaments.access import desk_access, tournament_access
from bos_tournament.tournaments.access.page_context import tournament_context
from bos_tournament.tournaments.standings import (
    explanations,
    outlooks,
    rank_rows,
    standings_rows,
)


@require_safe
def why_rank(request: HttpRequest, slug: str, pk: UUID) -> HttpResponse:
    """Every round and every figure behind one rank, worked out."""
    entrant = desk_access.entrant_to_see(request.user, slug, pk)
    tournament, of = entrant.tournament, request.GET.get("of", "")
    snapshot = explanations.closing_of(tournament, int(of) if of.isdecimal() and len(of) < 4 else None)
    context = {
        **tournament_context(request, tournament),
        "shown": explanations.rank_of(tournament, entrant, snapshot),
        "snapshot": snapshot,
    }
    return render(request, "tournaments/why_rank.html", context)


@require_safe
def outlooks_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Who can still make the cut or go on from the groups, those with most points first."""
    tournament = tournament_access.tournament_to_see(request.user, slug)
    page = pagination.page(request, outlooks.outlooks_now(tournament) or [])
    said = list(page)
    people = standings_rows.people_on([], also=[pk for pk, _ in said])
    drawn = rank_rows.draw_outlooks((people[pk], hope) for pk, hope in said)
    context = {**tournament_context(request, tournament), "page": page, "outlooks": drawn}
    return render(request, "tournaments/outlooks.html", context)


@require_safe
def why_pair(request: HttpRequest, slug: str, pk: UUID) -> HttpResponse:
    """Why these two meet: the reason, and whom else on the same points each of them could have met."""
    tournament, rounds = desk_access.rounds_to_see(request.user, slug)
    pairing = desk_access.published_pairing(rounds, pk)
    context = {
        **tournament_context(request, tournament),
        "pairing": pairing,
        "round": pairing.round,
        "sides": explanations.sides_of(tournament, pairing) if pairing.round.stage.is_swiss else (),
        "is_swiss": pairing.round.stage.is_swiss,
    }
    return render(request, "tournaments/why_pair.html", context)
