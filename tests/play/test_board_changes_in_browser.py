"""Two browsers whose table says something else than the board: what is asked for, agreed to, and gone back to."""

import pytest
from playwright.sync_api import expect

from tests.conftest import DESK, PHONE
from tests.play.recorded import at_home, lines, three_turns
from tests.polling import wait_until

pytestmark = pytest.mark.django_db(transaction=True)


def unfold(page, *names):
    for name in names:
        page.get_by_text(name, exact=True).click()


@pytest.mark.parametrize("sizes", [(PHONE, DESK), (DESK, PHONE)], ids=["phone-desk", "desk-phone"])
def test_anna_asks_for_another_number_and_ben_agrees(phones, look, sizes):
    case = at_home()
    anna, ben = phones(case, *sizes)

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


def test_they_go_back_to_a_turn_and_what_came_after_is_struck_through(phones, look):
    case = three_turns()
    anna, ben = phones(case, PHONE, PHONE)

    unfold(ben, "Our table looks different")
    look(ben, "turns")
    ben.get_by_role("button", name=f"Turn 2: {case.anna.user}").click()
    anna.get_by_role("button", name="Agree").click()
    wait_until(lambda: lines(case)[-1] == "T2 P1")

    expect(anna.get_by_role("button", name="Agree")).to_have_count(0)
    unfold(anna, "All lines")
    expect(anna.locator("s").first).to_have_text("S a Cinder Imp")
    look(anna, "back")
