"""The end of a tournament: its last round is closed, the standings are final, somebody is champion."""

from django.db import transaction

from bos_tournament.errors import Refused
from bos_tournament.history.moments import db_now
from bos_tournament.tournaments import standings
from bos_tournament.tournaments.agenda import Next, next_deed
from bos_tournament.tournaments.brackets import Bracket
from bos_tournament.tournaments.models import Entrant, Stage, Tournament
from bos_tournament.tournaments.rounds import refuse_unsettled
from bos_tournament.tournaments.stages import position
from bos_tournament.tournaments.versions import locked, touch


@transaction.atomic
def finish(tournament: Tournament) -> Tournament:
    """Ends the tournament after its last round; lists become public if the organizer chose so. Twice is once."""
    tournament = locked(tournament)
    if tournament.state == Tournament.State.FINISHED:
        return tournament
    at = position(tournament)
    if next_deed(at) != Next.FINISH:
        raise Refused("The tournament ends after its last round; there is still something to do.", code="not_over")
    refuse_unsettled(tournament)
    now = db_now()
    tournament.stages.filter(finished_at=None).update(finished_at=now)
    tournament.state, tournament.finished_at = Tournament.State.FINISHED, now
    tournament.save(update_fields=["state", "finished_at"])
    touch(tournament)
    return tournament


def champions(tournament: Tournament) -> list[Entrant]:
    """Who won: one person, or several who share the first rank of Swiss rounds. Empty before the end."""
    if tournament.state != Tournament.State.FINISHED:
        return []
    stage = tournament.stages.order_by("-number").first()
    if stage is not None and stage.format == Stage.Format.SINGLE:
        champion = Bracket(stage).champion
        return [champion] if champion else []
    entrants = {entrant.pk: entrant for entrant in standings.field(tournament)}
    return standings.best(standings.lines(tournament), entrants)
