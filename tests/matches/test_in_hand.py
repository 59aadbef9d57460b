"""What a player has in hand on the page of a match survives what others do meanwhile: words, ticks, focus, a finger."""

import re

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from bos_tournament.accounts.models import Session
from bos_tournament.tournaments.rounds import round_clock
from tests.conftest import DESK, PHONE
from tests.judging.cases import at_a_table
from tests.matches.playing import Step, bid_both

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def sitting(live_server, new_page, opened_by):
    """Anna's phone and the page of her match at this step: `anna, case = sitting(Step.BIDDING)`."""

    def sit(step, viewport=PHONE):
        case = at_a_table(step)
        anna = opened_by(new_page(viewport), case.anna.user)
        anna.goto(reverse("matches:detail", args=[case.match.pk]))
        return anna, case

    return sit


def news(case, page):
    """The desk starts the time of the round, and Anna's page shows it."""
    round_clock.start_round_clock(case.match.pairing.round, minutes=50)
    expect(page.get_by_text("Round timer")).to_be_visible()
    expect(page.get_by_text("not started")).to_be_hidden()


def test_annas_bid_is_still_hers_when_the_time_of_the_round_begins(sitting):
    anna, case = sitting(Step.BIDDING)
    amount = anna.get_by_label("Your bid in ether")
    for _ in range(4):
        anna.get_by_role("button", name="One more").click()

    news(case, anna)

    expect(amount).to_have_value("4")
    expect(anna.get_by_role("button", name="Seal 4 ether")).to_be_visible()


def test_what_anna_ticked_and_opened_stays_so_and_the_keyboard_stays_where_it_was(sitting):
    anna, case = sitting(Step.SWAPPING, DESK)
    anna.locator("fieldset[data-kind=summon] input[name=into]").first.check()
    anna.locator("fieldset[data-kind=summon] input[name=out]").nth(1).check()
    anna.get_by_text("Add a note").click()
    anna.get_by_label("What is it about?").fill("A blocked attack")
    anna.keyboard.press("ArrowLeft")

    news(case, anna)

    expect(anna.get_by_label("What is it about?")).to_be_focused()
    anna.keyboard.type("!")
    expect(anna.get_by_label("What is it about?")).to_have_value("A blocked attac!k")
    expect(anna.locator("fieldset[data-kind=summon] input[name=into]").first).to_be_checked()
    expect(anna.locator("fieldset[data-kind=summon] input[name=out]").nth(1)).to_be_checked()
    expect(anna.locator("fieldset[data-kind=summon] input[name=out]").first).not_to_be_checked()
    expect(anna.get_by_text("1 in, 1 out", exact=True)).to_be_visible()


def test_a_button_that_had_the_focus_has_it_still(sitting):
    anna, case = sitting(Step.PLAYING, DESK)
    anna.get_by_role("button", name="Report result").focus()

    news(case, anna)

    expect(anna.get_by_role("button", name="Report result")).to_be_focused()


def test_where_what_had_the_focus_is_gone_its_part_has_it(sitting):
    anna, case = sitting(Step.BIDDING, DESK)
    anna.get_by_label("Your bid in ether").focus()

    bid_both(case.match)

    expect(anna.get_by_text(re.compile("chooses who goes first"))).to_be_visible()
    expect(anna.locator("#match")).to_be_focused()


def test_what_was_refused_is_kept_too(sitting):
    anna, case = sitting(Step.SWAPPING)
    anna.locator("fieldset[data-kind=summon] input[name=into]").first.check()
    anna.get_by_role("button", name="Lock swap").click()
    expect(anna.locator(".summary")).to_be_visible()

    news(case, anna)

    expect(anna.locator("fieldset[data-kind=summon] input[name=into]").first).to_be_checked()


def test_nothing_moves_under_annas_finger(sitting):
    anna, case = sitting(Step.BIDDING)
    anna.evaluate("performance.now = () => 0")  # however long the news take, it is one short press
    box = anna.get_by_role("button", name="One more").bounding_box()
    anna.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    anna.mouse.down()

    with anna.expect_response(lambda answer: "/live/" in answer.url and answer.status == 200):
        round_clock.start_round_clock(case.match.pairing.round, minutes=50)
    anna.mouse.up()

    expect(anna.get_by_label("Your bid in ether")).to_have_value("1")
    expect(anna.get_by_text("not started")).to_be_hidden()
    expect(anna.get_by_label("Your bid in ether")).to_have_value("1")


def test_anna_whose_session_ends_reads_so_and_keeps_her_report(sitting):
    anna, case = sitting(Step.PLAYING)
    anna.get_by_label("By concession").check()

    Session.objects.all().delete()
    round_clock.start_round_clock(case.match.pairing.round, minutes=50)

    expect(anna.get_by_role("alert").get_by_text("You are no longer signed in")).to_be_visible()
    expect(anna.get_by_label("By concession")).to_be_checked()
