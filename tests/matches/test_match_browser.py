"""Two people play on their own devices: one next step a screen, kept up to date, readable by everybody."""

import os
import re

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from tests.conftest import DESK, PHONE
from tests.matches.playing import new_match, person

SHOTS = os.environ.get("SHOTS")


@pytest.fixture
def look(axe):
    """Each page seen is readable at its size, without serious findings; with SHOTS=folder it leaves a picture."""
    seen = []

    def at(page, name):
        assert axe(page) == []
        width = page.viewport_size["width"]
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        seen.append(name)
        if SHOTS:
            page.screenshot(path=f"{SHOTS}/{len(seen):02}-{name}-{width}.png", full_page=True)

    return at


def told(page, words):
    expect(page.get_by_role("heading", name=words)).to_be_visible()


def press(page, words):
    page.get_by_role("button", name=re.compile(words)).click()


def test_anna_on_a_phone_and_ben_on_a_laptop_play_two_games(worker, live_server, new_page, opened_by, look):
    anna_user, ben_user = person("Anna"), person("Ben Okafor")
    match = new_match(anna=anna_user, ben=ben_user)
    anna, ben, cleo = new_page(PHONE), new_page(DESK), new_page(PHONE)
    opened_by(anna, anna_user)
    opened_by(ben, ben_user)
    for page in (anna, ben, cleo):
        page.goto(reverse("matches:detail", args=[match.pk]))

    look(anna, "bosses")
    look(ben, "bosses")
    look(cleo, "bosses-public")
    press(anna, "We've shown our bosses")
    look(anna, "greeted")
    press(ben, "We've shown our bosses")
    expect(anna.get_by_label("Your bid in ether")).to_be_visible()

    for _ in range(4):
        anna.get_by_role("button", name="One more").click()
    look(anna, "bid")
    look(ben, "bid")
    press(anna, "Seal 4 ether")
    told(anna, "Your bid for game 1 is sealed.")
    look(anna, "sealed")
    look(cleo, "bids-public")
    ben.get_by_label("Your bid in ether").fill("7")
    press(ben, "Seal 7 ether")

    expect(ben.get_by_role("button", name="I go first")).to_be_visible()
    told(anna, "Ben Okafor chooses who goes first; you get 4 ether.")
    look(ben, "choice")
    look(anna, "choice-waits")
    press(ben, "I go first")
    expect(anna.get_by_role("button", name="Report result")).to_be_visible()
    look(anna, "playing")
    anna.get_by_label("Anna", exact=True).check()
    press(anna, "Report result")
    look(anna, "reported")
    expect(ben.get_by_role("button", name="I agree")).to_be_visible()
    look(ben, "to-agree")
    press(ben, "I agree")

    told(anna, "Seal your bid for game 2.")
    press(anna, "Seal 0 ether")
    ben.get_by_label("Your bid in ether").fill("0")
    press(ben, "Seal 0 ether")
    told(anna, "Both bids were 0, so they are void.")
    look(anna, "tie")
    anna.get_by_label("Your bid in ether").fill("3")
    press(anna, "Seal 3 ether")
    told(ben, "Both bids were 0, so they are void.")
    press(ben, "Seal 0 ether")
    press(anna, "I go first")
    look(anna, "swap")
    look(ben, "swap")
    for pile in ("into", "out"):
        anna.locator(f"fieldset[data-kind=summon] input[name={pile}]").first.check()
    anna.locator("fieldset[data-kind=spell] input[name=into]").first.check()
    expect(anna.get_by_text("1 in, 0 out: tick the same number")).to_be_visible()
    press(anna, "Lock swap")
    look(anna, "swap-refused")
    anna.locator("fieldset[data-kind=spell] input[name=into]").first.uncheck()
    press(anna, "Lock swap")
    look(anna, "swapped")
    press(ben, "Keep deck")
    ben.get_by_label("Ben Okafor", exact=True).check()
    press(ben, "Report result")
    expect(anna.get_by_text("That's not right")).to_be_visible()
    anna.get_by_text("That's not right").click()
    anna.get_by_label("Anna", exact=True).check()
    press(anna, "Report result")
    look(anna, "differing")
    told(cleo, "The reports of game 2 differ.")
    press(ben, "I agree")
    told(anna, "Anna wins the match 2–0.")
    look(anna, "finished")
    look(ben, "finished")
    anna.get_by_role("link", name=re.compile("Verify")).first.click()
    look(anna, "verify")
    look(cleo, "finished-public")
