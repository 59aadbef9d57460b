"""Strangers who guess are slowed down, and the owner of an account is never kept out by them."""

import pytest
from django.core import mail
from django.test import Client

from bos_tournament.accounts.models_rate_limits import RateLimit
from bos_tournament.accounts.rate_limits import Rate
from bos_tournament.accounts.sign_in import attempt_limits
from bos_tournament.operations import jobs, mail_queue
from bos_tournament.operations.models import Job, Letter
from tests.accounts.sign_in.test_sessions import tables_with
from tests.factories import GuestFactory, UserFactory

PASSWORD = "correct horse battery"
NEW = {"email": "anna@example.org", "handle": "Anna", "password1": "twelve blue lanterns", "real_name": ""}
ANNA = "anna@example.org"
pytestmark = pytest.mark.django_db


@pytest.fixture
def phone():
    """Anna's own, on which she signed in before."""
    _anna, phone = UserFactory(handle="Anna", email=ANNA), Client()
    sign_in(phone)
    phone.post("/accounts/logout/")
    return phone


@pytest.fixture
def by_worker(settings):
    """A site that sends mail; `by_worker()` is the worker that does so."""
    settings.MAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"

    def send_all():
        for job in Job.objects.filter(task="operations.send_letter", state=Job.State.WAITING):
            jobs.perform(str(job.pk), mail_queue.send)

    return send_all


def sign_in(client, email=ANNA, password=PASSWORD):
    return client.post("/accounts/login/", {"login": email, "password": password})


def guess(times, email=ANNA):
    return [sign_in(Client(), email, "wrong") for _ in range(times)]


def said(answer):
    return answer.content.decode()


def test_strangers_who_guess_do_not_keep_the_owner_out_of_a_device_she_used_before(phone):
    guess(7)

    stranger = sign_in(Client())

    assert (stranger.status_code, sign_in(phone).status_code) == (422, 302)
    assert "Too many failed attempts for this account" in said(stranger)


def test_a_known_device_has_a_limit_of_its_own(phone):
    wrong = [sign_in(phone, password="wrong") for _ in range(6)]

    assert "Too many failed attempts" in said(wrong[-1])
    assert "Too many failed attempts" not in said(wrong[-2])
    assert sign_in(Client()).status_code == 302


def test_a_device_is_known_for_whose_it_is_only(phone):
    UserFactory(email="ben@example.org")
    guess(5, "ben@example.org")

    assert "Too many failed attempts" in said(sign_in(phone, "ben@example.org"))


def test_a_device_that_somebody_makes_up_is_not_known(phone):
    kept = phone.cookies["device"].value
    guess(5)
    forged = Client()
    forged.cookies["device"] = kept[:-1] + ("A" if kept[-1] != "A" else "B")

    assert sign_in(forged).status_code == 422


def test_a_device_outlives_signing_out_and_tells_nobody_who_was_here(phone):
    cookie = phone.cookies["device"]

    assert (cookie["httponly"], cookie["samesite"], cookie["max-age"]) == (True, "Lax", 365 * 24 * 60 * 60)
    assert "anna" not in cookie.value.lower()


def test_a_tablet_of_two_people_is_known_for_both():
    tablet = Client()
    for email in (ANNA, "ben@example.org"):
        UserFactory(email=email)
        sign_in(tablet, email)
        tablet.post("/accounts/logout/")
        guess(5, email)

    assert sign_in(tablet, ANNA).status_code == 302
    tablet.post("/accounts/logout/")
    assert sign_in(tablet, "ben@example.org").status_code == 302


def test_a_guests_phone_is_no_known_device(signed_in):
    phone = signed_in(GuestFactory())
    phone.get("/account/")

    assert "device" not in phone.cookies


def test_a_new_password_by_letter_makes_the_device_a_known_one(client):
    UserFactory(handle="Anna", email=ANNA)
    client.post("/accounts/password/reset/", {"email": ANNA})
    path = next(word for word in mail.outbox[-1].body.split() if "/password/reset/key/" in word)
    form = client.get(path[path.index("/accounts/") :]).url
    client.post(form, {"password1": "twelve blue lanterns", "password2": "twelve blue lanterns"})
    guess(6)

    assert sign_in(client, password="twelve blue lanterns").status_code == 302


