"""People in the admin: usable, and silent about secrets."""

import pytest
from allauth.mfa.models import Authenticator
from django.contrib import admin
from django.db import connection
from django.test.utils import CaptureQueriesContext

from bos_tournament.accounts.models import User
from bos_tournament.accounts.sign_in import personal_links
from bos_tournament.accounts.sign_in.allauth_internals import add_second_factor
from tests.accounts.sign_in.test_second_factor import code
from tests.factories import GuestFactory, SeatFactory, UserFactory

pytestmark = pytest.mark.django_db
PEOPLE = "/admin/accounts/user/"


@pytest.fixture
def rita(client):
    """Rita is an admin who has confirmed her second factor."""
    rita = UserFactory(handle="Rita", is_staff=True, is_superuser=True)
    secret = add_second_factor(rita)
    client.force_login(rita)
    client.post("/accounts/2fa/reauthenticate/", {"code": code(secret)})
    return rita


def act(client, action, *people):
    return client.post(PEOPLE, {"action": action, "_selected_action": [str(one.pk) for one in people]}, follow=True)


def test_people_are_found_by_any_of_their_names(client, rita):
    UserFactory(handle="Ben", real_name="Benjamin Baum", email="b@example.org")

    for words in ("ben", "baum", "b@example"):
        assert "Benjamin Baum" in client.get(PEOPLE, {"q": words}).content.decode()


def test_no_page_shows_a_hash_or_a_secret(client, rita):
    anna = UserFactory(handle="Anna")
    add_second_factor(anna)

    text = client.get(f"{PEOPLE}{anna.pk}/change/").content.decode()

    assert anna.password not in text
    assert Authenticator.objects.get(user=anna).data["secret"] not in text
    assert not admin.site.is_registered(Authenticator)


def test_a_lost_second_factor_is_taken_away(client, rita):
    anna = UserFactory(handle="Anna")
    add_second_factor(anna)

    act(client, "remove_second_factors", anna)

    assert not Authenticator.objects.filter(user=anna).exists()


def test_links_of_guests_are_ended(client, rita):
    gus = GuestFactory(handle="Gus")
    personal_links.issue_link(gus, by=rita)

    act(client, "end_links", gus)

    assert gus.links.get().revoked_by == rita


def test_erasing_somebody_who_plays_is_refused_in_words(client, rita):
    seat = SeatFactory(user__handle="Anna")

    page = act(client, "erase", seat.user)

    assert "Anna: You have an unfinished match" in page.content.decode()
    assert User.objects.get(pk=seat.user.pk).handle == "Anna"


def test_nobody_is_deleted_or_made_here(client, rita):
    anna = UserFactory(handle="Anna")

    assert client.get(f"{PEOPLE}{anna.pk}/delete/").status_code == 403
    assert client.get(f"{PEOPLE}add/").status_code == 403


def test_staff_without_all_rights_give_none(client, rita):
    User.objects.filter(pk=rita.pk).update(is_superuser=False)

    assert client.get(PEOPLE).status_code == 403


def test_the_list_takes_the_same_number_of_queries_for_1_and_30(client, rita):
    def queries():
        with CaptureQueriesContext(connection) as asked:
            assert client.get(PEOPLE).status_code == 200
        return len(asked)

    few = queries()
    UserFactory.create_batch(30)

    assert queries() == few
