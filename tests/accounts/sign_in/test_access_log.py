"""The log of doors says what happened, and nothing that would open one."""

import io
import json
import logging

import pytest
from django.test import Client

from bos_tournament.accounts.log_format import LogLine
from bos_tournament.accounts.sign_in import personal_links, second_factor, sessions, tokens
from tests.accounts.sign_in.test_second_factor import code, with_totp
from tests.factories import GuestFactory, MatchFactory, StaffFactory, UserFactory

PASSWORD = "correct horse battery"
pytestmark = pytest.mark.django_db


@pytest.fixture
def told():
    """What was written down meanwhile, as (kind, user, route), each line with these parts and no other."""
    printed = io.StringIO()
    handler = logging.StreamHandler(printed)
    handler.setFormatter(LogLine("%(message)s"))
    logging.getLogger("bos.doors").addHandler(handler)

    def lines():
        found = [json.loads(line) for line in printed.getvalue().splitlines()]
        assert all(set(line) == {"at", "kind", "user", "route"} for line in found)
        return [(line["kind"], line["user"], line["route"]) for line in found]

    lines.text = printed.getvalue
    yield lines
    logging.getLogger("bos.doors").removeHandler(handler)


def sign_in(client, user, password=PASSWORD):
    return client.post("/accounts/login/", {"login": user.email, "password": password})


def test_sign_ins_good_and_failed_are_written_down_with_whose_they_are(client, told):
    anna = UserFactory(handle="Anna", email="anna@example.org")
    sign_in(client, anna, "wrong")
    client.post("/accounts/login/", {"login": "nora@example.org", "password": "wrong"})
    sign_in(client, anna)
    client.post("/accounts/logout/")

    assert told() == [
        ("sign-in failed", str(anna.pk), "account_login"),
        ("sign-in failed", None, "account_login"),
        ("signed in", str(anna.pk), "account_login"),
        ("signed out", str(anna.pk), "account_logout"),
    ]
    assert not any(secret in told.text().lower() for secret in ("anna", "nora", "example.org", PASSWORD))


def test_shut_doors_are_written_down_by_their_route(signed_in, told):
    cleo, cup = UserFactory(handle="Cleo"), StaffFactory().tournament
    browser = signed_in(cleo)
    browser.get(f"/tournaments/{cup.slug}/desk/")
    browser.get("/disputes/4b5c8a3e-6f0d-4c8e-9d58-0d6f3a3c9f10/")
    browser.get("/p2/what/ever/")
    Client(enforce_csrf_checks=True).post(f"/p/{'t' * 43}/")

    assert told()[1:] == [
        ("refused", str(cleo.pk), "tournaments:desk"),
        ("hidden", str(cleo.pk), "judging:dispute"),
        ("refused", None, "accounts:personal_link"),
    ]
    assert cup.slug not in told.text()
    assert "ttt" not in told.text()


def test_a_program_that_is_refused_is_written_down_as_its_owner(told):
    anna = UserFactory(handle="Anna")
    token = tokens.make_token(anna, "reads", second_factor=False, read_only=True)

    Client(headers={"Authorization": f"Bearer {token}"}).get(f"/api/v1/disputes/{MatchFactory().pk}/")
    Client(headers={"Authorization": "Bearer bos_unknown"}).get("/api/v1/me/")

    assert [line[:2] for line in told()] == [("token made", str(anna.pk)), ("hidden", str(anna.pk)), ("refused", None)]
    assert token not in told.text()


@pytest.mark.django_db(transaction=True)
def test_tokens_sessions_passwords_and_factors_are_written_down(client, told):
    anna, new = UserFactory(handle="Anna"), "twelve blue lanterns"
    token = tokens.make_token(anna, "one", second_factor=False)
    sign_in(client, anna)
    client.get("/accounts/2fa/totp/activate/")
    client.post("/accounts/2fa/totp/activate/", {"code": code(client.session["mfa.totp.secret"])})
    client.post("/accounts/password/change/", {"oldpassword": PASSWORD, "password1": new, "password2": new})
    second_factor.remove_all(anna)

    kinds = [kind for kind, _user, _route in told()]
    assert kinds[0] == "token made"
    for kind in ("signed in", "second factor added", "password changed", "token ended", "second factor removed"):
        assert kind in kinds
    assert {user for _kind, user, _route in told()} == {str(anna.pk)}
    assert not any(secret in told.text() for secret in (token, new, PASSWORD))


def test_a_code_and_the_end_of_other_sessions_are_written_down(client, signed_in, told):
    anna = UserFactory(handle="Anna")
    secret = with_totp(anna)
    signed_in(anna)
    sign_in(client, anna)
    client.post("/accounts/2fa/authenticate/", {"code": code(secret)})
    sessions.end_sessions(anna, but=client.session.session_key)

    assert [kind for kind, _user, _route in told()][-3:] == ["second factor used", "signed in", "sessions ended"]


def test_a_guest_who_opens_a_link_is_written_down_without_it(client, told):
    gus = GuestFactory(handle="Gus")
    token = personal_links.issue_link(gus, by=UserFactory())

    client.post(f"/p/{token}/")

    assert told() == [("signed in", str(gus.pk), "accounts:personal_link")]
    assert token not in told.text()
