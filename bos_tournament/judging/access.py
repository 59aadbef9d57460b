"""Who may see records and disputes, add to them, rule, and appeal."""

from dataclasses import dataclass
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.utils.translation import gettext as _

from bos_tournament.accounts import links
from bos_tournament.accounts.models import User
from bos_tournament.errors import SecondFactorNeeded
from bos_tournament.judging import sealing
from bos_tournament.judging.models import Appeal, Dispute, Record
from bos_tournament.matches.models import Game, Match, Seat
from bos_tournament.tournaments import access as tournament_access
from bos_tournament.tournaments import open_lists
from bos_tournament.tournaments.models import Staff, Tournament

TOURNAMENT = "pairing__round__stage__tournament"


@dataclass(frozen=True)
class Standing:
    """In what capacity somebody stands at a match: on a seat, as staff, or both. `knows_lists`: both lists are open to
    them, as to a judge who does not play, or to everybody after the end."""

    user: User
    seat: Seat | None
    tournament: Tournament | None
    roles: frozenset[str]
    knows_lists: bool = False

    def reader(self, game: Game) -> str:
        """By whose knowledge of the lists the engine answers them. What was swapped for a later game is in no open list
        while the match is played."""
        if self.seat is None:
            return sealing.ALL if self.knows_lists else sealing.NEITHER
        settled = game.number == 1 or game.match.step == Match.Step.FINISHED
        return sealing.ALL if self.knows_lists and settled else f"P{self.seat.number}"

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
    pairing = getattr(match, "pairing", None)
    tournament = pairing.round.stage.tournament if pairing else None
    if seat:
        links.refuse_in_doubt(user)
        return Standing(user, seat, None, frozenset(), _are_open(seat, tournament))
    roles = frozenset(tournament_access.roles(user, tournament)) if tournament else frozenset()
    if not roles:
        raise Http404(_("There is no such dispute."))
    if not user.second_factor:
        raise SecondFactorNeeded
    knows = tournament is not None and tournament_access.may_read_lists(user, tournament, roles)
    return Standing(user, None, tournament, roles, knows)


def _are_open(seat: Seat, tournament: Tournament | None) -> bool:
    """Whether the tournament opens the lists of all others at the table to this player."""
    if tournament is None:
        return False
    others = Seat.objects.filter(match=seat.match_id).exclude(pk=seat.pk).values("user")
    return not others.exclude(user__in=open_lists.open_to(seat.user_id, tournament).values("user")).exists()


def match_of(user: User, pk: UUID) -> tuple[Match, Standing]:
    """The match and the user's capacity; only its seats and staff dispute it and hand in records (404)."""
    match = Match.objects.select_related(TOURNAMENT).filter(pk=pk).first()
    if match is None:
        raise Http404(_("There is no such match."))
    return match, standing(user, match)


def dispute_to_see(user: User, pk: UUID) -> tuple[Dispute, Standing]:
    """The dispute and the user's capacity; only seats of the match and staff know of it (404)."""
    dispute = (
        Dispute.objects.select_related("game__match__pool", f"game__match__{TOURNAMENT}", "game__winner__user")
        .select_related("game__comparison__first", "game__comparison__second")
        .select_related("filed_by", "appeal__by", "appeal__answered_by")
        .filter(pk=pk)
        .first()
    )
    if dispute is None:
        raise Http404(_("There is no such dispute."))
    return dispute, standing(user, dispute.game.match)


def dispute_to_rule(user: User, pk: UUID) -> tuple[Dispute, Standing]:
    """The dispute, for a judge. 403 for others who see it. Who came too late to rule learns that from the deed, with
    all they wrote."""
    dispute, who = dispute_to_see(user, pk)
    if not who.may_rule:
        raise PermissionDenied(_("Judges of this tournament rule, and not on their own match."))
    return dispute, who


def dispute_to_open(user: User, pk: UUID) -> Dispute:
    """The dispute whose records a judge may open to both players (403 for others who see it)."""
    dispute, who = dispute_to_see(user, pk)
    if not who.may_rule:
        raise PermissionDenied(_("Judges of this tournament open records, and not on their own match."))
    return dispute


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
    """A record and the user's capacity at its match (404 for strangers; 403 for a player while it is sealed)."""
    record = (
        Record.objects.select_related("game__match__pool", f"game__match__{TOURNAMENT}", "game__first")
        .select_related("by", "seat__user", "finding")
        .filter(pk=pk)
        .first()
    )
    if record is None:
        raise Http404(_("There is no such record."))
    who = standing(user, record.game.match)
    if who.seat is not None and not sealing.seal_of(record.game).lets_read(record, user, who.seat):
        raise PermissionDenied(
            _("This record is sealed. You read it once both of you handed one in and the game is reported.")
        )
    return record, who


def record_to_try(user: User, pk: UUID) -> tuple[Record, Standing]:
    """A record on which lines may be tried: by judges, and not on their own match nor while they take part, since
    lawful lines tell what is in a list (403 for others who see it)."""
    record, who = record_to_see(user, pk)
    if not who.may_rule:
        raise PermissionDenied(_("Judges of this tournament try lines, and not on their own match."))
    if not who.knows_lists:
        raise PermissionDenied(_("You take part in this tournament, so its lists are closed to you."))
    return record, who
