"""The first lesson in a real browser: walked by taps on a phone to a game against Newt, by keyboard at a desk, and
without script."""

import pytest
from playwright.sync_api import expect

from bos_tournament.cards import catalogue
from bos_tournament.play.models import PracticeGame
from engine.bos.model.card_pool import sample_pool
from tests.play.lessons import FIRST, steps

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def sample_catalogue():
    catalogue.load(sample_pool().write(), publish=True)


def tap(page, token):
    page.locator(
        f'.table [data-at="{token}"], .hand [data-at="{token}"], [data-taps] [data-at="{token}"]'
    ).first.click()


def learn(page, one):
    """What the learner does at a step, once it is on."""
    says, wanted = page.locator(".says"), page.locator("[data-path]")
    if one.say:
        expect(says).to_have_text(one.say["en"])
    if one.auto is not None and not one.say:
        return  # it goes on by itself
    if wanted.count() == 0:
        page.locator("#go-on").click()
        return
    for token in wanted.get_attribute("data-path").split("|"):
        tap(page, token)


def test_a_visitor_walks_through_the_first_game_by_taps_and_plays_newt(page_phone, axe):
    page_phone.goto("/")
    page_phone.get_by_role("link", name="Learn it in 11 steps").click()
    page_phone.get_by_role("link", name="Your first game").click()
    assert axe(page_phone) == []

    for one in steps():
        learn(page_phone, one)
        assert page_phone.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")

    expect(page_phone.locator(".says")).to_contain_text("That is a turn of BOS.")
    assert axe(page_phone) == []
    page_phone.get_by_role("button", name="Play against Newt").click()
    expect(page_phone.get_by_text("Your move.")).to_be_visible()
    assert PracticeGame.objects.get().bot == "newt"


def test_another_card_is_answered_where_it_is_tapped_and_what_is_wanted_is_lit_above_the_dock(page_phone):
    page_phone.goto(FIRST)
    page_phone.get_by_role("button", name="Begin turn").click()
    hound = page_phone.locator(".hand").get_by_role("button", name="Lava Hound")
    expect(hound).to_be_in_viewport()
    dock = page_phone.locator("#coach").bounding_box()
    assert hound.bounding_box()["y"] + hound.bounding_box()["height"] <= dock["y"]

    page_phone.locator(".hand").get_by_role("button", name="Cinder Imp").click()

    expect(page_phone.locator("[data-unlit]")).to_contain_text("This time, summon Lava Hound with Ember Adept.")
    expect(page_phone.locator(".hand .lit")).to_have_count(1)


def test_at_a_desk_a_step_is_shown_and_made_by_keyboard_and_the_next_one_is_told(page_desk, axe):
    page_desk.goto(FIRST)
    page_desk.get_by_role("button", name="Begin turn").press("Enter")
    expect(page_desk.locator("#lesson-told")).to_contain_text("Summons fight for you.")
    expect(page_desk.locator("#coach:focus, #go-on:focus")).to_have_count(1)

    page_desk.get_by_text("Show me").press("Enter")
    page_desk.get_by_role("button", name="Summon Lava Hound in column a").press("Enter")

    expect(page_desk.locator("#lesson-told")).to_contain_text("Ben has not begun yet")
    page_desk.get_by_role("button", name="Back one step").press("Enter")
    expect(page_desk.locator(".says")).to_contain_text("Summons fight for you.")
    assert axe(page_desk) == []


def test_without_script_every_step_is_a_button(browser, live_server):
    context = browser.new_context(java_script_enabled=False, base_url=live_server.url, locale="en-GB")
    page = context.new_page()
    page.goto(FIRST)
    for one in steps()[:6]:
        if page.get_by_text("Show me").count():
            page.get_by_text("Show me").click()
        page.locator(f'#coach button[value="{one.line}"], #go-on').first.click()

    expect(page.locator(".says")).to_contain_text("Your turn again.")
    context.close()
