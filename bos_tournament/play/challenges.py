"""A game against a friend: a challenge, its link, and the game that begins once the friend accepts."""

import uuid

from django.db import transaction
from django.utils.translation import gettext as _

from bos_tournament.accounts import rate_limits
from bos_tournament.accounts.requests import Viewer
from bos_tournament.cards import catalogue
from bos_tournament.errors import Refused
from bos_tournament.play.models import PLAYER, Challenge, PracticeGame
from bos_tournament.play.practice_games import STRANGERS_GAMES, refuse_illegal_lists
from bos_tournament.play.practice_matches.preparation import prepare


@transaction.atomic
def challenge_friend(
    user: Viewer, *, deck: tuple[str, str], first: int = PLAYER, best_of: int = 1, with_bid: bool = False
) -> Challenge:
    """A challenge with this deck, its name and its list, to one game or a best of three; `first` is the seat that goes
    first, 2 the friend's, unless bids decide.

    Raises Refused for a deck that is not legal (`illegal_list`), and when too many are made at once (`too_many`).
    """
    owner = user if user.is_authenticated else None
    if owner is None and not rate_limits.take_from_bucket("practice", STRANGERS_GAMES):
        raise Refused(_("Many games are starting right now. Try again in a few minutes."), code="too_many")
    refuse_illegal_lists(deck)
    return Challenge.objects.create(
        owner=owner, deck_name=deck[0], deck=deck[1], first=first, best_of=best_of, with_bid=with_bid
    )


@transaction.atomic
def accept_challenge(challenge: Challenge, user: Viewer, *, deck: tuple[str, str]) -> PracticeGame:
    """The friend accepts with this deck, and the game begins. Accepted once.

    Raises Refused for a deck that is not legal (`illegal_list`), and for a challenge that another one accepted
    (`accepted`).
    """
    refuse_illegal_lists(deck)
    held = Challenge.objects.select_for_update().get(pk=challenge.pk)
    if held.game_id is not None:
        raise Refused(_("This challenge was accepted already."), code="accepted")
    game = PracticeGame.objects.create(
        owner=held.owner,
        friend=user if user.is_authenticated else None,
        friend_key=uuid.uuid4(),
        deck_name=held.deck_name,
        deck=held.deck,
        bot_deck_name=deck[0],
        bot_deck=deck[1],
        pool=catalogue.pin(),
        first=held.first,
        asked=held.first,
        best_of=held.best_of,
        with_bid=held.with_bid,
    )
    held.game = game
    held.save()
    prepare(game)
    return game
