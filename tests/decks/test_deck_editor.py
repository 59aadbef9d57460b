"""The deck editor on a phone, in a real browser: typing, mending, tapping, a file, saving."""

import re

import pytest
from playwright.sync_api import expect

from engine.bos.decks.deck_lists import read_deck, starter_decks
from tests.polling import wait_until

WIZARD = "Wizards\nMeadow Warden\n"
MISSPELT = "Wizards\nMeadow Wardn\nSpells\nRoot Giant\n"
# What was typed when the answer that the page shows now was asked for.
ANSWERED = """() => document.addEventListener("htmx:afterSettle", ({ detail }) => {
  const { text, find } = detail.requestConfig.parameters;
  Object.assign(document.body.dataset, { text, find });
})"""


def answered(page, **typed):
    """The page has answered all that was typed, so that nothing is exchanged under a finger any more."""
    for name, text in typed.items():
        expect(page.locator("body")).to_have_attribute(f"data-{name}", text)


class Held:
    """The next request of the editor that says this: it is on its way until the test lets it arrive."""

    def __init__(self, page, says=""):
        self.page, self.says, self.route = page, says, None
        page.route("**/decks/check/", self.catch)

    def catch(self, route):
        if self.route or self.says not in route.request.post_data:
            route.fallback()
        else:
            self.route = route

    def sent(self):
        wait_until(lambda: self.page.evaluate("0") or self.route)

    def arrives(self):
        self.sent()
        self.route.continue_()


@pytest.fixture
def editor(annas_phone):
    """The editor that keeps nothing, open on her phone; it notes what was answered."""
    annas_phone.goto("/decks/check/")
    annas_phone.evaluate(ANSWERED)
    return annas_phone


def tap(page, name, **how):
    page.get_by_role("button", name=f"Add one {name}").click(**how)


def type_list(page, text):
    page.get_by_label("List", exact=True).fill(text)


def holds(page, *names):
    """The list in the editor holds all these."""
    for name in names:
        expect(page.get_by_label("List", exact=True)).to_have_value(re.compile(name))


def test_anna_taps_types_and_mends_a_deck_together_on_her_phone(annas_phone, axe):
    page = annas_phone
    page.goto("/decks/new/")
    written, follows = page.get_by_label("List", exact=True), page.locator("#follows")

    # the bosses are offered first; each tap comes into the list, also quick ones
    page.get_by_role("button", name="Add one Mother of Hives").click()
    expect(written).to_have_value("Boss\n1 Mother of Hives\n")

    # while she types, the problems follow, and the cards of her colour
    page.evaluate(ANSWERED)
    written.press("ControlOrMeta+End")
    written.press_sequentially("Wizards\nMeadow Wardn\n")
    answered(page, text="Boss\n1 Mother of Hives\nWizards\nMeadow Wardn\n")
    mend = follows.get_by_role("button", name="Meadow Warden on line 4")
    expect(mend).to_be_visible()
    more = page.get_by_role("button", name="Add one Root Giant")
    expect(more).to_be_visible()

    for _ in range(4):
        more.click(no_wait_after=True)
    expect(page.locator("#in-root-giant")).to_have_text("4")
    expect(follows).to_contain_text("at most 3 copies")
    page.get_by_role("button", name="Remove one Root Giant").click()
    expect(page.locator("#in-root-giant")).to_have_text("3")

    mend.click()
    expect(written).to_have_value(re.compile(r"^Meadow Warden$", re.MULTILINE))
    expect(follows).not_to_contain_text("Wardn")

    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert axe(page) == []

    page.get_by_role("button", name="Save deck").click()
    expect(page.get_by_text("Untitled deck saved.")).to_be_visible()
    expect(written).to_have_value(re.compile("3 Root Giant"))


