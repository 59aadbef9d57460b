"""Who merely reads is known by one look; everybody else is left to Django."""

from datetime import timedelta

import pytest
from django.conf import settings
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from bos_tournament.accounts.models import Session, User
from bos_tournament.accounts.sign_in.readers import Reader, reader_of
from tests.factories import GuestFactory, UserFactory


@pytest.fixture
def anna(db):
    return UserFactory(handle="Anna", language="de")


def key_of(client):
    return client.cookies[settings.SESSION_COOKIE_NAME].value


def test_anna_is_known_by_one_query(signed_in, anna):
    key = key_of(signed_in(anna))

    with CaptureQueriesContext(connection) as queries:
        assert reader_of(key) == Reader(anna.pk, "Anna", guest=False, language="de")

    assert len(queries) == 1
    assert reader_of("a key that nobody has") is None
    guest = GuestFactory()
    assert reader_of(key_of(signed_in(guest))) == Reader(guest.pk, guest.handle, guest=True, language="")


@pytest.mark.parametrize("more", ["is_staff", "is_superuser"])
def test_who_has_rights_everywhere_is_left_to_django(signed_in, more):
    assert reader_of(key_of(signed_in(UserFactory(**{more: True})))) is None


def test_a_second_factor_is_left_to_django(signed_in, anna):
    assert reader_of(key_of(signed_in(anna, second_factor=True))) is None


def test_what_waits_in_a_session_is_left_to_django(signed_in, anna):
    client = signed_in(anna)
    session = client.session
    session["second_factor_back"] = "/somewhere/"
    session.save()

    assert reader_of(key_of(client)) is None


def test_a_sign_in_that_has_ended_is_nobodys(signed_in, anna):
    clients = [signed_in(anna) for _ in range(2)]
    Session.objects.filter(user=anna).update(expire_date=timezone.now() - timedelta(seconds=1))
    assert reader_of(key_of(clients[0])) is None

    fresh = key_of(signed_in(anna))
    anna.set_password("a new password of Anna")
    anna.save()
    assert reader_of(fresh) is None
    again = key_of(signed_in(anna))
    assert reader_of(again) is not None
    User.objects.filter(pk=anna.pk).update(is_active=False)
    assert reader_of(again) is None


def test_a_use_that_is_to_be_noted_is_left_to_django(signed_in, anna):
    key = key_of(signed_in(anna))
    Session.objects.filter(user=anna).update(seen_at=timezone.now() - timedelta(minutes=11))

    assert reader_of(key) is None


def test_a_key_opens_no_other_session(signed_in, anna):
    key, bens = key_of(signed_in(anna)), key_of(signed_in(UserFactory(handle="Ben")))
    data = {user: Session.objects.get(user__handle=user).session_data for user in ("Anna", "Ben")}
    Session.objects.filter(user__handle="Ben").update(session_data=data["Anna"])

    assert reader_of(key) is not None
    assert reader_of(bens) is None
