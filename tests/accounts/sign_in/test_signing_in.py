"""Sign-up, sign-in, new passwords: clear errors, limits by account, one answer for known and unknown addresses."""

import re

import pytest
from django.core import mail
from django.test import Client

from bos_tournament.accounts.models import User
from tests.factories import GuestFactory, UserFactory
from tests.html_whitespace import tight

PASSWORD = "correct horse battery"
NEW = {"email": "anna@example.org", "handle": "Anna", "password1": "twelve blue lanterns", "real_name": ""}
pytestmark = pytest.mark.django_db


def words(answer):
    """The page without what is new each time: the form's token and the nonce of a request."""
    return re.sub(r'name="csrfmiddlewaretoken" value="[^"]+"', "", tight(answer))


def sign_in(client, email, password=PASSWORD):
    return client.post("/accounts/login/", {"login": email, "password": password})


def test_somebody_signs_up_and_is_signed_in(client):
    answer = client.post("/accounts/signup/", NEW)

    anna = User.objects.get()
    assert answer.status_code == 302
    assert (anna.handle, anna.email, anna.real_name, anna.guest) == ("Anna", "anna@example.org", "", False)
    assert client.get("/account/").status_code == 200


@pytest.mark.parametrize(("kind", "told"), [("console", False), ("smtp", True)])
def test_nobody_is_told_of_a_letter_that_is_only_printed(client, settings, kind, told):
    settings.MAIL_BACKEND = f"django.core.mail.backends.{kind}.EmailBackend"

    said = tight(client.post("/accounts/signup/", NEW, follow=True))

    assert ("We sent an email" in said) is told


@pytest.mark.parametrize(("kind", "heading"), [("console", "Ask for your link"), ("smtp", "Check your email")])
def test_who_forgot_a_password_is_told_where_the_letter_is(client, settings, kind, heading):
    settings.MAIL_BACKEND = f"django.core.mail.backends.{kind}.EmailBackend"
    UserFactory(email="anna@example.org")

    asked = tight(client.get("/accounts/password/reset/"))
    told = tight(client.post("/accounts/password/reset/", {"email": "anna@example.org"}, follow=True))

    assert ("Ask its operator for it" in asked) is (kind == "console")
    assert f"<h1>{heading}</h1>" in told


@pytest.mark.parametrize("handle", ["ANNA", " anna ", "Ａnna", "Anna\u3164", "\uffa0Anna", "An\u115f\u1160na"])
def test_a_handle_belongs_to_one_person_whatever_its_case(client, handle):
    UserFactory(handle="Anna")

    answer = client.post("/accounts/signup/", {**NEW, "handle": handle, "email": "other@example.org"})

    assert answer.status_code == 422
    assert answer.context["form"].errors == {"handle": ["This handle is taken. Choose another."]}
    assert "other@example.org" in tight(answer)


@pytest.mark.parametrize(
    "handle",
    [
        "A",
        "x" * 31,
        "<b>Anna</b>",
        "An\u0000na",
        "Former player 12ab",
        "\u3164\u3164\u3164",
        "An\u200bna",
        "\u202eannA",
        "",
    ],
)
def test_a_bad_handle_is_refused_at_the_field(client, handle):
    answer = client.post("/accounts/signup/", {**NEW, "handle": handle})

    assert answer.status_code == 422
    assert list(answer.context["form"].errors) == ["handle"]
    assert not User.objects.exists()


@pytest.mark.parametrize("password", ["short", "password1234", "x" * 129, ""])
def test_a_weak_password_is_refused_at_the_field(client, password):
    answer = client.post("/accounts/signup/", {**NEW, "password1": password})

    assert answer.status_code == 422
    assert list(answer.context["form"].errors) == ["password1"]


def test_a_known_address_is_told_so_where_mail_confirms_nothing(client):
    UserFactory(handle="Ben", email="anna@example.org")

    answer = client.post("/accounts/signup/", NEW)

    assert answer.status_code == 422
    assert list(answer.context["form"].errors) == ["email"]


