"""One evening in real browsers: five people, from the sign-up to the champion, on phones and at the desk."""

import re
import time
from datetime import timedelta
from urllib.parse import urlsplit

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from bos_tournament.accounts.sign_in.allauth_internals import add_second_factor, code_at
from bos_tournament.cards import catalogue
from engine.bos.decks.deck_lists import starter_decks
from engine.bos.model.card_pool import sample_pool
from tests.conftest import DESK, PHONE
from tests.factories import UserFactory

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]
PASSWORD = "correct horse battery"
LIST = starter_decks()["Open Meadow"]
RECORD = """[Wizards P1 Dawn Herald, Meadow Warden, Orchard Hermit]
[Wizards P2 Dawn Herald, Meadow Warden, Orchard Hermit]
1. T1 P2
2. S a Ambercrest Stag
3. A b x a
"""


def press(page, name, exact=False):
    page.get_by_role("button", name=name, exact=exact).first.click()


def seen(page, text):
    expect(page.get_by_text(text).first).to_be_visible()


def follow(page, name):
    page.get_by_role("link", name=name).first.click()


def staff_member(handle):
    """Somebody with an account and a second factor; returns the account and its secret."""
    user = UserFactory(handle=handle)
    secret = add_second_factor(user)
    return user, secret


def code(secret):
    """What an authenticator app shows now: it holds for half a minute more at least."""
    return code_at(secret, int(time.time()) // 30)


def sign_in(page, user, secret):
    page.goto("/accounts/login/")
    fill(page, login=user.email, password=PASSWORD)
    press(page, "Sign in")
    expect(page.locator("[name=code]").first).to_be_visible()  # a code is of its moment, so the page is there first
    fill(page, code=code(secret))
    press(page, "Sign in")
    seen(page, user.handle)


def sign_up(page, handle, next_path):
    page.goto(next_path)
    follow(page, "Create an account and join")
    fill(page, email=f"{handle.lower()}@example.org", password1=PASSWORD, handle=handle)
    press(page, "Sign up")
    press(page, "Join the tournament")


def fill(page, **fields):
    for name, value in fields.items():
        page.locator(f"[name={name}]").first.fill(value)


def moment(*, hours):
    return (timezone.now() + timedelta(hours=hours)).strftime("%Y-%m-%dT%H:%M")


def set_up_tournament(page):
    page.goto("/tournaments/new/")
    page.locator("[name=time_zone]").select_option("UTC")
    fill(page, name="Autumn Cup", place="Town hall", swiss_rounds="2")
    fill(page, starts_at=moment(hours=2), check_in_opens_at=moment(hours=-1))
    press(page, "Save draft")
    press(page, "Open registration")
    return re.search(r"/tournaments/([^/]+)/", page.url).group(1)


def hand_in(page, slug, text):
    page.goto(f"/tournaments/{slug}/deck/")
    page.locator("textarea").first.fill(text)
    press(page, "Submit deck list")


def check_in(page, slug):
    page.goto(f"/tournaments/{slug}/")
    press(page, "Check in")
    seen(page, "checked in")


def test_an_evening_from_sign_up_to_champion(new_page, worker, axe):
    catalogue.load(sample_pool().write(), publish=True)
    olga, olgas_secret = staff_member("Olga")
    jo, jos_secret = staff_member("Jo")
    desk, judge = new_page(DESK), new_page(DESK)
    anna, ben, kim = new_page(PHONE), new_page(PHONE), new_page(PHONE)

    sign_in(desk, olga, olgas_secret)
    slug = set_up_tournament(desk)
    assert axe(desk) == []

    # Two sign up and join, one walks in.
    for page, handle in ((anna, "Anna"), (ben, "Ben")):
        sign_up(page, handle, f"/tournaments/{slug}/")
        seen(page, "You are registered")
    desk.goto(f"/tournaments/{slug}/guests/")
    fill(desk, handle="Kim")
    press(desk, "Add and show link")
    kim.goto(urlsplit(desk.locator("#guest-link").inner_text()).path)
    press(kim, "Continue as Kim")
    expect(kim).not_to_have_url(re.compile("/p/"))

    # Anna's list is wrong; she reads why, mends it and hands it in.
    hand_in(anna, slug, LIST.replace("Field Sentinel", "Feild Sentinel"))
    seen(anna, "1.1.4")
    assert axe(anna) == []
    for page in (anna, ben, kim):
        hand_in(page, slug, LIST)
        seen(page, "legal")
        check_in(page, slug)

    # The judge is invited by a link.
    desk.goto(f"/tournaments/{slug}/staff/")
    desk.locator("[name=role]").select_option("head_judge")
    press(desk, "Create link")
    sign_in(judge, jo, jos_secret)
    judge.goto(urlsplit(desk.locator("#invitation-link").inner_text()).path)
    press(judge, "Become head judge")

    # The start says what it does; then round one is drawn and published.
    desk.goto(f"/tournaments/{slug}/desk/")
    follow(desk, "Preview start")
    press(desk, "Start with 3 players")
    desk.goto(f"/tournaments/{slug}/desk/")
    press(desk, "Draw round 1")
    press(desk, "Publish round 1")
    assert axe(desk) == []
    one, two = seated(slug, [anna, ben, kim])

    play_a_tie_and_a_game(one, two)
    differ_and_dispute(one, two, judge, axe)

    # The desk enters what is left; the standings are closed, the champion stands.
    enter_result(desk, slug)
    close_round(desk, slug, 1)
    press(desk, "Draw round 2")
    press(desk, "Publish round 2")
    enter_result(desk, slug)
    close_round(desk, slug, 2)
    press(desk, "Finish")
    kim.goto(f"/tournaments/{slug}/standings/")
    seen(kim, "Champion")
    assert axe(kim) == []


def seated(slug, phones):
    """The phones of the two who have a match, in the order of their seats; each opens it."""
    at_table = []
    for phone in phones:
        phone.goto(f"/tournaments/{slug}/")
        if phone.get_by_role("link", name="Go to your match").count():
            follow(phone, "Go to your match")
            at_table.append(phone)
    first = at_table[0].locator(".versus .name").first.inner_text()
    return sorted(at_table, key=lambda phone: first not in phone.locator(".account summary").inner_text())


def bid(phone, amount):
    """Presses without waiting for the answer, so that two phones press at once."""
    phone.locator("[name=amount]").fill(str(amount))
    phone.get_by_role("button", name="Seal").click(no_wait_after=True)


def play_a_tie_and_a_game(one, two):
    """Bosses, a tie, bids again, the choice, and a game that both report alike."""
    for phone in (one, two):
        press(phone, "We've shown our bosses")
    for phone in (one, two):
        bid(phone, 5)
    for phone in (one, two):
        seen(phone, "tied")
    for phone, amount in ((one, 4), (two, 7)):
        bid(phone, amount)
    press(two, "I go first")
    report(one, winner=1)
    press(two, "I agree")


def report(phone, *, winner):
    phone.locator(f"[name=winner][value='{winner}']").check()
    press(phone, "Report result")


def differ_and_dispute(one, two, judge, axe):
    """A swap before game 2, two reports that differ, a dispute with a record, and the judge's ruling."""
    for phone, amount in ((one, 3), (two, 2)):
        bid(phone, amount)
    press(one, "goes first")
    swap_a_summon(one)
    press(two, "Keep deck")
    report(one, winner=1)
    two.get_by_text("That's not right").click()
    report(two, winner=2)
    seen(one, "differ")
    assert axe(one) == []
    follow(one, "Dispute a game")
    fill(one, claim="The attack came before my summon.", text=RECORD)
    press(one, "File dispute")
    seen(one, "Line 3.")
    assert axe(one) == []
    judge.goto(urlsplit(one.url).path)
    judge.locator("[name=decision][value=correct]").check()
    judge.locator("[name=winner]").select_option(index=2)
    fill(judge, reason="7.1.3: nothing stood there that could attack.")
    press(judge, "Give ruling")
    one.reload()
    seen(one, "7.1.3: nothing stood there")
    assert axe(judge) == []


def swap_a_summon(phone):
    for side in ("out", "into"):
        phone.locator(f"[name={side}]").first.check()
    press(phone, "Lock swap")


def enter_result(desk, slug):
    desk.goto(f"/tournaments/{slug}/desk/")
    desk.locator(".room a").first.click()
    desk.locator("[name=score][value='2-0']").check()
    fill(desk, why="The slip says so.")
    press(desk, "Enter the result")


def close_round(desk, slug, number):
    desk.goto(f"/tournaments/{slug}/desk/")
    press(desk, re.compile(rf"lose round {number}( only)?$"))  # not the tap that starts the next one too
    desk.goto(f"/tournaments/{slug}/desk/")
