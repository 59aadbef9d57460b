"""Personal links for many guests at once, such as those read from a table: each told once, to be handed out."""

import csv
import io
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.db.models.expressions import Combinable
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from bos_tournament.accounts.models import PersonalLink, User
from bos_tournament.accounts.sign_in.personal_links import WAITS, issue_link
from bos_tournament.errors import Refused
from bos_tournament.operations.csv_cells import plain
from bos_tournament.tournaments.access.tournament_access import is_entered
from bos_tournament.tournaments.entrants.guests import refuse_player
from bos_tournament.tournaments.models import Entrant, Tournament
from bos_tournament.tournaments.structure.locking import bump_version, lock_tournament
from bos_tournament.tournaments.structure.stages import open_tables

State = Tournament.State
MOST_AT_ONCE = 100


@dataclass(frozen=True)
class GuestLink:
    """A guest and the address that signs them in once; kept nowhere."""

    entrant: Entrant
    """With the user loaded."""
    link: str
    """The whole address, with its token."""


def guests_without(tournament: Tournament, *, to: User, unopened: bool = False) -> QuerySet[Entrant]:
    """Guests who take part and have no link that works, nor a phone that one signed in; in order of handles. For `to`,
    who is told the links and plays here: before the start those who never had a phone, later none.

    With `unopened` those too whose link waits: it was lost before it reached them.
    """
    now = timezone.now()
    signed_in = Q(opened_at__gt=now - timedelta(seconds=settings.SESSION_COOKIE_AGE))
    waiting = Q(opened_at=None, made_at__gt=now - WAITS)
    held = PersonalLink.objects.filter(signed_in if unopened else signed_in | waiting, revoked_at=None)
    guests = tournament.entrants.filter(state__in=Entrant.TAKING_PART, user__guest=True, user__is_active=True)
    without = guests.filter(~Exists(held.filter(user=OuterRef("user"))))
    if is_entered(to, tournament):
        without = without.filter(with_nothing_at_stake()) if tournament.state == State.OPEN else without.none()
    return without.select_related("user").order_by("user__handle")


@transaction.atomic
def issue_links(tournament: Tournament, *, by: User, unopened: bool = False) -> list[GuestLink]:
    """A link for each of `guests_without`, at most MOST_AT_ONCE, told only now.

    Raises Refused: `nobody_without`, and `staff_play` once it has started for staff who play here.
    """
    tournament = lock_tournament(tournament)
    refuse_player(tournament, by)
    entrants = list(guests_without(tournament, to=by, unopened=unopened)[:MOST_AT_ONCE])
    if not entrants:
        raise Refused(_("Every guest already has a link; create a new one next to the guest."), code="nobody_without")
    links = [GuestLink(entrant, _address(issue_link(entrant.user, by=by))) for entrant in entrants]
    bump_version(tournament)
    return links


def with_nothing_at_stake() -> Combinable:
    """As `links.has_something_at_stake` and `links.was_opened` have it, for many at once."""
    opened = PersonalLink.objects.filter(user=OuterRef("user")).exclude(opened_at=None)
    listed = Entrant.objects.filter(user=OuterRef("user"), tournament__state__in=(State.OPEN, State.RUNNING))
    seated = open_tables().filter(sittings__entrant__user=OuterRef("user"))
    return ~Exists(opened) & ~Exists(listed.exclude(deck_version=None)) & ~Exists(seated)


def why_none(tournament: Tournament, to: User) -> str:
    """Why this member of the staff makes no links for many here; empty where they do."""
    try:
        refuse_player(tournament, to)
    except Refused as refusal:
        return str(refusal)
    return ""


def as_table(links: Iterable[GuestLink]) -> str:
    """Handle, real name and link, one guest a line, for a program that prints or sends them."""
    written = io.StringIO()
    rows = ((guest.entrant.user.handle, guest.entrant.user.real_name, guest.link) for guest in links)
    csv.writer(written).writerows([("handle", "real name", "link"), *([plain(cell) for cell in row] for row in rows)])
    return written.getvalue()


def _address(token: str) -> str:
    return f"{settings.PUBLIC_URL}{reverse('accounts:personal_link', args=[token])}"
