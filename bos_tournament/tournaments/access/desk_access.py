"""Doors of rounds, tables and the desk. Like all access: each function gives the object or refuses."""

from collections.abc import Collection
from typing import TYPE_CHECKING, TypedDict, overload
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet, Sum
from django.http import Http404
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from bos_tournament.accounts.requests import Viewer
from bos_tournament.matches.models import Match
from bos_tournament.operations.prepared_queries import Prepared
from bos_tournament.tournaments.access.tournament_access import (
    HEAD_JUDGE,
    ORGANIZER,
    entrant_for_staff,
    lists_to_print,
    refuse_unless_deciding,
    require_recent_second_factor,
    staff_of,
    staff_with_roles,
    tournament_to_see,
)
from bos_tournament.tournaments.models import Entrant, KeptApart, Pairing, Round, Snapshot, Stage, Tournament
from bos_tournament.tournaments.structure.stages import open_tables, rounds_of, with_disputes

if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations


class Moves(TypedDict):
    """What grows with the matches of a stage; None before there is any."""

    moves: int | None


NOT_TO_ONESELF = gettext_lazy("You cannot do this to yourself; another staff member has to.")
OWN_MATCH = gettext_lazy("You play at this table, so another staff member has to do this.")


def _published_rounds(tournament: UUID) -> QuerySet[Round]:
    rounds = rounds_of(Tournament(pk=tournament)).filter(state=Round.State.PUBLISHED)
    return rounds.defer("drawn_with", "drawn_from", "stage__seeds", "stage__group_sizes")  # what drew a round is long


PUBLISHED_ROUNDS = Prepared(_published_rounds, tournament=UUID)


def rounds_to_see(user: Viewer, slug: str) -> tuple[Tournament, list[Round]]:
    """The published rounds in order; drafts do not exist here."""
    tournament = tournament_to_see(user, slug)
    return tournament, PUBLISHED_ROUNDS(tournament=tournament.pk)


@overload
def one_of(rounds: list[Round], number: int) -> Round: ...
@overload
def one_of(rounds: list[Round], number: int | None) -> Round | None: ...
def one_of(rounds: list[Round], number: int | None) -> Round | None:
    """The round with this number (404 without it), or the last one, if any, when no number is given."""
    if number is None:
        return rounds[-1] if rounds else None
    round_ = next((candidate for candidate in rounds if candidate.number == number), None)
    if round_ is None:
        raise Http404(_("This round is not published."))
    return round_


def published_pairing(rounds: list[Round], pk: UUID) -> Pairing:
    """A pairing of one of these rounds, with its people (404 without it)."""
    pairings = Pairing.objects.filter(pk=pk, round__in=rounds).select_related("match", "round__stage")
    pairing = pairings.prefetch_related("sittings__entrant__user").first()
    if pairing is None:
        raise Http404(_("There is no such pairing in a published round."))
    return pairing


def entrant_to_see(user: Viewer, slug: str, pk: UUID) -> Entrant:
    """An entrant of a tournament for everybody who may see that (404 without them)."""
    tournament = tournament_to_see(user, slug)
    entrant = tournament.entrants.filter(pk=pk).select_related("user").first()
    if entrant is None:
        raise Http404(_("There is no such player in this tournament."))
    entrant.tournament = tournament
    return entrant


def bracket_stage(tournament: Tournament) -> "WithAnnotations[Stage, Moves]":
    """The bracket, with its `moves`, which grow with its matches (404 without it)."""
    return _first_stage(tournament, Stage.BRACKETS, _("This tournament has no bracket yet."))


def stage_of_everyone(tournament: Tournament) -> "WithAnnotations[Stage, Moves]":
    """The stage in which everyone meets everyone, with its `moves` (404 without it)."""
    return _first_stage(tournament, Stage.EVERYONE, _("This tournament has no cross-table."))


def round_to_draw_again(user: Viewer, slug: str, number: int) -> tuple[Tournament, Round]:
    """A published round that anybody can draw again from a file, and its tournament; 404 for rounds of a bracket."""
    tournament, rounds = rounds_to_see(user, slug)
    round_ = one_of(rounds, number)
    if round_ is None or round_.stage.is_bracket:
        raise Http404(_("A bracket follows from its seeds and results; see the bracket."))
    return tournament, round_


def snapshot_of(tournament: Tournament, stage: int, number: int) -> Snapshot:
    """Standings that were kept when a stage was closed (404 without them)."""
    snapshots = Snapshot.objects.filter(stage__tournament=tournament, stage__number=stage, number=number)
    snapshot = snapshots.select_related("stage__tournament", "by").defer("workings").first()
    if snapshot is None:
        raise Http404(_("There are no such closed standings."))
    return snapshot


def round_to_run(user: Viewer, slug: str, number: int) -> Round:
    """A round, drafts too, for organizers."""
    return _round(staff_of(user, slug, ORGANIZER), number)


def separated_pair(user: Viewer, slug: str, pk: UUID) -> KeptApart:
    """A pair kept apart, for organizers."""
    tournament = staff_of(user, slug, ORGANIZER)
    pair = tournament.kept_apart.select_related("tournament", "one__user", "other__user").filter(pk=pk).first()
    if pair is None:
        raise Http404(_("This pair is no longer kept apart."))
    return pair


def round_to_look_at(user: Viewer, slug: str, number: int) -> Round:
    """A round, drafts too, for any staff."""
    return _round(staff_of(user, slug), number)


