"""Where staff accept each player: who asks to join waits in a queue until somebody lets them in or says why not."""

from django.db import transaction
from django.utils.translation import gettext as _

from bos_tournament.errors import Refused
from bos_tournament.messages import set_words
from bos_tournament.operations.jobs import enqueue
from bos_tournament.tournaments.entrants import registration
from bos_tournament.tournaments.models import Entrant, Tournament
from bos_tournament.tournaments.structure.locking import bump_version, lock_tournament
from engine.hosting import Message

State = Entrant.State


@transaction.atomic
def accept(entrant: Entrant) -> Entrant:
    """Gives a place, or with all places taken the waitlist in the order of asking; they get a mail. Twice is once.

    Somebody who was refused may still be accepted before the start. Raises Refused: `not_open`, `not_asking`.
    """
    tournament, entrant = _held(entrant)
    if entrant.state in (State.REGISTERED, State.WAITLISTED):
        return entrant
    if entrant.state not in (State.ASKED, State.REFUSED):
        raise Refused(_("%(player)s is no longer asking to join.") % {"player": entrant.user}, code="not_asking")
    set_words(entrant, "note", "")
    registration.let_in(tournament, entrant, since=entrant.waits_since)
    enqueue("tournaments.tell_answer", entrant.pk)
    return entrant


@transaction.atomic
def refuse(entrant: Entrant, *, why: str) -> Entrant:
    """Says no, with a reason that the player reads. Raises Refused: `not_open`, `not_asking`, `reason_missing`."""
    tournament, entrant = _held(entrant)
    if entrant.state != State.ASKED:
        raise Refused(_("%(player)s is no longer asking to join.") % {"player": entrant.user}, code="not_asking")
    if not (why := " ".join(why.split())[:300]):
        raise Refused(_("Give a reason. It is shown to the player."), code="reason_missing")
    entrant.state, entrant.note, entrant.note_message = State.REFUSED, why, None
    entrant.save(update_fields=["state", "note", "note_message"])
    enqueue("tournaments.tell_answer", entrant.pk)
    bump_version(tournament)
    return entrant


def refuse_all_left(tournament: Tournament) -> None:
    """At the start nobody is left asking; the caller holds the lock and touches."""
    for entrant in tournament.entrants.filter(state=State.ASKED):
        entrant.state = State.REFUSED
        set_words(entrant, "note", Message("entrant.not_answered"))
        entrant.save(update_fields=["state", "note", "note_message"])


def _held(entrant: Entrant) -> tuple[Tournament, Entrant]:
    tournament = lock_tournament(entrant.tournament)
    if tournament.state != Tournament.State.OPEN:
        raise Refused(
            _("Requests can be answered only before the start; this tournament is no longer open."), code="not_open"
        )
    return tournament, tournament.entrants.select_related("user").get(pk=entrant.pk)
