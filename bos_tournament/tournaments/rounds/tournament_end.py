"""The end of a tournament: its last round is closed, the standings are final, somebody is champion."""

from django.db import transaction
from django.utils.translation import gettext as _

from bos_tournament.errors import Refused
from bos_tournament.operations.db_clock import db_now
from bos_tournament.tournaments.models import Tournament
from bos_tournament.tournaments.rounds.round_cycle import refuse_unsettled
from bos_tournament.tournaments.standings import final_standings, leaderboard
from bos_tournament.tournaments.structure.locking import bump_version, lock_tournament
from bos_tournament.tournaments.structure.next_step import next_deed
from bos_tournament.tournaments.structure.stages import Next, position


@transaction.atomic
def finish_tournament(tournament: Tournament) -> Tournament:
    """Ends the tournament after its last round; lists become public if the organizer chose so. Twice is once."""
    tournament = lock_tournament(tournament)
    if tournament.state == Tournament.State.FINISHED:
        return tournament
    at = position(tournament)
    if next_deed(at) != Next.FINISH:
        raise Refused(_("The tournament cannot end yet. Finish its last round first."), code="not_over")
    refuse_unsettled(tournament)
    now = db_now()
    for stage in tournament.stages.filter(finished_at=None).select_related("tournament"):
        stage.finished_at = now
        stage.save(update_fields=["finished_at"])
        final_standings.freeze(stage)
    tournament.state, tournament.finished_at = Tournament.State.FINISHED, now
    tournament.save(update_fields=["state", "finished_at"])
    leaderboard.renew_standings(tournament)
    bump_version(tournament)
    return tournament