def test_with_confirmed_mail_sign_up_answers_alike_for_known_and_unknown_addresses(client, settings):
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
    UserFactory(handle="Ben", email="ben@example.org")

    unknown = client.post("/accounts/signup/", NEW)
    known = Client().post("/accounts/signup/", {**NEW, "email": "ben@example.org", "handle": "Benno"})

    assert (unknown.status_code, unknown.url) == (known.status_code, known.url)
    assert set(unknown.headers) == set(known.headers)
    assert [letter.subject for letter in mail.outbox] == ["Confirm your email address", "You already have an account"]


def test_a_wrong_password_and_an_unknown_address_get_the_same_answer(client):
    UserFactory(handle="Anna", email="anna@example.org")

    known = sign_in(Client(), "anna@example.org", "wrong")
    unknown = sign_in(Client(), "nora@example.org", "wrong")

    assert known.status_code == unknown.status_code == 422
    assert words(known).replace("anna@", "nora@") == words(unknown)


def test_a_forgotten_password_is_answered_alike_for_known_and_unknown_addresses(client):
    UserFactory(handle="Anna", email="anna@example.org")

    known = Client().post("/accounts/password/reset/", {"email": "anna@example.org"}, follow=True)
    unknown = Client().post("/accounts/password/reset/", {"email": "nora@example.org"}, follow=True)

    assert known.redirect_chain == unknown.redirect_chain
    assert words(known) == words(unknown)
    assert [letter.to for letter in mail.outbox] == [["anna@example.org"], ["nora@example.org"]]


def test_wrong_passwords_are_limited_by_account_whatever_host_or_address_they_come_from(client, settings):
    settings.ALLOWED_HOSTS = ["*"]
    UserFactory(handle="Anna", email="anna@example.org")
    for number in range(5):
        Client(headers={"host": f"host{number}"}, REMOTE_ADDR=f"10.0.0.{number}").post(
            "/accounts/login/", {"login": "anna@example.org", "password": "wrong"}
        )

    answer = sign_in(client, "anna@example.org")

    assert answer.status_code == 422
    assert "Too many failed attempts for this account" in tight(answer)


def test_a_whole_hall_behind_one_address_signs_in(client):
    for number in range(40):
        user = UserFactory(email=f"player{number}@example.org")
        assert sign_in(Client(), user.email).status_code == 302


def test_a_limit_is_the_same_for_unknown_addresses(client):
    for _ in range(5):
        sign_in(Client(), "nora@example.org", "wrong")

    assert "Too many failed attempts" in tight(sign_in(client, "nora@example.org"))


def test_asking_for_new_passwords_is_limited_by_account(client):
    UserFactory(handle="Anna", email="anna@example.org")

    answers = [client.post("/accounts/password/reset/", {"email": "anna@example.org"}) for _ in range(6)]

    assert [answer.status_code for answer in answers] == [302] * 5 + [429]
    assert len(mail.outbox) == 5


def reset_address():
    return re.search(r"https?://\S+", mail.outbox[-1].body)[0]


def test_a_new_password_by_mail_works_once_and_ends_all_sessions(client, settings):
    anna = UserFactory(handle="Anna", email="anna@example.org")
    elsewhere = Client()
    elsewhere.force_login(anna)
    client.post("/accounts/password/reset/", {"email": "anna@example.org"})
    address = reset_address()
    path = address.removeprefix(settings.PUBLIC_URL)
    page = client.get(path, follow=True)
    form = page.redirect_chain[-1][0]

    client.post(form, {"password1": "twelve blue lanterns", "password2": "twelve blue lanterns"})

    assert sign_in(Client(), anna.email, "twelve blue lanterns").status_code == 302
    assert elsewhere.get("/account/").status_code == 302
    assert "was already used or has expired" in tight(Client().get(path, follow=True))


