"""An analysis in a real browser: branches by taps on a phone, best lines by a bot in a real worker, keys at a desk."""

import re

import pytest
from playwright.sync_api import expect

from bos_tournament.cards import catalogue
from bos_tournament.play.models import AnalysisTree
from engine.bos.model.card_pool import sample_pool

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def analysis():
    """Opens an empty table as a visitor, and begins the first turn."""
    catalogue.load(sample_pool().write(), publish=True)

    def start(page):
        page.goto("/analysis/")
        page.get_by_role("button", name="Start analysis").click()
        page.get_by_label("Write a line").fill("T1 P1")
        page.get_by_role("button", name="Add line").click()
        expect(page.locator(".tree [aria-current]")).to_contain_text("T1 P1")
        return page

    return start


def lines():
    tree = AnalysisTree.objects.get()
    return sorted(tree.lines.exclude(parent=None).values_list("parent__written", "written"))


def test_a_visitor_taps_a_line_goes_back_taps_another_and_has_a_branch(page_phone, analysis, axe):
    page = analysis(page_phone)
    assert axe(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")

    page.locator(".hand").get_by_role("button", name="Smoke Runner").click()
    page.locator('.table [data-at="1wb"]').click()
    expect(page.locator('.table [data-at="1b"]')).to_contain_text("Smoke Runner")
    expect(page).to_have_url(re.compile(r"\?at="))
    page.get_by_role("link", name="Back").click()
    expect(page.locator('.table [data-at="1b"]')).to_have_text("open")
    page.get_by_role("button", name="End turn").click()

    expect(page.locator(".tree .side-line [aria-current]")).to_contain_text("E")
    begun = ("T1 P1", "E"), ("T1 P1", "S b Smoke Runner")
    assert [line for line in lines() if line[0] == "T1 P1"] == list(begun)
    assert axe(page) == []


def test_best_lines_come_from_the_worker_and_one_is_played(page_desk, analysis, worker):
    page = analysis(page_desk)

    page.get_by_role("button", name="Find best lines").press("Enter")
    first = page.locator(".best-lines button").first
    expect(first).to_be_visible(timeout=30_000)
    expect(page.get_by_text("lines tried")).to_be_visible()
    written = first.get_attribute("value")
    first.press("Enter")

    expect(page.locator(".tree [aria-current]")).to_contain_text(written)


def test_a_comment_and_the_way_through_the_history_stay_when_the_page_is_loaded_again(page_desk, analysis):
    page = analysis(page_desk)

    page.get_by_label("Comment").fill("Here it begins.")
    page.get_by_role("button", name="Save comment").press("Enter")
    expect(page.locator(".tree .remark")).to_have_text("Here it begins.")
    page.get_by_role("link", name="First").press("Enter")
    expect(page.locator(".tree [aria-current]")).to_have_text(re.compile("Start"))
    page.reload()

    expect(page.locator(".tree [aria-current]")).to_have_text(re.compile("Start"))
    page.go_back()
    expect(page.locator(".tree [aria-current]")).to_contain_text("T1 P1")
