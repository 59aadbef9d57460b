"""Walking through a record in a real browser: links, arrow keys, swipes, trying a line; on a phone and at a desk."""

import re

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from bos_tournament.judging.records import record_entry
from tests.conftest import DESK, PHONE
from tests.judging.cases import at_a_table, record
from tests.judging.games import work
from tests.matches.playing import Step

pytestmark = pytest.mark.django_db(transaction=True)

LINES = ("1. T1 P2", "2. E", "3. T2 P1", "4. A a x 1b", "5. E", "6. T3 P2", "7. E")

SWIPE = """([from, to]) => {
  const table = document.querySelector(".table");
  const finger = (x) => new Touch({ identifier: 1, target: table, clientX: x, clientY: 300 });
  const start = { touches: [finger(from)], changedTouches: [finger(from)], bubbles: true };
  const end = { touches: [], changedTouches: [finger(to)], bubbles: true };
  table.dispatchEvent(new TouchEvent("touchstart", start));
  table.dispatchEvent(new TouchEvent("touchend", end));
}"""


@pytest.fixture
def case():
    return at_a_table(Step.DIFFERING)


@pytest.fixture
def opened(case, new_page, opened_by):
    """Opens the record as somebody: `opened(PHONE, user)`."""
    made = record_entry.hand_in(case.game, by=case.anna.user, seat=case.anna, text=record(case, *LINES))
    work()

    def open_record(viewport, user, *, second_factor=False):
        page = opened_by(new_page(viewport), user, second_factor=second_factor)
        page.goto(reverse("judging:record", args=[made.pk]))
        return page

    return open_record


def stands_at(page, number):
    expect(page.locator("#position")).to_have_attribute("data-line", str(number))
    expect(page).to_have_url(re.compile(rf"line={number}$"))
    expect(page.locator("#walk [aria-current=step]")).to_have_count(1)
    expect(page.locator("#walk .here")).to_have_attribute("data-key", str(number))


