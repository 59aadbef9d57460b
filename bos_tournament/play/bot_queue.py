"""How many bots answer before the one that somebody waits for, as far as the games tell."""

from datetime import timedelta

from django.utils import timezone

from bos_tournament.play.models import BOT, PracticeGame

LONGEST_WAIT = timedelta(minutes=10)
"""A bot that did not answer for so long does not hold up the others."""


def games_before(game: PracticeGame) -> int:
    """In how many other games a bot has been asked for longer; 0 where none answers."""
    if game.over_at or game.asked != BOT or not game.bot:
        return 0
    since = timezone.now() - LONGEST_WAIT
    asked = PracticeGame.objects.filter(asked=BOT, moved_at__gte=since, moved_at__lt=game.moved_at)
    return asked.exclude(bot="").count()


def waiting_tag(game: PracticeGame) -> str:
    """What an open page compares while the other one is asked: how much was done, and how long the queue is."""
    return f"{game.lines.count()}.{games_before(game)}"
