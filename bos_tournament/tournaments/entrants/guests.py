"""Walk-ins without an account: entered by staff, with a personal link they open on their phone."""

from datetime import timedelta

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.translation import gettext as _

from bos_tournament.accounts.guests import forget_real_name, make_guest
from bos_tournament.accounts.models import PersonalLink, User
from bos_tournament.accounts.sign_in import personal_links
from bos_tournament.accounts.sign_in.personal_links import issue_link, revoke_links
from bos_tournament.decks.submitted_versions import look_at_closed
from bos_tournament.errors import Refused
from bos_tournament.matches.models import Seat
from bos_tournament.operations.db_clock import db_now
from bos_tournament.tournaments.access.tournament_access import is_entered, staff_who_do_not_play
from bos_tournament.tournaments.entrants import registration
from bos_tournament.tournaments.models import Entrant, Tournament
from bos_tournament.tournaments.structure.locking import bump_version, lock_tournament
from engine.hosting import Message

KEPT = timedelta(days=90)
"""So long after their last tournament the site knows the real names of guests."""
AT_ONCE = 100


def forget_real_names() -> int:
    """Deletes the real names of guests whose last tournament is over for long; gives how many. A tournament that never
    began is over with its day."""
    since = db_now() - KEPT
    began = Q(tournament__finished_at=None) & (
        Q(tournament__state=Tournament.State.RUNNING) | Q(tournament__starts_at__gte=since)
    )
    lately = Entrant.objects.filter(began | Q(tournament__finished_at__gte=since), user=OuterRef("pk"))
    old = User.objects.filter(guest=True, date_joined__lt=since).exclude(real_name="")
    guests = list(old.filter(~Exists(lately)).order_by("pk")[:AT_ONCE])
    for guest in guests:
        forget_real_name(guest)
    return len(guests)


@transaction.atomic
def add_guest(tournament: Tournament, *, handle: str, real_name: str, by: User) -> tuple[Entrant, str]:
    """Enters a walk-in before or during the tournament; gives the entry and the link's token, told only now.

    Before the start a full tournament puts them on the waitlist; while it runs it refuses. Raises Refused
    (`staff_play`) for staff who play in it.
    """
    tournament = lock_tournament(tournament)
    refuse_unless_open(tournament)
    refuse_player(tournament, by)
    guest = make_guest(handle=handle, real_name=real_name)
    entrant = registration.enter_by_staff(tournament, guest, by=by)
    return entrant, issue_link(guest, by=by)


@transaction.atomic
def renew_link(entrant: Entrant, *, by: User) -> str:
    """A new personal link; the old one and what it opened end. The guest sees that it was renewed.

    Raises Refused (`staff_play`) for staff who play here: before the start they make first links alone.
    """
    tournament = lock_tournament(entrant.tournament)
    refuse_player(tournament, by, entrant.user)
    token = issue_link(entrant.user, by=by)
    bump_version(tournament)
    return token


@transaction.atomic
def revoke_link(entrant: Entrant, *, by: User) -> None:
    """Ends a guest's links and signs them out everywhere. Accounts have no link."""
    tournament = lock_tournament(entrant.tournament)
    if not entrant.user.guest:
        raise Refused(_("Only guests sign in by link; accounts have a password."), code="not_a_guest")
    revoke_links(entrant.user, by=by)
    bump_version(tournament)


@transaction.atomic
def confirm(entrant: Entrant, *, by: User) -> None:
    """Staff have seen in person, away from a table, that a guest's new phone is theirs. Since that opens the guest's
    lists to whoever holds the phone, it is kept as a look at them. Raises Refused: `at_a_table`, `nothing_to_confirm`.
    """
    tournament = lock_tournament(entrant.tournament)
    user = User.objects.select_for_update().get(pk=entrant.user_id)
    link = personal_links.unconfirmed(user)
    if link is None:
        raise Refused(_("%(player)s has no new phone to confirm.") % {"player": user}, code="nothing_to_confirm")
    if asked_at_a_table(tournament).filter(pk=entrant.pk).exists():
        raise Refused(
            _("%(player)s is at a table, where the opponent is asked first.") % {"player": user}, code="at_a_table"
        )
    look_at_closed(user, by, purpose=Message("desk.new_phone"))
    personal_links.confirm(link)
    bump_version(tournament)


def asked_at_a_table(tournament: Tournament) -> QuerySet[Entrant]:
    """Guests who came by a new link in the middle of something and sit at a match: there the opponent says who it is.
    Staff confirm their phone away from a table."""
    came = PersonalLink.objects.filter(user=OuterRef("user"), midway=True, revoked_at=None, confirmed_at=None)
    seated = Seat.objects.filter(user=OuterRef("user"), match__finished_at=None, match__called_off_at=None)
    return tournament.entrants.filter(Exists(came.exclude(opened_at=None)), Exists(seated), user__guest=True)


def refuse_player(tournament: Tournament, by: User, guest: User | None = None) -> None:
    """Whoever plays here makes no links: they would open the seats and lists of those they play against. Before the
    start the first link of a guest opens nothing, so that one is theirs to make. Raises Refused: `staff_play`."""
    if not is_entered(by, tournament):
        return
    nothing_yet = guest is None or not (
        personal_links.has_something_at_stake(guest) or personal_links.was_opened(guest)
    )
    if tournament.state == Tournament.State.OPEN and nothing_yet:
        return
    raise Refused(staff_play(tournament), code="staff_play")


def staff_play(tournament: Tournament) -> str:
    """Why somebody who plays makes no link, and who does."""
    others = [str(user) for user in staff_who_do_not_play(tournament)]
    if others:
        return _("You are playing here, so you cannot create guest links. %(names)s can.") % {
            "names": ", ".join(others[:3])
        }
    return _(
        "You are playing here, so you cannot create guest links. Under Staff, invite a scorekeeper who is not playing."
    )


def refuse_unless_open(tournament: Tournament) -> None:
    """Raises Refused when staff may not enter anybody now: `not_open`, `bracket_drawn`."""
    if tournament.state not in (Tournament.State.OPEN, Tournament.State.RUNNING):
        raise Refused(_("Walk-ins can be added while the tournament is open or running."), code="not_open")
    if tournament.state == Tournament.State.RUNNING and not _may_still_enter(tournament):
        raise Refused(_("The bracket is drawn, so no one can be added."), code="bracket_drawn")


def why_none(tournament: Tournament, by: User) -> str:
    """Why this member of the staff adds no walk-in now; empty where they do."""
    try:
        refuse_unless_open(tournament)
        refuse_player(tournament, by)
        registration.refuse_full(tournament)
    except Refused as refusal:
        return str(refusal)
    return ""


def _may_still_enter(tournament: Tournament) -> bool:
    stage = tournament.stages.order_by("-number").first()
    return stage is not None and stage.is_swiss and stage.finished_at is None
