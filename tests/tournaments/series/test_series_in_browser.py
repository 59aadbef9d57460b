"""A series in a real browser: an organizer sets it up and fills it; players read the table by phone and at a desk."""

import os

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from bos_tournament.accounts import profiles
from bos_tournament.tournaments.models import Staff
from tests.conftest import DESK, PHONE
from tests.factories import StaffFactory
from tests.tournaments.played_series import played, somebody, started
from tests.tournaments.running_tournaments import NAMES

SHOTS = os.environ.get("SHOTS")


@pytest.fixture
def look(axe):
    """Each page seen is readable at its size, light and dark, without serious findings; SHOTS=folder keeps pictures."""

    def at(page, name):
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            assert axe(page) == []
            width = page.viewport_size["width"]
            assert page.evaluate("document.documentElement.scrollWidth") <= width
            if SHOTS:
                page.screenshot(path=f"{SHOTS}/series-{name}-{width}-{scheme}.png", full_page=True)

    return at


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_a_series_is_set_up_filled_and_read(live_server, new_page, opened_by, transactional_db, look, size):
    olga = somebody("Olga")
    spring = played(NAMES[:6], planned=2, name="Spring Cup")
    may = played(("Ben", "Anna", "Ida", "Finn", "Cleo"), planned=2, name="May Cup of the Old Library")
    running = started(("Ben", "Anna", "Dora", "Gus"), name="June Cup")
    for cup in (spring, may, running):
        StaffFactory(tournament=cup, user=olga, role=Staff.Role.ORGANIZER)
    profiles.rename(somebody("Cleo"), handle="Cleo", real_name="", hides_history=True)
    page = opened_by(new_page(size), olga, second_factor=True)

    page.goto(reverse("tournaments:series"))
    expect(page.get_by_role("heading", name="No series yet")).to_be_visible()
    look(page, "1-list-empty")
    page.get_by_role("link", name="Create a series").first.click()
    page.get_by_label("Name").fill("Moon Season")
    page.get_by_label("Points per place").fill("10, 6, many")
    page.get_by_role("button", name="Create series").click()
    expect(page.get_by_text("“many” is not a whole number; use points such as 30, 24, 20.", exact=True)).to_be_visible()
    expect(page.get_by_label("Name")).to_have_value("Moon Season")
    look(page, "2-wrong")
    page.get_by_label("Points per place").fill("10, 6, 4, 3")
    page.get_by_label("Results that count").fill("1")
    page.get_by_role("button", name="Create series").click()
    expect(page.get_by_role("heading", name="No points yet")).to_be_visible()
    look(page, "3-empty")

    page.get_by_role("combobox", name="Tournament").select_option(label="Spring Cup")
    page.get_by_role("button", name="Add to series").click()
    expect(page.get_by_text("Spring Cup was added to the series.")).to_be_visible()
    for cup in (may, running):
        page.goto(reverse("tournaments:edit", args=[cup.slug]))
        page.get_by_role("combobox", name="Series").select_option(label="Moon Season")
        page.get_by_role("button", name="Add to series").click()
        expect(page.get_by_text("Added to the series Moon Season.")).to_be_visible()
    look(page, "4-settings")
    page.goto(reverse("tournaments:edit_series", args=["moon-season"]))
    look(page, "5-change")

    reader = opened_by(new_page(size), somebody("Anna"), second_factor=True)
    reader.goto(running.get_absolute_url())
    reader.get_by_role("link", name="Moon Season").click()
    expect(reader.get_by_text("not finished")).to_be_visible()
    expect(reader.get_by_text("a player whose history is private")).to_be_visible()
    expect(reader.get_by_text("does not count").first).to_be_visible()
    reader.get_by_text("How points are awarded").click()
    expect(reader.get_by_text("The best result of each player counts.")).to_be_visible()
    look(reader, "6-table")
    reader.get_by_role("link", name="Ben", exact=True).click()
    expect(reader.get_by_role("heading", name="Ben")).to_be_visible()
    look(reader, "7-player")
    reader.get_by_role("link", name="Spring Cup").click()
    expect(reader.get_by_role("heading", name="Standings")).to_be_visible()

    page.goto(reverse("tournaments:one_series", args=["moon-season"]))
    page.get_by_role("button", name="Remove June Cup").click()
    expect(page.get_by_text("June Cup was removed from the series.")).to_be_visible()
    look(page, "8-organizer")
