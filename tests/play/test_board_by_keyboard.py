"""A practice game by keyboard alone, with what a reader of screens hears of it.

`WHOLE=1` plays until somebody has won instead of some turns.
"""

import os

import pytest
from playwright.sync_api import expect

from bos_tournament.cards import catalogue
from bos_tournament.messages import localize_told
from bos_tournament.play.models import PLAYER, PracticeGame
from bos_tournament.play.positions import position_of
from engine.bos.model.card_pool import sample_pool
from tests.polling import wait_until

pytestmark = pytest.mark.django_db(transaction=True)
WHOLE = bool(os.environ.get("WHOLE"))
TURNS = 200 if WHOLE else 2
MOVES_A_TURN = 3
LISTEN = """() => {
  window.heard = [];
  const voice = document.querySelector("[data-board-voice]");
  new MutationObserver(() => window.heard.push(voice.textContent)).observe(voice, { childList: true });
}"""


@pytest.fixture
def board(page_desk):
    """Begins a game without a mouse, and listens."""
    catalogue.load(sample_pool().write(), publish=True)
    page_desk.goto("/play/")
    page_desk.get_by_role("button", name="Start game").press("Enter")
    expect(page_desk.get_by_text("Your move.")).to_be_visible()
    page_desk.evaluate(LISTEN)
    return page_desk


def game():
    return PracticeGame.objects.select_related("pool", "owner", "friend").get()


def lines_done():
    return game().lines.count()


def is_asked():
    now = game()
    return now.over_at is not None or now.asked == PLAYER


def shows_all(page):
    """Whether the page has all that was done."""
    return page.evaluate("Number(document.querySelector('#position [name=after]')?.value)") == lines_done()


def pressed(page, *keys):
    """Presses these keys where the page shows the board as it is, and waits until somebody is asked again."""
    before = lines_done()
    for key in keys:
        page.keyboard.press(key)
    wait_until(lambda: lines_done() > before and is_asked())
    wait_until(lambda: game().over_at is not None or shows_all(page))


def takes_a_turn(page):
    """Some moves from the list of all, each the first one, and the end of the turn."""
    for _move in range(MOVES_A_TURN):
        if game().over_at or not page.locator("[data-choices] [name=line]").count():
            break
        pressed(page, "m", "Enter")
    if not game().over_at:
        pressed(page, "e")


def test_cleo_plays_with_keys_alone_and_hears_every_line(board, worker, axe):
    for _turn in range(TURNS):
        if game().over_at is None:
            takes_a_turn(board)
    assert game().over_at or not WHOLE
    if game().over_at:
        expect(board.locator("#ended")).to_be_visible()

    here = position_of(game())
    told = [" ".join(said["text"].split()) for line in here.track.lines[1:] for said in localize_told(line.told)]
    first = next(at for at, row in enumerate(here.rows) if row.seat == PLAYER and not row.by_itself)
    skipped = sum(len(line.told) for line in here.track.lines[1 : 1 + first])
    heard = " ".join(board.evaluate("window.heard"))
    assert [said for said in told[skipped:] if said not in heard] == []
    assert axe(board) == []


def test_a_card_is_picked_up_and_aimed_by_keys(board):
    board.keyboard.press("n")
    assert board.evaluate("document.activeElement.matches('.lit')")
    board.get_by_role("button", name="Smoke Runner").first.focus()
    board.keyboard.press("Enter")
    place = board.locator('.table [data-at="1wb"]')
    expect(place).to_have_attribute("role", "button")

    place.focus()
    board.keyboard.press("Enter")
    expect(board.locator('.table [data-at="1b"]')).to_contain_text("Smoke Runner")

    board.keyboard.press("u")
    expect(board.locator('.table [data-at="1b"]')).to_have_text("open")


def test_keys_that_are_switched_off_do_nothing(board):
    board.get_by_text("Keys", exact=True).click()
    board.get_by_label("Use these keys").uncheck()
    board.reload()

    before = lines_done()
    board.keyboard.press("e")
    board.keyboard.press("m")

    expect(board.locator("[data-choices]")).not_to_have_attribute("open", "")
    assert lines_done() == before
