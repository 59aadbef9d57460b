"""What workers do for practice games."""

from celery import shared_task

from bos_tournament.operations.jobs import DEEDS
from bos_tournament.play import bot_turns, old_games
from bos_tournament.play.analysis import line_search
from bos_tournament.play.deck_tests import playing, testing
from bos_tournament.play.online import endings
from bos_tournament.play.recording import spectators

DEEDS["play.answer"] = bot_turns.answer
DEEDS["play.find_lines"] = line_search.find_lines
DEEDS[testing.JOB] = playing.play_on


@shared_task(name="play.enforce_clocks")
def enforce_clocks() -> None:
    endings.enforce_clocks()


@shared_task(name="play.tidy")
def tidy() -> None:
    old_games.delete_old_games()
    old_games.delete_old_challenges()
    old_games.delete_old_analyses()
    spectators.forget_spectators()
