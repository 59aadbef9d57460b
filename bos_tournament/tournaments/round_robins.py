"""A stage in which everyone meets everyone, once or twice, after the Berger tables."""

from bos_tournament.errors import Refused
from bos_tournament.pairing.round_robin import round_robin
from bos_tournament.tournaments.models import Entrant, Stage, Tournament

MOST_PLAYERS = 32


def rounds_of(format_: str, players: int) -> int:
    """How many rounds so many players need."""
    once = players - 1 + players % 2
    return 2 * once if format_ == Stage.Format.DOUBLE_ROUND_ROBIN else once


def open_stage(tournament: Tournament, number: int, format_: str, seeds: list[Entrant]) -> Stage:
    """The stage with its entrants in the order of the table. Raises Refused for more than 32."""
    if len(seeds) > MOST_PLAYERS:
        said = f"Everyone can meet everyone among at most {MOST_PLAYERS} players; choose Swiss rounds for {len(seeds)}."
        raise Refused(said, code="too_many_for_everyone")
    return tournament.stages.create(
        number=number,
        format=format_,
        rounds_planned=rounds_of(format_, len(seeds)),
        size=len(seeds),
        seeds=[str(entrant.pk) for entrant in seeds],
    )


def due(stage: Stage, at: int) -> list[tuple[Entrant, Entrant]]:
    """Who meets whom in that round of the stage (from 1). One query."""
    return schedule(stage)[at - 1]


def schedule(stage: Stage) -> list[list[tuple[Entrant, Entrant]]]:
    """Who meets whom, round by round. One query."""
    seeded = dict(enumerate(entrants_of(stage), start=1))
    rounds = round_robin(len(seeded), double=stage.format == Stage.Format.DOUBLE_ROUND_ROBIN)
    return [[(seeded[one], seeded[other]) for one, other in pairs] for pairs in rounds]


def entrants_of(stage: Stage) -> list[Entrant]:
    """In the order of the table. One query."""
    rows = {str(one.pk): one for one in Entrant.objects.filter(pk__in=stage.seeds).select_related("user")}
    return [rows[pk] for pk in stage.seeds]
