"""Deck tests in tests: begun with starter decks and few games, and played by the worker's deed."""

from bos_tournament.operations import jobs
from bos_tournament.operations.models import Job
from bos_tournament.play import tasks
from bos_tournament.play.deck_tests import testing
from bos_tournament.play.deck_tests.models import DeckTest
from bos_tournament.play.deck_tests.schedule import Planned
from engine.bos.game import DeckUse
from tests.play.practice import MEADOW, SPARKS

USE = DeckUse((3, 1), 4, (("Root Giant", "6.1.2"),))
"""What became of a deck in a game: two turns, the boss in turn 4, an idle card."""


def begun(user, *, deck=SPARKS, opponents=(MEADOW,), games=2):
    return testing.start_test(user, deck=deck, opponents=opponents, games=games)


def fresh(test):
    return DeckTest.objects.select_related("pool").get(pk=test.pk)


def work(steps=1):
    """So many jobs of deck tests, as the worker does them."""
    for _again in range(steps):
        job = Job.objects.filter(task=testing.JOB, state=Job.State.WAITING).first()
        if job is None:
            return
        assert testing.JOB in tasks.DEEDS
        jobs.run(str(job.pk))


def won(*, first, ether=0):
    return Planned(0, 0 if first else 1, first, ether)
