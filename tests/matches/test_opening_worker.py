"""The worker that opens bids: nudged by the second bid, and replaced when it dies in the middle."""

import threading
from contextlib import contextmanager
from datetime import timedelta

import pytest
from django.db import connections, transaction
from django.utils import timezone

from bos_tournament.matches import bid_entry, bid_opening
from bos_tournament.matches.models import Bid, BidAttempt, Match
from bos_tournament.operations import jobs
from bos_tournament.operations.models import Job
from tests.matches.playing import fresh, live_attempt, match_at, seats
from tests.polling import PATIENCE, somebody_waits, wait_until

Step = Match.Step


@contextmanager
def held(row):
    """Somebody holds this row, such as a bid, so that whoever wants to change it waits in the middle."""
    ready, enough = threading.Event(), threading.Event()

    def hold():
        try:
            with transaction.atomic():
                type(row).objects.select_for_update().get(pk=row.pk)
                ready.set()
                enough.wait()
        finally:
            connections.close_all()

    thread = threading.Thread(target=hold)
    thread.start()
    try:
        assert ready.wait(PATIENCE)
        yield
    finally:
        enough.set()
        thread.join()


def test_the_second_bid_has_both_opened_by_a_worker(worker):
    match = match_at(Step.BIDDING)
    anna, ben = seats(match)

    bid_entry.seal_bid(anna, amount=4)
    bid_entry.seal_bid(ben, amount=7)

    wait_until(lambda: fresh(match).step == Step.CHOICE)
    assert match.games.get().ether == {"1": 4, "2": 0}


def test_work_that_takes_long_keeps_no_bids_waiting(busy_worker, bids_worker):
    match = match_at(Step.BIDDING)
    anna, ben = seats(match)
    with transaction.atomic():
        long = jobs.enqueue("tests.rest", match.pk)
    wait_until(lambda: Job.objects.get(pk=long.pk).state == Job.State.BEGUN)

    bid_entry.seal_bid(anna, amount=4)
    bid_entry.seal_bid(ben, amount=7)

    wait_until(lambda: fresh(match).step == Step.CHOICE)
    assert Job.objects.get(pk=long.pk).state == Job.State.BEGUN


@pytest.mark.slow
def test_a_worker_killed_while_it_opens_loses_nothing_and_the_bids_are_opened_once(worker):
    match = match_at(Step.BIDDING)
    anna, ben = seats(match)
    bid_entry.seal_bid(anna, amount=4)
    with held(Bid.objects.get(seat=anna)):
        bid_entry.seal_bid(ben, amount=7)
        wait_until(somebody_waits)
        worker.kill()
    wait_until(lambda: not somebody_waits())
    assert live_attempt(match).state == BidAttempt.State.BOTH_IN
    assert not Bid.objects.exclude(amount=None).exists()

    worker.start()
    Job.objects.exclude(state=Job.State.DONE).update(not_before=timezone.now() - timedelta(seconds=1))
    jobs.sweep()
    wait_until(lambda: Job.objects.get().state == Job.State.DONE)

    assert match.games.get().ether == {"1": 4, "2": 0}
    attempt = match.attempts.get()
    bid_opening.open_attempt(attempt.pk)
    assert (fresh(match).step, match.attempts.count()) == (Step.CHOICE, 1)
