"""The steps before a practice game is played: bids, the choice who goes first, swaps of reserves."""

from collections.abc import Mapping

from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from bos_tournament.cards import catalogue
from bos_tournament.errors import Refused
from bos_tournament.play.game_flow import go_on, locked
from bos_tournament.play.models import BOT, PLAYER, PracticeGame
from engine.bos import game as bos
from engine.hosting import bid_of

Step = PracticeGame.Step


def prepare(game: PracticeGame) -> None:
    """Leads a new game to the first thing that is asked before it, or begins it. Saves the game."""
    if game.with_bid:
        ask_for(game, Step.BIDDING)
    else:
        after_choice(game)


def after_choice(game: PracticeGame) -> None:
    """Who goes first is known: from the second game on reserves are swapped next (G-20). Saves the game."""
    if game.number > 1:
        ask_for(game, Step.SWAPPING)
    else:
        begin(game)


def ask_for(game: PracticeGame, step: str) -> None:
    """Both players are asked for this; a bot answers at once, sealed like the other. Saves the game."""
    game.step, game.asked = step, PLAYER
    game.save()
    if game.bot and step != Step.CHOICE:
        game.sealed.create(seat=BOT, answer=str(bots_bid(game)) if step == Step.BIDDING else game.bot_deck)


def begin(game: PracticeGame) -> None:
    """The game is played from here. Saves the game."""
    game.step, game.asked = Step.PLAYING, game.first
    game.save()
    go_on(game)


def seal(game: PracticeGame, seat: int, answer: str) -> Mapping[int, str] | None:
    """Keeps what this seat decided in secret; once both are in, what each decided, by seat, and nothing is kept.

    Raises Refused (`already_sealed`) where this seat decided something else before.
    """
    row, is_new = game.sealed.get_or_create(seat=seat, defaults={"answer": answer})
    if not is_new and row.answer != answer:
        raise Refused(_("This cannot be changed any more. Wait for the other player."), code="already_sealed")
    answers = {row.seat: str(row.answer) for row in game.sealed.all()}
    if len(answers) < 2:
        return None
    game.sealed.all().delete()
    return answers


def held_at(game: PracticeGame, step: str) -> PracticeGame:
    """The game for one who changes it alone, at this step. Raises Refused (`other_step`)."""
    game = locked(game)
    if game.over_at or game.step != step:
        raise Refused(_("The game is at another step now. Look at it again."), code="other_step")
    return game


def bots_bid(game: PracticeGame) -> int:
    """What the bot bids: by its own list alone, and by chance that nobody outside the site can work out."""
    cards = bos.main_cards(bos.read_deck(game.bot_deck), catalogue.pinned(game.pool_id))
    salt = salted_hmac("play.bots_bid", f"{game.pk} {game.ties}", algorithm="sha256").hexdigest()
    return bid_of([card.cost for card in cards if card.cost is not None], salt=salt)
