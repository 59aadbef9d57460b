"""An evening that begins late, and a start that is in the past: nothing that is over is told as if it held."""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from bos_tournament.errors import Refused
from bos_tournament.tournaments.models import Tournament
from bos_tournament.tournaments.planning import duplicates, lifecycle
from tests.api.conftest import Program
from tests.factories import EntrantFactory, StaffFactory, TournamentFactory, UserFactory
from tests.html_whitespace import tight

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)
PAST = {"name": "Club", "place": "Hall", "time_zone": "UTC", "starts_at": "2020-03-06T10:00", "format": "swiss"}
PAST |= {"ranking": "", "cut": "0", "edition": "bos-1"}
QUESTION = "This start is in the past. Save anyway?"


def late(**settings):
    """It was to begin an hour ago; nobody has started it."""
    return TournamentFactory(starts_at=timezone.now() - HOUR, check_in_opens_at=timezone.now() - 2 * HOUR, **settings)


def text(browser, name, cup):
    return tight(browser.get(reverse(f"tournaments:{name}", args=[cup.slug])))


def test_doors_that_are_open_are_told_to_close_when_the_tournament_starts(client, signed_in):
    cup = late()
    anna = EntrantFactory(tournament=cup).user

    page, deck = text(client, "detail", cup), text(signed_in(anna), "deck", cup)

    assert page.count("until the tournament starts") == 3  # joining, check-in, lists
    assert "Registration closes" not in page
    assert "Submit as often as you like until the tournament starts; the last one counts." in deck


def test_deadlines_that_are_over_are_told_as_over(client):
    over = timezone.now() - 2 * HOUR
    cup = late(registration_closes_at=over, check_in_closes_at=over + HOUR / 2, list_deadline=over)

    page = text(client, "detail", cup)

    assert page.count("ended <time") == 3
    assert "until the tournament starts" not in page
    assert "Places are available." not in page


def test_deadlines_still_to_come_are_told_with_their_moment(client):
    page = text(client, "detail", TournamentFactory(check_in_opens_at=timezone.now()))

    assert "Registration closes" in page
    assert "Deck lists due" in page
    assert "ended" not in page


def test_a_running_tournament_tells_that_its_deadlines_are_over(client):
    cup = TournamentFactory(state="running", started_at=timezone.now())

    assert text(client, "detail", cup).count("ended <time") == 2


def test_an_open_page_is_brought_up_to_date_when_the_planned_start_passes(client):
    cup = TournamentFactory()
    address = cup.get_absolute_url()
    tag = client.get(address)["ETag"]
    Tournament.objects.filter(pk=cup.pk).update(starts_at=timezone.now() - HOUR)

    assert client.get(address, headers={"if-none-match": tag}).status_code == 200


def test_a_start_in_the_past_asks_before_it_is_saved(signed_in):
    anna = signed_in(UserFactory(), second_factor=True)

    asked = anna.post("/tournaments/new/", PAST)
    saved = anna.post("/tournaments/new/", PAST | {"sure": "yes"})

    assert asked.status_code == 422
    assert asked.context["form"].errors == {"starts_at": [QUESTION]}
    assert 'name="sure" value="yes">Save anyway</button>' in tight(asked)
    assert saved.status_code == 302
    assert Tournament.objects.get().starts_at.year == 2020


def test_settings_ask_only_when_the_start_moves_into_the_past():
    cup = TournamentFactory(place="Hall", starts_at=timezone.now() - HOUR)
    plan = lifecycle.plan_of(cup)

    lifecycle.edit(cup, replace(plan, name="Renamed"))
    with pytest.raises(Refused) as refusal:
        lifecycle.edit(cup, replace(plan, starts_at=plan.starts_at - HOUR))
    lifecycle.edit(cup, replace(plan, starts_at=plan.starts_at - HOUR), sure=True)

    assert refusal.value.code == "start_in_the_past"


def test_opening_asks_on_a_page_of_its_own(at_the_desk):
    staff = StaffFactory(tournament=late(state="draft"))
    desk, door = at_the_desk(staff), reverse("tournaments:open", args=[staff.tournament.slug])

    asked = desk.post(door)
    state = Tournament.objects.get().state
    opened = desk.post(door, {"sure": "yes"})

    assert (asked.status_code, state) == (422, "draft")
    assert "This start is in the past. Open registration anyway?" in tight(asked)
    assert opened.status_code == 302
    assert Tournament.objects.get().state == "open"


def test_a_duplicate_asks_too_and_an_evening_that_begins_now_does_not(at_the_desk):
    staff = StaffFactory(tournament__place="Hall")
    page = at_the_desk(staff).post(
        reverse("tournaments:duplicate", args=[staff.tournament.slug]),
        {"name": "Again", "starts_at": "2020-03-06T10:00"},
    )

    now = duplicates.duplicate(
        staff.tournament, by=staff.user, name="Now", starts_at=timezone.now() - timedelta(minutes=1)
    )

    assert page.status_code == 422
    assert QUESTION in tight(page)
    assert 'name="sure" value="yes"' in tight(page)
    assert now.state == "draft"


def test_programs_are_asked_with_a_code():
    ask = Program(UserFactory(), second_factor=True)
    plan = {"name": "Winter Cup", "place": "Hall", "starts_at": "2020-01-05T10:00:00Z"}

    asked, made = ask.post("tournaments/", plan), ask.post("tournaments/", plan | {"sure": True})
    closed = ask.post(f"tournaments/{made.json()['slug']}/open/")
    opened = ask.post(f"tournaments/{made.json()['slug']}/open/", {"sure": True})

    assert (asked.status_code, asked.json()["code"]) == (409, "start_in_the_past")
    assert made.status_code == 201
    assert (closed.status_code, closed.json()["code"]) == (409, "start_in_the_past")
    assert opened.json()["state"] == "open"
