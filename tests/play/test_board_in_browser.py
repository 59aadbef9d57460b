"""A practice game in a real browser, against a bot in a real worker: by taps on a phone, by keyboard at a desk."""

import re

import pytest
from playwright.sync_api import expect

from bos_tournament.cards import catalogue
from bos_tournament.play import presenter
from bos_tournament.play.models import PracticeGame
from engine.bos.model.card_pool import sample_pool
from tests.play.practice import lines, stands_after
from tests.polling import wait_until

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def on_board():
    """Starts a game as a visitor and opens its board."""
    catalogue.load(sample_pool().write(), publish=True)

    def start(page):
        page.goto("/play/")
        page.get_by_role("button", name="Start game").click()
        expect(page.get_by_text("Your move.")).to_be_visible()
        return page

    return start


def in_the_hand(page, name):
    return page.locator(".hand").get_by_role("button", name=name)


DECLINE = """() => [...document.querySelectorAll("#position button")]
    .find((button) => /^(Do not block|Pass)/.test(button.textContent.trim()))?.click()"""


def stands_aside_until_the_second_turn(page):
    """Whether it is; what the bot asks meanwhile is declined, at one go, since the board may be another one at once."""
    page.evaluate(DECLINE)
    board = page.locator("#position")
    return "turn 2" in board.inner_text() and board.get_by_text("Your move.").is_visible()


def test_a_visitor_summons_by_two_taps_ends_the_turn_and_the_bot_answers(page_phone, on_board, axe, worker):
    page = on_board(page_phone)
    assert axe(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")

    in_the_hand(page, "Smoke Runner").click()
    expect(page.locator("[data-unlit]")).to_contain_text("Smoke Runner")
    expect(page.locator(".table .lit")).not_to_have_count(0)
    page.locator('.table [data-at="1wb"]').click()
    expect(page.locator('.table [data-at="1b"]')).to_contain_text("Smoke Runner")

    page.get_by_role("button", name="End turn").click()
    wait_until(lambda: stands_aside_until_the_second_turn(page))

    done = lines(PracticeGame.objects.get())
    assert done[:4] == ["T1 P1", "S b Smoke Runner", "E", "T2 P2"]
    assert done[-1] == "T3 P1"
    assert axe(page) == []


def test_what_is_picked_up_shows_at_each_target_what_would_come_of_it(page_phone, on_board, axe):
    page = on_board(page_phone)
    met = ("T1 P1", "S b Smoke Runner", "E", "T2 P2", "S b Field Sentinel", "E", "T3 P1")
    game = stands_after(PracticeGame.objects.get(), *met)
    attack = next(each for each in presenter.board(game)["options"] if each["written"] == "A b x 2b")
    page.reload()
    expect(page.locator(".omen")).to_have_count(0)

    page.locator('.table [data-at="1b"]').click()

    omen = page.locator('.table [data-at="2b"] .omen')
    expect(omen).to_have_text(attack["effect"])
    assert omen.evaluate("omen => parseFloat(getComputedStyle(omen).fontSize)") >= 12
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    page.get_by_text("All moves").click()
    expect(page.get_by_role("button", name=f"{attack['label']} {attack['outcome']}", exact=True)).to_be_visible()
    assert axe(page) == []

    page.keyboard.press("Escape")
    expect(page.locator(".omen")).to_have_count(0)


def test_a_spell_without_a_target_is_read_by_one_tap_and_cast_by_the_second(page_phone, on_board):
    page = on_board(page_phone)
    game = stands_after(PracticeGame.objects.get(), "T1 P1", "E", "T2 P2", "E", "T3 P1")
    page.reload()

    in_the_hand(page, "Slagfall").click()
    expect(page.locator("[data-unlit]")).to_contain_text("Slagfall")
    expect(page.get_by_role("button", name="Cast Slagfall")).to_be_visible()
    assert lines(game)[-1] == "T3 P1"

    in_the_hand(page, "Slagfall").click()
    wait_until(lambda: lines(game)[-1] == "C Slagfall")


def test_neither_the_board_nor_end_turn_moves_when_a_card_is_picked_up(page_phone, on_board):
    page = on_board(page_phone)
    in_the_hand(page, "Lava Hound").scroll_into_view_if_needed()
    places = [page.locator('.table [data-at="1wa"]'), page.get_by_role("button", name="End turn")]
    before = [place.bounding_box() for place in places]

    in_the_hand(page, "Lava Hound").click()
    expect(page.locator("[data-unlit]")).to_contain_text("Lava Hound")

    assert [place.bounding_box() for place in places] == before


def test_a_card_that_can_do_nothing_says_why_and_a_second_tap_lets_go(page_phone, on_board):
    page = on_board(page_phone)

    page.locator('.table [data-at="1*"]').click()
    expect(page.locator("[data-unlit]")).to_contain_text("Furnace Tyrant")
    in_the_hand(page, "Lava Hound").click()
    expect(in_the_hand(page, "Lava Hound")).to_have_class(re.compile("picked"))
    in_the_hand(page, "Lava Hound").click()
    expect(page.locator(".picked")).to_have_count(0)


def test_at_a_desk_every_move_is_made_from_the_list_and_taken_back_by_keyboard(page_desk, on_board):
    page = on_board(page_desk)

    page.get_by_text("All moves").press("Enter")
    page.get_by_role("button", name="Summon Smoke Runner in column b").press("Enter")
    expect(page.locator('.table [data-at="1b"]')).to_contain_text("Smoke Runner")

    page.get_by_role("button", name="Take back").press("Enter")
    expect(page.locator('.table [data-at="1b"]')).to_have_text("open")


def test_giving_up_shows_who_won_and_how_to_go_on(page_phone, on_board):
    page = on_board(page_phone)

    page.get_by_role("button", name="Give up").click()

    expect(page.get_by_role("heading", name="Newt won")).to_be_visible()
    expect(page.get_by_role("link", name="Play again")).to_be_visible()
