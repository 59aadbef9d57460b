"""Long names in the browser: they stay in their box, leave the figures alone, and do not push a table off the paper."""

import pytest

from bos_tournament.tournaments.rounds import tournament_end
from tests.conftest import DESK
from tests.tournaments.running_tournaments import play_and_close, publish, running

pytestmark = pytest.mark.django_db(transaction=True)

LONG = ["W" * 30, "Maximiliane-Wilhelmina Feather", "Шереметьева Александра Викторо", "Donaudampfschiffahrtsgesellsch"]
OUTSIDE = """() => [...document.querySelectorAll(".bracket g")].flatMap((box) => {
    const edge = box.querySelector("rect").getBoundingClientRect().right;
    return [...box.querySelectorAll("text, .who")].filter((one) => one.getBoundingClientRect().right > edge)
        .map((one) => one.textContent);
})"""
ON_SCORE = """() => [...document.querySelectorAll(".bracket .who")].filter((one) => {
    const score = one.closest("g").querySelector(".score").getBoundingClientRect();
    return score.width && one.getBoundingClientRect().right > score.left;
}).map((one) => one.textContent)"""
OFF_PAPER = """() => [...document.querySelectorAll("main *:not(.visually-hidden, .no-print, .no-print *)")]
    .filter((one) => one.getBoundingClientRect().right > innerWidth + 1).map((one) => one.outerHTML.slice(0, 80))"""
A4 = {"width": 688, "height": 1000}  # within its margins


def test_names_in_the_bracket_end_within_their_box_and_before_the_score(new_page):
    cup = running(LONG, format="single_elimination")
    play_and_close(cup)
    publish(cup)
    page = new_page(DESK)

    page.goto(f"/tournaments/{cup.slug}/bracket/")

    assert page.locator(".bracket .who").count() > 4
    assert page.evaluate(OUTSIDE) == []
    assert page.evaluate(ON_SCORE) == []


@pytest.mark.parametrize("door", ["standings", "bracket"])
def test_nothing_of_a_printed_page_is_cut_off_at_the_edge_of_the_paper(new_page, door):
    cup = running(LONG, **({"planned": 1} if door == "standings" else {"format": "double_elimination"}))
    play_and_close(cup)
    if door == "standings":
        tournament_end.finish_tournament(cup)
    page = new_page(A4)
    page.emulate_media(media="print")

    page.goto(f"/tournaments/{cup.slug}/{door}/")

    assert page.evaluate(OFF_PAPER) == []


def test_a_list_that_is_folded_on_the_screen_is_printed(new_page):
    cup = running(LONG, planned=1, stage_lists="open")
    page = new_page(A4)
    page.goto(f"/tournaments/{cup.slug}/lists/")
    lists = page.locator("main pre")

    assert not lists.first.is_visible()
    page.emulate_media(media="print")
    assert lists.first.is_visible()
