"""Two browsers whose table says something else than the board: what is asked for, agreed to, and gone back to."""

import os

import pytest
from playwright.sync_api import expect

from bos_tournament.cards import catalogue
from engine.bos.model.card_pool import sample_pool
from tests.conftest import DESK, PHONE
from tests.play.recorded import lines
from tests.play.test_board_changes import at_home
from tests.play.test_differing_tables import three_turns
from tests.polling import wait_until

pytestmark = pytest.mark.django_db(transaction=True)
SHOTS = os.environ.get("SHOTS")


@pytest.fixture
def look(axe):
    """The page is readable at its size in both schemes, without findings; with SHOTS=folder it leaves pictures."""

    def at(page, name):
        for scheme in ("dark", "light"):
            page.emulate_media(color_scheme=scheme)
            assert axe(page) == []
            assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]
            if SHOTS:
                page.screenshot(path=f"{SHOTS}/{name}-{page.viewport_size['width']}-{scheme}.png", full_page=True)

    return at


@pytest.fixture
def boards(new_page, opened_by):
    """Opens the board on a device of Anna's and on one of Ben's."""

    def open_boards(case, *sizes):
        catalogue.load(sample_pool().write(), publish=True)
        pages = []
        for seat, size in zip((case.anna, case.ben), sizes, strict=True):
            page = opened_by(new_page(size), seat.user)
            page.goto(f"/matches/{case.match.pk}/games/1/board/")
            pages.append(page)
        return pages

    return open_boards


def unfold(page, *names):
    for name in names:
        page.get_by_text(name, exact=True).click()


@pytest.mark.parametrize("sizes", [(PHONE, DESK), (DESK, PHONE)], ids=["phone-desk", "desk-phone"])
def test_anna_asks_for_another_number_and_ben_agrees(boards, look, sizes):
    case = at_home()
    anna, ben = boards(case, *sizes)

    unfold(anna, "Our table looks different", "All lines")
    look(anna, "differs")
    anna.get_by_label("On the board").select_option("life:P1")
    anna.get_by_role("spinbutton", name="On your table").fill("18")
    anna.get_by_role("button", name="Ask to change it").first.click()
    expect(anna.get_by_text("Your opponent has to agree.")).to_be_visible()
    look(anna, "asks")
    expect(ben.get_by_text("has 18 life, not 30.")).to_be_visible()
    look(ben, "asked")
    ben.get_by_role("button", name="Agree").click()

    wait_until(lambda: lines(case)[-1] == "J set L18/30")


def test_they_go_back_to_a_turn_and_what_came_after_is_struck_through(boards, look):
    case = three_turns()
    anna, ben = boards(case, PHONE, PHONE)

    unfold(ben, "Our table looks different")
    look(ben, "turns")
    ben.get_by_role("button", name=f"Turn 2: {case.anna.user}").click()
    anna.get_by_role("button", name="Agree").click()
    wait_until(lambda: lines(case)[-1] == "T2 P1")

    expect(anna.get_by_role("button", name="Agree")).to_have_count(0)
    unfold(anna, "All lines")
    expect(anna.locator("s").first).to_have_text("S a Cinder Imp")
    look(anna, "back")
