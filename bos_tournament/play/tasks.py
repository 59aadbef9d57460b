"""What workers do for practice games."""

from celery import shared_task

from bos_tournament.operations.jobs import DEEDS
from bos_tournament.play import bot_turns, old_games

DEEDS["play.answer"] = bot_turns.answer


@shared_task(name="play.tidy")
def tidy() -> None:
    old_games.delete_old_games()
