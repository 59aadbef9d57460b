"""In which columns a player's wizards are, chosen before the first move of theirs."""

from collections.abc import Sequence

from django.db import transaction
from django.utils.translation import gettext as _

from bos_tournament.cards import catalogue
from bos_tournament.errors import Refused
from bos_tournament.play.game_flow import locked
from bos_tournament.play.models import PracticeGame
from bos_tournament.play.positions import position_of, wizards_in


@transaction.atomic
def place_practice_wizards(game: PracticeGame, seat: int, *, names: Sequence[str]) -> None:
    """Puts the wizards of this seat, from column a to column c.

    Raises Refused: `wizards_placed` once this seat has made a move, `wizards_wrong` for others than its own.
    """
    game = locked(game)
    if not may_place(game, seat):
        raise Refused(_("Your wizards have their columns already."), code="wizards_placed")
    own = wizards_in(game.deck_of(seat), catalogue.pinned(game.pool_id))
    if sorted(names) != sorted(own):
        raise Refused(_("Choose another wizard for each column."), code="wizards_wrong")
    game.wizards = {**(game.wizards or {}), str(seat): list(names)}
    if position_of(game).problem:
        raise Refused(_("Your wizards have their columns already."), code="wizards_placed")
    game.save()


def may_place(game: PracticeGame, seat: int) -> bool:
    """Whether the game is on, and this seat has made no move of its own. Its opponent could not yet reach them."""
    if game.over_at or game.is_preparing:
        return False
    return not game.lines.filter(seat=seat, by_itself=False).exists()