@pytest.mark.parametrize("viewport", [PHONE, DESK], ids=["phone", "desk"])
def test_anna_walks_by_links_and_arrow_keys_and_a_reader_hears_where_she_is(case, opened, axe, viewport):
    page = opened(viewport, case.anna.user)
    expect(page.locator("#position-heading")).to_have_text("Line 4 of 7")

    page.keyboard.press("ArrowLeft")
    stands_at(page, 3)
    expect(page.get_by_role("status").filter(has_text="Line 3 of 7: T2 P1.")).to_have_count(1)
    page.keyboard.press("ArrowRight")
    stands_at(page, 4)
    page.get_by_role("link", name="Last").click()
    stands_at(page, 7)
    page.get_by_role("link", name="First").click()
    stands_at_start = page.locator("#position-heading")
    expect(stands_at_start).to_have_text("Before the first line")
    page.locator("#walk").get_by_role("link", name="T3 P2").click()
    stands_at(page, 6)

    assert axe(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")


LONG = tuple(said for turn in range(1, 21) for said in (f"T{turn} P{1 + turn % 2}", "E"))


def held(key, times):
    """A key that is held down, as fast as a keyboard can say so."""
    event = f"new KeyboardEvent('keydown', {{ key: '{key}', bubbles: true, cancelable: true, repeat: n > 0 }})"
    return f"() => {{ for (let n = 0; n < {times}; n++) document.body.dispatchEvent({event}); }}"


@pytest.mark.parametrize("viewport", [PHONE, DESK], ids=["phone", "desk"])
def test_six_quick_presses_go_six_lines_and_a_held_key_keeps_up(case, new_page, opened_by, viewport):
    text = record(case, *(f"{number}. {said}" for number, said in enumerate(LONG, 1)))
    made = record_entry.hand_in(case.game, by=case.anna.user, seat=case.anna, text=text)
    work()
    page = opened_by(new_page(viewport), case.anna.user)
    lost = []
    page.on("console", lambda said: lost.append(said.text) if said.type == "error" else None)
    page.on("requestfailed", lambda request: lost.append(request.url))
    page.goto(f"{reverse('judging:record', args=[made.pk])}?line=20")

    for _ in range(6):
        page.keyboard.press("ArrowRight")
    stands_at(page, 26)
    page.evaluate(held("ArrowLeft", 15))
    stands_at(page, 11)
    for _ in range(4):
        page.get_by_role("link", name="Next").click(no_wait_after=True)
    stands_at(page, 15)
    page.evaluate(held("ArrowRight", 60))
    stands_at(page, 40)

    assert lost == []


def test_the_button_that_was_pressed_keeps_the_focus(case, opened):
    page = opened(DESK, case.anna.user)

    page.get_by_role("link", name="Back").focus()
    page.keyboard.press("Enter")

    stands_at(page, 3)
    expect(page.locator("#walk-back")).to_be_focused()


def test_arrow_keys_in_a_field_stay_in_the_field(case, opened):
    page = opened(DESK, case.anna.user)

    page.get_by_label("Go to line").focus()
    page.keyboard.press("ArrowLeft")
    page.get_by_label("Go to line").fill("2")
    page.keyboard.press("Enter")

    stands_at(page, 2)


def test_the_way_back_of_the_browser_leads_to_the_line_before(case, opened):
    page = opened(DESK, case.anna.user)
    page.keyboard.press("ArrowLeft")
    stands_at(page, 3)
    page.keyboard.press("ArrowLeft")
    stands_at(page, 2)

    page.go_back()

    stands_at(page, 3)
    page.keyboard.press("ArrowRight")
    stands_at(page, 4)


def test_a_swipe_over_the_table_goes_one_line_on_or_back(case, opened):
    page = opened(PHONE, case.anna.user)

    page.evaluate(SWIPE, [300, 100])
    stands_at(page, 5)
    page.evaluate(SWIPE, [100, 300])
    stands_at(page, 4)


def test_without_scripts_the_links_lead_through_the_record(case, opened, browser, live_server):
    with_scripts = opened(PHONE, case.anna.user)
    plain = browser.new_context(java_script_enabled=False, base_url=live_server.url, viewport=PHONE)
    plain.add_cookies(with_scripts.context.cookies())
    page = plain.new_page()

    page.goto(with_scripts.url)
    page.get_by_role("link", name="Next").click()

    expect(page.locator("#position-heading")).to_have_text("Line 5 of 7")
    plain.close()


@pytest.mark.parametrize("viewport", [PHONE, DESK], ids=["phone", "desk"])
def test_a_judge_tries_lines_on_the_open_page(case, opened, axe, viewport):
    page = opened(viewport, case.judge, second_factor=True)
    page.keyboard.press("ArrowLeft")
    stands_at(page, 3)

    page.get_by_label("Line to try").fill("T9 P2")
    page.get_by_role("button", name="Try line").click()
    expect(page.locator("#trial")).to_contain_text("Illegal")
    page.get_by_role("link", name="Show all legal lines here").click()
    page.locator("#continuations").get_by_role("link", name="E", exact=True).click()
    expect(page.locator("#trial")).to_contain_text("Accepted")
    expect(page.locator("#position")).to_have_attribute("data-line", "3")

    assert axe(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")


@pytest.mark.parametrize("viewport", [PHONE, DESK], ids=["phone", "desk"])
def test_a_judge_taps_whole_turns_on_the_board_and_takes_them_back(case, opened, axe, viewport):
    page = opened(viewport, case.judge, second_factor=True)
    page.keyboard.press("ArrowLeft")
    stands_at(page, 3)
    page.get_by_role("link", name="Show all legal lines here").click()

    piles = page.get_by_role("group", name="Cards in piles, players and abilities")
    piles.get_by_role("button").first.click()
    lit = page.locator("#trying .table .lit")
    expect(lit.first).to_be_visible()
    assert page.locator("#continuations li:visible").count() == lit.count()
    page.keyboard.press("Escape")
    expect(page.locator("#continuations li:visible", has_text="BOSS")).to_have_count(0)

    summon = piles.get_by_role("button").first
    name = summon.inner_text()
    summon.click()
    page.locator("#trying .table .lit").first.click()
    expect(page.locator("#trial")).to_contain_text(re.compile(rf"Accepted:\s+S [abc] {name}"))
    expect(page.locator("#trial .table .touched").first).to_contain_text(name)

    page.locator("#continuations").get_by_role("link", name="E", exact=True).click()
    tried = page.get_by_role("group", name="Lines tried so far")
    expect(tried.get_by_role("listitem")).to_have_text([re.compile(f"S [abc] {name}"), "E"])
    assert axe(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")

    page.get_by_role("link", name="Take back").click()
    expect(tried.get_by_role("listitem")).to_have_text([re.compile(f"S [abc] {name}")])
    page.get_by_role("link", name="Take back").click()
    expect(tried).to_have_count(0)
    expect(page.locator("#position")).to_have_attribute("data-line", "3")


def test_a_tap_on_what_no_line_needs_changes_nothing_and_says_why(case, opened):
    page = opened(PHONE, case.judge, second_factor=True)
    page.keyboard.press("ArrowLeft")
    stands_at(page, 3)
    page.get_by_role("link", name="Show all legal lines here").click()
    expect(page.get_by_role("heading", name="legal lines here")).to_be_visible()
    before = page.locator("#continuations li:visible").count()

    page.locator("#trying [data-at='2*']").click()
    page.locator("#trying .piles").first.click()

    expect(page.locator("[data-unlit]")).to_be_empty()

    page.locator("#trying [data-at='1*']").click()
    expect(page.locator("[data-unlit]")).to_contain_text("9.1.2")
    assert page.locator("#continuations li:visible").count() == before
    assert page.locator("#trying .picked").count() == 0
