"""Webhooks: who is told what, how it is signed, and what happens while nobody answers."""

import base64
import hashlib
import hmac
import re
import threading
from datetime import datetime, timedelta
from pathlib import Path

import pgtrigger
import pytest
from django.db import connection, transaction
from django.utils import timezone

from bos_tournament.celery import app
from bos_tournament.errors import Refused
from bos_tournament.launch import home
from bos_tournament.matches import bid_entry, result_reports, staff_results
from bos_tournament.matches.models import Reason
from bos_tournament.tournaments.entrants import check_in, guests, join_requests, registration
from bos_tournament.tournaments.models import Entrant
from bos_tournament.tournaments.models import webhooks as webhook_models
from bos_tournament.tournaments.models.webhooks import Delivery, Try, Webhook
from bos_tournament.tournaments.planning import lifecycle
from bos_tournament.tournaments.rounds import round_cycle, undo_actions
from bos_tournament.tournaments.webhooks import deliveries, subscriptions
from tests.factories import StaffFactory, TournamentFactory, UserFactory
from tests.judging import round_scenarios
from tests.judging.cases import at_a_table
from tests.matches.playing import Step
from tests.tournaments import running_tournaments
from tests.tournaments.webhook_receiver import later, receiver, send

ALL = Webhook.Topic.values
FOUR = running_tournaments.NAMES[:4]


@pytest.fixture
def lan(settings, monkeypatch):
    """The hall's own network may be told; the worker, which reads the environment, learns it too."""
    monkeypatch.setenv("WEBHOOKS_TO_LAN", "1")
    settings.WEBHOOKS_TO_LAN = True


@pytest.fixture
def ear(lan):
    """Somebody who listens."""
    with receiver() as here:
        yield here


def listening(ear, tournament, *, topics=ALL):
    webhook, secret = subscriptions.add_webhook(tournament, url=ear.url, topics=topics)
    webhook.key = base64.b64decode(secret.removeprefix("whsec_"))
    return webhook


def signature(heard, key):
    signed = f"{heard.headers['Webhook-Id']}.{heard.headers['Webhook-Timestamp']}.".encode() + heard.body
    return f"v1,{base64.b64encode(hmac.digest(key, signed, hashlib.sha256)).decode()}"


def undo(tournament, key):
    tournament.refresh_from_db()
    undo_actions.undo(tournament, key, token=undo_actions.preview_undo(tournament, key).token)


def waiting(tournament):
    found = Delivery.objects.filter(webhook__tournament=tournament, state="waiting")
    return list(found.order_by("made_at").values_list("event", flat=True))


# --- what is told ---


@pytest.mark.django_db(transaction=True)
def test_the_worker_tells_a_published_round_after_the_commit_and_signs_it(ear, worker):
    cup = running_tournaments.running(FOUR)
    webhook = listening(ear, cup, topics=["pairings"])

    round_ = running_tournaments.publish(cup)
    app.send_task("api.tell")

    ear.wait_for(1)
    (heard,) = ear.heard
    message, delivery = heard.message, Delivery.objects.get()
    assert (message["event"], message["about"], message["id"]) == ("pairings.published", {"round": 1}, str(delivery.pk))
    assert re.fullmatch(r"[\d-]+T[\d:.]+Z", message["at"])
    assert datetime.fromisoformat(message["at"]) == delivery.made_at
    assert message["tournament"] == {"slug": cup.slug, "name": cup.name}
    assert message["data"]["round"]["number"] == 1
    assert {player["name"] for table in message["data"]["pairings"] for player in table["players"]} == set(FOUR)
    assert {table["id"] for table in message["data"]["pairings"]} == {str(one.pk) for one in round_.pairings.all()}
    assert heard.headers["Webhook-Signature"] == signature(heard, webhook.key)


@pytest.mark.django_db
def test_every_change_that_was_asked_for_is_told_and_no_other(ear):
    cup = running_tournaments.running(FOUR, planned=2)
    listening(ear, cup, topics=["pairings", "results"])

    first = running_tournaments.play_and_close(cup)
    send()

    assert ear.events == ["pairings.published", "result.entered", "result.entered"]
    entered = ear.told[1]
    table = first.pairings.get(table=entered["about"]["table"])
    assert entered["data"]["pairing"]["id"] == str(table.pk)
    assert sorted(entered["data"]["pairing"]["score"]["wins"].values()) == [0, 2]


