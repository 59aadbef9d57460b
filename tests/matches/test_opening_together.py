"""Bids of many matches, opened together: each match once, whatever becomes of the others and of the worker."""

from contextlib import suppress
from datetime import timedelta

import pytest
from django.apps import apps
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bos_tournament.matches import bid_entry, bid_opening
from bos_tournament.matches.bid_sealing import OPEN_BIDS
from bos_tournament.matches.models import Bid, BidAttempt, Match
from bos_tournament.operations import jobs
from bos_tournament.operations.models import Answered, Job
from tests.matches.playing import fresh, live_attempt, match_at, person, seats
from tests.matches.test_opening_worker import held
from tests.owner_connection import as_owner
from tests.polling import somebody_waits, wait_until

Step, State = Match.Step, BidAttempt.State
Trail = apps.get_model("matches", "BidAttemptEvent")
pytestmark = pytest.mark.django_db


class Killed(BaseException):
    """A worker that is killed tells nobody."""


@pytest.fixture(autouse=True)
def deeds(monkeypatch):
    """What a worker knows once it runs."""
    monkeypatch.setitem(jobs.DEEDS, OPEN_BIDS, bid_opening.open_attempt)
    monkeypatch.setitem(jobs.TOGETHER, OPEN_BIDS, bid_opening.open_attempts)


def matches_with_bids(*amounts):
    """Anna's and Ben's bids of each match; nobody has opened them."""
    matches = []
    for pair in amounts:
        matches.append(match := match_at(Step.BIDDING))
        for seat, amount in zip(seats(match), pair, strict=True):
            bid_entry.seal_bid(seat, amount=amount)
    return matches


def outcome(match):
    game = match.games.get()
    return game.chooser and game.chooser.number, game.ether, fresh(match).step


def test_each_match_of_a_batch_gets_its_own_outcome():
    higher, tie, lower = matches_with_bids((9, 4), (5, 5), (0, 1))
    before = higher.version

    jobs.perform_waiting(OPEN_BIDS)

    assert outcome(higher) == (1, {"1": 0, "2": 4}, Step.CHOICE)
    assert outcome(lower) == (2, {"1": 0, "2": 0}, Step.CHOICE)
    assert outcome(tie) == (None, {}, Step.BIDDING)
    assert [(one.number, one.state) for one in tie.attempts.all()] == [(1, State.TIED), (2, State.OPEN)]
    assert fresh(higher).version == before + 1
    assert {attempt.void_reason_message for attempt in BidAttempt.objects.all()} == {None}
    assert BidAttempt.objects.filter(void_reason_message__isnull=True).count() == 4
    assert not Answered.objects.exclude(hidden_mac="").exists()


def test_a_third_tie_in_a_batch_asks_for_a_name():
    (tie,) = matches_with_bids((5, 5))
    for again in range(2):
        jobs.perform_waiting(OPEN_BIDS)
        for seat in seats(tie):
            bid_entry.seal_bid(seat, amount=again)
        matches_with_bids((1, 2))

    jobs.perform_waiting(OPEN_BIDS)

    assert (tie.attempts.latest("number").state, fresh(tie).step) == (State.NAMED, Step.CHOICE)


def test_a_broken_seal_makes_its_own_bids_void_and_the_others_are_opened():
    broken, whole = matches_with_bids((9, 4), (3, 8))
    with as_owner() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")
        cursor.execute("UPDATE matches_bid SET key_id = 'ffffffffffffffff' WHERE seat_id = %s", [seats(broken)[0].pk])
        cursor.execute("SET LOCAL session_replication_role = origin")

    jobs.perform_waiting(OPEN_BIDS)

    assert outcome(whole) == (2, {"1": 3, "2": 0}, Step.CHOICE)
    assert outcome(broken) == (None, {}, Step.BIDDING)
    assert [one.state for one in broken.attempts.all()] == [State.VOID, State.OPEN]
    assert not Bid.objects.filter(attempt__match=broken).exclude(amount=None).exists()


def test_bids_that_staff_made_void_meanwhile_stay_closed():
    void, whole = matches_with_bids((9, 4), (3, 8))
    bid_entry.void_attempt(void, by=person(), reason="A phone was seen.")

    jobs.perform_waiting(OPEN_BIDS)

    assert [one.state for one in void.attempts.all()] == [State.VOID, State.OPEN]
    assert fresh(whole).step == Step.CHOICE
    assert set(Job.objects.values_list("state", flat=True)) == {Job.State.DONE}


