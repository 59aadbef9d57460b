"""Webhooks by program: an organizer's deeds, what is told of them, and whom the doors keep out."""

import pytest

from bos_tournament.tournaments.models.webhooks import Webhook
from bos_tournament.tournaments.webhooks import subscriptions
from tests.factories import StaffFactory, TournamentFactory, UserFactory
from tests.tournaments import running_tournaments
from tests.tournaments.webhook_receiver import receiver, send

pytestmark = pytest.mark.django_db


@pytest.fixture
def cup():
    return running_tournaments.running(running_tournaments.NAMES[:4])


@pytest.fixture
def organizer(program, cup):
    return program(StaffFactory(tournament=cup).user, second_factor=True)


@pytest.fixture
def ear(settings):
    settings.WEBHOOKS_TO_LAN = True
    with receiver() as here:
        yield here


def test_an_address_from_the_first_message_to_its_end(organizer, cup, ear):
    path = f"tournaments/{cup.slug}/webhooks/"
    made = organizer.post(path, {"url": ear.url, "topics": ["pairings"]})
    one = f"{path}{made.json()['id']}/"
    sent = organizer.post(f"{one}test/").json()
    running_tournaments.publish(cup)
    send()
    again = organizer.post(f"{path}deliveries/{sent['id']}/again/")
    send()
    log = organizer.get(f"{one}deliveries/").json()["results"]

    assert made.status_code == 201
    assert made.json()["secret"].startswith("whsec_")
    assert (sent["event"], sent["state"], again.status_code) == ("test", "waiting", 200)
    assert ear.events == ["test", "pairings.published", "test"]
    assert [(row["event"], len(row["tries"]), row["state"]) for row in log] == [
        ("pairings.published", 1, "delivered"),
        ("test", 2, "delivered"),
    ]
    assert log[0]["tries"][0]["answer"] == "Thank you."
    assert log[0]["next_at"] is None
    assert "secret" not in organizer.get(one).json()
    assert organizer.patch(one, {"topics": ["results"]}).json()["topics"] == ["results"]
    assert organizer.patch(one, {"on": False}).json()["on"] is False
    assert organizer.post(f"{one}test/").json()["code"] == "webhook_off"
    assert organizer.patch(one, {"on": True}).json()["on"] is True
    assert organizer.post(f"{one}secret/").json()["secret"] != made.json()["secret"]
    assert organizer.delete(one).status_code == 204
    assert organizer.get(path).json()["results"] == []


def test_an_address_that_is_not_one_is_refused_at_its_field(organizer, cup):
    path = f"tournaments/{cup.slug}/webhooks/"

    faulty = organizer.post(path, {"url": "http://example.org/", "topics": ["results"]})
    inside = organizer.post(path, {"url": "https://127.0.0.1/", "topics": ["results"]})
    unknown = organizer.post(path, {"url": "https://example.org/", "topics": ["bids"]})

    assert (faulty.status_code, faulty.json()["code"], list(faulty.json()["fields"])) == (
        409,
        "address_faulty",
        ["url"],
    )
    assert (inside.status_code, inside.json()["code"]) == (409, "address_private")
    assert unknown.status_code == 400
    assert not Webhook.objects.exists()


@pytest.mark.parametrize("role", ["head_judge", "judge", "scorekeeper"])
def test_other_staff_hear_no_word_of_it(program, cup, role):
    made, _ = subscriptions.add_webhook(cup, url="https://chat.example/hush", topics=["results"])
    other = program(StaffFactory(tournament=cup, role=role).user, second_factor=True)
    path = f"tournaments/{cup.slug}/webhooks/"

    answers = [other.get(path), other.post(path, {"url": "https://a.example/", "topics": ["results"]})]
    answers += [other.get(f"{path}{made.pk}/"), other.post(f"{path}{made.pk}/secret/")]

    assert [answer.status_code for answer in answers] == [403] * 4
    assert b"hush" not in b"".join(answer.content for answer in answers)


def test_an_onlooker_and_another_organizer_cannot_reach_it(program, cup):
    made, _ = subscriptions.add_webhook(cup, url="https://chat.example/hush", topics=["results"])
    elsewhere = StaffFactory(tournament=TournamentFactory())
    stranger = program(elsewhere.user, second_factor=True)
    cleo = program(UserFactory())

    assert cleo.get(f"tournaments/{cup.slug}/webhooks/{made.pk}/").status_code == 403
    assert stranger.get(f"tournaments/{cup.slug}/webhooks/{made.pk}/").status_code == 403
    assert stranger.get(f"tournaments/{elsewhere.tournament.slug}/webhooks/{made.pk}/").status_code == 404
