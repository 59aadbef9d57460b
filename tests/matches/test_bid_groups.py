"""Bids that come at the same moment share a transaction, and none of them depends on another."""

import threading
from uuid import uuid4

import pytest
from django.db import DatabaseError, connection, connections, transaction
from django.test.utils import CaptureQueriesContext

from bos_tournament.errors import Refused
from bos_tournament.matches import bid_entry, bid_sealing
from bos_tournament.matches.models import Bid, BidAttempt, Match
from bos_tournament.operations.models import Answered, Job
from tests.matches.playing import live_attempt, match_at, open_waiting_bids, seats
from tests.polling import wait_until

Step, State = Match.Step, BidAttempt.State
pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def in_one_group():
    """Has all these bid while a group is being sealed, so that they are the next one; receipts or codes, in order."""

    def bid(*asked):
        answers = [None] * len(asked)

        def run(number, seat, key, amount):
            try:
                answers[number] = bid_entry.seal_bid_once(seat, key, amount=amount)
            except Refused as refusal:
                answers[number] = refusal.code
            finally:
                connections.close_all()

        with bid_sealing._turn:
            threads = [threading.Thread(target=run, args=(number, *one)) for number, one in enumerate(asked)]
            for thread in threads:
                thread.start()
            wait_until(lambda: len(bid_sealing._waiting) == len(asked))
        for thread in threads:
            thread.join()
        return answers

    return bid


def halves(count):
    """So many matches at their bids, each with its two seats."""
    return [(match, *seats(match)) for match in (match_at(Step.BIDDING) for _ in range(count))]


def test_a_hall_that_bids_at_once_is_sealed_in_one_transaction_each_bid_once(in_one_group):
    tables = halves(3)
    asked = [(seat, uuid4(), 3 + number) for _, *both in tables for number, seat in enumerate(both)]

    receipts = in_one_group(*asked)

    assert [receipt["seat"] for receipt in receipts] == [str(seat.pk) for seat, *_ in asked]
    assert Bid.objects.count() == Answered.objects.count() == 6
    assert Job.objects.filter(task=bid_sealing.OPEN_BIDS).count() == 3
    for match, *_ in tables:
        assert live_attempt(match).state == State.BOTH_IN
    open_waiting_bids()
    assert set(Bid.objects.values_list("seat", "amount")) == {(seat.pk, amount) for seat, _, amount in asked}


def test_thirty_bids_ask_the_database_no_more_than_two(in_one_group, monkeypatch):
    counts = []
    group = bid_sealing._seal_group

    def counted(bids):
        with CaptureQueriesContext(connection) as asked:
            group(bids)
        counts.append(len(asked))

    monkeypatch.setattr(bid_sealing, "_seal_group", counted)
    for count in (1, 15):
        in_one_group(*((seat, uuid4(), 7) for _, *both in halves(count) for seat in both))

    assert max(counts) == counts[0]


def test_a_bid_that_is_refused_keeps_no_other_from_being_sealed(in_one_group):
    (_, anna, ben), (paper, cleo, _), (done, dora, _) = halves(3)
    Match.objects.filter(pk=paper.pk).update(bids_on_paper=True)
    bid_entry.seal_bid(dora, amount=4)

    answers = in_one_group((anna, uuid4(), 1), (cleo, uuid4(), 2), (dora, uuid4(), 3), (ben, uuid4(), 7))

    assert [answers[0]["seat"], answers[3]["seat"]] == [str(anna.pk), str(ben.pk)]
    assert answers[1:3] == ["bids_on_paper", "bid_already_sealed"]
    assert {bid.seat_id for bid in Bid.objects.all()} == {anna.pk, ben.pk, dora.pk}
    assert Answered.objects.count() == 2


def test_a_bid_sent_twice_at_once_gets_one_receipt(in_one_group):
    ((_, anna, _),) = halves(1)
    key = uuid4()

    first, second = in_one_group((anna, key, 5), (anna, key, 5))

    assert first == second
    assert Bid.objects.count() == 1


def test_a_key_of_somebody_elses_is_no_key_of_mine_and_another_amount_under_mine_is_refused(in_one_group):
    ((_, anna, ben),) = halves(1)
    key = uuid4()

    answers = in_one_group((anna, key, 5), (ben, key, 5))
    again = in_one_group((anna, key, 6))

    assert [answer["seat"] for answer in answers] == [str(anna.pk), str(ben.pk)]
    assert again == ["key_reused"]


def test_a_group_that_fails_is_sealed_one_by_one(in_one_group, monkeypatch):
    ((match, anna, ben),) = halves(1)
    whole = bid_sealing.seal_all

    def fails_together(new):
        if len(new) > 1:
            raise DatabaseError("The connection was lost.")
        return whole(new)

    monkeypatch.setattr(bid_sealing, "seal_all", fails_together)

    answers = in_one_group((anna, uuid4(), 5), (ben, uuid4(), 6))

    assert [answer["seat"] for answer in answers] == [str(anna.pk), str(ben.pk)]
    assert live_attempt(match).state == State.BOTH_IN


def test_a_match_that_the_desk_holds_keeps_no_other_table_waiting(in_one_group):
    (held, anna, _), (_, cleo, _) = halves(2)
    holds, over = threading.Event(), threading.Event()

    def desk():
        with transaction.atomic():
            Match.objects.select_for_update().get(pk=held.pk)
            holds.set()
            over.wait(4)
        connections.close_all()

    thread = threading.Thread(target=desk)
    thread.start()
    holds.wait(4)
    bidding = threading.Thread(target=lambda: in_one_group((anna, uuid4(), 5), (cleo, uuid4(), 6)))
    bidding.start()
    wait_until(lambda: Bid.objects.filter(seat=cleo).exists())
    assert not Bid.objects.filter(seat=anna).exists()
    over.set()
    thread.join()
    bidding.join()

    assert Bid.objects.filter(seat=anna).exists()
