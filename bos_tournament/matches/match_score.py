"""A decided game is counted, and the match goes on: to its next game or to its end (12.3.1, G-26)."""

from collections.abc import Iterable
from typing import NamedTuple

from bos_tournament.matches import match_steps
from bos_tournament.matches.models import Game, Match, Reason, Seat
from bos_tournament.operations.db_clock import db_now


class Count(NamedTuple):
    """Games won by each seat, by its id, and the game that decided the match, if any."""

    won: dict[object, int]
    """Seats without a won game are left out."""
    decider: Game | None
    """None while nobody has won enough."""


def count(games: Iterable[Game], *, wins_needed: int) -> Count:
    """Counts won games in their order until somebody has enough. Drawn, replayed and cut games count nowhere."""
    won: dict[object, int] = {}
    for game in games:
        if game.outcome != Game.Outcome.WON:
            continue
        won[game.winner_id] = won.get(game.winner_id, 0) + 1
        if won[game.winner_id] == wins_needed:
            return Count(won, game)
    return Count(won, None)


def end_game(match: Match, game: Game, *, winner: Seat | None, reason: Reason) -> None:
    """Decides a game, drawn when nobody won, and goes on. The caller holds and saves the match."""
    game.outcome = Game.Outcome.WON if winner else Game.Outcome.DRAWN
    game.winner, game.reason, game.ended_at = winner, reason, game.ended_at or db_now()
    game.save()
    recount_games(match)


def end_match(match: Match, game: Game, *, winner: Seat, reason: Reason) -> None:
    """Decides a game and with it the whole match, whatever the score is (G-149). The caller holds and saves the
    match."""
    game.outcome, game.winner, game.reason = Game.Outcome.WON, winner, reason
    game.ended_at = game.ended_at or db_now()
    game.save()
    _count_wins(match)
    match_steps.finish_match(match, winner=winner, reason=reason)


def recount_games(match: Match) -> None:
    """Counts all games again and ends the match, or sees to it that there is a game to play."""
    decider = _count_wins(match)
    if decider:
        match_steps.finish_match(match, winner=decider.winner, reason=Reason(decider.reason))
    elif not match.games.filter(outcome=Game.Outcome.OPEN).exists():
        match_steps.next_game(match)


def _count_wins(match: Match) -> Game | None:
    """Writes down how many games each seat has won; the game that decided the match, if any."""
    won, decider = count(match.games.select_related("winner"), wins_needed=match.wins_needed)
    for seat in match.seats.all():
        seat.games_won = won.get(seat.pk, 0)
        seat.save(update_fields=["games_won"])
    return decider