def test_a_searched_card_goes_into_the_reserves(annas_phone):
    page = annas_phone
    page.goto("/decks/check/")

    page.evaluate(ANSWERED)
    page.get_by_label("Find a card").press_sequentially("moon lil")
    answered(page, find="moon lil")
    page.get_by_label("the reserves").check()
    page.get_by_role("button", name="Add one Moon Lily").click()

    expect(page.get_by_label("List", exact=True)).to_have_value("Reserves\n1 Moon Lily\n")
    expect(page.locator("#follows")).to_contain_text("Reserves")


def test_a_card_that_was_offered_before_it_was_searched_still_says_how_many_are_in_the_list(annas_phone):
    page = annas_phone
    page.goto("/decks/check/")
    page.evaluate(ANSWERED)

    page.get_by_label("Find a card").fill("Mother of Hives")
    answered(page, find="Mother of Hives")

    expect(page.locator("#in-mother-of-hives")).to_have_text("0")


def test_a_chosen_file_is_read_into_the_list_and_checked(annas_phone):
    page = annas_phone
    page.goto("/decks/check/")
    list_ = next(iter(starter_decks().values()))

    page.get_by_label(re.compile("upload a file")).set_input_files(
        {"name": "list.txt", "mimeType": "text/plain", "buffer": list_.encode()}
    )

    expect(page.locator("#follows")).to_contain_text("Legal")
    assert read_deck(page.get_by_label("List", exact=True).input_value()) == read_deck(list_)


def test_enter_in_the_search_checks_and_never_saves(annas_phone):
    page = annas_phone
    page.goto("/decks/new/")

    page.get_by_label("List", exact=True).fill("Moon Lily")
    page.get_by_label("Find a card").fill("giant")
    page.get_by_label("Find a card").press("Enter")

    expect(page.get_by_role("button", name="Add one Root Giant")).to_be_visible()
    expect(page.get_by_label("List", exact=True)).to_have_value("Moon Lily")
    assert page.url.endswith("/decks/new/")
    page.goto("/decks/")
    expect(page.get_by_text("No decks yet")).to_be_visible()


@pytest.mark.parametrize("typed", [[WIZARD], ["Wizards\n", WIZARD]])
def test_what_is_typed_while_a_tapped_card_is_on_its_way_is_not_lost_nor_is_the_card(editor, typed):
    card = Held(editor, "add=")

    tap(editor, "Mother of Hives", no_wait_after=True)
    for text in typed:
        card.sent()
        type_list(editor, text)
        too_early, card = card, Held(editor, "add=")
        too_early.arrives()
    card.arrives()

    expect(editor.locator("#in-mother-of-hives")).to_have_text("1")
    holds(editor, "Meadow Warden", "Mother of Hives")


def test_an_answer_to_what_was_typed_takes_no_card_that_is_on_its_way(editor):
    first = Held(editor, "add=")

    tap(editor, "Mother of Hives", no_wait_after=True)
    tap(editor, "Thistle Empress", no_wait_after=True)
    first.sent()
    type_list(editor, WIZARD)
    answered(editor, text=WIZARD)
    second = Held(editor, "add=")
    first.arrives()
    second.arrives()

    holds(editor, "Meadow Warden", "Mother of Hives", "Thistle Empress")
    expect(editor.locator("#in-mother-of-hives")).to_have_text("1")


def test_a_card_asked_for_again_is_not_lost_to_an_answer_that_comes_before_it(editor):
    card = Held(editor, "add=")

    tap(editor, "Mother of Hives", no_wait_after=True)
    card.sent()
    type_list(editor, WIZARD)
    again = Held(editor, "add=")
    card.arrives()
    again.sent()
    answered(editor, text=WIZARD)
    again.arrives()

    expect(editor.locator("#in-mother-of-hives")).to_have_text("1")
    holds(editor, "Meadow Warden", "Mother of Hives")


