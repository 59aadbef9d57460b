"""Practice games in tests: begun with starter decks, and played on by what comes first."""

from django.contrib.auth.models import AnonymousUser

from bos_tournament.play import bot_turns, game_flow, practice_games
from bos_tournament.play.models import BOT, PLAYER, PracticeGame
from bos_tournament.play.positions import position_of
from engine.bos.decks.deck_lists import starter_decks

NOBODY = AnonymousUser()
SPARKS, MEADOW, NIGHT = ((name, starter_decks()[name]) for name in ("First Sparks", "Open Meadow", "Long Night"))


def begun(user=NOBODY, *, bot="newt", deck=SPARKS, bot_deck=MEADOW, first=PLAYER):
    return practice_games.start_practice(user, bot=bot, deck=deck, bot_deck=bot_deck, first=first)


def fresh(game):
    return PracticeGame.objects.select_related("pool", "owner").get(pk=game.pk)


def play(game, written):
    """The player writes a line where the game stands, and the bot answers until the player is asked again."""
    practice_games.play(game, written, after=game.lines.count())
    return let_the_bot_play(game)


def stands_after(game, *written):
    """The game after these lines instead of any others, whoever is to write them."""
    game.lines.all().delete()
    for number, line in enumerate(written, 1):
        seat = int(line[-1]) if line.startswith("T") else game.lines.last().seat
        game.lines.create(number=number, seat=seat, written=line)
    game_flow.go_on(game)
    return fresh(game)


def let_the_bot_play(game):
    while fresh(game).asked == BOT:
        bot_turns.answer(game.pk)
    return fresh(game)


def lines(game):
    """The record's lines."""
    return [row.written for row in game.lines.all() if row.how == row.How.LINE]


def options(game):
    return [option.written for option in position_of(fresh(game)).options]
