"""Which deck lists are open to whom: by stage while it is played, all after the end; as handed in, never swapped."""

from collections.abc import Iterator
from typing import Any
from uuid import UUID

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from bos_tournament.tournaments.models import Entrant, Round, Sitting, Stage, Tournament
from bos_tournament.tournaments.structure.visibility import formats_in_order

Lists = Tournament.Lists
OPENNESS = (Lists.CLOSED, Lists.OPPONENTS, Lists.OPEN)  # each shows all that the one before shows


def setting_of(stage: Stage) -> str:
    """Who may read the lists of this stage; every stage after the first is the cut."""
    return stage.tournament.stage_lists if stage.number == 1 else stage.tournament.cut_lists


def are_open(tournament: Tournament) -> bool:
    """Can somebody who only looks on read any list now?"""
    return tournament.lists_are_public or Lists.OPEN in _settings(tournament)


def open_to(user_id: UUID | None, tournament: Tournament) -> QuerySet[Entrant]:
    """The entrants whose lists somebody may read now without being a judge; `user_id` None is anybody.

    Lists open with their stage, those of opponents when the round is published, and stay open.
    """
    listed = tournament.entrants.exclude(place=None).exclude(deck_version=None)  # who only waited keeps theirs private
    if tournament.lists_are_public:
        return listed
    stages = _stages(tournament, Lists.OPEN)
    if any(not stage.seeds for stage in stages):  # a Swiss stage seeds nobody: everybody plays in it
        return listed
    seeded = Q(pk__in=[pk for stage in stages for pk in stage.seeds])
    return listed.filter(seeded | Q(pk__in=_met(user_id, tournament)) if user_id else seeded)


def may_ever_read(user_id: UUID | None, tournament: Tournament) -> bool:
    """Is there a page of lists for this person, be it empty yet?"""
    if are_open(tournament):
        return True
    if not user_id or Lists.OPPONENTS not in _settings(tournament):
        return False
    return tournament.entrants.filter(user=user_id).exclude(place=None).exists()


def describe_visibility(tournament: Tournament) -> Iterator[str]:
    """Who reads which lists when, in sentences; players know it before they hand in."""
    if tournament.stage_lists == Lists.OPPONENTS:
        yield _("In the first stage, players can read their opponent's deck list once the round is published.")
    if tournament.stage_lists == Lists.OPEN:
        yield _("In the first stage, the deck lists of all who play in it are public from its start.")
    if tournament.has_cut and tournament.cut_lists == Lists.OPPONENTS:
        yield _("In the cut, players can read their opponent's deck list once the round is published.")
    if tournament.has_cut and tournament.cut_lists == Lists.OPEN:
        yield _("In the cut, the deck lists of all who play in it are public from its start.")
    yield (
        _("After the tournament, all deck lists are public.")
        if tournament.publish_lists
        else _("The others stay private.")
    )


def _settings(tournament: Tournament) -> list[str]:
    """Who may read the lists of each stage there is, as `setting_of` says. Asks nothing where formats are known."""
    return [tournament.stage_lists, tournament.cut_lists][: len(formats_in_order(tournament))]


def _stages(tournament: Tournament, setting: str) -> list[Stage]:
    return [stage for stage in tournament.stages.select_related("tournament") if setting_of(stage) == setting]


def _met(user_id: UUID, tournament: Tournament) -> Any:  # the ids of entrants, as a query
    """Whom somebody met in published rounds of the stages that show opponents."""
    stages = _stages(tournament, Lists.OPPONENTS)
    own = Sitting.objects.filter(
        entrant__user=user_id, round__stage__in=[stage.pk for stage in stages], round__state=Round.State.PUBLISHED
    )
    return Sitting.objects.filter(pairing__in=own.values("pairing")).exclude(entrant__user=user_id).values("entrant")
