"""The exact list a seat plays in a game: as it was handed in, and as its swaps have left it (G-24)."""

from collections.abc import Iterable
from uuid import UUID

from bos_tournament.cards import catalogue
from bos_tournament.matches.models import Game, Match, Seat, Swap
from engine.bos.game import Pool, sample_pool


def expected_list(game: Game, seat: Seat) -> str:
    """The deck list of this seat in this game, reserves included. Secret: for its owner and for judges.

    The last swap up to this game decides; without one, the list that was handed in.
    """
    swaps = seat.swaps.filter(game__number__lte=game.number).order_by("game__number")
    if swap := swaps.last():
        return swap.text
    return seat.deck_version.text if seat.deck_version else ""


def lists_now(matches: Iterable[Match]) -> dict[UUID, str]:
    """The list of every seat as its last swap has left it, by the seat's id. Secret: for judges. One query.

    Asks nothing more of matches whose seats and their lists are prefetched.
    """
    seats = [seat for match in matches for seat in match.seats.all()]
    swaps = Swap.objects.filter(seat__in=[seat.pk for seat in seats]).order_by("game__number")
    last = {swap.seat_id: swap for swap in swaps}
    return {seat.pk: last.get(seat.pk, seat.deck_version).text for seat in seats if seat.deck_version}


def pool_of(match: Match) -> Pool:
    """The cards this match is played with: those pinned for it, or the bundled ones."""
    return catalogue.pinned(match.pool_id) if match.pool_id else sample_pool()