@pytest.mark.django_db
def test_players_who_agree_on_their_phones_are_told_like_the_desk(ear):
    case = at_a_table(Step.REPORTED)
    listening(ear, case.tournament, topics=["results"])

    result_reports.agree(case.ben)

    assert waiting(case.tournament) == []  # one game of two

    staff_results.enter_result(
        case.match, by=UserFactory(), wins={1: 2, 2: 0}, winner=case.anna, reason=Reason.PLAYED, why="Told."
    )
    assert waiting(case.tournament) == ["result.entered"]


@pytest.mark.django_db
def test_a_corrected_result_of_a_closed_round_tells_the_standings_too(ear):
    cup = running_tournaments.running(FOUR, planned=2)
    round_ = running_tournaments.play_and_close(cup)
    listening(ear, cup, topics=["results", "standings"])

    running_tournaments.enter(round_.pairings.get(table=1), 1, 2)

    assert waiting(cup) == ["result.changed", "standings.changed"]


@pytest.mark.django_db
def test_a_result_that_is_taken_back_and_a_round_that_is_opened_again_are_told(ear):
    cup = running_tournaments.running(FOUR, planned=2)
    round_ = running_tournaments.publish(cup)
    running_tournaments.play(round_)
    listening(ear, cup, topics=["results", "standings"])

    round_cycle.close(round_)
    undo(cup, "close")
    staff_results.withdraw_result(round_.pairings.get(table=1).match, by=UserFactory(), why="It was table 2.")

    assert waiting(cup) == ["standings.closed", "standings.reopened", "result.withdrawn"]


@pytest.mark.django_db
def test_standings_are_told_as_the_public_reads_them(ear, client):
    cup = running_tournaments.running(FOUR, planned=2)
    listening(ear, cup, topics=["standings"])

    running_tournaments.play_and_close(cup)
    send()

    (told,) = ear.told
    public = client.get(f"/api/v1/tournaments/{cup.slug}/standings/").json()
    assert (told["event"], told["about"]) == ("standings.closed", {"round": 1})
    assert told["data"] == {"count": public["count"], "standings": public["results"]}
    assert told["link"].endswith(f"/api/v1/tournaments/{cup.slug}/standings/")


@pytest.mark.django_db
def test_a_round_of_a_bracket_tells_the_bracket(ear, client):
    cup = running_tournaments.running(FOUR, format="single_elimination")
    listening(ear, cup, topics=["standings"])

    running_tournaments.play_and_close(cup)
    send()

    public = client.get(f"/api/v1/tournaments/{cup.slug}/bracket/").json()
    assert ear.told[0]["data"] == {"count": public["count"], "bracket": public["results"]}


@pytest.mark.django_db
def test_a_round_that_was_taken_back_tells_no_tables(ear):
    cup = running_tournaments.running(FOUR)
    listening(ear, cup, topics=["pairings"])

    round_cycle.unpublish(running_tournaments.publish(cup))
    send()

    assert ear.events == ["pairings.published", "pairings.withdrawn"]
    assert [message["data"] for message in ear.told] == [None, None]
    assert b"Anna" not in b"".join(one.body for one in ear.heard)


@pytest.mark.django_db
def test_a_mended_round_tells_its_tables_anew(ear):
    play = round_scenarios.mend()
    cup = next(play)
    listening(ear, cup, topics=["pairings"])

    next(play, None)

    assert waiting(cup) == ["pairings.changed"]


@pytest.mark.django_db
def test_the_tournament_tells_its_way_from_registration_to_the_end(ear):
    cup = TournamentFactory(state="draft", place="Hall")
    listening(ear, cup, topics=["tournament"])

    lifecycle.edit(cup, lifecycle.plan_of(cup))
    lifecycle.open_registration(cup)
    lifecycle.announce(cup, text="Lunch at noon.")
    send()

    assert [message["about"]["state"] for message in ear.told] == ["open", "open"]
    assert ear.told[1]["data"]["announcement"] == "Lunch at noon."
    assert ear.told[1]["data"]["tournament"]["slug"] == cup.slug


