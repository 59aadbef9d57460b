"""Closed standings in a real browser: an organizer closes them anew; both are read by phone and at a desk."""

import os

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from bos_tournament.tournaments.models import Tournament
from bos_tournament.tournaments.rounds import top_cut
from tests.conftest import DESK, PHONE
from tests.factories import StaffFactory
from tests.tournaments.running_tournaments import NAMES, play_and_close, running
from tests.tournaments.standings.test_final_standings import turn_round

SHOTS = os.environ.get("SHOTS")


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_closed_standings_are_closed_anew_and_read(new_page, opened_by, axe, transactional_db, size):
    cup = running(NAMES[:8], format=Tournament.Format.GROUPS)
    for _ in range(3):
        play_and_close(cup)
    top_cut.start_cut(cup)
    turn_round(cup)
    page = new_page(size)
    opened_by(page, StaffFactory(tournament=cup).user, second_factor=True)

    def look(name):
        assert axe(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]
        if SHOTS:
            page.screenshot(path=f"{SHOTS}/{name}-{size['width']}.png", full_page=True)

    page.goto(reverse("tournaments:update_final_standings", args=[cup.slug]))
    look("anew")
    page.get_by_label("Reason").fill("The slip was read wrongly.")
    page.get_by_role("button", name="Update the final standings").click()
    expect(page.get_by_text("Final standings updated.")).to_be_visible()
    look("standings")
    page.get_by_role("link", name="All versions").first.click()
    expect(page.get_by_role("heading", name="Final standings: groups")).to_be_visible()
    look("kept")
    page.get_by_role("heading", name="All versions").locator("..").get_by_role("link").first.click()
    expect(page.locator("body")).not_to_contain_text("Updated, because")
    page.goto(reverse("tournaments:update_final_standings", args=[cup.slug]))
    expect(page.get_by_text("Nothing to update")).to_be_visible()
    look("nothing")
