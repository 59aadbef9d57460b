"""What a tournament's database does by itself when a match changes, which does not know its tournament."""

from bos_tournament.matches.models import Match
from bos_tournament.tournaments.models.standings_triggers import OF_MATCHES
from bos_tournament.tournaments.models.webhooks import MATCH_TELLS


class ToldMatch(Match):
    """A match as the tournaments see it: its results are told, and standings follow them."""

    class Meta:
        proxy = True
        triggers = [MATCH_TELLS, *OF_MATCHES]
