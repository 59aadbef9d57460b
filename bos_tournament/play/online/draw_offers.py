"""Draws by agreement in online games: one player offers, the other accepts or declines."""

from django.db import transaction
from django.utils.translation import gettext as _

from bos_tournament.errors import Refused
from bos_tournament.matches.models import Game, Reason, Seat
from bos_tournament.play.online.endings import end_with, held_game, tell_players


def say_of_draw(seat: Seat, game: Game, word: str) -> None:
    """Offers a draw, accepts or declines one: `offer`, `accept` or `decline`. Raises Refused as these do."""
    if word == "offer":
        offer_draw(seat, game)
    else:
        answer_draw(seat, game, accepts=word == "accept")


@transaction.atomic
def offer_draw(seat: Seat, game: Game) -> None:
    """Offers a draw, until the next move; where the other player has offered one, that is accepted.

    Raises Refused as `held_game` does.
    """
    recording = held_game(seat, game)
    if recording.draw_offered_by and recording.draw_offered_by != seat:
        end_with(recording, seat, "X draw", winner=None, reason=Reason.PLAYED)
        return
    recording.draw_offered_by = seat
    tell_players(recording)


@transaction.atomic
def answer_draw(seat: Seat, game: Game, *, accepts: bool) -> None:
    """The other player accepts the draw, or declines; who offered it withdraws it by `accepts` being False.

    Raises Refused: `no_draw_offer`, and what `held_game` does.
    """
    recording = held_game(seat, game)
    offered_by = recording.draw_offered_by
    if accepts and (offered_by is None or offered_by == seat):
        raise Refused(_("Your opponent's draw offer is gone. Offer one yourself if you like."), code="no_draw_offer")
    recording.draw_offered_by = None
    if accepts:
        end_with(recording, seat, "X draw", winner=None, reason=Reason.PLAYED)
    elif offered_by:
        tell_players(recording)
