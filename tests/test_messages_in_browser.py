"""What a deed has done is heard on the page that follows: its words come into a place that was empty when it loaded."""

import pytest
from playwright.sync_api import expect

from tests.factories import UserFactory

pytestmark = pytest.mark.django_db(transaction=True)
PHONE = {"width": 390, "height": 844}
SAVED = "Profile saved."
# What a place that speaks held when the page had loaded, and what came into it afterwards.
LISTEN = """
window.heard = [];
addEventListener("load", () => {
  const place = document.querySelector("main > [role=status]");
  heard.push(place.textContent);
  new MutationObserver(() => heard.push(place.innerText.trim())).observe(place, { childList: true, subtree: true });
});
"""


@pytest.fixture
def at_account(opened_by):
    """Signs Anna in on a page and opens her account with it."""

    def go(page):
        opened_by(page, UserFactory(handle="Anna")).goto("/account/")
        return page

    return go


def save(page):
    page.get_by_role("button", name="Save profile").click()


def test_the_words_come_into_a_place_that_was_empty_when_the_page_had_loaded(new_page, at_account):
    page = new_page(PHONE)
    page.add_init_script(LISTEN)
    at_account(page)

    save(page)

    expect(page.get_by_role("status").filter(has_text=SAVED)).to_have_count(1)
    expect(page.get_by_role("main")).to_match_aria_snapshot(f"- status:\n  - list:\n    - listitem: {SAVED}")
    assert page.evaluate("heard") == ["", SAVED]


def test_they_are_seen_once_and_leave_the_keys_where_they_are(new_page, at_account):
    page = at_account(new_page(PHONE))
    save(page)
    expect(page.get_by_role("status").filter(has_text=SAVED)).to_have_count(1)
    expect(page.get_by_text(SAVED)).to_have_count(1)

    assert page.evaluate("document.activeElement === document.body")
    page.keyboard.press("Tab")

    expect(page.get_by_role("link", name="Skip to the content")).to_be_focused()


def test_a_page_with_nothing_to_tell_keeps_its_place_empty_and_takes_no_room(new_page, at_account):
    page = at_account(new_page(PHONE))

    place = page.locator("main > [role=status]")

    expect(place).to_be_empty()
    assert place.bounding_box()["height"] == 0


def test_without_scripts_the_words_stand_on_the_page(browser, live_server, at_account):
    context = browser.new_context(viewport=PHONE, base_url=live_server.url, java_script_enabled=False)
    context.set_default_timeout(60_000)
    page = at_account(context.new_page())

    save(page)

    expect(page.get_by_role("main").get_by_text(SAVED)).to_be_visible()
    context.close()
