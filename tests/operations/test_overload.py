"""A site that is busy says so and does nothing by half: what was sent may be sent again."""

import subprocess
import sys
import threading
from contextlib import contextmanager

import pytest
from django.db import connection, transaction
from django.test import Client
from django.urls import reverse

from bos_tournament.accounts.sign_in.tokens import make_token
from bos_tournament.matches.models import Match
from bos_tournament.operations.serving import overload
from tests.matches.playing import Step, fresh, match_at, seats
from tests.polling import PATIENCE

pytestmark = pytest.mark.django_db(transaction=True)


@contextmanager
def somebody_holds(match):
    """Another deed has the match and does not end; this side loses patience after a moment."""
    held, end = threading.Event(), threading.Event()

    def hold():
        try:
            with transaction.atomic():
                Match.objects.select_for_update().get(pk=match.pk)
                held.set()
                end.wait()
        finally:
            connection.close()

    other = threading.Thread(target=hold)
    other.start()
    held.wait()
    with connection.cursor() as cursor:
        cursor.execute("SET lock_timeout = '50ms'")
    try:
        yield
    finally:
        end.set()
        other.join()
        with connection.cursor() as cursor:
            cursor.execute("RESET lock_timeout")


def comes_back_soon(answer):
    return answer.status_code == 503 and overload.SOONEST <= int(answer["Retry-After"]) <= overload.LATEST


def annas_program_confirms(match):
    token = make_token(seats(match)[0].user, "a program", second_factor=False)
    return Client(raise_request_exception=False).post(
        f"/api/v1/matches/{match.pk}/greet/",
        data="{}",
        content_type="application/json",
        headers={"Authorization": f"Bearer {token}"},
    )


def test_a_page_says_that_nothing_was_done_and_when_to_come_back(signed_in):
    match = match_at(Step.BOSSES)
    anna, _ = seats(match)
    phone, door = signed_in(anna.user), reverse("matches:confirm_bosses", args=[match.pk])
    phone.raise_request_exception = False

    with somebody_holds(match):
        busy = phone.post(door)

    assert comes_back_soon(busy)
    assert "What you just sent was not saved" in busy.content.decode()
    assert not seats(match)[0].greeted
    assert phone.post(door).status_code == 302
    assert seats(match)[0].greeted


def test_a_program_reads_it_in_the_form_of_every_refusal():
    match = match_at(Step.BOSSES)

    with somebody_holds(match):
        busy = annas_program_confirms(match)

    assert comes_back_soon(busy)
    assert (busy.json()["code"], set(busy.json())) == ("busy", {"detail", "code", "fields"})
    assert fresh(match).step == Step.BOSSES


REFUSES = {
    "the disk is full": ["DO $$ BEGIN RAISE EXCEPTION 'no room' USING ERRCODE = 'disk_full'; END $$"],
    "the database is read-only": ["SET TRANSACTION READ ONLY", "DELETE FROM django_session"],
}
IS_LOST = {
    "the connection breaks": ["SELECT pg_terminate_backend(pg_backend_pid())"],
    "the server is starting": ["DO $$ BEGIN RAISE EXCEPTION 'starting' USING ERRCODE = 'cannot_connect_now'; END $$"],
}
SAID = {
    **dict.fromkeys(REFUSES, ("What you just sent was not saved", "busy")),
    **dict.fromkeys(IS_LOST, ("look whether what you just sent was saved", "database_lost")),
}


@pytest.fixture(params=SAID)
def said(request, monkeypatch):
    """What a page and a program are told when the database does not do what a player's deed asks of it."""

    def ask(seat):
        with transaction.atomic(), connection.cursor() as cursor:
            for statement in (REFUSES | IS_LOST)[request.param]:
                cursor.execute(statement)

    monkeypatch.setattr("bos_tournament.matches.boss_reveal.confirm_bosses", ask)
    yield SAID[request.param]
    connection.close()


def test_a_page_asks_for_patience_while_the_database_is_away(signed_in, said):
    match = match_at(Step.BOSSES)
    phone = signed_in(seats(match)[0].user)
    phone.raise_request_exception = False

    answer = phone.post(reverse("matches:confirm_bosses", args=[match.pk]))

    assert comes_back_soon(answer)
    assert said[0] in " ".join(answer.content.decode().split())


def test_a_program_is_asked_for_patience_while_the_database_is_away(said):
    answer = annas_program_confirms(match_at(Step.BOSSES))

    assert comes_back_soon(answer)
    assert answer.json()["code"] == said[1]


@pytest.mark.slow
def test_a_web_process_seldom_stops_to_look_for_garbage():
    says = "import gc, bos_tournament.asgi; print(gc.get_threshold()[0], gc.get_freeze_count() > 0)"

    out = subprocess.run([sys.executable, "-c", says], capture_output=True, text=True, check=True, timeout=PATIENCE)

    assert out.stdout.split() == ["100000", "True"]


def test_a_fault_of_the_site_is_still_told_as_one(signed_in, monkeypatch):
    match = match_at(Step.BOSSES)
    phone = signed_in(seats(match)[0].user)
    phone.raise_request_exception = False
    monkeypatch.setattr("bos_tournament.matches.boss_reveal.confirm_bosses", lambda seat: 1 / 0)

    answer = phone.post(reverse("matches:confirm_bosses", args=[match.pk]))

    assert answer.status_code == 500
    assert "Something went wrong on our side" in answer.content.decode()
