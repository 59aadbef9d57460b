"""The first admin of a site: one link, once, within a day."""

from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from bos_tournament.accounts.models import FirstAdminLink, User
from bos_tournament.accounts.sign_in import first_admin
from tests.factories import UserFactory

WISHES = {"email": "root@example.org", "handle": "Root", "password": "twelve blue lanterns"}
pytestmark = pytest.mark.django_db


def printed(settings):
    out = StringIO()
    call_command("first_admin", stdout=out)
    return next(line.strip() for line in out.getvalue().splitlines() if "http" in line).removeprefix(
        settings.PUBLIC_URL
    )


def test_whoever_runs_the_server_makes_the_first_admin(client, settings):
    path = printed(settings)
    assert client.get(path).status_code == 200

    answer = client.post(path, WISHES)

    admin = User.objects.get()
    assert answer.url == "/admin/"
    assert (admin.email, admin.handle, admin.is_superuser) == ("root@example.org", "Root", True)
    assert client.get("/admin/").url == "/accounts/2fa/totp/activate/"
    assert client.get("/accounts/2fa/totp/activate/").status_code == 200


def test_the_link_works_once(client, settings):
    path = printed(settings)
    client.post(path, WISHES)

    answer = Client().post(path, {**WISHES, "email": "second@example.org", "handle": "Second"})

    assert answer.status_code == 410
    assert User.objects.count() == 1


def test_the_link_is_over_after_a_day(client, settings):
    path = printed(settings)
    FirstAdminLink.objects.update(made_at=timezone.now() - first_admin.LASTS)

    assert client.get(path).status_code == 410


def test_a_new_link_ends_the_earlier_one(client, settings):
    earlier, later = printed(settings), printed(settings)

    assert [client.get(earlier).status_code, client.get(later).status_code] == [410, 200]


def test_a_link_is_over_when_there_is_an_admin(client, settings):
    path = printed(settings)
    UserFactory(is_superuser=True)

    assert client.post(path, WISHES).status_code == 410


def test_with_an_admin_no_link_is_made():
    UserFactory(is_superuser=True)
    out = StringIO()

    call_command("first_admin", stdout=out)

    assert "has an admin already" in out.getvalue()
    assert not FirstAdminLink.objects.exists()


@pytest.mark.parametrize(("field", "wish"), [("email", "nowhere"), ("handle", "x"), ("password", "short")])
def test_what_does_not_fit_is_refused_at_its_field_and_the_link_still_works(client, settings, field, wish):
    path = printed(settings)

    answer = client.post(path, {**WISHES, field: wish})

    assert answer.status_code == 422
    assert list(answer.context["form"].errors) == [field]
    assert client.post(path, WISHES).url == "/admin/"


def test_only_the_digest_is_kept(settings):
    token = printed(settings).split("/")[-2]

    assert token not in str(FirstAdminLink.objects.values().get())
    assert FirstAdminLink.objects.get().made_at > timezone.now() - timedelta(minutes=1)
