"""Swaps of reserves between the games of a practice match: secret, and lasting to its end (12.3.2, G-20 to G-25)."""

from collections.abc import Sequence

from django.db import transaction

from bos_tournament.cards import catalogue
from bos_tournament.matches.reserve_swaps import list_after_swap
from bos_tournament.play.models import BOT, PLAYER, PracticeGame
from bos_tournament.play.practice_matches.preparation import Step, begin, held_at, seal
from engine.bos.game import EDITIONS


@transaction.atomic
def lock_swap(game: PracticeGame, seat: int, *, out: Sequence[str], into: Sequence[str]) -> None:
    """Locks what this seat swaps before the game; two empty lists keep its deck. Once both are in, the game begins.

    A name stands once for each copy. Raises Refused: `other_step`, `already_sealed`, and `swap_not_possible` with every
    problem in `facts["problems"]`.
    """
    game = held_at(game, Step.SWAPPING)
    text = game.deck_of(seat)
    if out or into:
        text = list_after_swap(text, out, into, catalogue.pinned(game.pool_id), EDITIONS[game.edition])
    answers = seal(game, seat, text)
    if answers:
        game.deck, game.bot_deck = answers[PLAYER], answers[BOT]
        begin(game)
