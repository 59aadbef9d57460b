"""Who may see records and disputes, add to them, rule, and appeal."""

from dataclasses import dataclass
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.utils.translation import gettext as _

from bos_tournament.accounts.models import User
from bos_tournament.accounts.sign_in import personal_links
from bos_tournament.errors import SecondFactorNeeded
from bos_tournament.judging import record_visibility
from bos_tournament.judging.models import Appeal, Dispute, Record
from bos_tournament.matches.models import Game, Match, Seat
from bos_tournament.tournaments.access import tournament_access
from bos_tournament.tournaments.decklists import open_lists
from bos_tournament.tournaments.models import Staff, Tournament

TOURNAMENT = "pairing__round__stage__tournament"


@dataclass(frozen=True)
class Capacity:
    """In what capacity somebody stands at a match: on a seat, as staff, or both. `knows_lists`: both lists are open to
    them, as to a judge who does not play, or to everybody after the end."""

    user: User
    """Who stands there."""
    seat: Seat | None
    """Where they play; None for staff who do not."""
    tournament: Tournament | None
    """Whose staff they are; None for a player of the match."""
    roles: frozenset[str]
    """Their staff roles there; empty for a player of the match."""
    knows_lists: bool = False

    def reader(self, game: Game) -> str:
        """By whose knowledge of the lists the engine answers them. What was swapped for a later game is in no open list
        while the match is played."""
        if self.seat is None:
            return record_visibility.ALL if self.knows_lists else record_visibility.NEITHER
        settled = game.number == 1 or game.match.step == Match.Step.FINISHED
        return record_visibility.ALL if self.knows_lists and settled else f"P{self.seat.number}"

    @property
    def may_rule(self) -> bool:
        """Judges rule, but never on a match they play in."""
        return self.seat is None and bool(self.roles & tournament_access.JUDGES)

    @property
    def may_overturn(self) -> bool:
        return self.seat is None and Staff.Role.HEAD_JUDGE in self.roles


def capacity_at(user: User, match: Match) -> Capacity:
    """The user's capacity at a match. Raises Http404 for a stranger to it, SecondFactorNeeded for staff without one."""
    if not user.is_authenticated:
        raise Http404(_("There is no such dispute."))
    seat = match.seats.select_related("user").filter(user=user).first()
    pairing = getattr(match, "pairing", None)
    tournament = pairing.round.stage.tournament if pairing else None
    if seat:
        personal_links.refuse_in_doubt(user)
        return Capacity(user, seat, None, frozenset(), _are_open(seat, tournament))
    roles = frozenset(tournament_access.roles(user, tournament)) if tournament else frozenset()
    if not roles:
        raise Http404(_("There is no such dispute."))
    if not user.second_factor:
        raise SecondFactorNeeded
    knows = tournament is not None and tournament_access.may_read_lists(user, tournament, roles)
    return Capacity(user, None, tournament, roles, knows)


def _are_open(seat: Seat, tournament: Tournament | None) -> bool:
    """Whether the tournament opens the lists of all others at the table to this player."""
    if tournament is None:
        return False
    others = Seat.objects.filter(match=seat.match_id).exclude(pk=seat.pk).values("user")
    return not others.exclude(user__in=open_lists.open_to(seat.user_id, tournament).values("user")).exists()


def match_of(user: User, pk: UUID) -> tuple[Match, Capacity]:
    """The match and the user's capacity; only its seats and staff dispute it and hand in records (404)."""
    match = Match.objects.select_related(TOURNAMENT).filter(pk=pk).first()
    if match is None:
        raise Http404(_("There is no such match."))
    return match, capacity_at(user, match)


def dispute_to_see(user: User, pk: UUID) -> tuple[Dispute, Capacity]:
    """The dispute and the user's capacity; only seats of the match and staff know of it (404)."""
    dispute = (
        Dispute.objects.select_related(f"game__match__{TOURNAMENT}", "game__winner__user")
        .select_related("game__comparison__first", "game__comparison__second")
        .select_related("filed_by", "appeal__by", "appeal__answered_by")
        .filter(pk=pk)
        .first()
    )
    if dispute is None:
        raise Http404(_("There is no such dispute."))
    return dispute, capacity_at(user, dispute.game.match)


def dispute_to_rule(user: User, pk: UUID) -> tuple[Dispute, Capacity]:
    """The dispute, for a judge. 403 for others who see it. Who came too late to rule learns that from the deed, with
    all they wrote."""
    dispute, capacity = dispute_to_see(user, pk)
    if not capacity.may_rule:
        raise PermissionDenied(_("Only judges of this tournament can rule, and not on their own match."))
    return dispute, capacity


def dispute_to_open(user: User, pk: UUID) -> Dispute:
    """The dispute whose records a judge may open to both players (403 for others who see it)."""
    dispute, capacity = dispute_to_see(user, pk)
    if not capacity.may_rule:
        raise PermissionDenied(_("Only judges of this tournament can open records, and not of their own match."))
    return dispute


def dispute_to_appeal(user: User, pk: UUID) -> Dispute:
    """The dispute, for a player of its match. 403 for staff, who see it."""
    dispute, capacity = dispute_to_see(user, pk)
    if capacity.seat is None:
        raise PermissionDenied(_("Only the two players of the match can appeal a ruling."))
    return dispute


def appeal_to_answer(user: User, pk: UUID) -> Appeal:
    """The appeal in this dispute, for a head judge. 403 for others who see it, 404 where nobody appealed."""
    dispute, capacity = dispute_to_see(user, pk)
    if not capacity.may_overturn:
        raise PermissionDenied(_("Only a head judge can answer an appeal, and not on their own match."))
    appeal = Appeal.objects.select_related("dispute__game").filter(dispute=dispute).first()
    if appeal is None:
        raise Http404(_("There is no appeal in this dispute."))
    return appeal


def record_to_see(user: User, pk: UUID) -> tuple[Record, Capacity]:
    """A record and the user's capacity at its match (404 for strangers; 403 for a player while it is sealed)."""
    record = (
        Record.objects.select_related(f"game__match__{TOURNAMENT}", "game__first")
        .select_related("by", "seat__user", "finding")
        .filter(pk=pk)
        .first()
    )
    if record is None:
        raise Http404(_("There is no such record."))
    capacity = capacity_at(user, record.game.match)
    if capacity.seat is not None and not record_visibility.seal_of(record.game).lets_read(record, user, capacity.seat):
        raise PermissionDenied(
            _("This record is sealed. You can read it once you have both submitted one and the game is reported.")
        )
    return record, capacity


def record_to_analyse(user: User, pk: UUID) -> tuple[Record, Capacity]:
    """A record that may be opened as an analysis: by who knows both lists (403 for others who see it)."""
    record, capacity = record_to_see(user, pk)
    if capacity.reader(record.game) != record_visibility.ALL:
        raise PermissionDenied(_("You can analyse this game when both deck lists are open to you."))
    return record, capacity


def record_to_try(user: User, pk: UUID) -> tuple[Record, Capacity]:
    """A record on which lines may be tried: by judges, and not on their own match nor while they take part, since
    lawful lines tell what is in a list (403 for others who see it)."""
    record, capacity = record_to_see(user, pk)
    if not capacity.may_rule:
        raise PermissionDenied(_("Only judges of this tournament can try lines, and not on their own match."))
    if not capacity.knows_lists:
        raise PermissionDenied(_("You are playing in this tournament, so its deck lists are closed to you."))
    return record, capacity
