"""Second factors, with real codes: setting one up, confirming it, losing it, and the door of the admin."""

import time

import pytest
from allauth.mfa.models import Authenticator
from django.db import connection
from django.test import Client

from bos_tournament.accounts.sign_in import second_factor, tokens
from bos_tournament.accounts.sign_in.allauth_internals import add_second_factor, code_at
from tests.factories import UserFactory
from tests.html_whitespace import tight

PASSWORD = "correct horse battery"
pytestmark = pytest.mark.django_db(transaction=True)


def code(secret, half_minutes=0):
    """What an authenticator app shows now, or some half minutes later."""
    return code_at(secret, int(time.time()) // 30 + half_minutes)


def sign_in(client, user):
    return client.post("/accounts/login/", {"login": user.email, "password": PASSWORD})


def with_totp(user):
    """Gives the user an app and returns its secret."""
    return add_second_factor(user)


@pytest.fixture
def rita(transactional_db):
    return UserFactory(handle="Rita", is_staff=True, is_superuser=True)


def test_staff_without_a_second_factor_set_one_up_and_come_back(client, rita):
    sign_in(client, rita)
    asked = client.get("/admin/accounts/user/?q=anna", follow=True)
    assert asked.redirect_chain[-1][0] == "/accounts/2fa/totp/activate/"

    secret = client.session["mfa.totp.secret"]
    codes = client.post("/accounts/2fa/totp/activate/", {"code": code(secret)}, follow=True)
    assert "Your recovery codes" in tight(codes)
    back = client.get("/accounts/2fa/", follow=True)

    assert back.redirect_chain == [("/admin/accounts/user/?q=anna", 302)]
    assert back.status_code == 200


def test_a_wrong_code_turns_nothing_on(client, rita):
    sign_in(client, rita)
    client.get("/accounts/2fa/totp/activate/")

    answer = client.post("/accounts/2fa/totp/activate/", {"code": "000000"})

    assert answer.status_code == 422
    assert not Authenticator.objects.exists()


def test_signing_in_asks_for_the_code_and_opens_the_admin(client, rita):
    secret = with_totp(rita)
    first = sign_in(client, rita)
    assert first.url == "/accounts/2fa/authenticate/"
    assert client.get("/admin/").status_code == 302

    client.post("/accounts/2fa/authenticate/", {"code": code(secret)})

    assert client.get("/admin/").status_code == 200


def test_a_code_opens_once(client, rita):
    secret = with_totp(rita)
    now = code(secret)
    sign_in(client, rita)
    client.post("/accounts/2fa/authenticate/", {"code": now})
    client.post("/accounts/logout/")
    sign_in(client, rita)

    again = client.post("/accounts/2fa/authenticate/", {"code": now})

    assert again.status_code == 422


def test_wrong_codes_are_limited_by_account(client, rita):
    secret = with_totp(rita)
    sign_in(client, rita)
    for wrong in range(5):
        client.post("/accounts/2fa/authenticate/", {"code": f"00000{wrong}"})

    answer = client.post("/accounts/2fa/authenticate/", {"code": code(secret)})

    assert answer.status_code == 422
    assert "Too many failed attempts" in tight(answer)


def test_a_session_without_the_factor_confirms_it_and_comes_back(client, rita):
    secret = with_totp(rita)
    client.force_login(rita)
    asked = client.get("/admin/")
    assert asked.url == "/accounts/2fa/reauthenticate/?next=%2Fadmin%2F"
    key_before = client.session.session_key

    back = client.post(asked.url, {"code": code(secret)})

    assert back.url == "/admin/"
    assert client.get("/admin/").status_code == 200
    assert client.session.session_key != key_before


def test_setting_up_a_factor_ends_all_other_sessions(client, rita):
    elsewhere = Client()
    elsewhere.force_login(rita)
    sign_in(client, rita)
    client.get("/accounts/2fa/totp/activate/")

    client.post("/accounts/2fa/totp/activate/", {"code": code(client.session["mfa.totp.secret"])})

    assert elsewhere.get("/account/").status_code == 302
    assert client.get("/account/").status_code == 200


def test_turning_the_factor_off_closes_staff_doors_and_weakens_tokens(client, rita):
    secret = with_totp(rita)
    sign_in(client, rita)
    client.post("/accounts/2fa/authenticate/", {"code": code(secret)})
    token = tokens.make_token(rita, "laptop", second_factor=True)

    client.post("/accounts/2fa/totp/deactivate/")

    assert not Authenticator.objects.exists()
    assert tokens.user_of(token).second_factor is False
    assert client.get("/admin/").url == "/accounts/2fa/totp/activate/"


def test_secrets_of_factors_are_not_in_the_database(client, rita):
    secret = with_totp(rita)

    with connection.cursor() as cursor:
        cursor.execute("SELECT data::text FROM mfa_authenticator")
        kept = str(cursor.fetchall())

    assert secret not in kept


def test_a_lost_key_is_a_sentence_and_no_error_page(client, rita, settings):
    secret = with_totp(rita)
    sign_in(client, rita)
    settings.SECOND_FACTOR_KEY = "another"

    answer = client.post("/accounts/2fa/authenticate/", {"code": code(secret)})

    assert answer.status_code == 422
    assert "Ask an admin to remove it" in tight(answer)


def test_an_admin_takes_a_lost_factor_away(client, rita):
    with_totp(rita)
    client.force_login(rita)

    second_factor.remove_all(rita)

    assert not Authenticator.objects.exists()
    assert client.get("/account/").status_code == 302


def test_the_admin_signs_in_where_everybody_does(client, db):
    assert client.get("/admin/login/?next=/admin/").url == "/accounts/login/?next=%2Fadmin%2F"


def test_somebody_without_rights_is_told_so_and_not_sent_in_circles(client, db):
    client.force_login(UserFactory(handle="Cleo"))

    assert client.get("/admin/", follow=True).status_code == 403


@pytest.mark.parametrize(
    ("headers", "back"),
    [
        ({"referer": "http://testserver/admin/accounts/user/?q=anna"}, "%2Fadmin%2Faccounts%2Fuser%2F%3Fq%3Danna"),
        ({"referer": "https://evil.example/admin/"}, "%2F"),
        ({}, "%2F"),
    ],
)
def test_a_button_comes_back_to_the_page_it_was_on(client, rita, headers, back):
    with_totp(rita)
    client.force_login(rita)

    answer = client.get("/admin/accounts/user/", headers={"hx-request": "true", **headers})

    assert answer["HX-Redirect"] == f"/accounts/2fa/reauthenticate/?next={back}"


def test_a_page_whose_address_looks_like_another_site_leads_to_no_other_site(client, rita):
    with_totp(rita)
    client.force_login(rita)

    looks = {"hx-request": "true", "referer": "http://testserver//evil.example/admin/"}
    answer = client.get("/admin/accounts/user/", headers=looks)

    assert "next=%2F%252F" in answer["HX-Redirect"]


def test_a_form_that_came_too_early_is_kept_and_its_page_leads_to_no_other_site(client, rita):
    with_totp(rita)
    client.force_login(rita)

    answer = client.post("/admin/accounts/user/", {"action": "erase"}, headers={"referer": "https://evil.example/"})

    assert answer.url == "/accounts/2fa/reauthenticate/?next=%2Faccount%2Fresume%2F"
    assert 'action="/admin/accounts/user/"' in tight(client.get("/account/resume/"))


def test_a_poll_moves_the_whole_page(client, rita):
    with_totp(rita)
    client.force_login(rita)

    answer = client.get("/admin/", headers={"hx-request": "true", "hx-current-url": "http://testserver/desk/"})

    assert answer["HX-Redirect"] == "/accounts/2fa/reauthenticate/?next=%2Fdesk%2F"
