"""Webhooks in a real browser: adding an address, its secret, a test, a log of what went wrong; phone and desk."""

import os

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from bos_tournament.tournaments.webhooks import subscriptions
from tests.conftest import DESK, PHONE
from tests.factories import StaffFactory
from tests.tournaments import running_tournaments
from tests.tournaments.webhook_receiver import later, receiver, send

SHOTS = os.environ.get("SHOTS")


@pytest.fixture
def look(axe):
    """Each page seen fits its size, without serious findings; with SHOTS=folder it leaves a picture."""

    def at(page, name):
        assert axe(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]
        if SHOTS:
            page.screenshot(path=f"{SHOTS}/webhooks-{name}.png", full_page=True)

    return at


def test_olga_lets_her_bot_be_told_and_sees_what_comes_of_it(new_page, opened_by, look, transactional_db, settings):
    settings.WEBHOOKS_TO_LAN = True
    cup = running_tournaments.running(running_tournaments.NAMES[:4])
    olga = StaffFactory(tournament=cup).user
    phone, desk = new_page(PHONE), new_page(DESK)
    for page in (phone, desk):
        opened_by(page, olga, second_factor=True)
    phone.goto(reverse("tournaments:webhooks", args=[cup.slug]))
    look(phone, "empty-phone")

    phone.get_by_role("textbox", name="Address").fill(
        "ftp://example.org/a-very-long-address-of-somebody-who-likes-to-write/bos"
    )
    phone.get_by_role("button", name="Add").click()
    expect(phone.get_by_role("alert")).to_contain_text("begins with https://")
    look(phone, "wrong-phone")

    with receiver() as ear:
        phone.get_by_role("textbox", name="Address").fill(ear.url)
        phone.get_by_role("button", name="Add").click()
        expect(phone.get_by_role("heading", name="Secret of this webhook")).to_be_visible()
        look(phone, "secret-phone")
        phone.get_by_role("button", name="Send a test").click()
        expect(phone.get_by_text("sending", exact=True)).to_be_visible()
        send()
        round_ = running_tournaments.publish(cup)
        ear.status, ear.answer = 500, b"Traceback: the bot fell over its own feet at /srv/bots/tournament/receiver.py"
        send()
        later(seconds=31)
        send()
        running_tournaments.enter(round_.pairings.get(table=1))
    desk.goto(phone.url)
    expect(desk.get_by_text("2 attempts", exact=True)).to_be_visible()
    desk.get_by_text("2 attempts", exact=True).click()
    look(desk, "log-desk")
    phone.reload()
    look(phone, "log-phone")
    desk.emulate_media(color_scheme="dark")
    look(desk, "log-dark")

    later(days=1)
    send()
    for number in range(3):
        subscriptions.add_webhook(
            cup, url=f"https://chat-{number}.example.org/hooks", topics=["pairings", "results", "standings"]
        )
    desk.goto(reverse("tournaments:desk", args=[cup.slug]))
    expect(desk.get_by_text("is paused")).to_be_visible()
    look(desk, "off-at-the-desk-dark")
    phone.goto(reverse("tournaments:webhooks", args=[cup.slug]))
    expect(phone.get_by_text("paused", exact=True)).to_be_visible()
    look(phone, "full-phone")
    desk.emulate_media(color_scheme="light")
    desk.goto(reverse("tournaments:webhooks", args=[cup.slug]))
    look(desk, "full-desk")
    phone.get_by_role("link", name="127.0.0.1").click()
    expect(phone.get_by_role("alert")).to_contain_text("deliveries failed for a whole day")
    look(phone, "off-phone")
    phone.get_by_role("button", name="Resume").click()
    expect(phone.get_by_text("Webhook resumed.")).to_be_visible()
