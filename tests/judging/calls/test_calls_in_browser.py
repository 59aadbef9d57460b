"""A call and a penalty in real browsers: Anna's phone, the judge's phone, nothing reloaded by hand."""

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from tests.conftest import DESK, PHONE
from tests.judging.cases import at_a_table

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def looking(new_page, opened_by):
    """`looking(PHONE, anna, address)`: a page of somebody who is signed in."""

    def look(viewport, user, address, *, second_factor=False):
        page = opened_by(new_page(viewport), user, second_factor=second_factor)
        page.goto(address)
        return page

    return look


@pytest.mark.parametrize("viewport", [PHONE, DESK], ids=["phone", "desk"])
def test_anna_calls_the_judge_comes_and_a_penalty_decides_the_game(looking, axe, viewport):
    case = at_a_table()
    slug = case.tournament.slug
    anna = looking(PHONE, case.anna.user, case.match.get_absolute_url())
    judge = looking(viewport, case.judge, reverse("judging:calls", args=[slug]), second_factor=True)
    expect(judge.get_by_text("No calls waiting")).to_be_visible()

    anna.get_by_text("Add a note").click()
    anna.get_by_label("What is it about?").fill("A block")
    anna.get_by_role("button", name="Call a judge").click()
    expect(anna.get_by_text("A judge was called.")).to_be_visible()

    expect(judge.get_by_text("unclaimed")).to_be_visible()
    expect(judge.get_by_text("A block")).to_be_visible()
    assert axe(judge) == []
    judge.get_by_role("button", name="Take call at table 1").click()
    expect(judge.get_by_text("on the way")).to_be_visible()
    expect(anna.get_by_text(f"{case.judge.handle} is coming to your table.")).to_be_visible()
    assert axe(anna) == []
    judge.get_by_role("button", name="Resolve call at table 1").click()
    expect(judge.get_by_text("No calls waiting")).to_be_visible()
    expect(anna.get_by_role("button", name="Call a judge")).to_be_visible()

    entrant = case.tournament.entrants.get(user=case.anna.user)
    judge.goto(reverse("judging:penalize", args=[slug, entrant.pk]))
    judge.get_by_label("Infraction", exact=True).select_option("swap")
    judge.get_by_role("button", name="Show recommended penalty").click()
    expect(judge.get_by_text("Recommended: warning.")).to_be_visible()
    judge.get_by_label("game loss", exact=True).check()
    judge.get_by_label("What happened?").fill("Two summons in, one out.")
    assert axe(judge) == []
    judge.get_by_role("button", name="Give penalty").click()
    expect(judge.get_by_text("Two summons in, one out.")).to_be_visible()

    expect(anna.get_by_text("A judge gave a game loss.")).to_be_visible()
    anna.goto(case.tournament.get_absolute_url())
    anna.get_by_role("link", name="You have a penalty").click()
    expect(anna.get_by_text("Two summons in, one out.")).to_be_visible()
    assert axe(anna) == []
    for page in (anna, judge):
        assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
