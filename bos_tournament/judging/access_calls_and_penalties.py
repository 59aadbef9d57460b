"""Doors of calls, penalties and precedents. Like all access: each function gives the object or refuses."""

from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404
from django.utils.translation import gettext as _

from bos_tournament.accounts.models import User
from bos_tournament.accounts.requests import Viewer
from bos_tournament.errors import SecondFactorNeeded
from bos_tournament.judging.models import Call, CheckedDeck, DeckCheck, Penalty
from bos_tournament.matches import access as match_access
from bos_tournament.matches.models import Seat
from bos_tournament.tournaments.access import tournament_access
from bos_tournament.tournaments.access.desk_access import OWN_MATCH, entrant_to_remove
from bos_tournament.tournaments.access.tournament_access import HEAD_JUDGE, JUDGES, staff_of, tournament_to_see
from bos_tournament.tournaments.models import Entrant, Staff, Tournament


def calling_seat(user: User, pk: UUID) -> Seat:
    """The user's seat at a match. 404 without such a match, 403 for who only looks on."""
    return match_access.seat_to_call_from(user, pk)


def call_of_seat(user: User, pk: UUID) -> Call:
    """A call at the user's own match; 404 for everybody else."""
    call = Call.objects.select_related("match").filter(pk=pk, match__seats__user=user.pk).first()
    if call is None:
        raise Http404(_("There is no such call."))
    return call


def call_to_answer(user: User, pk: UUID) -> tuple[Call, Tournament]:
    """A call, for any staff of its tournament (who alone runs an evening answers it too); 403 at their own table.

    404 for everybody else, except who called: 403; and for everybody once the table's round was taken back.
    """
    call = Call.objects.select_related("match", "taken_by").filter(pk=pk).first()
    tournament = Tournament.objects.filter(stages__rounds__pairings__match__calls=pk).first()
    if call is None or tournament is None:
        raise Http404(_("There is no such call."))
    held = tournament_access.roles(user, tournament)
    if call.match.seats.filter(user=user.pk).exists():
        raise PermissionDenied(str(OWN_MATCH))
    if not held:
        raise Http404(_("There is no such call."))
    if not user.second_factor:
        raise SecondFactorNeeded
    return call, tournament


def entrant_to_penalize(user: User, slug: str, pk: UUID, *, level: str = "") -> Entrant:
    """An entrant to whom a judge may give a penalty, and the head judge alone a disqualification; 403 for oneself and
    for whom one is playing."""
    staff_of(user, slug, *([HEAD_JUDGE] if level == Penalty.Level.DISQUALIFICATION else JUDGES))
    entrant = entrant_to_remove(user, slug, pk)
    if level == Penalty.Level.DISQUALIFICATION:
        tournament_access.require_recent_second_factor(user)
    return entrant


def may_penalize(user: User, tournament: Tournament) -> bool:
    """Does `entrant_to_penalize` let this user in, own matches apart?"""
    return bool(tournament_access.roles(user, tournament) & JUDGES)


def penalties_to_see(user: Viewer, slug: str) -> tuple[Tournament, QuerySet[Penalty], bool]:
    """The tournament, the penalties this user may know of, and whether as staff: all for staff who do not take part,
    one's own for an entrant. 404 for everybody else."""
    tournament = tournament_to_see(user, slug)
    everything = Penalty.objects.filter(entrant__tournament=tournament)
    own = everything.filter(entrant__user=user.pk)
    if tournament_access.is_entered(user, tournament):
        return tournament, own, False
    if tournament_access.roles(user, tournament):
        return staff_of(user, slug), everything, True
    if not user.is_authenticated or not Entrant.objects.filter(tournament=tournament, user=user).exists():
        raise Http404(_("There is nothing to see here."))
    return tournament, own, False


def penalties_of(user: Viewer, entrant: Entrant) -> QuerySet[Penalty]:
    """An entrant's penalties for staff who do not take part, and for the entrant; none for everybody else."""
    mine = user.pk == entrant.user_id
    tournament = entrant.tournament
    staff = tournament_access.roles(user, tournament) and not tournament_access.is_entered(user, tournament)
    return entrant.penalties.all() if mine or staff else entrant.penalties.none()


def penalty_to_take_back(user: User, pk: UUID) -> Penalty:
    """A penalty, for the judge who gave it or a head judge; a disqualification for a head judge alone."""
    penalty = _penalty(user, pk)
    entrant_to_penalize(user, penalty.entrant.tournament.slug, penalty.entrant_id, level=penalty.level)
    if penalty.by_id != user.pk and HEAD_JUDGE not in tournament_access.roles(user, penalty.entrant.tournament):
        raise PermissionDenied(_("Only the person who gave a penalty, or a head judge, can undo it."))
    return penalty


def penalty_to_carry_out(user: User, pk: UUID) -> Penalty:
    """A penalty that waits, for any staff, like every result; 403 for one's own and at one's own table."""
    penalty = _penalty(user, pk)
    entrant_to_remove(user, penalty.entrant.tournament.slug, penalty.entrant_id)
    return penalty


def check_to_do(user: User, slug: str, pk: UUID) -> DeckCheck:
    """A deck check, for judges who do not take part; with the refusals of `lists_to_print`."""
    tournament = tournament_access.lists_to_print(user, slug)
    checks = DeckCheck.objects.select_related("pairing__match", "pairing__round__stage__tournament", "begun_by")
    check = checks.filter(pk=pk, pairing__round__stage__tournament=tournament).first()
    if check is None:
        raise Http404(_("There is no such deck check."))
    return check


def checked_deck(check: DeckCheck, seat: int) -> CheckedDeck:
    """The deck of this seat in a check that has begun; 404 before and for another seat."""
    deck = check.decks.select_related("seat__user", "seat__deck_version").filter(seat__number=seat).first()
    if deck is None:
        raise Http404(_("This check has no deck of this seat."))
    deck.deck_check = check
    return deck


def precedents_reader(user: Viewer) -> User:
    """A judge or head judge of any tournament, with a second factor; 403 for everybody else."""
    if not user.is_authenticated or not Staff.objects.filter(user=user, role__in=JUDGES).exists():
        raise PermissionDenied(_("Only judges can read earlier rulings."))
    if not user.second_factor:
        raise SecondFactorNeeded
    return user


def _penalty(user: User, pk: UUID) -> Penalty:
    """Known to its entrant and to staff; 404 for everybody else."""
    penalty = Penalty.objects.select_related("entrant__tournament", "entrant__user").filter(pk=pk).first()
    if penalty is None or not (
        penalty.entrant.user_id == user.pk or tournament_access.roles(user, penalty.entrant.tournament)
    ):
        raise Http404(_("There is no such penalty."))
    return penalty
