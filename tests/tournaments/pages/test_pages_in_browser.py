"""What needs a real browser: the reader's own zone, pages that fit a phone, and accessibility."""

from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from bos_tournament.tournaments.entrants import guests
from bos_tournament.tournaments.staff import staff_roles
from tests.factories import EntrantFactory, StaffFactory, UserFactory
from tests.tournaments.rounds.test_round_repair import wrongly_paired
from tests.tournaments.running_tournaments import NAMES, play_and_close, running

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_new_tournament_begins_in_the_readers_own_zone(browser, live_server, opened_by):
    context = browser.new_context(base_url=live_server.url, timezone_id="Europe/Vienna")
    page = opened_by(context.new_page(), UserFactory(), second_factor=True)

    page.goto("/tournaments/new/")
    chosen = page.locator("#id_time_zone").input_value()
    page.locator("#id_name").fill("Spring Cup")
    page.locator("#id_starts_at").fill("2027-03-06T10:00")
    page.locator("#id_time_zone").select_option("Asia/Tokyo")
    page.get_by_role("button", name="Save draft").click()

    assert chosen == "Europe/Vienna"
    expect(page.get_by_text("Enter where players meet").first).to_be_visible()
    expect(page.locator("#id_time_zone")).to_have_value("Asia/Tokyo")
    context.close()


@pytest.mark.parametrize("size", ["page_phone", "page_desk"])
def test_staff_pages_fit_the_screen_and_are_accessible(request, size, opened_by, axe):
    organizer = StaffFactory(tournament__check_in_opens_at=timezone.now() - timedelta(hours=1))
    guests.add_guest(organizer.tournament, handle="Gus", real_name="Gustav Stein", by=organizer.user)
    EntrantFactory(tournament=organizer.tournament, state="waitlisted", place=None)
    staff_roles.invite(organizer.tournament, role="judge", by=organizer.user)
    page = opened_by(request.getfixturevalue(size), organizer.user, second_factor=True)
    home = organizer.tournament.get_absolute_url()

    found = {}
    for name in ("", "edit/", "entrants/", "staff/", "guests/", "poster/", "activity-log/", "players/"):
        page.goto(f"{home}{name}")
        too_wide = page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth")
        found[name] = (too_wide, axe(page))

    assert found == dict.fromkeys(found, (False, []))


@pytest.mark.parametrize("size", ["page_phone", "page_desk"])
def test_drawings_workings_and_repairs_fit_the_screen_and_are_accessible(request, size, opened_by, axe):
    swiss, second = wrongly_paired()
    table = running([f"Robin {name}" for name in NAMES[:8]], format="round_robin")
    play_and_close(table)
    bracket = running([f"Double {name}" for name in NAMES[:8]], format="double_elimination")
    play_and_close(bracket)
    organizer = StaffFactory(tournament=swiss)
    page = opened_by(request.getfixturevalue(size), organizer.user, second_factor=True)
    anna = swiss.entrants.get(user__handle="Anna")

    found = {}
    for where in (
        f"{table.get_absolute_url()}cross-table/",
        f"{bracket.get_absolute_url()}bracket/",
        f"{swiss.get_absolute_url()}standings/",
        f"{swiss.get_absolute_url()}standings/{anna.pk}/",
        f"{swiss.get_absolute_url()}pairings/{second.pairings.first().pk}/why/",
        f"{swiss.get_absolute_url()}desk/rounds/2/repair/",
        f"{swiss.get_absolute_url()}desk/rounds/2/",
        "/tournaments/new/",
    ):
        page.goto(where)
        too_wide = page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth")
        found[where] = (too_wide, axe(page))

    assert found == dict.fromkeys(found, (False, []))
