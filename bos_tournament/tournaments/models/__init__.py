"""A tournament and its parts, series, templates, clocks and webhooks as rows; Django looks for models here."""

from bos_tournament.tournaments.models import series, template, told_match, webhooks
from bos_tournament.tournaments.models.entrant import MOST_EARNED_BYES, Entrant, KeptApart
from bos_tournament.tournaments.models.printout import Printout
from bos_tournament.tournaments.models.remaining_time import Extension
from bos_tournament.tournaments.models.round import UNPLAYED, Pairing, Round, Sitting, Timer
from bos_tournament.tournaments.models.staff import Staff, StaffInvitation
from bos_tournament.tournaments.models.stage import Snapshot, Stage
from bos_tournament.tournaments.models.standings import Standings, StandingsLine
from bos_tournament.tournaments.models.tournament import CUTS, FIRST_ROUNDS, RANKINGS, Tournament, known_time_zone

__all__ = [
    "CUTS",
    "FIRST_ROUNDS",
    "MOST_EARNED_BYES",
    "RANKINGS",
    "UNPLAYED",
    "Entrant",
    "Extension",
    "KeptApart",
    "Pairing",
    "Printout",
    "Round",
    "Sitting",
    "Snapshot",
    "Staff",
    "StaffInvitation",
    "Stage",
    "Standings",
    "StandingsLine",
    "Timer",
    "Tournament",
    "known_time_zone",
    "series",
    "template",
    "told_match",
    "webhooks",
]  # fmt: skip
