"""What every page of a tournament shows: its name, its banner and its tabs."""

from datetime import datetime
from typing import TypedDict

from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import OuterRef, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext as _

from bos_tournament.accounts.models import User
from bos_tournament.accounts.requests import Viewer
from bos_tournament.matches.models import Match, Seat
from bos_tournament.tournaments.access import tournament_access
from bos_tournament.tournaments.models import Entrant, Stage, Tournament
from bos_tournament.tournaments.structure.visibility import formats_of

Tab = tuple[str, str, bool]


class TournamentContext(TypedDict):
    """The context of base_tournament.html."""

    tournament: Tournament
    tabs: list[Tab]
    held: frozenset[str]
    own_entrant: Entrant | None
    seat: Seat | None


def tournament_context(
    request: HttpRequest, tournament: Tournament, *, held: frozenset[str] | None = None, seat: Seat | None = None
) -> TournamentContext:
    """The context of base_tournament.html, with the reader's roles, entry and open seat, asked once; `held` and `seat`
    are those that are known."""
    user = request.user
    held = tournament_access.roles(user, tournament) if held is None else held
    own_entrant = tournament_access.own_entry(user, tournament)
    if own_entrant and seat is None and tournament.state == Tournament.State.RUNNING:
        seat = open_seat(user, tournament)
    match = seat.match if seat else None
    visible_tabs = _tabs(tournament, request.path, held=held, own_entrant=own_entrant, match=match)
    return {"tournament": tournament, "tabs": visible_tabs, "held": held, "own_entrant": own_entrant, "seat": seat}


def tabs(tournament: Tournament, user: Viewer, path: str = "", *, match: Match | None = None) -> list[Tab]:
    """(label, address, is it the present page) for what this user may open. On the pages of a match there is a tab
    for it."""
    held, own_entrant = tournament_access.roles(user, tournament), tournament_access.own_entry(user, tournament)
    seat = open_seat(user, tournament) if tournament.state == Tournament.State.RUNNING and match is None else None
    open_match = match or (seat.match if seat else None)
    here = match.get_absolute_url() if match else path
    return _tabs(tournament, here, held=held, own_entrant=own_entrant, match=open_match)


def open_seat(user: Viewer, tournament: Tournament) -> Seat | None:
    """Where the user sits in a match of this tournament that is published and not finished."""
    if not user.is_authenticated:
        return None
    return _open_seats(user, tournament).first()


def open_seat_and_ends(user: Viewer, tournament: Tournament) -> tuple[Seat | None, list[datetime | None]]:
    """The same with when each match of that round ended, None for those that go on. One query."""
    if not user.is_authenticated:
        return None, []
    others = Match.objects.filter(pairing__round=OuterRef("match__pairing__round")).values("finished_at")
    seat = _open_seats(user, tournament).annotate(ends=ArraySubquery(others)).first()
    return (seat, seat.ends) if seat else (None, [])


def _open_seats(user: User, tournament: Tournament) -> QuerySet[Seat]:
    seats = Seat.objects.filter(user=user, match__finished_at=None, match__called_off_at=None)
    here = seats.filter(match__pairing__round__stage__tournament=tournament, match__pairing__round__state="published")
    return here.select_related("match__pairing__round")


def has_deck_tab(own_entrant: Entrant | None) -> bool:
    """May somebody open a deck list of their own here?"""
    if own_entrant is None or own_entrant.state in Entrant.WITHOUT_A_LIST:
        return False
    return not tournament_access.why_list_closed(own_entrant)


def _tabs(
    tournament: Tournament, path: str, *, held: frozenset[str], own_entrant: Entrant | None, match: Match | None
) -> list[Tab]:
    home = tournament.get_absolute_url()
    links = [(_("Overview"), home)]
    if match:
        links.append((_("Match"), match.get_absolute_url()))
    if has_deck_tab(own_entrant):
        links.append((_("Deck"), f"{home}deck/"))
    links += _public_tabs(tournament, home)
    if held:
        links += [(_("Desk"), f"{home}desk/"), (_("Players"), f"{home}entrants/")]
    if tournament_access.ORGANIZER in held:
        links.append((_("Staff"), f"{home}staff/"))
    return [(label, url, path == url or (url != home and path.startswith(url))) for label, url in links]


def _public_tabs(tournament: Tournament, home: str) -> list[tuple[str, str]]:
    """None before the start; a tournament that was cancelled keeps those of what was played."""
    if tournament.state in (Tournament.State.DRAFT, Tournament.State.OPEN):
        return []
    formats = formats_of(tournament)
    if not formats:
        return []
    links = [(_("Pairings"), f"{home}pairings/"), (_("Standings"), f"{home}standings/")]
    if formats & set(Stage.EVERYONE):
        links.append((_("Cross-table"), f"{home}cross-table/"))
    if formats & set(Stage.BRACKETS):
        links.append((_("Bracket"), f"{home}bracket/"))
    return links
