"""Anna and Ben play an online game in two real browsers, each only their own side, until one gives up."""

import os
import re

import pytest
from playwright.sync_api import expect

from bos_tournament.cards import catalogue
from bos_tournament.matches.models import Game, Reason
from engine.bos.model.card_pool import sample_pool
from tests.conftest import DESK, PHONE
from tests.play.online import online
from tests.play.recorded import lines
from tests.polling import wait_until

SHOTS = os.environ.get("SHOTS")
pytestmark = pytest.mark.django_db(transaction=True)


def press(page, name):
    page.get_by_role("button", name=re.compile(name)).first.click()


def look(page, name):
    """With SHOTS=folder it leaves a picture."""
    if SHOTS:
        page.screenshot(path=f"{SHOTS}/online-{name}.png", full_page=True)


def tap(page, *tokens):
    for token in tokens:
        page.locator(f'[data-at="{token}"]').first.click()


def test_anna_and_ben_play_online_until_anna_gives_up(new_page, opened_by, axe):
    catalogue.load(sample_pool().write(), publish=True)
    case = online(begun=False, clock_minutes=15)
    game = case.game
    anna, ben = (opened_by(new_page(size), seat.user) for size, seat in ((PHONE, case.anna), (DESK, case.ben)))
    for page in (anna, ben):
        page.goto(f"/matches/{case.match.pk}/games/1/board/")

    press(anna, "Open board")
    ben.reload()
    press(ben, "Place wizards")
    expect(anna.get_by_text(f"Waiting for {case.ben.user}")).to_be_visible()
    tap(ben, "=Field Sentinel", "2wc")
    wait_until(lambda: lines(case)[-1] == "S c Field Sentinel")
    expect(anna.locator('.piece:has-text("Field Sentinel")')).to_be_visible()
    assert anna.locator('button[name="line"]').count() == 0
    press(ben, "Good luck!")
    expect(anna.get_by_text("Good luck!").first).to_be_visible()
    for page, name in ((anna, "waits"), (ben, "plays")):
        look(page, name)
        assert axe(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]

    press(ben, "End")
    press(anna, "Place wizards")
    wait_until(lambda: lines(case)[-1] == "T2 P1")
    anna.get_by_text("Draw or concede").click()
    anna.get_by_text("I give up this game.").click()
    look(anna, "gives-up")
    press(anna, "Concede game")
    expect(ben.get_by_text("This is the result.")).to_be_visible()
    look(ben, "ended")
    game.refresh_from_db()
    assert (game.outcome, game.winner, game.reason) == (Game.Outcome.WON, case.ben, Reason.CONCEDED)
