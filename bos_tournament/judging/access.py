"""Who may see records and disputes, add to them, rule, and appeal."""

from dataclasses import dataclass
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.utils.translation import gettext as _

from bos_tournament.accounts import links
from bos_tournament.accounts.models import User
from bos_tournament.errors import SecondFactorNeeded
from bos_tournament.judging.models import Appeal, Dispute, Record
from bos_tournament.matches.models import Match, Seat
from bos_tournament.tournaments import access as tournament_access
from bos_tournament.tournaments.models import Staff, Tournament


@dataclass(frozen=True)
class Standing:
    """In what capacity somebody stands at a match: on a seat, as staff, or both."""

    user: User
    seat: Seat | None
    tournament: Tournament | None
    roles: frozenset[str]

    @property
    def may_rule(self) -> bool:
        """Judges rule, but never on a match they play in."""
        return self.seat is None and bool(self.roles & tournament_access.JUDGES)

    @property
    def may_overturn(self) -> bool:
        return self.seat is None and Staff.Role.HEAD_JUDGE in self.roles


def standing(user: User, match: Match) -> Standing:
    """The user's capacity at a match. Raises Http404 for a stranger to it, SecondFactorNeeded for staff without one."""
    if not user.is_authenticated:
        raise Http404(_("There is no such dispute."))
    seat = match.seats.select_related("user").filter(user=user).first()
    if seat:
        links.refuse_in_doubt(user)
        return Standing(user, seat, None, frozenset())
    tournament = Tournament.objects.filter(stages__rounds__pairings__match=match).first()
    roles = frozenset(tournament_access.roles(user, tournament)) if tournament else frozenset()
    if not roles:
        raise Http404(_("There is no such dispute."))
    if not user.second_factor:
        raise SecondFactorNeeded
    return Standing(user, None, tournament, roles)


def match_of(user: User, pk: UUID) -> tuple[Match, Standing]:
    """The match and the user's capacity; only its seats and staff dispute it and hand in records (404)."""
    match = Match.objects.filter(pk=pk).first()
    if match is None:
        raise Http404(_("There is no such match."))
    return match, standing(user, match)


def dispute_to_see(user: User, pk: UUID) -> tuple[Dispute, Standing]:
    """The dispute and the user's capacity; only seats of the match and staff know of it (404)."""
    dispute = (
        Dispute.objects.select_related("game__match__pool", "game__winner__user", "game__comparison")
        .select_related("filed_by", "appeal__by", "appeal__answered_by")
        .filter(pk=pk)
        .first()
    )
    if dispute is None:
        raise Http404(_("There is no such dispute."))
    return dispute, standing(user, dispute.game.match)


def dispute_to_rule(user: User, pk: UUID) -> tuple[Dispute, Standing]:
    """The dispute, for a judge. 403 for others who see it; a ruling that stands is overturned by a head judge only."""
    dispute, who = dispute_to_see(user, pk)
    if not who.may_rule:
        raise PermissionDenied(_("Judges of this tournament rule, and not on their own match."))
    if dispute.rulings.exists() and not who.may_overturn:
        raise PermissionDenied(_("A ruling stands; only a head judge can overturn it."))
    return dispute, who


def dispute_to_appeal(user: User, pk: UUID) -> Dispute:
    """The dispute, for a player of its match. 403 for staff, who see it."""
    dispute, who = dispute_to_see(user, pk)
    if who.seat is None:
        raise PermissionDenied(_("Only the two players of the match appeal a ruling."))
    return dispute


def appeal_to_answer(user: User, pk: UUID) -> Appeal:
    """The appeal in this dispute, for a head judge. 403 for others who see it, 404 where nobody appealed."""
    dispute, who = dispute_to_see(user, pk)
    if not who.may_overturn:
        raise PermissionDenied(_("Only a head judge answers an appeal, and not on their own match."))
    asked = Appeal.objects.select_related("dispute__game").filter(dispute=dispute).first()
    if asked is None:
        raise Http404(_("Nobody appealed in this dispute."))
    return asked


def record_to_see(user: User, pk: UUID) -> tuple[Record, Standing]:
    """A record and the user's capacity at its match (404 for strangers)."""
    record = Record.objects.select_related("game__match__pool", "by", "seat__user", "finding").filter(pk=pk).first()
    if record is None:
        raise Http404(_("There is no such record."))
    return record, standing(user, record.game.match)


def record_to_try(user: User, pk: UUID) -> tuple[Record, Standing]:
    """A record on which lines may be tried: by judges, and not on their own match (403 for others who see it)."""
    record, who = record_to_see(user, pk)
    if not who.may_rule:
        raise PermissionDenied(_("Judges of this tournament try lines, and not on their own match."))
    return record, who
