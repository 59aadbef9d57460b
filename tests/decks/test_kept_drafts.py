"""What is typed into a deck and not saved stays on the device, and takes the place of no list that was saved since."""

import re

import pytest
from playwright.sync_api import expect

from bos_tournament.accounts.models import User
from bos_tournament.decks import drafts
from bos_tournament.decks.models import Deck
from tests.factories import DeckFactory, UserFactory

WIZARD = "Wizards\nMeadow Warden\n"
OFFER = "was since saved elsewhere"
HERE = "Your unsaved changes were restored."


def written(page):
    return page.get_by_label("List", exact=True)


def test_a_deck_that_anna_left_without_saving_is_there_again_until_she_discards_or_saves_it(annas_phone):
    page = annas_phone
    page.goto("/decks/new/")
    page.get_by_role("button", name="Add one Mother of Hives").click()
    page.get_by_label("Deck name").fill("Grove")
    expect(written(page)).to_have_value(re.compile("Mother of Hives"))

    page.goto("/rules/")
    page.go_back()

    expect(written(page)).to_have_value(re.compile("Mother of Hives"))
    expect(page.get_by_label("Deck name")).to_have_value("Grove")
    expect(page.locator("#follows")).to_contain_text("Mother of Hives")
    expect(page.get_by_text("Your unsaved changes were restored.")).to_be_visible()

    page.get_by_role("button", name="Discard changes").click()
    expect(written(page)).to_have_value("")
    written(page).fill(WIZARD)
    page.get_by_role("button", name="Save deck").click()
    expect(page.get_by_text("Untitled deck saved.")).to_be_visible()
    page.goto("/decks/new/")
    expect(written(page)).to_have_value("")


def test_ben_at_the_same_device_finds_nothing_of_annas_unsaved_deck(annas_phone, live_server, signed_in):
    page = annas_phone
    page.goto("/decks/new/")
    written(page).fill(WIZARD)
    cookie = signed_in(UserFactory(handle="Ben")).cookies["sessionid"]
    page.context.add_cookies([{"name": "sessionid", "value": cookie.value, "url": live_server.url}])

    page.goto("/decks/new/")

    expect(page.get_by_label("Deck name")).to_be_visible()
    expect(written(page)).to_have_value("")


def without_https(route):
    """The answer as a browser takes it in a hall without https, where it obeys no order to clear what it keeps."""
    answer = route.fetch(max_redirects=0)
    kept = {name: value for name, value in answer.headers.items() if name != "clear-site-data"}
    route.fulfill(response=answer, headers=kept)


def test_nothing_of_annas_unsaved_deck_stays_on_a_laptop_that_she_signs_out_on(annas_phone):
    page = annas_phone
    page.goto("/decks/new/")
    written(page).fill(WIZARD)
    page.goto("/accounts/logout/")
    assert "Meadow Warden" in page.evaluate("JSON.stringify(localStorage)")
    page.route("**/accounts/logout/", without_https)

    page.get_by_role("main").get_by_role("button", name="Sign out").click()

    expect(page.get_by_role("link", name="Sign in").first).to_be_visible()
    assert page.evaluate("localStorage.length") == 0


@pytest.fixture
def grove(annas_phone):
    return DeckFactory(owner=User.objects.get(handle="Anna"), name="Grove", text="Root Giant\n")


def save(page):
    page.get_by_role("button", name="Save deck").click()


def lies_there(deck):
    return Deck.objects.get(pk=deck.pk).text


def elsewhere(deck, text):
    """Anna saves the deck on her laptop."""
    drafts.save_draft(deck.owner, deck, name=deck.name, text=text)


def left_with(page, deck, text):
    """On her phone Anna typed this into the deck, and went away."""
    page.goto(f"/decks/{deck.pk}/")
    written(page).fill(text)
    page.goto("/rules/")


def test_changes_on_the_phone_are_only_offered_once_the_deck_was_saved_on_a_laptop(annas_phone, grove, axe):
    page = annas_phone
    left_with(page, grove, "Moon Lily\n")
    elsewhere(grove, WIZARD)

    page.goto(f"/decks/{grove.pk}/")

    expect(page.get_by_text(OFFER)).to_be_visible()
    expect(written(page)).to_have_value(WIZARD)
    assert axe(page) == []
    written(page).fill("Wizards\n")  # the offer stays, whatever she does with the list that is saved
    page.goto(f"/decks/{grove.pk}/")
    expect(page.get_by_text(HERE)).to_be_visible()
    page.get_by_role("button", name="Discard changes").click()
    page.reload()
    page.get_by_role("button", name="Use my changes").click()
    expect(written(page)).to_have_value("Moon Lily\n")
    expect(page.get_by_text(OFFER)).to_be_hidden()
    save(page)
    expect(page.get_by_text("Grove saved.")).to_be_visible()
    assert lies_there(grove) == "Moon Lily\n"
    page.goto(f"/decks/{grove.pk}/")
    expect(written(page)).to_have_value("Moon Lily\n")
    expect(page.get_by_text(HERE)).to_be_hidden()
    expect(page.get_by_text(OFFER)).to_be_hidden()


def test_old_changes_that_anna_discards_are_gone_and_the_saved_list_stays(annas_phone, grove):
    page = annas_phone
    left_with(page, grove, "Moon Lily\n")
    elsewhere(grove, WIZARD)
    page.goto(f"/decks/{grove.pk}/")

    page.get_by_role("button", name="Discard changes").click()

    expect(page.get_by_text(OFFER)).to_be_hidden()
    expect(written(page)).to_have_value(WIZARD)
    page.reload()
    expect(written(page)).to_have_value(WIZARD)
    expect(page.get_by_text(OFFER)).to_be_hidden()


def test_of_two_tabs_with_one_deck_neither_takes_the_others_list_away_unasked(annas_phone, grove):
    one = annas_phone
    one.goto(f"/decks/{grove.pk}/")
    other = one.context.new_page()
    other.goto(f"/decks/{grove.pk}/")
    one.bring_to_front()
    written(one).fill("Moon Lily\n")
    written(other).fill(WIZARD)

    save(one)
    expect(one.get_by_text("Grove saved.")).to_be_visible()
    expect(written(one)).to_have_value("Moon Lily\n")
    expect(one.get_by_text(OFFER)).to_be_visible()
    save(other)

    expect(other.get_by_text("saved elsewhere after you opened it").first).to_be_visible()
    expect(written(other)).to_have_value(WIZARD)
    assert lies_there(grove) == "Moon Lily\n"
    other.get_by_label("Replace the version saved elsewhere").check()
    save(other)
    expect(other.get_by_text("Grove saved.")).to_be_visible()
    assert lies_there(grove) == WIZARD
