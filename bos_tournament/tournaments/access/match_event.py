"""What a match shows of the tournament it is played in; see `matches.surroundings.Event`."""

from typing import Any

from django.db.models import QuerySet
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.urls import reverse

from bos_tournament.accounts.requests import Viewer
from bos_tournament.matches.models import Match
from bos_tournament.tournaments.access.page_context import tabs
from bos_tournament.tournaments.models import Pairing, Tournament


def _pairing(match: Match) -> Pairing | None:
    return getattr(match, "pairing", None)


def with_event(matches: QuerySet[Match]) -> QuerySet[Match]:
    return matches.select_related("pairing__round__stage__tournament", "pairing__round__timer")


def event_name(match: Match) -> str:
    """The name of its tournament; empty without one."""
    pairing = _pairing(match)
    return pairing.round.stage.tournament.name if pairing else ""


def is_at_a_table(match: Match) -> bool:
    return _pairing(match) is not None


def round_is_open(match: Match) -> bool:
    pairing = _pairing(match)
    return pairing is not None and pairing.round.closed_at is None


def time_at_table(match: Match) -> dict[str, Any] | None:
    pairing = _pairing(match)
    if pairing is None:
        return None
    remaining, longer = pairing.remaining, pairing.longer
    if remaining is None and not longer:
        return None
    return {
        "until": remaining.until.isoformat() if remaining and remaining.until else None,
        "left": remaining.left if remaining else None,
        "face": remaining.face if remaining else "",
        "extensions": [{"minutes": extension.minutes, "why": extension.why_words} for extension in longer],
    }


def sit_by(match: Match) -> str | None:
    pairing = _pairing(match)
    return pairing.sit_by.isoformat() if pairing and pairing.sit_by else None


def shows_outcomes(match: Match) -> bool:
    pairing = _pairing(match)
    return pairing is None or pairing.round.stage.tournament.show_outcomes


def spectator_delay(match: Match) -> int | None:
    pairing = _pairing(match)
    if pairing is None or not pairing.featured or not pairing.round.is_open:
        return None
    tournament = pairing.round.stage.tournament
    return tournament.spectator_delay if tournament.state == Tournament.State.RUNNING else None


def is_staff_at(user: Viewer, match: Match) -> bool:
    pairing = _pairing(match)
    if pairing is None or not user.is_authenticated:
        return False
    return pairing.round.stage.tournament.staff.filter(user=user).exists()


def frame(request: HttpRequest, match: Match) -> str:
    pairing = _pairing(match)
    if pairing is None:
        return ""
    tournament = pairing.round.stage.tournament
    visible_tabs = tabs(tournament, request.user, request.path, match=match)
    context = {"pairing": pairing, "tournament": tournament, "tabs": visible_tabs, "request": request}
    return render_to_string("tournaments/_match_frame.html", context)


def on_the_page(match: Match) -> dict[str, Any]:
    pairing = _pairing(match)
    if pairing is None:
        return {}
    tournament = pairing.round.stage.tournament
    return {
        "topic": f"tournament:{tournament.pk}",
        "nudge": reverse("tournaments:nudge", args=[tournament.slug]),
        "desk": reverse("tournaments:table", args=[tournament.slug, pairing.pk]),
        "runs": tournament.state == Tournament.State.RUNNING,
    }
