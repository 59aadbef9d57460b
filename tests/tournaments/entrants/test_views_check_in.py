"""Checking in at the door: a player shows a code, staff scan it and tap once, and see who is missing."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.factories import EntrantFactory, StaffFactory, TournamentFactory, UserFactory
from tests.html_whitespace import tight

pytestmark = pytest.mark.django_db


@pytest.fixture
def cup():
    return TournamentFactory(check_in_opens_at=timezone.now() + timedelta(hours=1))


@pytest.fixture
def anna(cup):
    return EntrantFactory(tournament=cup, user=UserFactory(handle="Anna", real_name="Anna Example"))


@pytest.fixture
def door(cup, signed_in):
    return signed_in(StaffFactory(tournament=cup, role="scorekeeper").user, second_factor=True)


def address(entrant):
    return reverse("tournaments:door_check_in", args=[entrant.tournament.slug, entrant.pk])


def test_staff_who_scan_a_code_check_in_with_one_tap(anna, door):
    page = tight(door.get(address(anna)))
    anna.refresh_from_db()
    assert "Anna Example" in page
    assert "Check in Anna" in page
    assert anna.checked_in_at is None

    done = tight(door.post(address(anna), follow=True))

    anna.refresh_from_db()
    assert anna.checked_in_at is not None
    assert "Anna is checked in." in done
    assert "Scan the next code." in done


def test_who_is_missing_stands_below(cup, anna, door):
    ben = EntrantFactory(tournament=cup, user=UserFactory(handle="Ben"))
    EntrantFactory(tournament=cup, user=UserFactory(handle="Dora"), state="withdrawn", place=None)

    shown = door.post(address(anna), follow=True)

    assert (shown.context["there"], shown.context["missing"]) == (1, 1)
    assert address(ben) in tight(shown)


def test_after_the_start_nobody_is_checked_in(cup, anna, door):
    type(cup).objects.update(state="running", started_at=timezone.now())

    answer = door.post(address(anna))

    assert answer.status_code == 422
    assert "Check-in is over" in tight(answer)
    assert "Check in Anna</button>" not in tight(answer)


def test_a_player_shows_their_code_until_they_are_there(cup, anna, signed_in, door):
    page = tight(signed_in(anna.user).get(cup.get_absolute_url()))
    door.post(address(anna))
    later = tight(signed_in(anna.user).get(cup.get_absolute_url()))

    assert "Show your code at the desk" in page
    assert "<svg" in page.split("Show your code at the desk")[1]
    assert "Show your code at the desk" not in later


def test_without_check_in_there_is_no_code(anna, cup, signed_in):
    type(cup).objects.update(check_in_opens_at=None)

    assert "Show your code" not in tight(signed_in(anna.user).get(cup.get_absolute_url()))


def test_nobody_else_opens_it(anna, signed_in, client):
    assert signed_in(anna.user).get(address(anna)).status_code == 403
    assert signed_in(UserFactory(handle="Cleo")).post(address(anna)).status_code == 403
    assert client.get(address(anna)).status_code == 302
    anna.refresh_from_db()
    assert anna.checked_in_at is None


def test_it_costs_the_same_for_one_and_thirty(cup, anna, door, django_assert_max_num_queries):
    for number in range(30):
        EntrantFactory(tournament=cup, user=UserFactory(handle=f"Player no {number}"))

    with django_assert_max_num_queries(12):
        door.get(address(anna))
