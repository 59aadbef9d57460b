"""Nobody learns from an answer, or from the time it takes, whether the other player has bid: first and second bid have
the database asked the same, are answered alike, and neither waits for the broker."""

import re
import threading
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from bos_tournament.celery import app
from bos_tournament.matches.models import BidAttempt, Match
from bos_tournament.operations import job_hints
from tests.matches.playing import live_attempt, match_at, seats
from tests.polling import PATIENCE

pytestmark = pytest.mark.django_db(transaction=True)
VALUES = re.compile(r"'(?:[^']|'')*'|\"s\d+_x\d+\"|\b(?:\d+|true|false|NULL)\b")


@pytest.fixture(params=["well", "dead", "hangs"])
def broker(request, monkeypatch):
    """A broker that is well, dead, or hangs until its test is over; `threads` are those that asked it."""

    class Broker:
        over, asked, threads = threading.Event(), threading.Event(), set()

        def take(self, task, job, **options):
            self.threads.add(threading.get_ident())
            self.asked.set()
            if request.param == "dead":
                raise OSError("Connection refused")
            if request.param == "hangs":
                assert self.over.wait(PATIENCE)

    broker = Broker()
    monkeypatch.setattr(app, "send_task", broker.take)
    monkeypatch.setattr(job_hints, "sender", job_hints.Sender())
    yield broker
    broker.over.set()
    job_hints.sender.waiting.join()


def by_page(client, match):
    return client.post(f"/matches/{match.pk}/bid/", {"amount": 7, "attempt": 1, "key": str(uuid4())})


def by_program(client, match):
    key = {"Idempotency-Key": str(uuid4())}
    sent = {"amount": 7, "attempt": 1}
    return client.post(f"/api/v1/matches/{match.pk}/bids/", sent, "application/json", headers=key)


def headers_of(answer):
    """All but the moment at which it ends, which is that of the answer."""
    return {name: value for name, value in answer.headers.items() if name != "Expires"}


@pytest.mark.parametrize("post", [by_page, by_program])
def test_the_first_and_the_second_bid_are_taken_alike_whatever_the_broker_does(signed_in, broker, post):
    match = match_at(Match.Step.BIDDING)
    browsers = [signed_in(seat.user) for seat in seats(match)]
    answers, statements = [], []

    for browser in browsers:
        with CaptureQueriesContext(connection) as asked:
            answers.append(post(browser, match))
        statements.append([VALUES.sub("?", one["sql"]) for one in asked.captured_queries])

    first, second = answers
    assert live_attempt(match).state == BidAttempt.State.BOTH_IN
    assert statements[0] == statements[1]
    assert first.status_code == second.status_code in (201, 302)
    assert headers_of(first) == headers_of(second)
    assert len(first.content) == len(second.content)
    assert broker.asked.wait(PATIENCE)
    assert threading.get_ident() not in broker.threads
