"""Cleo follows a featured game in a real browser."""

import os

import pytest
from playwright.sync_api import expect

from bos_tournament.cards import catalogue
from engine.bos.model.card_pool import sample_pool
from tests.conftest import DESK, PHONE
from tests.play.recorded import write
from tests.play.watched import featured, minutes_pass

pytestmark = pytest.mark.django_db(transaction=True)
SHOTS = os.environ.get("SHOTS")
TWO_POLLS = 30_000


def followed(page, case):
    page.goto(f"/matches/{case.match.pk}/games/1/replay/")
    return page


def test_who_looks_at_the_latest_line_is_taken_along_and_others_stay(new_page, axe):
    case = featured()
    catalogue.load(sample_pool().write(), publish=True)
    write(case.anna, case, "E")
    minutes_pass(case, 4)
    at_the_end, behind = followed(new_page(PHONE), case), followed(new_page(DESK), case)
    expect(at_the_end.get_by_role("heading", name="Line 3 of 3")).to_be_visible()
    behind.locator("#walk a", has_text="S a Field Sentinel").click()
    expect(behind.get_by_role("heading", name="Line 2 of 3")).to_be_visible()

    write(case.ben, case, "E")
    minutes_pass(case, 4)

    expect(at_the_end.get_by_role("heading", name="Line 5 of 5")).to_be_visible(timeout=TWO_POLLS)
    expect(behind.locator("#walk li")).to_have_count(5, timeout=TWO_POLLS)
    expect(behind.get_by_role("heading", name="Line 2 of")).to_be_visible()
    behind.locator("#walk-last").click()
    expect(behind.get_by_role("heading", name="Line 5 of 5")).to_be_visible()
    expect(behind.get_by_text("2 people are watching")).to_be_visible(timeout=TWO_POLLS)
    assert at_the_end.locator("#position-said").count() == 1
    for page in (at_the_end, behind):
        assert axe(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]
        if SHOTS:
            page.screenshot(path=f"{SHOTS}/watch-{page.viewport_size['width']}.png", full_page=True)


def test_the_board_appears_by_itself_once_it_may_be_seen(new_page, axe):
    case = featured()
    write(case.anna, case, "E")
    page = followed(new_page(PHONE), case)
    expect(page.get_by_text("The bids appear here once they are open")).to_be_visible()
    assert axe(page) == []

    minutes_pass(case, 4)

    expect(page.get_by_role("heading", name="Line 3 of 3")).to_be_visible(timeout=TWO_POLLS)
