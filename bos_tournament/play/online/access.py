"""The seat and the game of a player, as the clock leaves them."""

from uuid import UUID

from bos_tournament.accounts.models import User
from bos_tournament.matches.models import Game, Seat
from bos_tournament.play.online.endings import settle_clock
from bos_tournament.play.recording.access import game_to_record


def settled_game(user: User, match_pk: UUID, number: int) -> tuple[Seat, Game]:
    """As `game_to_record`; in an online game, a clock that has run out has decided it before."""
    seat, game = game_to_record(user, match_pk, number)
    if not game.match.plays_online:
        return seat, game
    settle_clock(game)
    return game_to_record(user, match_pk, number)
