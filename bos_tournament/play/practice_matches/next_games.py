"""The next game of a best of three."""

import uuid

from django.db import transaction
from django.utils.translation import gettext as _

from bos_tournament.errors import Refused
from bos_tournament.play.game_flow import locked
from bos_tournament.play.models import PracticeGame
from bos_tournament.play.practice_games import give_up_open_games
from bos_tournament.play.practice_matches.preparation import prepare


@transaction.atomic
def start_next_game(game: PracticeGame, *, before: PracticeGame | None = None) -> PracticeGame:
    """The game after this one; begun once, by either player. Without bids the seats take turns going first. One against
    a bot ends an open one as `start_practice` does.

    Raises Refused: `not_over` while this one is played, `decided` where no other game follows.
    """
    game = locked(game)
    if following := game.following:
        return following
    if game.over_at is None:
        raise Refused(_("Finish this game first."), code="not_over")
    if game.is_decided:
        raise Refused(_("This match is decided. Start a new one."), code="decided")
    if game.bot:
        give_up_open_games(game.owner, before)
    made = PracticeGame.objects.create(
        owner=game.owner,
        bot=game.bot,
        friend=game.friend,
        friend_key=uuid.uuid4() if game.friend_key else None,
        deck_name=game.deck_name,
        deck=game.deck,
        bot_deck_name=game.bot_deck_name,
        bot_deck=game.bot_deck,
        pool_id=game.pool_id,
        edition=game.edition,
        first=3 - game.first,
        asked=3 - game.first,
        best_of=game.best_of,
        with_bid=game.with_bid,
        number=game.number + 1,
        previous=game,
        won_before=game.score[0],
        lost_before=game.score[1],
    )
    prepare(made)
    return made
