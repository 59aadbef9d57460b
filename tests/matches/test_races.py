"""Two phones at the same moment, on real PostgreSQL: one outcome, and nobody sees an error."""

import threading
from datetime import timedelta
from uuid import uuid4

import pytest
from django.db import connection, connections
from django.test import Client
from django.urls import reverse

from bos_tournament.errors import Refused
from bos_tournament.matches import bid_entry, bid_opening, boss_reveal, new_phones, result_reports
from bos_tournament.matches.models import Bid, BidAttempt, Match, NewPhone, Report
from bos_tournament.operations import jobs
from bos_tournament.operations.models import Job
from tests.factories import GuestFactory
from tests.matches.playing import fresh, live_attempt, match_at, open_waiting_bids, person, seats
from tests.polling import wait_until

Step = Match.Step
pytestmark = pytest.mark.django_db(transaction=True)
ROUNDS = 6


def together(*deeds):
    """Does all of them at once, each on its own connection; their answers or refusals, in order."""
    gate, answers = threading.Barrier(len(deeds)), [None] * len(deeds)

    def run(number, deed):
        try:
            gate.wait()
            answers[number] = deed()
        except Refused as refusal:
            answers[number] = refusal.code
        except BaseException as fault:
            answers[number] = fault
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run, args=pair) for pair in enumerate(deeds)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for answer in answers:
        if isinstance(answer, BaseException):
            raise answer
    return answers


def test_both_bids_at_once_are_both_taken_and_opened_once():
    for _ in range(ROUNDS):
        match = match_at(Step.BIDDING)
        anna, ben = seats(match)

        receipts = together(lambda: bid_entry.seal_bid(anna, amount=4), lambda: bid_entry.seal_bid(ben, amount=7))

        assert all(receipt.keys() == receipts[0].keys() for receipt in receipts)
        assert live_attempt(match).state == BidAttempt.State.BOTH_IN
        job = Job.objects.get(state=Job.State.WAITING)
        together(*[lambda job=job: jobs.perform(str(job.pk), bid_opening.open_attempt)] * 3)
        assert match.games.get().ether == {"1": 4, "2": 0}
        assert match.attempts.count() == 1


def test_thirty_bids_of_one_seat_are_one_bid():
    match = match_at(Step.BIDDING)
    anna, _ = seats(match)

    answers = together(*[lambda amount=amount: bid_entry.seal_bid(anna, amount=amount) for amount in range(12)])

    assert sorted(str(type(answer).__name__) for answer in answers) == ["dict"] + ["str"] * 11
    assert {answer for answer in answers if isinstance(answer, str)} == {"bid_already_sealed"}
    assert Bid.objects.count() == 1


def test_both_players_confirm_the_bosses_at_once():
    for _ in range(ROUNDS):
        match = match_at(Step.BOSSES)

        together(*[lambda seat=seat: boss_reveal.confirm_bosses(seat) for seat in seats(match)])

        assert (fresh(match).step, match.attempts.count()) == (Step.BIDDING, 1)


@pytest.mark.parametrize("equal", [True, False])
def test_both_reports_at_once(equal):
    for _ in range(ROUNDS):
        match = match_at(Step.PLAYING)
        anna, ben = seats(match)
        winners = (anna, anna) if equal else (anna, ben)

        together(
            *[
                lambda seat=seat, winner=winner: result_reports.report_result(seat, winner=winner, reason="played")
                for seat, winner in zip((anna, ben), winners, strict=True)
            ]
        )

        assert fresh(match).step == (Step.BIDDING if equal else Step.DIFFERING)
        assert match.games.exclude(outcome="").count() == equal


def test_agreeing_against_withdrawing_has_one_outcome():
    for _ in range(ROUNDS):
        match = match_at(Step.REPORTED)
        anna, ben = seats(match)

        answers = together(lambda: result_reports.withdraw_report(anna), lambda: result_reports.agree(ben))

        withdrawn = Report.objects.get(game__match=match).withdrawn_at is not None
        assert fresh(match).step == (Step.PLAYING if withdrawn else Step.BIDDING)
        assert answers == ([None, "not_now"] if withdrawn else ["not_now", None])


