"""What webhooks are told: the answer of the public API about the thing, as it stands when it is sent.

Everything is read as somebody who is not signed in, so nothing goes out that the public could not read. An address has
no reader, so the few sentences are in the language of the site, whoever sends.
"""

from collections.abc import Callable
from datetime import UTC
from typing import Any

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import Http404
from django.utils import translation

from bos_tournament.api import entrants, rounds, tournaments
from bos_tournament.tournaments.access import desk_access, tournament_access
from bos_tournament.tournaments.models import Stage, Tournament
from bos_tournament.tournaments.models.webhooks import Delivery
from bos_tournament.tournaments.structure import visibility
from bos_tournament.tournaments.structure.bracket_stage import Bracket
from bos_tournament.tournaments.structure.stages import tables_of

NOBODY = AnonymousUser()
MOST = 200  # rows in one message, like a page of the API
Content = tuple[str, dict[str, Any]]


def payload(delivery: Delivery) -> dict[str, Any]:
    """The whole message. `data` is null when the public may not read the thing now; `link` is where it is read."""
    tournament = delivery.webhook.tournament
    with translation.override(settings.LANGUAGE_CODE):
        link, data = _told(tournament, delivery)
    return {
        "id": str(delivery.pk),
        "event": delivery.event,
        "at": delivery.made_at.astimezone(UTC).isoformat().replace("+00:00", "Z"),
        "tournament": {"slug": tournament.slug, "name": tournament.name} if link else None,
        "about": delivery.about,
        "link": link,
        "data": data,
    }


def _told(tournament: Tournament, delivery: Delivery) -> tuple[str | None, dict[str, Any] | None]:
    """(link, data) of the thing; no link either while the tournament is a draft, which nobody knows of."""
    telling = ABOUT.get(delivery.event.partition(".")[0])
    try:
        tournament_access.tournament_to_see(NOBODY, tournament.slug)
    except Http404:
        return None, None
    home = f"{settings.PUBLIC_URL}/api/v1/tournaments/{tournament.slug}/"
    if telling is None:
        return home, None
    try:
        path, data = telling(tournament, delivery.about)
    except Http404:
        return home, None
    return home + path, data


def _pairings(tournament: Tournament, about: dict[str, Any]) -> Content:
    _, published = desk_access.rounds_to_see(NOBODY, tournament.slug)
    round_ = desk_access.one_of(published, about["round"])
    tables = tables_of(round_)
    rows = rounds.PairingSerializer(tables[:MOST], many=True).data
    data = {"round": rounds.RoundSerializer(round_).data, "count": tables.count(), "pairings": rows}
    return f"rounds/{round_.number}/pairings/", data


def _result(tournament: Tournament, about: dict[str, Any]) -> Content:
    _, published = desk_access.rounds_to_see(NOBODY, tournament.slug)
    round_ = desk_access.one_of(published, about["round"])
    table = tables_of(round_).filter(pk=about["pairing"]).first()
    if table is None:
        raise Http404
    data = {"round": rounds.RoundSerializer(round_).data, "pairing": rounds.PairingSerializer(table).data}
    return f"rounds/{round_.number}/pairings/", data


def _standings(tournament: Tournament, about: dict[str, Any]) -> Content:
    stage = (
        tournament.stages.filter(number=about["stage"])
        if "stage" in about
        else tournament.stages.filter(rounds__number=about["round"])
    )
    of_bracket = stage.filter(format__in=Stage.BRACKETS).first()
    if of_bracket is not None:
        matches = rounds.bracket_of(Bracket(of_bracket))
        return "bracket/", {
            "count": len(matches),
            "bracket": rounds.BracketMatchSerializer(matches[:MOST], many=True).data,
        }
    ranks = rounds.ranks_of(tournament)
    return "standings/", {"count": len(ranks), "standings": rounds.RankSerializer(ranks[:MOST], many=True).data}


def _tournament(tournament: Tournament, about: dict[str, Any]) -> Content:
    row = visibility.counted(Tournament.objects.filter(pk=tournament.pk)).get()
    data = {"tournament": tournaments.TournamentSerializer(row).data, "announcement": row.announcement}
    return "", data


def _player(tournament: Tournament, about: dict[str, Any]) -> Content:
    entrant = entrants.public_entrants(tournament).filter(pk=about["entrant"]).first()
    if entrant is None:
        raise Http404
    return "entrants/", {"entrant": entrants.EntrantSerializer(entrant).data}


ABOUT: dict[str, Callable[[Tournament, dict[str, Any]], Content]] = {
    "pairings": _pairings,
    "result": _result,
    "standings": _standings,
    "tournament": _tournament,
    "player": _player,
}
