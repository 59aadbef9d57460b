"""A stage in which everyone meets everyone, all of them or in groups, after the Berger tables."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from bos_tournament.errors import Refused
from bos_tournament.messages import localize
from bos_tournament.pairing import groups as plain
from bos_tournament.pairing.bracket_groups import snake
from bos_tournament.pairing.groups import GroupPlan, group_name
from bos_tournament.tournaments.models import Entrant, Stage, Tournament

MOST_PLAYERS = 32


@dataclass(frozen=True)
class Group:
    """Who meets each other, in the order of the Berger table. Where all do, the only group has no name."""

    name: str
    """Such as “A”; empty without groups."""
    entrants: tuple[Entrant, ...]
    """With the users loaded."""


@dataclass(frozen=True)
class Meeting:
    """Two who are due in a round, and their group."""

    group: str
    """The name of the group; empty without groups."""
    entrants: tuple[Entrant, Entrant]
    """In seat order."""


def rounds_of(format_: str, players: int) -> int:
    """How many rounds so many players need."""
    return plain.rounds_needed([range(players)], twice=format_ == Stage.Format.DOUBLE_ROUND_ROBIN)


def open_stage(tournament: Tournament, number: int, format_: str, seeds: list[Entrant]) -> Stage:
    """The stage with its entrants in the order of the table. Raises Refused for more than 32."""
    if len(seeds) > MOST_PLAYERS:
        sentence = _("A round robin takes at most %(most)s players; choose Swiss rounds for %(number)s.") % {
            "most": MOST_PLAYERS,
            "number": len(seeds),
        }
        raise Refused(sentence, code="too_many_for_everyone")
    return tournament.stages.create(
        number=number,
        format=format_,
        rounds_planned=rounds_of(format_, len(seeds)),
        size=len(seeds),
        seeds=[str(entrant.pk) for entrant in seeds],
    )


def open_groups(tournament: Tournament, number: int, dealt: list[list[Entrant]], *, go_on: int) -> Stage:
    """The stage with its groups, of each of which so many go on."""
    return tournament.stages.create(
        number=number,
        format=Stage.Format.GROUPS,
        rounds_planned=plain.rounds_needed(dealt),
        size=sum(map(len, dealt)),
        seeds=[str(entrant.pk) for group in dealt for entrant in group],
        group_sizes=[len(group) for group in dealt],
        go_on=go_on,
    )


def deal_into_groups(seeds: list[Entrant], plan: GroupPlan) -> list[list[Entrant]]:
    """The entrants in their groups, dealt there and back again. Raises Refused for groups that cannot be."""
    fault = plain.plan_problem(len(seeds), plan)
    problem = localize(fault) if fault else ""
    if not problem and -(-len(seeds) // plan.groups) > MOST_PLAYERS:
        problem = _("A group takes at most %(most)s players; choose more groups.") % {"most": MOST_PLAYERS}
    if problem:
        raise Refused(problem, code="groups_do_not_fit")
    by_id = {str(entrant.pk): entrant for entrant in seeds}
    return [[by_id[pk] for pk in group] for group in snake(list(by_id), plan.groups)]


def due(stage: Stage, at: int) -> list[Meeting]:
    """Who meets whom in that round of the stage (from 1). One query."""
    rounds = schedule(stage)
    return rounds[at - 1] if at <= len(rounds) else []


def schedule(stage: Stage) -> list[list[Meeting]]:
    """Who meets whom, round by round. One query."""
    by_id, groups = {str(entrant.pk): entrant for entrant in entrants_of(stage)}, ids_of(stage)
    names = [_name(stage, at) for at in range(len(groups))]
    return [
        [
            Meeting(name, (by_id[first], by_id[second]))
            for name, pairs in zip(names, tables, strict=True)
            for first, second in pairs
        ]
        for tables in plain.schedule(groups, twice=meets_twice(stage))
    ]


def meets_twice(stage: Stage) -> bool:
    """Does everyone meet everyone twice?"""
    return stage.format == Stage.Format.DOUBLE_ROUND_ROBIN


def groups_of(stage: Stage) -> list[Group]:
    """The groups in order. One query."""
    by_id = {str(entrant.pk): entrant for entrant in entrants_of(stage)}
    return [Group(_name(stage, at), tuple(by_id[pk] for pk in group)) for at, group in enumerate(ids_of(stage))]


def ids_of(stage: Stage) -> list[list[str]]:
    """The groups as ids of entrants; asks nothing."""
    ends = [sum(stage.group_sizes[: at + 1]) for at in range(len(stage.group_sizes))] or [len(stage.seeds)]
    return [stage.seeds[start:end] for start, end in zip([0, *ends], ends, strict=False)]


def entrants_of(stage: Stage) -> list[Entrant]:
    """In the order of the table. One query."""
    rows = {str(entrant.pk): entrant for entrant in Entrant.objects.filter(pk__in=stage.seeds).select_related("user")}
    return [rows[pk] for pk in stage.seeds]


def _name(stage: Stage, at: int) -> str:
    return group_name(at) if stage.in_groups else ""
