"""Anybody can check opened bids: on the page, and with a program of their own."""

import subprocess
import sys
from uuid import uuid4

import pytest
from django.urls import reverse

from bos_tournament.matches import bid_entry
from bos_tournament.matches.models import Bid, Match
from tests.html_whitespace import tight
from tests.matches.playing import bid_both, greet_both, match_at, new_match, open_waiting_bids, person, seats
from tests.polling import PATIENCE

Step = Match.Step
pytestmark = pytest.mark.django_db


def page(client, match, number=1):
    return client.get(reverse("matches:verify", args=[match.pk, number]))


def program(client, match, number=1):
    return client.get(reverse("matches:check_program", args=[match.pk, number]))


def run(text, folder):
    file = folder / "check.py"
    file.write_text(text)
    return subprocess.run([sys.executable, "-I", str(file)], capture_output=True, text=True, timeout=PATIENCE)


def test_the_pages_say_who_could_read_a_bid_and_what_equal_commitments_prove(client, signed_in):
    match = match_at(Step.BIDDING)
    anna, ben = seats(match)
    hers = signed_in(anna.user)
    where = reverse("matches:detail", args=[match.pk])

    form = tight(hers.get(where))
    bid_entry.seal_bid(anna, amount=4)
    receipt = tight(hers.get(where))
    bid_entry.seal_bid(ben, amount=7)
    open_waiting_bids()
    proof = tight(page(client, match))

    assert "neither the desk nor anyone with a copy of the database can read it" in form
    assert "only the person running the server could" in form
    assert "<strong>server-sealed</strong>: closed to the desk" in receipt
    assert "only you can say whether the amount is the one you entered" in proof


def test_before_the_opening_the_page_says_so_alike_for_no_bid_and_one(client):
    match = match_at(Step.BIDDING)
    before = page(client, match)
    bid_entry.seal_bid(seats(match)[0], amount=7777777)

    after = page(client, match)

    assert before.status_code == 200
    assert "not opened yet" in before.text
    assert after.text == before.text
    assert program(client, match).status_code == 404


def test_after_the_opening_everything_is_there_and_agrees(client):
    match = match_at(Step.BIDDING)
    anna, _ = seats(match)
    receipt = bid_entry.seal_bid(anna, amount=4)
    bid_entry.seal_bid(seats(match)[1], amount=7)
    open_waiting_bids()

    text = page(client, match).text

    assert text.count(receipt["commitment"]) == 3  # the receipt's, the recomputed one, and in the program
    assert Bid.objects.get(seat=anna).nonce.hex() in text
    assert f"{anna.user} bid 4" in text
    assert text.count("agrees</span>") == 2


def test_the_program_runs_by_itself_and_finds_every_change(client, tmp_path):
    match = match_at(Step.BIDDING)
    bid_both(match, anna=4, ben=2**63 - 1)
    text = program(client, match).text

    assert len(text.splitlines()) <= 25
    assert "bos_tournament" not in text
    honest = run(text, tmp_path)
    assert (honest.returncode, honest.stdout.count("agrees")) == (0, 2)
    forged = run(text.replace('", 4,', '", 5,'), tmp_path)
    assert (forged.returncode, forged.stdout.count("DIFFERS")) == (1, 1)


def test_a_tie_can_be_checked_and_a_void_attempt_stays_shut(client):
    match = match_at(Step.BIDDING)
    bid_both(match, 5, 5)
    bid_entry.seal_bid(seats(match)[0], amount=7777777)
    bid_entry.void_attempt(match, by=person(), reason="A phone was left open.")

    assert page(client, match, 1).text.count("bid 5") >= 2
    void = page(client, match, 2).text
    assert "A phone was left open." in void
    assert Bid.objects.get(amount=None).commitment.hex() not in void


def test_bids_on_paper_are_marked_in_public(client):
    match = new_match(on_paper=True)
    greet_both(match)
    bid_entry.enter_paper_bids(match, by=person("Judge Dora"), amounts={1: 4, 2: 7})

    assert "on paper" in page(client, match).text
    assert "Judge Dora" in page(client, match).text
    assert "bids on paper" in client.get(match.get_absolute_url()).text
    assert program(client, match).status_code == 404


def test_what_never_was_is_not_found(client):
    match = match_at(Step.BIDDING)

    assert page(client, match, 2).status_code == 404
    assert client.get(reverse("matches:verify", args=[uuid4(), 1])).status_code == 404
