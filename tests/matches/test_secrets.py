"""Until bids are opened, no row, page, log or error tells an amount, or whose bid is in."""

import logging
import re
from uuid import uuid4

import pytest
from django.contrib import admin
from django.contrib.admin.models import LogEntry
from django.db import connection
from django.test import Client
from django.urls import reverse

from bos_tournament.matches import bid_entry, presenter
from bos_tournament.matches.models import Bid, BidAttempt, Match
from bos_tournament.operations.models import Job
from tests.factories import UserFactory
from tests.matches.playing import fresh, live_attempt, match_at, open_waiting_bids, person, seats
from tests.owner_connection import as_owner

Step = Match.Step
CANARY = 7_777_777_777_777  # long enough to be in no random name or hash, in hexadecimal either
FORMS = (str(CANARY), f"{CANARY:,}", f"{CANARY:x}", CANARY.to_bytes(8, "big").hex())


def everything_stored():
    """Every row of every table of the site, as text."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace")
        tables = [name for (name,) in cursor.fetchall()]
        assert "matches_bid" in tables
        for table in tables:
            cursor.execute(f'SELECT t::text FROM "{table}" t')
            yield from (f"{table}: {row}" for (row,) in cursor.fetchall())


def traces(texts):
    return [text for text in texts if any(form in text for form in FORMS)]


def bid_by_page(seat, amount):
    client = Client()
    client.force_login(seat.user)
    said = {"amount": amount, "attempt": 1, "key": str(uuid4())}
    return client, client.post(reverse("matches:bid", args=[seat.match_id]), said)


@pytest.mark.django_db
def test_a_sealed_amount_is_nowhere_until_it_is_opened(caplog):
    caplog.set_level(logging.DEBUG)
    match = match_at(Step.BIDDING)
    anna, ben = seats(match)

    client, answer = bid_by_page(anna, CANARY)
    after = client.get(answer.url)
    _, second = bid_by_page(ben, 3)

    assert traces(everything_stored()) == []
    assert traces([caplog.text, after.text, str(after.headers), second.text, str(second.headers)]) == []
    assert traces([repr(bid) + str(bid) + str(bid.__dict__) for bid in Bid.objects.all()]) == []
    assert Job.objects.get().error == ""
    open_waiting_bids()
    assert any(row.startswith("matches_bid:") for row in traces(everything_stored()))


@pytest.mark.django_db
def test_a_refused_or_failed_bid_leaves_no_trace_of_its_amount(caplog, settings, tmp_path):
    match = match_at(Step.BIDDING)
    anna, _ = seats(match)
    (tmp_path / "file").write_text("not a folder")
    settings.BID_KEY_FILE = tmp_path / "file" / "bids.key"

    client, answer = bid_by_page(anna, CANARY)

    assert answer.status_code == 422
    assert "Tell the desk" in answer.text
    assert traces([*everything_stored(), caplog.text]) == []


@pytest.mark.django_db
def test_an_opening_that_the_database_refuses_says_nothing_about_the_bids(caplog):
    match = match_at(Step.BIDDING)
    for seat in seats(match):
        bid_entry.seal_bid(seat, amount=CANARY)
    with as_owner() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute(f"ALTER TABLE matches_bid ADD CONSTRAINT not_so CHECK (amount <> {CANARY})")

    open_waiting_bids()

    job = Job.objects.get()
    assert (job.state != Job.State.DONE, job.error) == (True, "NotOpened: IntegrityError")
    assert live_attempt(match).state == BidAttempt.State.BOTH_IN
    assert traces([*everything_stored(), caplog.text]) == []


@pytest.mark.django_db
def test_the_first_and_the_second_bidder_get_the_same_answer():
    """B13: neither the amount nor who was first can be told from status, headers or length."""
    answers = []
    for first, amount in ((0, 0), (1, 0), (0, 2**63 - 1), (1, 12345)):
        match = match_at(Step.BIDDING, anna=person(), ben=person())
        people = seats(match)
        for seat in (people[first], people[1 - first]):
            client, posted = bid_by_page(seat, amount)
            page = client.get(posted.url)
            part = client.get(reverse("matches:live", args=[match.pk]))
            headers = (sorted(page.headers.keys() - {"Set-Cookie"}), len(part.headers["ETag"]))
            there = posted.headers["Location"] == page.wsgi_request.path
            answers.append((posted.status_code, there, len(posted.content), page.status_code, headers))

    assert answers == [answers[0]] * len(answers)


@pytest.mark.django_db
def test_both_bidders_read_the_same_page_but_for_their_own_receipt():
    lengths = set()
    for first in (0, 1):
        match = match_at(
            Step.BIDDING, anna=person("Anna" if first else "Elsa"), ben=person("Bert" if first else "Karl")
        )
        people = seats(match)
        for seat in (people[first], people[1 - first]):
            client, posted = bid_by_page(seat, 5)
            lengths.add(len(client.get(posted.url).content))

    assert len(lengths) == 1


@pytest.mark.django_db
def test_nobody_but_the_bidder_can_tell_that_a_bid_is_in(client):
    match = match_at(Step.BIDDING)
    anna, ben = seats(match)
    url = reverse("matches:live", args=[match.pk])

    def read(user):
        client.logout()
        if user:
            client.force_login(user)
        part = client.get(url)
        match_now = fresh(match)
        seat = next((one for one in seats(match) if one.user == user), None)
        return part.headers["ETag"], presenter.present_match(match_now, seat)

    readers = (None, ben.user, person(), UserFactory(is_staff=True, is_superuser=True))
    before = [read(reader) for reader in readers]
    bid_entry.seal_bid(anna, amount=CANARY)

    assert [read(reader) for reader in readers] == before
    tag, content = read(anna.user)
    assert tag != before[0][0]
    assert content["you"]["receipt"]["attempt"] == 1
    assert traces([str(content)]) == []


@pytest.mark.django_db
def test_the_admin_shows_attempts_as_waiting_and_no_bid_at_all(admin_page):
    match = match_at(Step.BIDDING)
    empty = admin_page(match)
    bid_entry.seal_bid(seats(match)[0], amount=CANARY)

    page = admin_page(match)

    assert page == empty
    assert "waiting" in page
    assert "one_in" not in page
    assert traces([page]) == []
    assert not LogEntry.objects.exists()


@pytest.fixture
def admin_page(rf):
    """The match in the admin, as a superuser with a second factor reads it."""
    reader = UserFactory(is_staff=True, is_superuser=True, second_factor=True)
    model_admin = admin.site._registry[Match]

    def page(match):
        request = rf.get("/admin/")
        request.user = reader
        text = model_admin.change_view(request, str(match.pk)).render().text
        return re.sub(r'name="csrfmiddlewaretoken" value="\w+"', "", text)

    return page


def test_bids_are_not_in_the_admin():
    assert not {Bid, BidAttempt} & admin.site._registry.keys()


@pytest.mark.django_db
def test_a_first_bid_leaves_nothing_in_the_trail_and_no_moment_anywhere():
    match = match_at(Step.BIDDING)

    def trail():
        return [row for row in everything_stored() if "event:" in row.split(" ")[0] or row.startswith("pghistory")]

    before = trail()
    _, answer = bid_by_page(seats(match)[0], CANARY)

    assert answer.status_code == 302
    assert trail() == before
    assert any("matches_matchevent" in row for row in before)
    assert not [field for field in Bid._meta.get_fields() if "Date" in type(field).__name__]
