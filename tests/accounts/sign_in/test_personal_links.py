"""Personal links: how a guest signs in, once."""

import threading
from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone

from bos_tournament.accounts.models import PersonalLink
from bos_tournament.accounts.sign_in import personal_links
from bos_tournament.accounts.sign_in.token_digests import digest
from bos_tournament.errors import Refused
from tests.factories import GuestFactory, UserFactory


@pytest.fixture
def desk(db):
    return UserFactory(handle="Dora")


@pytest.fixture
def anna(db):
    return GuestFactory(handle="Anna")


def test_only_the_digest_of_a_link_is_kept(anna, desk):
    token = personal_links.issue_link(anna, by=desk)

    link = PersonalLink.objects.get()
    assert link.token_digest == digest(token)
    assert token not in str(vars(link))


def test_a_link_opens_once(anna, desk):
    token = personal_links.issue_link(anna, by=desk)
    assert personal_links.open_link(token) == anna

    with pytest.raises(Refused) as refusal:
        personal_links.open_link(token)

    assert refusal.value.code == "link_over"


def test_a_new_link_ends_the_waiting_one(anna, desk):
    first = personal_links.issue_link(anna, by=desk)
    second = personal_links.issue_link(anna, by=desk)

    with pytest.raises(Refused):
        personal_links.open_link(first)

    assert personal_links.open_link(second) == anna


def test_a_revoked_link_opens_nothing(anna, desk):
    token = personal_links.issue_link(anna, by=desk)
    personal_links.revoke_links(anna, by=desk)

    with pytest.raises(Refused):
        personal_links.open_link(token)

    assert anna.links.get().revoked_by == desk


def test_a_link_does_not_wait_for_ever(anna, desk):
    token = personal_links.issue_link(anna, by=desk)
    PersonalLink.objects.update(made_at=timezone.now() - personal_links.WAITS - timedelta(seconds=1))

    with pytest.raises(Refused):
        personal_links.open_link(token)


def test_nobody_makes_a_link_into_an_account(desk):
    ben = UserFactory(handle="Ben")

    with pytest.raises(Refused) as refusal:
        personal_links.issue_link(ben, by=desk)

    assert refusal.value.code == "not_a_guest"


@pytest.mark.django_db(transaction=True)
def test_of_ten_phones_that_open_one_link_one_is_signed_in():
    token = personal_links.issue_link(GuestFactory(handle="Anna"), by=UserFactory())
    opened, refused = [], []
    start = threading.Barrier(10)

    def open_it():
        start.wait()
        try:
            opened.append(personal_links.open_link(token))
        except Refused as refusal:
            refused.append(refusal.code)
        finally:
            connection.close()

    phones = [threading.Thread(target=open_it) for _ in range(10)]
    for phone in phones:
        phone.start()
    for phone in phones:
        phone.join()

    assert len(opened) == 1
    assert refused == ["link_over"] * 9


def test_a_link_scanned_again_on_the_same_phone_leads_on_and_nowhere_else(anna, desk, client, signed_in):
    token = personal_links.issue_link(anna, by=desk)
    client.post(f"/p/{token}/")

    again = client.get(f"/p/{token}/")
    strangers = signed_in(GuestFactory()).get(f"/p/{token}/")
    personal_links.revoke_links(anna, by=desk)

    assert (again.status_code, again.url) == (302, "/")
    assert strangers.status_code == 410
    assert client.get(f"/p/{token}/").status_code == 410