def round_with_roles(user: Viewer, slug: str, number: int) -> tuple[Round, frozenset[str]]:
    """As `round_to_look_at`, with the roles that the user holds."""
    tournament, held = staff_with_roles(user, slug)
    return _round(tournament, number), held


def round_to_check(user: Viewer, slug: str, number: int) -> Round:
    """A round whose lists a judge may read; 403 for judges who take part themselves."""
    lists_to_print(user, slug)
    return round_to_look_at(user, slug, number)


def table_to_see(user: Viewer, slug: str, pk: UUID) -> Pairing:
    """A table for any staff, also one they play at."""
    tournament = staff_of(user, slug)
    tables = with_disputes(Pairing.objects.filter(round__stage__tournament=tournament, pk=pk))
    table = tables.select_related("match", "round__stage__tournament").first()
    if table is None:
        raise Http404(_("There is no such table."))
    return table


def table_to_settle(user: Viewer, slug: str, pk: UUID) -> Pairing:
    """A table whose result staff enter and correct; 403 at their own."""
    pairing = table_to_see(user, slug, pk)
    if plays_at(user, pairing):
        raise PermissionDenied(str(OWN_MATCH))
    return pairing


def table_to_void_bids(user: Viewer, slug: str, pk: UUID) -> Pairing:
    """A table whose sealed bids staff make void; 403 at their own."""
    pairing = table_to_settle(user, slug, pk)
    require_recent_second_factor(user)
    return pairing


def table_to_check(user: Viewer, slug: str, pk: UUID) -> Pairing:
    """A table whose lists a judge may read; 403 for judges who take part themselves."""
    lists_to_print(user, slug)
    return table_to_see(user, slug, pk)


def match_at(pairing: Pairing) -> Match:
    """The match of a table; 404 for a bye, where nothing is played."""
    if pairing.match is None:
        raise Http404(_("This pairing is not played."))
    return pairing.match


def plays_at(user: Viewer, pairing: Pairing) -> bool:
    return pairing.sittings.filter(entrant__user=user.pk).exists()


def entrant_to_move(user: Viewer, slug: str, pk: UUID) -> Entrant:
    """An entrant whom any staff may drop or bring back; whom the head judge disqualified, only they bring back."""
    entrant = entrant_for_staff(user, slug, pk)
    if entrant.state == Entrant.State.DISQUALIFIED:
        staff_of(user, slug, HEAD_JUDGE)
    return entrant


def entrant_to_bring_back(user: Viewer, slug: str, pk: UUID) -> Entrant:
    """As `entrant_to_move`; 403 for oneself whom others took out."""
    entrant = entrant_to_move(user, slug, pk)
    if was_taken_out(user, entrant):
        raise PermissionDenied(str(NOT_TO_ONESELF))
    return entrant


def was_taken_out(user: Viewer, entrant: Entrant) -> bool:
    """Is this oneself, taken out by others?"""
    return entrant.user_id == user.pk and entrant.state in (Entrant.State.REMOVED, Entrant.State.DISQUALIFIED)


def guest_to_link(user: Viewer, slug: str, pk: UUID) -> Entrant:
    """An entrant whose personal link staff make and end; 403 for whom one is playing: it opens their seat."""
    entrant = entrant_for_staff(user, slug, pk)
    _refuse_own(user, entrant)
    if entrant.user.links.exclude(opened_at=None).exists():  # then it ends what a guest plays with
        require_recent_second_factor(user)
    return entrant


def guest_to_confirm(user: Viewer, slug: str, pk: UUID) -> Entrant:
    """An entrant whose new phone is confirmed in person, for whoever decides that here (403 for others)."""
    entrant = entrant_for_staff(user, slug, pk)
    refuse_unless_deciding(user, entrant.tournament)
    return entrant


def table_of_phone(user: Viewer, slug: str, pk: UUID) -> Pairing:
    """A table at which a guest's new phone is decided on, for whoever decides that here (403 for others)."""
    pairing = table_to_see(user, slug, pk)
    refuse_unless_deciding(user, pairing.round.stage.tournament)
    return pairing


def entrant_to_remove(user: Viewer, slug: str, pk: UUID) -> Entrant:
    """An entrant whom staff may take out at once; 403 for oneself and for whom one is playing."""
    entrant = entrant_for_staff(user, slug, pk)
    _refuse_own(user, entrant)
    return entrant


def entrant_to_disqualify(user: Viewer, slug: str, pk: UUID) -> Entrant:
    """An entrant for the head judge; 403 for oneself and for whom one is playing."""
    entrant = entrant_for_staff(user, slug, pk, HEAD_JUDGE)
    _refuse_own(user, entrant)
    require_recent_second_factor(user)
    return entrant


def _refuse_own(user: Viewer, entrant: Entrant) -> None:
    if entrant.user_id == user.pk:
        raise PermissionDenied(str(NOT_TO_ONESELF))
    if open_tables().filter(sittings__entrant=entrant).filter(sittings__entrant__user=user.pk).exists():
        raise PermissionDenied(str(OWN_MATCH))


def _round(tournament: Tournament, number: int) -> Round:
    round_ = rounds_of(tournament).filter(number=number).first()
    if round_ is None:
        raise Http404(_("There is no such round."))
    round_.stage.tournament = tournament
    return round_


def _first_stage(tournament: Tournament, formats: Collection[str], missing: str) -> "WithAnnotations[Stage, Moves]":
    moves = Sum("rounds__pairings__match__version")
    stage = tournament.stages.filter(format__in=formats).annotate(moves=moves).first()
    if stage is None:
        raise Http404(missing)
    return stage
