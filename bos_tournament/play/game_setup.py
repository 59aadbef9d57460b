"""What the engine is given of a game of a match: the lists as somebody may know them, pinned rules, its beginning."""

from collections.abc import Container

from django.utils.translation import gettext as _

from bos_tournament.cards.catalogue import pinned
from bos_tournament.errors import Refused
from bos_tournament.matches.current_decks import expected_list
from bos_tournament.matches.models import Game
from engine.bos.game import EDITIONS, Edition, Hidden, Pinned, Pool, as_known

BOTH = ("P1", "P2")


def rules_of(game: Game, own: Container[str] = BOTH) -> tuple[dict[str, str | Hidden], Pool, Edition]:
    """The lists as one may know them who knows those of these seats, the pinned pool and the pinned edition.

    Raises Refused (`no_pool`).
    """
    match = game.match
    if match.pool_id is None:
        raise Refused(_("This match has no pinned card pool, so its records cannot be judged."), code="no_pool")
    pool = pinned(match.pool_id)
    seats = match.seats.select_related("deck_version")
    lists = {f"P{seat.number}": expected_list(game, seat) for seat in seats}
    return as_known(lists, own, pool), pool, EDITIONS[match.edition]


def known_of(game: Game) -> Pinned | None:
    """What the site knows for certain: who went first, and each seat's ether; None while that is open."""
    if game.first is None:
        return None
    return Pinned(first=game.first.number - 1, ether=(game.ether.get("1", 0), game.ether.get("2", 0)))
