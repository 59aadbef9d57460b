"""Anna and Ben play an online game in two real browsers, each only their own side, until one gives up."""

import re

import pytest
from playwright.sync_api import expect

from bos_tournament.matches.models import Game, Reason
from tests.conftest import DESK, PHONE
from tests.play.online import online
from tests.play.recorded import lines
from tests.polling import wait_until

pytestmark = pytest.mark.django_db(transaction=True)


def press(page, name):
    page.get_by_role("button", name=re.compile(name)).first.click()


def tap(page, *tokens):
    for token in tokens:
        page.locator(f'[data-at="{token}"]').first.click()


def test_anna_and_ben_play_online_until_anna_gives_up(phones, look):
    case = online(begun=False, clock_minutes=15)
    game = case.game
    anna, ben = phones(case, PHONE, DESK)

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
    look(anna, "online-waits")
    look(ben, "online-plays")

    press(ben, "End")
    press(anna, "Place wizards")
    wait_until(lambda: lines(case)[-1] == "T2 P1")
    anna.get_by_text("Draw or concede").click()
    anna.get_by_text("Concede this game to").click()
    look(anna, "online-gives-up")
    press(anna, "Concede game")
    expect(ben.get_by_text("This is the result.")).to_be_visible()
    look(ben, "online-ended")
    game.refresh_from_db()
    assert (game.outcome, game.winner, game.reason) == (Game.Outcome.WON, case.ben, Reason.CONCEDED)