def test_the_letter_leads_to_this_site_whatever_host_was_asked(client, settings):
    settings.ALLOWED_HOSTS = ["*"]
    UserFactory(email="anna@example.org")

    client.post("/accounts/password/reset/", {"email": "anna@example.org"}, headers={"host": "evil.example"})

    assert reset_address().startswith(settings.PUBLIC_URL)
    assert "evil.example" not in mail.outbox[-1].body


def test_a_mail_server_that_is_away_changes_no_answer(client, settings):
    settings.EMAIL_BACKEND, settings.EMAIL_HOST, settings.EMAIL_PORT = (
        "django.core.mail.backends.smtp.EmailBackend",
        "127.0.0.1",
        9,
    )
    UserFactory(email="anna@example.org")

    answer = client.post("/accounts/password/reset/", {"email": "anna@example.org"})

    assert answer.status_code == 302


def test_changing_the_password_ends_other_sessions_and_keeps_this_one(client):
    anna = UserFactory(handle="Anna")
    elsewhere = Client()
    elsewhere.force_login(anna)
    client.force_login(anna)
    new = "twelve blue lanterns"

    client.post("/accounts/password/change/", {"oldpassword": PASSWORD, "password1": new, "password2": new})

    assert client.get("/account/").status_code == 200
    assert elsewhere.get("/account/").status_code == 302


def test_a_wrong_present_password_changes_nothing(client):
    client.force_login(UserFactory(handle="Anna"))
    new = "twelve blue lanterns"

    answer = client.post("/accounts/password/change/", {"oldpassword": "wrong", "password1": new, "password2": new})

    assert answer.status_code == 422
    assert "That is not your current password." in tight(answer)


def test_signing_out_takes_a_button_and_clears_the_browser(client):
    client.force_login(UserFactory())
    assert client.get("/accounts/logout/").status_code == 200
    assert client.get("/account/").status_code == 200

    answer = client.post("/accounts/logout/")

    assert answer["Clear-Site-Data"] == '"cache", "storage"'
    assert client.get("/account/").status_code == 302


def test_the_session_gets_a_new_key_at_sign_in(client):
    anna = UserFactory(handle="Anna")
    client.get("/accounts/login/")
    session = client.session
    session["planted"] = True
    session.save()
    client.cookies["sessionid"] = session.session_key

    sign_in(client, anna.email)

    assert client.session.session_key != session.session_key


def test_nobody_is_sent_to_another_site_after_signing_in(client):
    anna = UserFactory(handle="Anna")

    answer = client.post("/accounts/login/?next=//evil.example/", {"login": anna.email, "password": PASSWORD})

    assert answer.url == "/"


def test_a_closed_account_cannot_sign_in(client):
    closed = UserFactory(is_active=False)

    sign_in(client, closed.email)

    assert client.get("/account/").status_code == 302


def test_a_guest_has_no_password_to_guess(client):
    guest = GuestFactory(handle="Gus")

    assert sign_in(client, "").status_code == 422
    assert not guest.has_usable_password()


@pytest.mark.parametrize("path", ["login/code/", "signup/passkey/", "2fa/webauthn/", "social/connections/"])
def test_pages_that_are_not_ours_are_not_there(client, path):
    assert client.get(f"/accounts/{path}").status_code == 404


def test_pages_of_the_signed_in_are_not_kept_by_the_browser(client):
    assert "no-store" not in client.get("/").get("Cache-Control", "")
    client.force_login(UserFactory())

    assert client.get("/")["Cache-Control"] == "no-store"
    assert "no-store" in client.get("/account/")["Cache-Control"]


@pytest.mark.parametrize("page", ["login", "signup", "password/reset"])
def test_no_text_is_without_a_limit(client, page):
    form = client.get(f"/accounts/{page}/").context["form"]

    texts = [field for field in form.fields.values() if hasattr(field, "max_length")]
    assert texts
    assert all(field.max_length <= 320 for field in texts)