@pytest.mark.django_db
def test_players_are_told_but_not_who_asks_to_join(ear):
    cup = TournamentFactory(approval=True, check_in_opens_at=timezone.now() - timedelta(minutes=5))
    listening(ear, cup, topics=["players"])

    asks = registration.join(UserFactory(handle="Anna", real_name="Anna Ahrens"), cup)
    assert waiting(cup) == []

    join_requests.accept(asks)
    check_in.set_checked_in(asks, present=True)
    registration.withdraw(Entrant.objects.get(pk=asks.pk))
    send()

    assert ear.events == ["player.joined", "player.checked_in", "player.changed"]
    assert ear.told[0]["about"] == {"entrant": str(asks.pk)}
    assert b"Ahrens" not in b"".join(one.body for one in ear.heard)


@pytest.mark.django_db
def test_a_start_is_one_message_however_many_play(ear):
    cup = running_tournaments.opened(FOUR)
    listening(ear, cup, topics=["players", "tournament"])

    running_tournaments.start(cup)

    assert waiting(cup) == ["tournament.changed"]


@pytest.mark.django_db
def test_nothing_sealed_or_private_goes_out(ear):
    case = at_a_table(Step.BIDDING)
    cup = case.tournament
    listening(ear, cup)
    bid_entry.seal_bid(case.anna, amount=7_777_777_777)
    entrant, token = guests.add_guest(cup, handle="Gus", real_name="Gustav Grau", by=UserFactory())
    subscriptions.queue_repaired_round(cup, number=1)
    send()

    sent = b"".join(one.body for one in ear.heard).decode()
    assert "pairings.changed" in ear.events
    assert "player.joined" in ear.events
    assert [
        secret for secret in ("7777777777", "Grau", token, cup.join_code, case.anna.user.email) if secret in sent
    ] == []


@pytest.mark.django_db
def test_a_deed_that_fails_tells_nothing(ear):
    cup = running_tournaments.running(FOUR)
    listening(ear, cup)

    with transaction.atomic():
        running_tournaments.publish(cup)
        transaction.set_rollback(True)

    assert waiting(cup) == []


@pytest.mark.django_db
def test_a_tournament_without_webhooks_writes_nothing_for_them(ear):
    cup = running_tournaments.running(FOUR, planned=2)
    listening(ear, TournamentFactory())

    running_tournaments.play_and_close(cup)

    assert not Delivery.objects.exists()


# --- when nobody answers ---


@pytest.mark.django_db
def test_a_failed_delivery_is_tried_again_under_its_id_with_growing_pauses(ear):
    cup = running_tournaments.running(FOUR)
    webhook = listening(ear, cup, topics=["pairings"])
    running_tournaments.publish(cup)
    ear.status = 503

    send()
    assert send() == 0  # the address rests
    later(seconds=31)
    send()
    ear.status = 204
    later(seconds=31)
    send()
    assert send() == 0

    assert [one.headers["Webhook-Id"] for one in ear.heard] == [str(Delivery.objects.get().pk)] * 3
    assert list(Try.objects.order_by("at").values_list("status", flat=True)) == [503, 503, 204]
    webhook.refresh_from_db()
    assert (Delivery.objects.get().state, webhook.failing_since, webhook.is_off) == ("delivered", None, False)


@pytest.mark.django_db
def test_after_a_day_it_is_given_up_the_address_is_switched_off_and_the_desk_says_so(ear, signed_in):
    cup = running_tournaments.running(FOUR)
    webhook = listening(ear, cup, topics=["pairings"])
    running_tournaments.publish(cup)
    ear.status = 500

    tries = 0
    while Delivery.objects.get().state == "waiting":
        tries += send()
        later(hours=2)

    webhook.refresh_from_db()
    assert 8 <= tries <= 14
    assert (Delivery.objects.get().state, webhook.off_why) == ("given_up", "failed")
    organizer = StaffFactory(tournament=cup).user
    desk = signed_in(organizer, second_factor=True).get(f"/tournaments/{cup.slug}/desk/").content.decode()
    assert "is paused" in desk
    subscriptions.switch_on(webhook)
    desk = signed_in(organizer, second_factor=True).get(f"/tournaments/{cup.slug}/desk/").content.decode()
    assert "is paused" not in desk


