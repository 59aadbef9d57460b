"""From the Swiss rounds or the groups into a bracket: who plays on, seeded by their rank."""

from django.db import transaction
from django.utils.translation import gettext as _

from bos_tournament.errors import Refused
from bos_tournament.operations.db_clock import db_now
from bos_tournament.pairing import groups
from bos_tournament.pairing.event import Event
from bos_tournament.pairing.top_cut import cut_seeds, staying
from bos_tournament.tournaments.models import Stage, Tournament
from bos_tournament.tournaments.rounds.round_cycle import refuse_unsettled
from bos_tournament.tournaments.standings import final_standings, leaderboard
from bos_tournament.tournaments.structure import stage_standings
from bos_tournament.tournaments.structure.bracket_stage import open_bracket
from bos_tournament.tournaments.structure.locking import bump_version, lock_tournament
from bos_tournament.tournaments.structure.next_step import next_deed
from bos_tournament.tournaments.structure.pairing_terms import Terms
from bos_tournament.tournaments.structure.participants import Participant, participants
from bos_tournament.tournaments.structure.stages import Next, position, seed_of


@transaction.atomic
def start_cut(tournament: Tournament) -> Stage:
    """Ends the Swiss rounds or the groups and draws the bracket of the best who still play. Twice is once.

    When fewer are left than the cut asks for, all of them play on. Raises Refused before the last round there closed.
    """
    tournament = lock_tournament(tournament)
    at = position(tournament)
    if tournament.has_cut and at.stage and at.stage.is_bracket:
        return at.stage
    if at.stage is None or next_deed(at) != Next.CUT:
        sentence = _("Close the last Swiss round before you draw the bracket.")
        if tournament.has_groups:
            sentence = _("Close the last group round before you draw the bracket.")
        raise Refused(sentence, code="swiss_not_over")
    refuse_unsettled(tournament)
    seeds = advancing_entrants(tournament)
    at.stage.finished_at = db_now()
    at.stage.save(update_fields=["finished_at"])
    final_standings.freeze(at.stage)
    format_ = Stage.Format.DOUBLE if tournament.double_cut else Stage.Format.SINGLE
    stage = open_bracket(tournament, at.stage.number + 1, format_, seeds)
    leaderboard.renew_standings(tournament)
    bump_version(tournament)
    return stage


def advancing_entrants(tournament: Tournament) -> list[Participant]:
    """Who would play on now, first seed first; whoever left makes room for the next rank. Two queries."""
    entrants = {stage_standings.player_id(entrant): entrant for entrant in participants(tournament)}
    event = stage_standings.build_event(tournament, list(entrants.values()), terms=Terms())
    return [entrants[name] for name in seeds_of(tournament, event)]


def seeds_of(tournament: Tournament, event: Event) -> tuple[str, ...]:
    """Who would go on from these rounds, first seed first. Raises ValueError when nobody could play a bracket."""
    if tournament.has_groups:
        stage = tournament.stages.get(format=Stage.Format.GROUPS)
        return groups.going_on(event, stage.go_on or 1, seed=seed_of(tournament)).players
    return cut_seeds(event, min(tournament.cut, len(staying(event))), seed=seed_of(tournament))
