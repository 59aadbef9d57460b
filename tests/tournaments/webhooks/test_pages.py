"""The organizer's pages of webhooks: the secret is shown once, the log tells each try, buttons do what they say."""

import re

import pytest

from bos_tournament.tournaments.models.webhooks import Delivery, Webhook
from bos_tournament.tournaments.webhooks import subscriptions
from tests.factories import StaffFactory
from tests.html_whitespace import tight
from tests.tournaments import running_tournaments
from tests.tournaments.webhook_receiver import receiver, send

pytestmark = pytest.mark.django_db


@pytest.fixture
def cup():
    return running_tournaments.running(running_tournaments.NAMES[:4])


@pytest.fixture
def olga(signed_in, cup):
    return signed_in(StaffFactory(tournament=cup).user, second_factor=True)


@pytest.fixture
def ear(settings):
    settings.WEBHOOKS_TO_LAN = True
    with receiver() as here:
        yield here


def page(browser, cup, path=""):
    return tight(browser.get(f"/tournaments/{cup.slug}/webhooks/{path}"))


def press(browser, cup, path, **said):
    return browser.post(f"/tournaments/{cup.slug}/webhooks/{path}", said)


def test_an_organizer_adds_an_address_and_sees_its_secret_once(olga, cup, ear):
    assert "No webhooks yet" in page(olga, cup)

    shown = tight(press(olga, cup, "", url=ear.url, topics=["pairings"]))

    (webhook,) = cup.webhooks.all()
    (secret,) = re.findall(r"whsec_[\w+/=]+", shown)
    assert subscriptions.secrets_of(webhook) == [secret]
    assert "whsec_" not in page(olga, cup, f"{webhook.pk}/")
    assert webhook.host in page(olga, cup)


def test_a_faulty_address_is_told_at_its_field_and_stays_typed(olga, cup):
    answer = press(olga, cup, "", url="http://example.org/bot", topics=["results"])

    assert answer.status_code == 422
    assert "begins with https://" in tight(answer)
    assert 'value="http://example.org/bot"' in tight(answer)
    assert press(olga, cup, "", url="https://example.org/").status_code == 422
    assert not Webhook.objects.exists()


def test_the_log_tells_what_came_of_each_try_and_sends_again(olga, cup, ear):
    webhook, _ = subscriptions.add_webhook(cup, url=ear.url, topics=["pairings"])
    ear.status, ear.answer = 500, b"<b>Out of order</b>"
    running_tournaments.publish(cup)
    send()

    shown = page(olga, cup, f"{webhook.pk}/")
    assert "status 500" in shown
    assert "&lt;b&gt;Out of order&lt;/b&gt;" in shown
    assert "sending" in shown
    ear.status = 200
    Webhook.objects.update(rests_until=None)
    Delivery.objects.update(state="given_up")
    assert press(olga, cup, f"deliveries/{Delivery.objects.get().pk}/again/").status_code == 302
    send()
    assert "delivered" in page(olga, cup, f"{webhook.pk}/")


def test_the_buttons_of_an_address(olga, cup, ear):
    webhook, secret = subscriptions.add_webhook(cup, url=ear.url, topics=["pairings"])
    one = f"{webhook.pk}/"

    press(olga, cup, f"{one}test/")
    send()
    assert ear.events == ["test"]
    rotated = tight(press(olga, cup, f"{one}secret/rotate/"))
    assert "whsec_" in rotated
    assert secret not in rotated
    press(olga, cup, one, url=ear.url, topics=["results", "players"])
    press(olga, cup, f"{one}switch/", on="no")
    webhook.refresh_from_db()
    assert (webhook.topics, webhook.is_off) == (["results", "players"], True)
    assert press(olga, cup, f"{one}test/").status_code == 422
    press(olga, cup, f"{one}switch/", on="yes")
    webhook.refresh_from_db()
    assert not webhook.is_off
    press(olga, cup, f"{one}remove/")
    assert not Webhook.objects.exists()


def test_a_judge_sees_neither_the_page_nor_the_link(signed_in, cup):
    judge = signed_in(StaffFactory(tournament=cup, role="judge").user, second_factor=True)

    assert judge.get(f"/tournaments/{cup.slug}/webhooks/").status_code == 403
    assert "webhooks/" not in tight(judge.get(f"/tournaments/{cup.slug}/"))
