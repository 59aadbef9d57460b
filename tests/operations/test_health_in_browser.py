"""The pages of operators in a real browser, on a phone and at a desk."""

import pytest
from playwright.sync_api import expect

from tests.conftest import DESK, PHONE
from tests.factories import DeckVersionFactory, EntrantFactory, GuestFactory, UserFactory

pytestmark = pytest.mark.django_db(transaction=True)
WIDTH = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


@pytest.fixture
def rita_at(new_page, opened_by):
    """Rita's browser, signed in with her second factor: `rita_at(PHONE)`."""
    rita = UserFactory(handle="Rita", is_staff=True, is_superuser=True, email="rita@example.org")
    return lambda viewport: opened_by(new_page(viewport), rita, second_factor=True)


@pytest.mark.parametrize("viewport", [PHONE, DESK], ids=["phone", "desk"])
def test_rita_looks_after_the_site_and_merges_two_accounts(rita_at, viewport):
    anna, walk_in = UserFactory(handle="Anna"), GuestFactory(handle="Anna walk-in")
    entry = EntrantFactory(user=walk_in, deck_version=DeckVersionFactory(owner=walk_in), tournament__state="finished")
    page = rita_at(viewport)

    page.goto("/admin/")
    page.get_by_role("link", name="System status").click()
    expect(page.get_by_role("heading", name="Sweeps")).to_be_visible()
    assert page.evaluate(WIDTH) <= 0
    page.get_by_role("button", name="Send a test email to rita@example.org").click()
    expect(page.get_by_text("A test email is on its way to rita@example.org.")).to_be_visible()

    page.goto("/admin/accounts/merger/add/")
    page.get_by_label("Account to merge").fill("Anna")
    page.get_by_label("Account to keep").fill("Anna walk-in")
    page.get_by_role("button", name="Preview merge").click()
    expect(page.get_by_text("Anna walk-in is a guest and Anna has an account.")).to_be_visible()
    page.get_by_label("Account to merge").fill("Anna walk-in")
    page.get_by_label("Account to keep").fill("Anna")
    page.get_by_role("button", name="Preview merge").click()
    expect(page.get_by_text("1 entrant")).to_be_visible()
    assert page.evaluate(WIDTH) <= 0
    page.get_by_role("button", name="Merge Anna walk-in into Anna").click()
    expect(page.get_by_text("Anna walk-in was merged into Anna.")).to_be_visible()

    entry.refresh_from_db()
    assert entry.user == anna
