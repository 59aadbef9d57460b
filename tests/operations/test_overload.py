"""A site that is busy says so and does nothing by half: what was sent may be sent again."""

import threading
from contextlib import contextmanager

import pytest
from django.db import connection, transaction
from django.test import Client
from django.urls import reverse

from bos_tournament.accounts.sign_in.tokens import make_token
from bos_tournament.matches.models import Match
from tests.matches.playing import Step, fresh, match_at, seats

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


def test_a_page_says_that_nothing_was_done_and_when_to_come_back(signed_in):
    match = match_at(Step.BOSSES)
    anna, _ = seats(match)
    phone, door = signed_in(anna.user), reverse("matches:confirm_bosses", args=[match.pk])
    phone.raise_request_exception = False

    with somebody_holds(match):
        busy = phone.post(door)

    assert (busy.status_code, busy["Retry-After"]) == (503, "5")
    assert "What you just sent was not saved" in busy.content.decode()
    assert not seats(match)[0].greeted
    assert phone.post(door).status_code == 302
    assert seats(match)[0].greeted


def test_a_program_reads_it_in_the_form_of_every_refusal():
    match = match_at(Step.BOSSES)
    anna, _ = seats(match)
    token = make_token(anna.user, "a program", second_factor=False)

    with somebody_holds(match):
        busy = Client(raise_request_exception=False).post(
            f"/api/v1/matches/{match.pk}/greet/",
            data="{}",
            content_type="application/json",
            headers={"Authorization": f"Bearer {token}"},
        )

    assert (busy.status_code, busy["Retry-After"]) == (503, "5")
    assert (busy.json()["code"], set(busy.json())) == ("busy", {"detail", "code", "fields"})
    assert fresh(match).step == Step.BOSSES


def test_a_fault_of_the_site_is_still_told_as_one(signed_in, monkeypatch):
    match = match_at(Step.BOSSES)
    phone = signed_in(seats(match)[0].user)
    phone.raise_request_exception = False
    monkeypatch.setattr("bos_tournament.matches.boss_reveal.confirm_bosses", lambda seat: 1 / 0)

    answer = phone.post(reverse("matches:confirm_bosses", args=[match.pk]))

    assert answer.status_code == 500
    assert "Something went wrong on our side" in answer.content.decode()
