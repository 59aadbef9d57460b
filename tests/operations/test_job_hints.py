"""Hints to the workers: a broker that hangs keeps no player waiting, and so tells nobody who has bid first."""

import threading

import pytest

from bos_tournament.celery import app
from bos_tournament.matches import bid_entry
from bos_tournament.matches.models import BidAttempt, Match
from bos_tournament.operations import job_hints
from bos_tournament.operations.job_hints import Hint, Sender
from tests.matches.playing import live_attempt, match_at, seats
from tests.polling import PATIENCE


@pytest.fixture
def broker(monkeypatch):
    """A broker that hangs until `answers` is set; `asked` once somebody waits for it."""

    class Broker:
        asked, answers, heard = threading.Event(), threading.Event(), []

        def take(self, task, job, **options):
            self.asked.set()
            assert self.answers.wait(PATIENCE)
            self.heard += job

    hanging = Broker()
    monkeypatch.setattr(app, "send_task", hanging.take)
    monkeypatch.setattr(job_hints, "sender", Sender())
    yield hanging
    hanging.answers.set()
    job_hints.sender.waiting.join()


@pytest.mark.django_db(transaction=True)
def test_the_second_bid_is_taken_while_the_broker_hangs(broker):
    match = match_at(Match.Step.BIDDING)
    anna, ben = seats(match)

    bid_entry.seal_bid(anna, amount=4)
    bid_entry.seal_bid(ben, amount=7)

    assert live_attempt(match).state == BidAttempt.State.BOTH_IN
    assert broker.asked.wait(PATIENCE)
    assert broker.heard == []


def test_hints_are_sent_in_their_order_once_the_broker_answers(broker):
    for number in range(5):
        job_hints.sender.put(Hint(str(number), None))

    broker.answers.set()
    job_hints.sender.waiting.join()

    assert broker.heard == ["0", "1", "2", "3", "4"]


def test_only_so_many_hints_wait_and_the_sweep_repeats_the_others(broker, monkeypatch):
    monkeypatch.setattr(job_hints, "MOST_WAITING", 2)
    monkeypatch.setattr(job_hints, "sender", Sender())

    for number in range(9):
        job_hints.sender.put(Hint(str(number), None))

    assert job_hints.sender.waiting.qsize() == 2


def test_a_process_that_ends_sends_what_is_left(broker):
    broker.answers.set()
    job_hints.sender.put(Hint("the last", None))

    job_hints.sender.finish()

    assert broker.heard == ["the last"]


def test_a_process_that_ends_does_not_wait_for_a_broker_that_hangs(broker, monkeypatch):
    monkeypatch.setattr(job_hints, "LAST_SECONDS", 0.0)
    job_hints.sender.put(Hint("the last", None))

    job_hints.sender.finish()

    assert broker.heard == []
