"""Anna and Ben record their game in real browsers: each on a phone, and on one phone between them."""

import re

import pytest
from playwright.sync_api import expect

from bos_tournament.cards import catalogue
from engine.bos.model.card_pool import sample_pool
from tests.conftest import DESK, PHONE
from tests.play.recorded import being_played, lines, recorded, write
from tests.polling import wait_until

pytestmark = pytest.mark.django_db(transaction=True)


def tap(page, *tokens):
    """Taps these places, cards of piles or players."""
    for token in tokens:
        page.locator(f'[data-at="{token}"]').first.click()


def press(page, name):
    page.get_by_role("button", name=re.compile(name)).first.click()


def test_anna_and_ben_record_a_game_on_two_phones_and_report_it(phones, look):
    case = being_played()
    catalogue.load(sample_pool().write(), publish=True)
    anna, ben = phones(case, PHONE, DESK)
    look(anna, "start")
    press(anna, "Start recording")
    ben.reload()
    look(ben, "wizards")
    press(ben, "Place wizards")
    expect(anna.get_by_text("Ben goes", exact=False).or_(anna.get_by_text("All moves"))).to_be_visible()

    tap(ben, "=Field Sentinel", "2wc")
    wait_until(lambda: lines(case)[-1].startswith("S "))
    expect(anna.locator('.piece:has-text("Field Sentinel")')).to_be_visible()
    look(ben, "summoned")
    look(anna, "seen-by-anna")
    press(ben, "End")
    press(anna, "Place wizards")
    wait_until(lambda: lines(case)[-1] == "T2 P1")
    expect(ben.locator(".piece:not(.down)").first).to_be_visible()
    expect(anna.locator('.table [data-at="1wa"]')).to_contain_text("ready")
    anna.get_by_text("Concede", exact=True).click()
    press(anna, f"{case.anna.user} concedes")
    press(anna, "Confirm record and result")
    expect(ben.get_by_text("confirmed the record")).to_be_visible()
    look(ben, "end")
    press(ben, "Confirm record and result")
    expect(ben.get_by_role("link", name="Download record")).to_be_visible()

    assert case.match.games.get(number=1).winner == case.ben


def test_on_one_phone_ben_looks_up_the_card_that_he_plays(new_page, opened_by, look):
    case = recorded()
    page = opened_by(new_page(PHONE), case.anna.user)
    page.goto(f"/matches/{case.match.pk}/games/1/board/?shared=1")

    page.get_by_label("Card played from hand").select_option(label="Field Sentinel")
    press(page, "Show its moves")
    look(page, "looked-up")
    tap(page, "2wc")
    wait_until(lambda: lines(case)[-1] == "S c Field Sentinel")
    expect(page.locator('.piece:has-text("Field Sentinel")')).to_be_visible()

    page.get_by_role("link", name="Field Sentinel").click()
    look(page, "played-before")
    tap(page, "2wb")
    wait_until(lambda: lines(case)[-1] == "S b Field Sentinel")


def test_on_a_phone_a_card_is_looked_up_as_soon_as_it_is_chosen(new_page, opened_by):
    case = recorded()
    page = opened_by(new_page(PHONE), case.anna.user)
    page.context.new_cdp_session(page).send("Emulation.setTouchEmulationEnabled", {"enabled": True})
    page.goto(f"/matches/{case.match.pk}/games/1/board/?shared=1")

    page.get_by_label("Card played from hand").select_option(label="Field Sentinel")
    tap(page, "2wc")

    wait_until(lambda: lines(case)[-1] == "S c Field Sentinel")


def test_escape_lets_go_of_a_card_that_was_looked_up(new_page, opened_by):
    case = recorded()
    page = opened_by(new_page(DESK), case.anna.user)
    page.goto(f"/matches/{case.match.pk}/games/1/board/?shared=1&card=2:Field Sentinel")
    expect(page.locator('[data-at="2wc"]')).to_have_class(re.compile(r"\blit\b"))

    page.keyboard.press("Escape")

    expect(page.locator('[data-at="2wc"]')).not_to_have_class(re.compile(r"\blit\b"))
    expect(page.locator("[data-taps]").get_by_role("button", name="Field Sentinel")).to_be_visible()


def test_a_card_that_ben_picked_up_stays_so_when_the_same_board_comes_once_more(phones):
    case = recorded()
    _anna, ben = phones(case, PHONE, PHONE)
    ben.route(
        re.compile(r"/board/\?seen="), lambda route: route.continue_(url=route.request.url.replace("seen", "was"))
    )
    tap(ben, "=Field Sentinel")
    ben.locator("[data-board-lines]").evaluate("part => part.dataset.old = ''")
    ben.evaluate("document.body.dispatchEvent(new Event('live'))")
    expect(ben.locator("[data-board-lines]:not([data-old])")).to_be_visible()

    tap(ben, "2wc")

    wait_until(lambda: lines(case)[-1] == "S c Field Sentinel")


def test_a_phone_that_dies_in_the_middle_is_replaced_by_another_one(phones, new_page, opened_by):
    case = recorded()
    anna, ben = phones(case, PHONE, PHONE)
    write(case.ben, case, "S a Field Sentinel")
    expect(anna.locator('.piece:has-text("Field Sentinel")')).to_be_visible()
    ben.close()

    other = opened_by(new_page(DESK), case.ben.user)
    other.goto(f"/matches/{case.match.pk}/games/1/board/")
    expect(other.locator('.piece:has-text("Field Sentinel")')).to_be_visible()
    press(other, "End")

    wait_until(lambda: lines(case)[-1] == "E")