def test_wrong_passwords_of_strangers_are_limited_over_all_accounts_and_right_ones_are_not(phone, monkeypatch):
    monkeypatch.setattr(attempt_limits, "STRANGERS_PASSWORDS", Rate(6, 3600))
    for number in range(8):
        UserFactory(email=f"player{number}@example.org")
        assert sign_in(Client(), f"player{number}@example.org").status_code == 302
    for number in range(6):
        guess(1, f"nobody{number}@example.org")

    late = [sign_in(Client(), email, "wrong") for email in ("player1@example.org", "nora@example.org")]

    assert all("Too many wrong passwords on this site" in said(answer) for answer in late)
    assert sign_in(phone).status_code == 302


def test_what_the_whole_site_refuses_does_not_count_for_the_account(monkeypatch):
    UserFactory(email=ANNA)
    monkeypatch.setattr(attempt_limits, "STRANGERS_PASSWORDS", Rate(1, 3600))
    guess(1, "nora@example.org")
    guess(7)
    RateLimit.objects.filter(what="passwords").delete()

    assert sign_in(Client()).status_code == 302


def test_whoever_is_signed_in_gives_the_password_again_whatever_strangers_do(phone, signed_in):
    sign_in(phone)
    guess(7)

    answer = phone.post("/accounts/reauthenticate/?next=/account/", {"password": PASSWORD})

    assert answer.url == "/account/"


def test_a_hall_signs_up_and_then_no_more(monkeypatch):
    monkeypatch.setattr(attempt_limits, "SIGN_UPS", Rate(2, 3600))
    bad = Client().post("/accounts/signup/", {**NEW, "password1": "short"})

    answers = [
        Client().post("/accounts/signup/", {**NEW, "handle": f"P{n}x", "email": f"p{n}@example.org"}) for n in range(3)
    ]

    assert bad.status_code == 422
    assert [answer.status_code for answer in answers] == [302, 302, 429]


def test_letters_to_strangers_are_limited_and_owners_on_their_device_get_theirs(phone, monkeypatch):
    monkeypatch.setattr(attempt_limits, "LETTERS", Rate(2, 3600))

    def ask(client, email):
        return client.post("/accounts/password/reset/", {"email": email}).status_code

    assert [ask(Client(), f"nora{n}@example.org") for n in range(2)] == [302, 302]
    assert (ask(Client(), ANNA), ask(Client(), "nora9@example.org")) == (429, 429)
    assert ask(phone, ANNA) == 302


@pytest.mark.parametrize("email", [ANNA, "nora@example.org"])
def test_a_letter_is_sent_by_a_worker_alike_for_known_and_unknown_addresses(client, by_worker, email):
    UserFactory(handle="Anna", email=ANNA)
    answer = client.post("/accounts/password/reset/", {"email": email})

    assert (answer.status_code, mail.outbox, Letter.objects.count()) == (302, [], 1)
    assert tables_with("/password/reset/key/") == []
    assert email not in Letter.objects.get().sealed
    by_worker()
    assert [letter.to for letter in mail.outbox] == [[email]]
    assert not Letter.objects.exists()


def test_a_letter_that_cannot_be_sent_says_nothing_of_its_reader_and_is_tried_again(client, by_worker, settings):
    works = settings.EMAIL_BACKEND
    settings.EMAIL_BACKEND = settings.MAIL_BACKEND
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 9
    client.post("/accounts/password/reset/", {"email": ANNA})

    by_worker()

    job = Job.objects.get()
    assert job.error.startswith("NotSent: ConnectionRefusedError")
    assert ANNA not in job.error
    settings.EMAIL_BACKEND = works
    jobs.perform(str(job.pk), mail_queue.send)
    assert [letter.to for letter in mail.outbox] == [[ANNA]]


def test_letters_that_nobody_waits_for_are_dropped(client, by_worker):
    client.post("/accounts/password/reset/", {"email": ANNA})
    Letter.objects.update(made_at="2020-01-01T00:00Z")

    mail_queue.delete_old_letters()
    by_worker()

    assert (Letter.objects.count(), mail.outbox) == (0, [])


def test_counts_of_attempts_name_nobody():
    guess(1)

    assert not any("anna" in what for what in RateLimit.objects.values_list("what", flat=True))
