"""Why this rank, why this opponent: for everybody, without an account."""

from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from bos_tournament.tournaments import access, access_desk, board, explaining
from bos_tournament.tournaments.context import frame


@require_safe
def why_rank(request: HttpRequest, slug: str, pk: UUID) -> HttpResponse:
    """Every round and every figure behind one rank, worked out."""
    tournament = access.tournament_to_see(request.user, slug)
    entrant = tournament.entrants.filter(pk=pk).select_related("user").first()
    if entrant is None:
        raise Http404(_("There is no such player in this tournament."))
    of = request.GET.get("of", "")
    snapshot = next((one for one in board.kept(tournament) if not one.stage.is_bracket), None)
    if of.isdecimal() and len(of) < 4:
        snapshot = access_desk.snapshot_of(tournament, 1, int(of))  # ranks are those of the first stage
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
