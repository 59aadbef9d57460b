"""Sign-up, second factor and admin in a real browser, under the strict content policy."""

import time

import pytest
from playwright.sync_api import expect

from bos_tournament.accounts.sign_in import personal_links
from bos_tournament.accounts.sign_in.allauth_internals import PROOFS_KEY, add_second_factor, code_at
from bos_tournament.accounts.sign_in.sessions import SessionStore
from bos_tournament.operations.models import Job
from tests.factories import GuestFactory, StaffFactory, UserFactory

PASSWORD = "correct horse battery"


def code(secret, half_minutes=0):
    return code_at(secret, int(time.time()) // 30 + half_minutes)


def sign_in(page, user):
    page.goto("/accounts/login/")
    page.get_by_label("Email address").fill(user.email)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("main").get_by_role("button", name="Sign in").click()


@pytest.mark.slow
def test_anna_signs_up_on_her_phone_and_sets_up_a_second_factor(transactional_db, page_phone, axe):
    page = page_phone
    page.goto("/accounts/signup/")
    assert axe(page) == []
    page.get_by_label("Email address").fill("anna@example.org")
    page.get_by_label("Handle").fill("Anna")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Show").click()
    page.get_by_role("button", name="Sign up").click()
    page.goto("/account/")
    assert axe(page) == []

    page.get_by_role("link", name="Set up").click()
    expect(page.get_by_alt_text("QR code for your authenticator app")).not_to_have_js_property("naturalWidth", 0)
    assert axe(page) == []
    page.get_by_label("code").fill(code(page.locator("#totp-key").inner_text()))
    page.get_by_role("button", name="Turn on two-factor authentication").click()

    expect(page.get_by_role("heading", level=1)).to_have_text("Your recovery codes")
    assert axe(page) == []
    page.get_by_role("link", name="I've saved them").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Your account")


@pytest.mark.slow
def test_a_guest_opens_a_link_on_a_phone(transactional_db, page_phone, axe):
    gus = GuestFactory(handle="Gus")
    page_phone.goto(f"/p/{personal_links.issue_link(gus, by=UserFactory(handle='Dora'))}/")
    assert axe(page_phone) == []

    page_phone.get_by_role("button", name="Continue as Gus").click()
    page_phone.goto("/account/")

    expect(page_phone.get_by_role("main")).to_contain_text("Created by Dora")
    assert axe(page_phone) == []
    page_phone.get_by_role("link", name="Create an account").click()
    expect(page_phone.get_by_role("button", name="Create account")).to_be_visible()
    assert axe(page_phone) == []


@pytest.mark.slow
def test_the_admin_works_under_the_content_policy(transactional_db, page_desk):
    """A breach of the policy fails this test by itself."""
    rita = UserFactory(handle="Rita", is_staff=True, is_superuser=True)
    secret = add_second_factor(rita)
    UserFactory(handle="Ben")
    Job.objects.create(task="matches.open", subject=rita.pk, state=Job.State.FAILED, error="ValueError")
    page = page_desk
    sign_in(page, rita)
    expect(page.get_by_label("Code")).to_be_visible()  # a code is of its moment, so the page is there first
    page.get_by_label("Code").fill(code(secret))
    page.get_by_role("button", name="Sign in").click()

    page.goto("/admin/")
    page.goto("/admin/accounts/user/?q=ben")
    page.get_by_role("link", name="Ben").click()
    page.get_by_label("Real name").fill("Ben Baum")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator("body")).to_contain_text("was changed successfully")
    page.wait_for_load_state()
    assert "pbkdf2" not in page.content()

    page.goto("/admin/operations/job/")
    page.get_by_label("Select this object for an action").check()
    page.locator("select[name=action]").select_option("retry")
    page.get_by_role("button", name="Run").or_(page.get_by_role("button", name="Go")).click()
    expect(page.locator("body")).to_contain_text("1 of 1 jobs restarted")


def grow_old(page):
    """Eleven minutes pass since the second factor was confirmed."""
    store = SessionStore(page.context.cookies()[0]["value"])
    for record in store[PROOFS_KEY]:
        record["at"] -= 11 * 60
    store.save()


@pytest.mark.slow
@pytest.mark.parametrize("size", ["phone", "desk"])
def test_a_form_sent_too_early_is_sent_again_and_sessions_are_read(opened_by, page_phone, page_desk, axe, size):
    role = StaffFactory()
    secret = add_second_factor(role.user)
    page = opened_by(page_phone if size == "phone" else page_desk, role.user, second_factor=True)
    page.goto(f"/tournaments/{role.tournament.slug}/staff/")
    grow_old(page)
    page.get_by_role("button", name="Create link").click()
    page.get_by_label("Code").fill(code(secret))
    page.get_by_role("button", name="Confirm").click()

    expect(page.get_by_role("heading", name="Pick up where you left off")).to_be_visible()
    expect(page.get_by_role("main")).not_to_contain_text("What you typed is back")
    assert axe(page) == []
    page.get_by_role("button", name="Do it now").click()
    expect(page.get_by_role("main")).to_contain_text("/staff/")

    page.goto("/account/sessions/")
    expect(page.get_by_text("this device")).to_be_visible()
    assert axe(page) == []
