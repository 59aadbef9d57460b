"""The password is asked for again before a dangerous deed, but not of somebody who has given it a moment ago."""

from datetime import timedelta

import pytest

from bos_tournament.accounts.sign_in.allauth_internals import PROOFS_KEY
from tests.factories import GuestFactory, UserFactory

PASSWORD = "correct horse battery"
NEW = {"email": "anna@example.org", "handle": "Anna", "password1": "twelve blue lanterns", "real_name": ""}
SET_UP = "/accounts/2fa/totp/activate/"
AGAIN = "/accounts/reauthenticate/?next=%2Faccounts%2F2fa%2Ftotp%2Factivate%2F"
pytestmark = pytest.mark.django_db


def let_time_pass(client, **ago):
    session = client.session
    for record in session[PROOFS_KEY]:
        record["at"] -= timedelta(**ago).total_seconds()
    session.save()


def sign_in(client, user):
    client.post("/accounts/login/", {"login": user.email, "password": PASSWORD})


def test_whoever_has_just_signed_up_sets_up_a_second_factor_without_the_password_again(client):
    client.post("/accounts/signup/", NEW)

    assert client.get(SET_UP).status_code == 200


def test_whoever_has_just_signed_in_changes_the_address_without_the_password_again(client):
    sign_in(client, UserFactory(email="ben@example.org"))

    answer = client.post("/accounts/email/", {"email": "new@example.org", "action_add": ""})

    assert answer.url == "/accounts/email/"


def test_ten_minutes_later_the_password_is_asked_for_again(client):
    sign_in(client, UserFactory())
    let_time_pass(client, minutes=9)
    assert client.get(SET_UP).status_code == 200

    let_time_pass(client, minutes=1)

    assert client.get(SET_UP).url == AGAIN
    assert client.post(AGAIN, {"password": PASSWORD}).url == SET_UP
    assert client.get(SET_UP).status_code == 200


def test_a_session_in_which_nobody_gave_a_password_is_asked_for_it(client):
    client.force_login(UserFactory())

    assert client.get(SET_UP).url == AGAIN


def test_a_proof_is_that_of_one_account_only(client):
    sign_in(client, UserFactory())
    client.logout()
    client.force_login(UserFactory())

    assert client.get(SET_UP).url == AGAIN


def test_a_guest_who_has_just_chosen_a_password_is_not_asked_for_it(client):
    client.force_login(GuestFactory())

    client.post("/account/claim/", {"email": "gus@example.org", "password": "twelve blue lanterns"})

    assert client.get(SET_UP).status_code == 200