@pytest.mark.django_db
def test_the_pauses_last_about_a_day():
    whole, last = sum(deliveries.PAUSES), deliveries.PAUSES[-1]

    assert list(deliveries.PAUSES) == sorted(deliveries.PAUSES)
    assert 12 * 3_600 < whole < 24 * 3_600 < whole + 2 * last


@pytest.mark.django_db
def test_an_address_that_says_it_is_gone_is_switched_off_at_once(ear):
    cup = running_tournaments.running(FOUR)
    webhook = listening(ear, cup, topics=["pairings"])
    running_tournaments.publish(cup)
    ear.status = 410

    send()

    webhook.refresh_from_db()
    assert (webhook.off_why, Delivery.objects.get().state) == ("gone", "given_up")
    round_cycle.unpublish(cup.stages.get().rounds.get())
    assert Delivery.objects.count() == 1


@pytest.mark.django_db
def test_what_a_killed_worker_left_is_sent_by_the_next(ear):
    cup = running_tournaments.running(FOUR)
    listening(ear, cup, topics=["pairings"])
    running_tournaments.publish(cup)

    deliveries._claim()  # and then the power goes
    assert send() == 0
    later(seconds=11)
    send()

    assert ear.events == ["pairings.published"]


@pytest.mark.django_db
def test_one_address_that_fails_keeps_no_other_waiting(ear):
    cup = running_tournaments.running(FOUR)
    listening(ear, cup, topics=["pairings"])
    with receiver() as deaf:
        deaf.status = 500
        listening(deaf, cup, topics=["pairings"])
        for _ in range(3):
            round_cycle.unpublish(running_tournaments.publish(cup))
        send()

        assert len(ear.heard) == 6
        assert len(deaf.heard) == 1


@pytest.mark.django_db
def test_one_message_that_cannot_be_written_keeps_no_other_back(ear):
    cup = running_tournaments.running(FOUR)
    listening(ear, cup, topics=["pairings"])
    with receiver() as other:
        broken = listening(other, cup, topics=["pairings"])
        running_tournaments.publish(cup)
        broken.deliveries.update(about={})

        send()

        assert (ear.events, other.events) == (["pairings.published"], [])
        assert Try.objects.get(delivery__webhook=broken).fault == "unwritten"


@pytest.mark.django_db(transaction=True)
def test_only_one_worker_sends_at_a_time(ear):
    cup = running_tournaments.running(FOUR)
    listening(ear, cup, topics=["pairings"])
    running_tournaments.publish(cup)
    found = []

    with deliveries._alone() as mine:
        other = threading.Thread(target=lambda: (found.append(send()), connection.close()))
        other.start()
        other.join()

    assert (mine, found) == (True, [0])
    assert send() == 1


@pytest.mark.django_db
def test_the_log_is_kept_for_thirty_days(ear):
    cup = running_tournaments.running(FOUR)
    webhook = listening(ear, cup, topics=["pairings"])
    running_tournaments.publish(cup)
    send()

    later(days=29)
    deliveries.delete_old_deliveries()
    assert webhook.deliveries.count() == 1
    later(days=2)
    deliveries.delete_old_deliveries()

    assert (Delivery.objects.count(), Try.objects.count()) == (0, 0)


# --- addresses and secrets ---


@pytest.mark.django_db
def test_after_a_rotation_both_secrets_sign_for_a_day(ear):
    webhook = listening(ear, TournamentFactory())
    before = webhook.key

    after = base64.b64decode(subscriptions.rotate(webhook).removeprefix("whsec_"))
    subscriptions.send_test(webhook)
    send()
    later(days=1, seconds=1)
    subscriptions.send_test(webhook)
    send()

    first, second = ear.heard
    assert first.headers["Webhook-Signature"].split() == [signature(first, after), signature(first, before)]
    assert second.headers["Webhook-Signature"].split() == [signature(second, after)]


@pytest.mark.django_db
def test_a_secret_is_not_in_the_database_and_not_in_the_trail(ear):
    webhook, secret = subscriptions.add_webhook(TournamentFactory(), url=ear.url + "?token=hush", topics=["results"])

    kept = Webhook.objects.filter(pk=webhook.pk).values().get()
    trail = webhook.events.values().get()
    assert secret not in str(kept)
    assert "hush" not in str(trail)
    assert kept["secret"] not in str(trail)
    assert trail["host"] == webhook.host