def test_thirty_matches_are_opened_in_as_many_statements_as_three():
    def statements(count):
        matches_with_bids(*[(4, 7)] * count)
        with CaptureQueriesContext(connection) as asked:
            jobs.perform_waiting(OPEN_BIDS)
        assert not Job.objects.exclude(state=Job.State.DONE).exists()
        return len(asked)

    assert statements(30) == statements(3)


orders = st.permutations([(match, seat) for match in range(2) for seat in range(2)])
workers = st.lists(st.tuples(st.integers(0, 3), st.sampled_from(["well", "killed before", "killed after"])), max_size=3)


@pytest.mark.slow
@settings(max_examples=5, deadline=None, suppress_health_check=list(HealthCheck))
@given(orders, st.integers(1, 4), workers)
def test_in_any_order_and_with_any_worker_killed_each_match_is_opened_once(order, most, workers):
    """A worker comes after so many bids, and may be killed before its work is kept, or after it before it says so."""
    matches, opened = [match_at(Step.BIDDING) for _ in range(2)], []

    def worker(fate):
        def many(subjects):
            done = bid_opening.open_attempts(subjects)
            if fate == "killed before":
                raise Killed
            return done

        with pytest.MonkeyPatch.context() as patch, suppress(Killed):
            patch.setattr(jobs, "MOST_TOGETHER", most)
            patch.setitem(jobs.TOGETHER, OPEN_BIDS, many)
            jobs.perform_waiting(OPEN_BIDS)
            if fate == "killed after":
                raise Killed

    for place, (match, seat) in enumerate(order):
        bid_entry.seal_bid(seats(matches[match])[seat], amount=3 + seat)
        for after, fate in workers:
            if after == place:
                worker(fate)
                opened.append({match.pk for match in matches if fresh(match).step == Step.CHOICE})
    for _ in matches:
        for job in Job.objects.exclude(state=Job.State.DONE):
            jobs.run(str(job.pk))

    assert all(before <= after for before, after in zip(opened, opened[1:], strict=False))
    for match in matches:
        attempt = match.attempts.get()
        assert (attempt.state, fresh(match).step) == (State.REVEALED, Step.CHOICE)
        assert fresh(match).version == match.version + 1
        assert Trail.objects.filter(pgh_obj_id=attempt.pk, opened_at__isnull=False).count() == 1
    assert set(Job.objects.values_list("state", flat=True)) == {Job.State.DONE}


@pytest.mark.slow
def test_a_worker_killed_in_the_middle_of_a_batch_has_opened_none_and_then_each_is_opened_once(worker):
    worker.kill()
    matches = matches_with_bids((4, 7), (4, 7), (4, 7))
    with held(Bid.objects.get(seat=seats(matches[0])[0])):
        worker.start()
        wait_until(somebody_waits)
        worker.kill()
    wait_until(lambda: not somebody_waits())
    assert {live_attempt(match).state for match in matches} == {State.BOTH_IN}
    assert not Bid.objects.exclude(amount=None).exists()

    worker.start()
    Job.objects.exclude(state=Job.State.DONE).update(not_before=timezone.now() - timedelta(seconds=1))
    jobs.sweep()
    wait_until(lambda: not Job.objects.exclude(state=Job.State.DONE).exists())

    for match in matches:
        assert outcome(match) == (2, {"1": 4, "2": 0}, Step.CHOICE)
        assert (fresh(match).version, match.attempts.count()) == (match.version + 1, 1)


@pytest.mark.django_db(transaction=True)
def test_a_match_that_somebody_holds_keeps_nobody_waiting_and_is_left_out():
    busy, free = matches_with_bids((4, 7), (3, 8))
    with held(Match.objects.get(pk=busy.pk)):
        settled = bid_opening.open_attempts([live_attempt(match).pk for match in (busy, free)])

    assert settled == {free.attempts.get().pk}
    assert live_attempt(busy).state == State.BOTH_IN
    with transaction.atomic():
        assert bid_opening.open_attempts([live_attempt(busy).pk]) == {busy.attempts.get().pk}