def test_a_search_is_not_lost_to_an_answer_about_the_list(editor):
    search = Held(editor, "find=lily")

    type_list(editor, WIZARD)
    editor.get_by_label("Find a card").fill("lily")
    search.sent()
    answered(editor, text=WIZARD)
    search.arrives()

    expect(editor.get_by_role("button", name="Add one Moon Lily")).to_be_visible()
    expect(editor.get_by_role("button", name="Add one Root Giant")).to_be_hidden()


def test_a_name_is_put_right_in_the_line_that_was_meant_or_not_at_all(editor):
    type_list(editor, MISSPELT)
    answered(editor, text=MISSPELT)
    card = Held(editor, "add=")

    tap(editor, "Mother of Hives", no_wait_after=True)
    editor.get_by_role("button", name="Meadow Warden on line 2").click(no_wait_after=True)
    with editor.expect_response(lambda answer: "mend=" in (answer.request.post_data or "")):
        card.arrives()

    expect(editor.locator("#in-mother-of-hives")).to_have_text("1")
    holds(editor, "Mother of Hives", "Meadow Wardn")


def test_a_card_of_another_colour_says_that_it_is_in_the_list(editor):
    tap(editor, "Furnace Tyrant")
    expect(editor.locator("#in-furnace-tyrant")).to_have_text("1")
    editor.get_by_label("Find a card").fill("Mother of Hives")
    answered(editor, find="Mother of Hives")

    tap(editor, "Mother of Hives")

    expect(editor.locator("#in-mother-of-hives")).to_have_text("1")


@pytest.mark.parametrize("field", ["List", "Find a card"])
def test_a_late_answer_to_what_was_typed_takes_no_tapped_card_back(editor, field):
    question = Held(editor)

    editor.get_by_label(field, exact=True).fill("Mother of Hives")
    question.sent()
    tap(editor, "Mother of Hives")
    expect(editor.locator("#in-mother-of-hives")).to_have_text("2" if field == "List" else "1")
    question.arrives()

    answered(editor, text=editor.get_by_label("List", exact=True).input_value())
    expect(editor.locator("#in-mother-of-hives")).to_have_text("2" if field == "List" else "1")


def test_a_card_is_read_in_a_drawer_and_the_unsaved_deck_stays(annas_phone, axe):
    page = annas_phone
    page.goto("/decks/new/")
    tap(page, "Mother of Hives")
    holds(page, "Mother of Hives")

    page.locator("#offers").get_by_role("link", name="Mother of Hives").click()

    drawer = page.get_by_role("dialog", name="Card")
    expect(drawer).to_contain_text("Rules for this card")
    assert axe(page) == []
    page.keyboard.press("Escape")
    expect(drawer).to_be_hidden()
    holds(page, "Mother of Hives")
    assert page.url.endswith("/decks/new/")


def test_the_boss_decides_which_cards_are_offered_next_and_the_page_says_so(editor):
    expect(editor.get_by_text("Start with a boss")).to_be_visible()

    tap(editor, "Mother of Hives")

    expect(editor.get_by_role("button", name="Add one Root Giant")).to_be_visible()
    expect(editor.get_by_role("button", name="Add one Furnace Tyrant")).to_be_hidden()
    expect(editor.get_by_text("Start with a boss")).to_be_hidden()
    expect(editor.get_by_role("button", name="Add one Mother of Hives")).to_be_focused()


def test_with_the_keyboard_a_name_is_put_right_and_the_next_one_is_at_hand(editor):
    type_list(editor, "Wizards\nMeadow Wardn\nRoot Gant\n")
    answered(editor, text="Wizards\nMeadow Wardn\nRoot Gant\n")

    editor.get_by_role("button", name="Meadow Warden on line 2").press("Enter")

    expect(editor.get_by_role("button", name="Root Giant on line 3")).to_be_focused()
    editor.keyboard.press("Enter")
    expect(editor.get_by_label("List", exact=True)).to_be_focused()
    holds(editor, "Meadow Warden", "Root Giant")
