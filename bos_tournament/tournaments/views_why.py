"""Why this rank, why this opponent: for everybody, without an account."""

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from bos_tournament.tournaments import access_desk, explaining
from bos_tournament.tournaments.context import frame


@require_safe
def why_rank(request: HttpRequest, slug: str, pk: UUID) -> HttpResponse:
    """Every round and every figure behind one rank, worked out."""
    entrant = access_desk.entrant_to_see(request.user, slug, pk)
    tournament, of = entrant.tournament, request.GET.get("of", "")
    snapshot = explaining.closing_of(tournament, int(of) if of.isdecimal() and len(of) < 4 else None)
    context = {
        **frame(request, tournament),
        "shown": explaining.rank_of(tournament, entrant, snapshot),
        "snapshot": snapshot,
    }
    return render(request, "tournaments/why_rank.html", context)


@require_safe
def why_pair(request: HttpRequest, slug: str, pk: UUID) -> HttpResponse:
    """Why these two meet: the reason, and whom else on the same points each of them could have met."""
    tournament, rounds = access_desk.rounds_to_see(request.user, slug)
    pairing = access_desk.published_pairing(rounds, pk)
    context = {
        **frame(request, tournament),
        "pairing": pairing,
        "round": pairing.round,
        "sides": explaining.sides_of(tournament, pairing) if pairing.round.stage.is_swiss else (),
        "is_swiss": pairing.round.stage.is_swiss,
    }
    return render(request, "tournaments/why_pair.html", context)
