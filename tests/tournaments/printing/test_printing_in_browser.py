"""Slips typed in with nothing but the keyboard, long PDFs on their way, and pages of paper that fit every screen."""

import pytest
from playwright.sync_api import expect

from bos_tournament.tournaments.models import Printout
from bos_tournament.tournaments.printing import kept_printouts
from bos_tournament.tournaments.printing.printables import Kind, printable
from tests.factories import StaffFactory
from tests.polling import wait_until
from tests.tournaments.running_tournaments import NAMES, enter, play_and_close, publish, running

pytestmark = pytest.mark.django_db(transaction=True)


def slip(page, table, games):
    """One slip as somebody types it: table, Tab, games, Enter."""
    page.keyboard.type(table)
    page.keyboard.press("Tab")
    page.keyboard.type(games)
    page.keyboard.press("Enter")


def test_a_pile_of_slips_is_typed_in_without_touching_the_mouse(page_desk, opened_by):
    cup = running(NAMES[:6], planned=3)
    publish(cup)
    page = opened_by(page_desk, StaffFactory(tournament=cup, role="scorekeeper").user, second_factor=True)

    table = page.get_by_label("Table", exact=True)

    page.goto(f"{cup.get_absolute_url()}desk/rounds/1/enter-slips/")
    expect(table).to_be_focused()
    slip(page, "2", "21")
    expect(page.get_by_role("heading", name="Still missing (2)")).to_be_visible()
    expect(table).to_be_focused()
    slip(page, "9", "20")
    expect(page.get_by_role("alert").get_by_text("Round 1 has no table 9.")).to_be_visible()
    expect(table).to_be_focused()
    expect(table).to_have_value("9")
    page.keyboard.press("Control+A")
    page.keyboard.type("3")
    page.keyboard.press("Enter")

    expect(page.get_by_role("heading", name="Entered (2)")).to_be_visible()


@pytest.mark.parametrize("size", ["page_phone", "page_desk"])
def test_pages_of_paper_fit_the_screen_and_are_accessible(request, size, opened_by, axe):
    cup = running(NAMES[:9], planned=3)
    play_and_close(cup)
    enter(publish(cup).pairings.get(table=1))
    page = opened_by(request.getfixturevalue(size), StaffFactory(tournament=cup, role="judge").user, second_factor=True)

    found = {}
    for name in ("desk/", "desk/printing/", "desk/rounds/2/enter-slips/", "standings/", "pairings/"):
        page.goto(f"{cup.get_absolute_url()}{name}")
        too_wide = page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth")
        found[name] = (too_wide, axe(page))

    assert found == dict.fromkeys(found, (False, []))


@pytest.mark.parametrize("size", ["page_phone", "page_desk"])
def test_a_long_pdf_shows_how_far_it_is_and_offers_the_file_by_itself(request, size, monkeypatch, opened_by, axe):
    monkeypatch.setattr(kept_printouts, "MOST_ROWS", 2)
    cup = running(NAMES[:6], planned=3)
    play_and_close(cup)
    page = opened_by(request.getfixturevalue(size), StaffFactory(tournament=cup).user, second_factor=True)
    page.goto(f"{cup.get_absolute_url()}desk/printing/")

    page.get_by_role("link", name="Result slips").click()
    expect(page.get_by_text("Waiting to start")).to_be_visible()
    Printout.objects.update(begun_at=cup.starts_at, page=12, pages=64)
    expect(page.get_by_text("Page 12 of 64")).to_be_visible()
    assert axe(page) == []
    assert not page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth")
    kept_printouts.draw(Printout.objects.get().pk)

    expect(page.get_by_role("link", name="Open PDF")).to_be_visible()
    assert axe(page) == []


def test_a_real_worker_draws_it(worker, monkeypatch):
    monkeypatch.setattr(kept_printouts, "MOST_ROWS", 2)
    cup = running(NAMES[:6], planned=3)
    play_and_close(cup)

    printout = kept_printouts.ask_for(printable(Kind.STANDINGS, StaffFactory().user, cup.slug), size="a4")

    wait_until(lambda: Printout.objects.filter(pk=printout.pk, done_at__isnull=False).exists())
    assert bytes(Printout.objects.get().content).startswith(b"%PDF-")
