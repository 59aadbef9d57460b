"""What every page of a tournament shows: its name, its banner and its tabs."""

from django.http import HttpRequest

from bos_tournament.accounts.models import User
from bos_tournament.matches.models import Seat
from bos_tournament.tournaments import access
from bos_tournament.tournaments.models import Entrant, Stage, Tournament

Tab = tuple[str, str, bool]


def frame(request: HttpRequest, tournament: Tournament) -> dict[str, object]:
    """The context of base_tournament.html."""
    return {"tournament": tournament, "tabs": tabs(tournament, request.user, request.path)}


def tabs(tournament: Tournament, user: User, path: str = "") -> list[Tab]:
    """(label, address, is it the present page) for what this user may open."""
    home = tournament.get_absolute_url()
    shown = [("Event", home), *_own_tabs(tournament, user, home), *_public_tabs(tournament, home)]
    if held := access.roles(user, tournament):
        shown += [("Desk", f"{home}desk/"), ("Players", f"{home}entrants/")]
        if access.ORGANIZER in held:
            shown.append(("Staff", f"{home}staff/"))
    return [(label, url, path == url or (url != home and path.startswith(url))) for label, url in shown]


def open_seat(user: User, tournament: Tournament) -> Seat | None:
    """Where the user sits in a match of this tournament that is published and not finished."""
    if not user.is_authenticated:
        return None
    return (
        Seat.objects.filter(user=user, match__finished_at=None, match__called_off_at=None)
        .filter(match__pairing__round__stage__tournament=tournament, match__pairing__round__state="published")
        .first()
    )


def _own_tabs(tournament: Tournament, user: User, home: str) -> list[tuple[str, str]]:
    own = []
    if tournament.state == Tournament.State.RUNNING and (seat := open_seat(user, tournament)):
        own.append(("Match", f"/matches/{seat.match_id}/"))
    entrant = access.own_entry(user, tournament)
    if entrant and entrant.state not in (Entrant.State.WITHDRAWN, Entrant.State.REMOVED):
        own.append(("Deck", f"{home}deck/"))
    return own


def _public_tabs(tournament: Tournament, home: str) -> list[tuple[str, str]]:
    if tournament.state not in (Tournament.State.RUNNING, Tournament.State.FINISHED):
        return []
    formats = set(tournament.stages.values_list("format", flat=True))
    shown = [("Pairings", f"{home}pairings/"), ("Standings", f"{home}standings/")]
    if Stage.Format.SINGLE in formats:
        shown.append(("Bracket", f"{home}bracket/"))
    return shown
