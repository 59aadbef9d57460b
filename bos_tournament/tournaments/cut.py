"""From the Swiss rounds into a bracket: who plays on, seeded by their rank."""

from django.db import transaction

from bos_tournament.errors import Refused
from bos_tournament.history.moments import db_now
from bos_tournament.pairing.cut import cut_seeds
from bos_tournament.pairing.rounds import least_rounds
from bos_tournament.tournaments import standings
from bos_tournament.tournaments.agenda import Next, next_deed, staying
from bos_tournament.tournaments.models import Entrant, Stage, Tournament
from bos_tournament.tournaments.rounds import refuse_unsettled
from bos_tournament.tournaments.stages import position, seed_of
from bos_tournament.tournaments.versions import locked, touch


@transaction.atomic
def start_cut(tournament: Tournament) -> Stage:
    """Ends the Swiss rounds and draws the bracket of the best who still play. Twice is once.

    When fewer are left than the cut asks for, all of them play on. Raises Refused before the last Swiss round closed.
    """
    tournament = locked(tournament)
    at = position(tournament)
    if tournament.format == Tournament.Format.SWISS_CUT and at.stage and at.stage.format == Stage.Format.SINGLE:
        return at.stage
    if at.stage is None or next_deed(at) != Next.CUT:
        raise Refused("The cut follows the last Swiss round; close that first.", code="swiss_not_over")
    refuse_unsettled(tournament)
    seeds = going_on(tournament)
    at.stage.finished_at = db_now()
    at.stage.save(update_fields=["finished_at"])
    stage = tournament.stages.create(
        number=at.stage.number + 1,
        format=Stage.Format.SINGLE,
        rounds_planned=least_rounds(len(seeds)),
        size=len(seeds),
        seeds=[str(entrant.pk) for entrant in seeds],
    )
    touch(tournament)
    return stage


def going_on(tournament: Tournament) -> list[Entrant]:
    """Who would play on now, first seed first; whoever left makes room for the next rank."""
    entrants = {standings.player_id(entrant): entrant for entrant in standings.field(tournament)}
    size = min(tournament.cut, staying(tournament))
    return [entrants[name] for name in cut_seeds(standings.event_of(tournament), size, seed=seed_of(tournament))]
