"""What suits each format while nobody chose otherwise: how many places there are, and how equals are ranked."""

from bos_tournament.tournaments.models import Stage, Tournament
from bos_tournament.tournaments.structure.round_robin_stage import MOST_PLAYERS

PLACES = 64
RANKING = "match_points"
MET_ALL = "everyone"  # the others' results tell little where everybody meets everybody; their own match tells much


def default_capacity(format_: str) -> int:
    return MOST_PLAYERS if format_ in Stage.ROUND_ROBINS else PLACES


def default_ranking(format_: str) -> str:
    return MET_ALL if format_ in (*Stage.ROUND_ROBINS, Tournament.Format.GROUPS) else RANKING