@pytest.mark.parametrize("door", ["bid", "report"])
def test_a_double_tap_is_one_deed_and_no_error_page(door):
    match = match_at(Step.BIDDING if door == "bid" else Step.PLAYING)
    anna, _ = seats(match)
    said = {"amount": 5, "attempt": 1} if door == "bid" else {"winner": "1", "reason": "played", "game": 1}
    said["key"] = str(uuid4())

    def tap():
        client = Client()
        client.force_login(anna.user)
        return client.post(reverse(f"matches:{door}", args=[match.pk]), said).status_code

    assert together(tap, tap, tap) == [302, 302, 302]
    assert Bid.objects.filter(amount=None).count() == (door == "bid")
    assert Report.objects.count() == (door == "report")


def test_nobody_ever_reads_exactly_one_of_two_opened_bids():
    """Four onlookers count the open amounts all the time: before, while and after each pair of bids is opened."""
    seen, looks, stop = [], [0] * 4, threading.Event()

    def read(number):
        try:
            with connections["default"].cursor() as cursor:
                while not stop.is_set():
                    cursor.execute("SELECT attempt_id, count(amount) FROM matches_bid GROUP BY 1")
                    seen.extend(count for _, count in cursor.fetchall())
                    looks[number] += 1
        finally:
            connections.close_all()

    def everybody_looked():
        """Once in full since now: a look that had begun before may have seen what was before."""
        enough = [look + 2 for look in looks]
        wait_until(lambda: all(look >= wanted for look, wanted in zip(looks, enough, strict=True)))

    readers = [threading.Thread(target=read, args=(number,)) for number in range(4)]
    for reader in readers:
        reader.start()
    try:
        for _ in range(5):
            match = match_at(Step.BIDDING)
            for amount in (1, 2, 3):
                for seat in seats(match):
                    bid_entry.seal_bid(seat, amount=amount)
                everybody_looked()
                open_waiting_bids()
        everybody_looked()
    finally:
        stop.set()
        for reader in readers:
            reader.join()

    assert set(seen) == {0, 2}


def test_no_amount_is_in_the_database_before_its_attempt_is_opened():
    """B1, B11 and B16 as one query, after everything that a match can be."""
    for step in Step.values:
        match_at(step)
    half = match_at(Step.BIDDING)
    bid_entry.seal_bid(seats(half)[0], amount=7777777)
    open_waiting_bids()

    with connection.cursor() as cursor:
        cursor.execute(
            """SELECT count(*) FROM matches_bid b JOIN matches_bidattempt a ON a.id = b.attempt_id
               WHERE (b.amount IS NOT NULL) <> (a.state IN ('revealed', 'tied', 'named'))"""
        )
        assert cursor.fetchone() == (0,)
        cursor.execute(
            """SELECT count(*) FROM matches_bidattempt a JOIN matches_match m ON m.id = a.match_id
               WHERE m.step = 'finished' AND a.state IN ('open', 'one_in', 'both_in')"""
        )
        assert cursor.fetchone() == (0,)


def test_the_opponents_word_and_the_desks_at_once_are_one_of_them():
    """Whichever comes first settles whose phone it is; the other reads that it is settled."""
    for _ in range(ROUNDS):
        gus, desk = GuestFactory(), person()
        match = match_at(Step.BIDDING, anna=gus)
        _, ben = seats(match)
        link = gus.links.create(midway=True, opened_at=match.made_at, token_digest=uuid4().hex)
        Match.objects.filter(pk=match.pk).update(made_at=match.made_at - timedelta(minutes=5))
        gus.links.update(opened_at=match.made_at - timedelta(minutes=5))

        answers = together(
            lambda ben=ben, link=link: new_phones.confirm_phone(ben, phone=link.pk, is_them=True),
            lambda match=match, link=link, by=desk: new_phones.decide(match, phone=link.pk, is_them=False, by=by),
        )

        words = list(NewPhone.objects.filter(seat__match=match).values_list("word", flat=True))
        link.refresh_from_db()
        assert sorted(map(str, answers)) == ["None", "phone_settled"]
        assert words == (["yes"] if link.confirmed_at else ["decided_no"])
        assert (link.confirmed_at is None) != (link.revoked_at is None)
