"""Joining and leaving before the first round, and the waitlist: places are given in order, never one too many."""

from datetime import datetime

from django.db import transaction
from django.http import Http404
from django.utils.translation import gettext as _

from bos_tournament.accounts.models import User
from bos_tournament.errors import Refused
from bos_tournament.messages import set_words
from bos_tournament.operations.db_clock import db_now
from bos_tournament.operations.jobs import enqueue
from bos_tournament.tournaments.decklists import submissions
from bos_tournament.tournaments.entrants import join_codes
from bos_tournament.tournaments.models import Entrant, Tournament
from bos_tournament.tournaments.structure.locking import bump_version, lock_tournament
from bos_tournament.tournaments.structure.visibility import private

State = Entrant.State


def tournament_of_code(code: str) -> Tournament:
    """The tournament a join code leads to, upper or lower case; 404 for drafts and codes nobody has."""
    letters = code.strip().upper()
    public = Tournament.objects.exclude(private())
    tournament = public.filter(join_code=letters).first() if letters.isalnum() else None
    if tournament is None:
        raise Http404(_("No tournament has this code."))
    return tournament


@transaction.atomic
def join(user: User, tournament: Tournament, *, code: str = "") -> Entrant:
    """Takes a place, or the end of the waitlist when all places are taken. Who withdrew may come back.

    Where staff accept each player this only asks them. Raises Refused outside the registration window, when already
    in, or without the code where that is needed.
    """
    tournament = lock_tournament(tournament)
    _refuse_outside_window(tournament)
    entrant = tournament.entrants.filter(user=user).first() or Entrant(tournament=tournament, user=user)
    _refuse_who_may_not_come_back(entrant)
    submissions.refuse_reader(user, tournament)
    join_codes.use(tournament, code)
    return _ask(tournament, entrant) if tournament.approval else let_in(tournament, entrant, since=db_now())


@transaction.atomic
def withdraw(entrant: Entrant) -> Entrant:
    """Gives the place back before the start; the first who waits gets it."""
    tournament = lock_tournament(entrant.tournament)
    entrant = tournament.entrants.get(pk=entrant.pk)
    if tournament.state != Tournament.State.OPEN:
        raise Refused(_("The tournament has started or is over; ask its staff to drop you."), code="not_before_start")
    if entrant.state not in (State.ASKED, State.REGISTERED, State.WAITLISTED):
        raise Refused(_("You are no longer registered."), code="not_entered")
    entrant.state, entrant.place, entrant.checked_in_at = State.WITHDRAWN, None, None
    entrant.fixed_table, entrant.seeding, entrant.earned_byes = None, None, 0
    entrant.save()
    promote(tournament)
    bump_version(tournament)
    return entrant


def enter_by_staff(tournament: Tournament, user: User, *, by: User) -> Entrant:
    """Enters somebody at the door; the caller holds the lock. While the tournament runs there is no waitlist."""
    entrant = Entrant(tournament=tournament, user=user, added_by=by)
    if tournament.state == Tournament.State.OPEN:
        return let_in(tournament, entrant, since=db_now())
    refuse_full(tournament)
    entrant.place = free_places(tournament)[0]
    entrant.state, entrant.waits_since = State.PLAYING, db_now()
    entrant.save()
    bump_version(tournament)
    return entrant


def refuse_full(tournament: Tournament) -> None:
    """Raises Refused (`full`) while a tournament runs that has no place left; before that people wait for one."""
    if tournament.state == Tournament.State.RUNNING and not free_places(tournament):
        raise Refused(_("All places are taken, so no one can be added."), code="full")


def promote(tournament: Tournament) -> list[Entrant]:
    """Seats those who wait, first come first, while places are free; the caller holds the lock and touches."""
    free = free_places(tournament)
    waiting = tournament.entrants.filter(state=State.WAITLISTED).order_by("waits_since", "id")[: len(free)]
    seated = []
    for entrant, place in zip(waiting, free, strict=False):
        entrant.state, entrant.place = State.REGISTERED, place
        entrant.save(update_fields=["state", "place"])
        enqueue("tournaments.tell_seated", entrant.pk)
        seated.append(entrant)
    return seated


def close_gaps(tournament: Tournament) -> None:
    """Moves people from places above the capacity to free ones below; the caller holds the lock."""
    above = tournament.entrants.filter(place__gt=tournament.capacity).order_by("place")
    for entrant, place in zip(above, free_places(tournament), strict=False):
        entrant.place = place
        entrant.save(update_fields=["place"])


def free_places(tournament: Tournament) -> list[int]:
    """The numbers of the places nobody has, lowest first."""
    taken = set(tournament.entrants.exclude(place=None).values_list("place", flat=True))
    return [place for place in range(1, tournament.capacity + 1) if place not in taken]


def position(entrant: Entrant) -> int:
    """Where somebody stands on the waitlist, from 1."""
    ahead = entrant.tournament.entrants.filter(state=State.WAITLISTED)
    return 1 + ahead.filter(waits_since__lt=entrant.waits_since).count()


def let_in(tournament: Tournament, entrant: Entrant, *, since: datetime) -> Entrant:
    """Gives a place, or the place on the waitlist of somebody who waits since then; the caller holds the lock."""
    free = free_places(tournament)
    entrant.waits_since = since
    entrant.state, entrant.place = (State.REGISTERED, free[0]) if free else (State.WAITLISTED, None)
    entrant.save()
    bump_version(tournament)
    return entrant


def _ask(tournament: Tournament, entrant: Entrant) -> Entrant:
    entrant.state, entrant.place, entrant.waits_since = State.ASKED, None, db_now()
    set_words(entrant, "note", "")
    entrant.save()
    bump_version(tournament)
    return entrant


def _refuse_outside_window(tournament: Tournament) -> None:
    now = db_now()
    if tournament.takes_entries(now):
        return
    opens = tournament.registration_opens_at
    if tournament.state == Tournament.State.OPEN and opens and now < opens:
        raise Refused(_("Registration is not open yet; come back later."), code="registration_not_open")
    raise Refused(_("Registration is closed. Ask the organizer whether a place is left."), code="registration_over")


def _refuse_who_may_not_come_back(entrant: Entrant) -> None:
    if entrant.state == State.REFUSED:
        raise Refused(_("Staff did not accept you here; speak to the organizer."), code="not_accepted")
    if entrant.state in (State.REMOVED, State.DISQUALIFIED):
        raise Refused(_("Staff removed you from this tournament; speak to the organizer."), code="removed_by_staff")
    if not entrant._state.adding and entrant.state != State.WITHDRAWN:
        raise Refused(_("You are already registered."), code="already_in")
