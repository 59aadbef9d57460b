"""The site's log names routes: a link in it would open its door for whoever reads the log."""

import io
import logging

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse

from bos_tournament.accounts.log_format import LogLine, without_addresses
from bos_tournament.accounts.sign_in import first_admin, personal_links
from bos_tournament.tournaments.staff import staff_roles
from tests.factories import GuestFactory, StaffFactory, UserFactory

TOKEN = "vQmx3Zf0aB-_dE9kLm2nOp4qRs6tUv8wXy0zA1bC2dE"


@pytest.fixture
def log():
    """What the site's own handler prints meanwhile."""
    handler = next(one for one in logging.getLogger("uvicorn.access").handlers if type(one.formatter) is LogLine)
    printed, before = io.StringIO(), handler.stream
    handler.setStream(printed)
    yield printed
    handler.setStream(before)


def test_a_refused_personal_link_is_logged_by_its_route_and_still_works(db, log):
    gus, organizer = GuestFactory(handle="Gus"), StaffFactory()
    personal = personal_links.issue_link(gus, by=organizer.user)
    invited = staff_roles.invite(organizer.tournament, role="judge", by=organizer.user)
    browser = Client(enforce_csrf_checks=True)

    for path in (f"/p/{personal}/", f"/staff/{invited}/", first_admin_path()):
        assert browser.post(path).status_code == 403

    said = log.getvalue()
    assert "/p/<str:token>/" in said
    assert said.count("Forbidden (CSRF ") == 3
    assert not any(secret in said for secret in (personal, invited))
    assert Client().post(f"/p/{personal}/").status_code == 302


def first_admin_path():
    return reverse("accounts:first_admin", args=[first_admin.invite().rstrip("/").rsplit("/", 1)[1]])


def test_a_fault_of_the_site_is_logged_by_its_route(db, log, monkeypatch):
    monkeypatch.setattr(personal_links, "usable_link", lambda token: 1 / 0)

    answer = Client(raise_request_exception=False).get(f"/p/{TOKEN}/?next=/p/{TOKEN}/")

    said = log.getvalue()
    assert answer.status_code == 500
    assert "Internal Server Error: /p/<str:token>/" in said
    assert "ZeroDivisionError" in said
    assert TOKEN not in said


@pytest.mark.parametrize("name", ["django.security.csrf", "django.request", "uvicorn.access", "uvicorn.error", "bos"])
@pytest.mark.parametrize("path", ["/p/{}/", "/p/{}/?next=/", "/staff/{}", "/x/{}/y", "https://bos.example/p/{}/"])
def test_no_logger_prints_an_address_that_holds_a_secret(log, name, path):
    full = path.format(TOKEN)
    logging.getLogger(name).error('%s - "%s %s HTTP/%s" %d', "127.0.0.1:1", "GET", full, "1.1", 500)

    assert TOKEN not in log.getvalue()
    assert "HTTP/1.1" in log.getvalue()


def test_links_of_letters_are_secrets_too(db):
    anna = UserFactory(email="anna@example.org")
    for path in (
        f"/accounts/password/reset/key/{anna.pk.hex}-d1k0ab-{'0a' * 16}/",
        f"/accounts/confirm-email/MQ:1tXyZ0:{TOKEN}/",
    ):
        said = without_addresses(f"Forbidden: {path}")
        assert TOKEN not in said
        assert "0a0a" not in said


def test_a_row_that_the_database_refused_is_not_shown(db, log):
    names = ("Anna", "anna")
    try:
        with transaction.atomic():
            for number, name in enumerate(names):
                UserFactory(handle=name, email=f"{number}@example.org")
    except IntegrityError:
        logging.getLogger("bos").exception("Nothing was kept")

    said = log.getvalue()
    assert said.count("one_handle_each") == said.count("DETAIL: …") == 2
    assert said.count("Traceback") == 2
    assert "(anna)" not in said


@pytest.mark.parametrize(
    "said",
    [
        'File "/srv/bos/bos_tournament/accounts/migrations/0001_initial.py", line 3',
        "Job 4b5c8a3e-6f0d-4c8e-9d58-0d6f3a3c9f10 failed",
        "and/or 1/2",
    ],
)
def test_what_is_no_address_stays(said):
    assert without_addresses(said) == said
