"""Checking in one after the other in a real browser: the list stays where it is, and the next button has the focus."""

import os

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import expect

from tests.conftest import DESK, PHONE
from tests.factories import EntrantFactory, StaffFactory, TournamentFactory, UserFactory

SHOTS = os.environ.get("SHOTS")


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_checking_in_keeps_the_place_and_the_focus_goes_to_the_next(new_page, opened_by, axe, transactional_db, size):
    cup = TournamentFactory(check_in_opens_at=timezone.now(), capacity=64)
    for number in range(30):
        EntrantFactory(tournament=cup, user=UserFactory(handle=f"Player {number:02}"), place=number + 1)
    page = new_page(size)
    opened_by(page, StaffFactory(tournament=cup).user, second_factor=True)
    page.goto(reverse("tournaments:entrants", args=[cup.slug]))
    page.get_by_role("button", name="Check in Player 14").scroll_into_view_if_needed()
    before = page.evaluate("scrollY")

    for number in (14, 15):
        page.get_by_role("button", name=f"Check in Player {number}").click()
        expect(page.get_by_role("button", name=f"Check in Player {number + 1}")).to_be_focused()

    assert before > 0
    assert abs(page.evaluate("scrollY") - before) < page.viewport_size["height"] / 2
    assert page.url.endswith("/entrants/")
    assert axe(page) == []
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Check in Player 17")).to_be_focused()
    if SHOTS:
        page.screenshot(path=f"{SHOTS}/checking-in-{size['width']}.png")
        page.evaluate("scrollTo(0, 0)")
        page.screenshot(path=f"{SHOTS}/checking-in-top-{size['width']}.png")
    page.get_by_role("button", name="Check in all").click()
    expect(page.get_by_text("27 players are checked in.")).to_be_visible()
