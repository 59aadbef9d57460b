"""Bids for the first turn of a practice game, and who chooses it by them (12.2.1 to 12.2.3)."""

from collections.abc import Mapping

from django.db import transaction
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_variables

from bos_tournament.errors import Refused
from bos_tournament.messages import localize
from bos_tournament.play.models import BOT, PLAYER, PracticeGame
from bos_tournament.play.practice_matches.preparation import Step, after_choice, ask_for, held_at, seal
from engine.bos.game import bidding as rules

MOST_TIES = 3
"""After so many ties one player lets the other choose (G-12)."""


@sensitive_variables("amount", "answers")
@transaction.atomic
def place_bid(game: PracticeGame, seat: int, *, amount: int, ties: int | None = None) -> None:
    """Seals this seat's bid for good; the second one has both opened. Sent twice, it counts once: `ties` is how often
    both had bid the same as the page has it.

    Raises Refused: `other_step`, `bid_out_of_range`, `already_sealed`.
    """
    if message := rules.refusal(amount):
        raise Refused(localize(message), code="bid_out_of_range")
    game = held_at(game, Step.BIDDING)
    if ties not in (None, game.ties):
        return
    answers = seal(game, seat, str(amount))
    if answers:
        _open(game, {number: int(bid) for number, bid in answers.items()})


@transaction.atomic
def choose_order(game: PracticeGame, seat: int, *, goes_first: bool) -> None:
    """The one who bid more goes first, or lets the other. Raises Refused: `other_step`, `not_the_chooser`."""
    game = held_at(game, Step.CHOICE)
    if game.chooser != seat:
        raise Refused(_("The other player makes this choice. Wait for it."), code="not_the_chooser")
    _settle(game, seat if goes_first else 3 - seat)


@transaction.atomic
def leave_choice(game: PracticeGame, seat: int) -> None:
    """After three ties this seat lets the other one choose, and gets its own last bid as ether itself (G-12).

    Raises Refused: `other_step`, `chooser_settled`.
    """
    game = held_at(game, Step.CHOICE)
    if game.chooser:
        raise Refused(_("It is already settled who chooses."), code="chooser_settled")
    game.chooser = 3 - seat
    _let_bot_choose(game)


def _open(game: PracticeGame, bids: Mapping[int, int]) -> None:
    """Both bids are in. After a tie both bid again; after three of them a bot leaves the choice to its player."""
    game.bids = {str(seat): amount for seat, amount in sorted(bids.items())}
    game.chooser = rules.resolve(bids).chooser
    if game.chooser is None:
        game.ties += 1
        if game.ties < MOST_TIES:
            ask_for(game, Step.BIDDING)
            return
        game.chooser = PLAYER if game.bot else None
    ask_for(game, Step.CHOICE)
    _let_bot_choose(game)


def _let_bot_choose(game: PracticeGame) -> None:
    """A bot that bid more wanted the first turn, and takes it. Saves the game."""
    if game.bot and game.chooser == BOT:
        _settle(game, BOT)
    else:
        game.save()


def _settle(game: PracticeGame, first: int) -> None:
    game.first = first
    after_choice(game)
