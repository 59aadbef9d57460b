"""Tournaments at a glance: what runs, what can be joined, and what waits for one person."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _

from bos_tournament.accounts.models import User
from bos_tournament.accounts.requests import Viewer
from bos_tournament.matches.models import Seat
from bos_tournament.operations.db_clock import db_now
from bos_tournament.tournaments.models import Entrant, Staff, Tournament
from bos_tournament.tournaments.structure import round_names
from bos_tournament.tournaments.structure.visibility import counted, private

State = Tournament.State
PUBLIC = (State.OPEN, State.RUNNING, State.FINISHED, State.CANCELLED)
MOST_STEPS = 12


@dataclass(frozen=True)
class NextStep:
    """Something that waits for somebody: what, why, and where it is done. `state` is now or later."""

    title: str
    """A table or a tournament."""
    text: str
    """A sentence, or the tournament and the round."""
    button: str
    """What the button says."""
    url: str
    """Where the button leads."""
    state: str = "now"


def public() -> QuerySet[Tournament]:
    return counted(Tournament.objects.exclude(private()))


def own_drafts(user: Viewer) -> QuerySet[Tournament]:
    """Drafts the user is staff of, cancelled ones too; nobody else knows of them."""
    if not user.is_authenticated:
        return Tournament.objects.none()
    held = Staff.objects.filter(user=user).values("tournament")
    return counted(Tournament.objects.filter(private(), pk__in=held))


def next_steps(user: Viewer) -> list[NextStep]:
    """What waits for the user, most pressing first."""
    if not user.is_authenticated:
        return []
    steps = [*_matches(user), *_entries(user), *_staff(user)]
    return sorted(steps, key=lambda step: step.state != "now")[:MOST_STEPS]


def _matches(user: User) -> list[NextStep]:
    seats = (
        Seat.objects.filter(user=user, match__finished_at=None, match__called_off_at=None)
        .filter(match__pairing__round__state="published", match__pairing__round__stage__tournament__state=State.RUNNING)
        .select_related("match__pairing__round__stage__tournament")
    )
    round_names.look_up(seat.match.pairing.round for seat in seats)
    return [
        NextStep(
            title=_("Table %(table)s") % {"table": seat.match.pairing.table},
            text=_("%(tournament)s, %(round)s")
            % {
                "tournament": seat.match.pairing.round.stage.tournament,
                "round": round_names.called(seat.match.pairing.round),
            },
            button=_("Go to your match"),
            url=seat.match.get_absolute_url(),
        )
        for seat in seats
    ]


def _entries(user: User) -> list[NextStep]:
    """Lists to hand in and check-ins, in tournaments that have not started."""
    now = db_now()
    entries = Entrant.objects.filter(
        user=user, tournament__state=State.OPEN, state__in=(Entrant.State.REGISTERED, Entrant.State.WAITLISTED)
    )
    return [_entry_step(entrant, now) for entrant in entries.select_related("tournament")]


def _entry_step(entrant: Entrant, now: datetime) -> NextStep:
    tournament = entrant.tournament
    if entrant.deck_version_id is None and (tournament.takes_lists(now) or entrant.list_unlocked):
        url = reverse("tournaments:deck", args=[tournament.slug])
        return NextStep(tournament.name, _("Your deck list is missing."), _("Submit deck list"), url)
    if entrant.checked_in_at is None and tournament.takes_check_ins(now):
        return NextStep(tournament.name, _("Check-in is open."), _("Check in"), tournament.get_absolute_url())
    waits = entrant.state == Entrant.State.WAITLISTED
    text = _("You are on the waitlist.") if waits else _("You are registered. Nothing to do right now.")
    return NextStep(tournament.name, text, _("Open the tournament"), tournament.get_absolute_url(), "later")


def _staff(user: User) -> list[NextStep]:
    held = Staff.objects.filter(user=user).values("tournament")
    mine = Tournament.objects.filter(pk__in=held, state__in=(State.DRAFT, State.OPEN, State.RUNNING))
    return [_staff_step(tournament) for tournament in mine]


def _staff_step(tournament: Tournament) -> NextStep:
    if tournament.state == State.RUNNING:
        url = f"{tournament.get_absolute_url()}desk/"
        return NextStep(
            tournament.name, _("You are staff here, and the tournament is running."), _("Go to the desk"), url
        )
    if tournament.state == State.DRAFT:
        text = _("Still a draft: nobody else sees it.")
        return NextStep(tournament.name, text, _("Continue planning"), tournament.get_absolute_url(), "later")
    url = reverse("tournaments:entrants", args=[tournament.slug])
    return NextStep(tournament.name, _("You are staff here; players are joining."), _("View players"), url, "later")