@pytest.mark.django_db
def test_when_the_secret_of_the_site_changed_the_log_says_what_to_do(ear, settings):
    webhook = listening(ear, TournamentFactory())
    settings.SECRET_KEY = "another one, since the old one leaked"
    subscriptions.send_test(webhook)

    send()

    assert (ear.heard, Try.objects.get().fault) == ([], "unsigned")
    subscriptions.rotate(webhook)
    later(seconds=31)
    send()
    assert ear.events == ["test"]


@pytest.mark.django_db
def test_send_again_sends_the_same_id_with_what_stands_now(ear):
    cup = running_tournaments.running(FOUR)
    listening(ear, cup, topics=["pairings"])
    round_ = running_tournaments.publish(cup)
    send()
    running_tournaments.enter(round_.pairings.get(table=1))

    subscriptions.send_again(Delivery.objects.get())
    send()

    assert len({one.headers["Webhook-Id"] for one in ear.heard}) == 1
    assert [one.message["data"]["pairings"][0]["score"]["step"] for one in ear.heard] == ["bosses", "finished"]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("deed", "code"),
    [
        (lambda cup, ear: subscriptions.add_webhook(cup, url=ear.url, topics=["results"]), "address_taken"),
        (lambda cup, ear: subscriptions.add_webhook(cup, url=ear.url + "2", topics=[]), "topic_missing"),
        (lambda cup, ear: subscriptions.add_webhook(cup, url=ear.url + "2", topics=["bids"]), "topic_missing"),
        (lambda cup, ear: subscriptions.send_test(subscriptions.switch_off(cup.webhooks.get())), "webhook_off"),
        (
            lambda cup, ear: [subscriptions.add_webhook(cup, url=f"{ear.url}{n}", topics=ALL) for n in range(10)],
            "too_many_webhooks",
        ),
    ],
)
def test_what_is_refused(ear, deed, code):
    cup = TournamentFactory()
    listening(ear, cup)

    with pytest.raises(Refused) as refusal:
        deed(cup, ear)

    assert refusal.value.code == code


@pytest.mark.django_db
def test_an_address_that_was_removed_meanwhile_is_refused(ear):
    webhook = listening(ear, TournamentFactory())
    subscriptions.remove_webhook(Webhook.objects.get(pk=webhook.pk))

    with pytest.raises(Refused) as refusal:
        subscriptions.rotate(webhook)

    assert refusal.value.code == "webhook_gone"


@pytest.mark.django_db
def test_the_receiver_of_the_docs_knows_what_is_genuine(ear):
    page = (Path(home.CHECKOUT) / "docs" / "webhooks.md").read_text(encoding="utf-8")
    known = {}
    exec(re.search(r"```python\n(.*?)```", page, re.DOTALL)[1], known)  # noqa: S102, it is what the docs show
    webhook, secret = subscriptions.add_webhook(TournamentFactory(), url=ear.url, topics=ALL)
    renewed = subscriptions.rotate(webhook)
    subscriptions.send_test(webhook)
    send()
    (heard,) = ear.heard

    assert known["is_genuine"](secret, heard.headers, heard.body)
    assert known["is_genuine"](renewed, heard.headers, heard.body)
    assert not known["is_genuine"](secret, heard.headers, heard.body + b" ")
    assert not known["is_genuine"]("whsec_" + "A" * 44, heard.headers, heard.body)
    old = {**heard.headers, "Webhook-Timestamp": str(int(heard.headers["Webhook-Timestamp"]) - 400)}
    assert not known["is_genuine"](secret, old, heard.body)


def test_the_docs_name_every_topic_and_every_event():
    page = (Path(home.CHECKOUT) / "docs" / "webhooks.md").read_text(encoding="utf-8")
    written = " ".join(one.func for one in vars(webhook_models).values() if isinstance(one, pgtrigger.Trigger))
    events = set(re.findall(r"'([a-z]+\.[a-z_]+)'", written)) | {subscriptions.TEST, subscriptions.PAIRINGS_CHANGED}

    assert len(events) == 14
    assert [name for name in (*ALL, *events) if f"`{name}`" not in page] == []
