"""The demo, and what belongs to people and to the operator: accounts, tokens, decks, templates, webhooks, backups."""

import json
import uuid
from datetime import timedelta

from allauth.account.models import EmailAddress, EmailConfirmation
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.auth.hashers import get_hashers, make_password
from django.contrib.auth.models import Group, Permission
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from bos_tournament.accounts.models import ApiToken, PersonalLink, User
from bos_tournament.accounts.sign_in import personal_links, tokens
from bos_tournament.accounts.sign_in.token_digests import digest
from bos_tournament.cards import catalogue
from bos_tournament.cards.models import Card
from bos_tournament.decks import drafts
from bos_tournament.operations import jobs
from bos_tournament.operations.models import Backup, Job, Mailing, Sweep
from bos_tournament.privacy import erasure, merging
from bos_tournament.tournaments.decklists import submissions
from bos_tournament.tournaments.models import Tournament
from bos_tournament.tournaments.models.webhooks import Try, Webhook
from bos_tournament.tournaments.planning import duplicates
from bos_tournament.tournaments.series import series_setup
from bos_tournament.tournaments.webhooks import subscriptions
from engine.bos.decks.deck_lists import starter_decks
from tests.api.conftest import Program
from tests.factories import EntrantFactory, GuestFactory, StaffFactory, TournamentFactory, UserFactory, pinned_pool
from tests.tournaments import running_tournaments
from tests.tournaments.webhook_receiver import receiver, send
from tests.upgrade.restoring import LINK, TOKEN


def demo():
    call_command("first_admin")
    call_command("demo")


def people():
    """Petra has everything that somebody can have; others were merged, split, erased, or are guests."""
    petra = UserFactory(handle="Petra", real_name="Petra Everything", language="de", is_staff=True, is_superuser=True)
    petra.password = make_password("correct horse battery", hasher=get_hashers()[1].algorithm)
    petra.save()
    own_things(petra)
    other_people(petra)
    decks(petra)
    by_program(petra)
    told_webhooks(petra)
    operating()
    a_card_changes()


def own_things(petra):
    address = EmailAddress.objects.create(user=petra, email=petra.email, primary=True, verified=True)
    EmailConfirmation.create(address)
    TOTP.activate(petra, generate_totp_secret())
    RecoveryCodes.activate(petra)
    tokens.make_token(petra, "Reads along", second_factor=False, read_only=True)
    tokens.make_token(petra, "Does everything", second_factor=True)
    ApiToken.objects.filter(name="Does everything").update(token_digest=digest(TOKEN))
    petra.set_handle("Petra the Great")
    petra.save()
    petra.set_handle("Petra")
    petra.save()
    editors = Group.objects.create(name="Card editors")
    editors.permissions.add(Permission.objects.get(codename="change_card"))
    petra.groups.add(editors)
    petra.user_permissions.add(Permission.objects.get(codename="view_card"))
    LogEntry.objects.log_actions(petra.pk, [petra], CHANGE, change_message="[]", single_object=True)
    duplicates.keep_template(Tournament.objects.get(slug="dawn-cup"), by=petra, name="Dawn evenings")
    season = series_setup.create(petra, series_setup.SeriesPlan(name="Season of Petra", best=2))
    for slug in ("dawn-cup", "star-cup", "hill-cup"):
        series_setup.attach(season, Tournament.objects.get(slug=slug))
    series_setup.add_organizer(season, handle="Quill")


def other_people(petra):
    walk_in = GuestFactory(handle="Petra walk-in", real_name="Petra Everything")
    cup = Tournament.objects.get(slug="short-cup")
    EntrantFactory(tournament=cup, user=walk_in, state="dropped", dropped_after=1, place=30)
    personal_links.open_link(personal_links.issue_link(walk_in, by=petra))
    merging.merge(walk_in, petra, by=petra, token=merging.preview_merge(walk_in, petra).token)
    one, other = UserFactory(handle="Split one"), UserFactory(handle="Split other")
    merging.split(merging.merge(one, other, by=petra, token=merging.preview_merge(one, other).token))
    for number in range(2):
        gone = UserFactory(handle=f"Gone {number}", real_name="Gone for good")
        EntrantFactory(tournament=cup, user=gone, state="withdrawn", place=None, note=f"Gone {number} wrote this.")
        erasure.erase(gone)
    waiting = GuestFactory(handle="Guest with a link")
    personal_links.issue_link(waiting, by=petra)
    PersonalLink.objects.filter(user=waiting).update(token_digest=digest(LINK))
    revoked = GuestFactory(handle="Guest without")
    personal_links.issue_link(revoked, by=petra)
    personal_links.revoke_links(revoked, by=petra)
    User.objects.filter(handle="Split one").update(hides_history=True, mails_tables=True, language="es")


def decks(petra):
    """A draft, a starter, a list that was handed in twice, amended by a judge and read."""
    drafts.save_draft(petra, None, name="Petra's secret", text="3 Thornback\nNo such card")
    for slug in list(drafts.starters())[:2]:
        drafts.copy_starter(slug, petra)
    cup = TournamentFactory(name="List Cup", slug="list-cup", pool=pinned_pool())
    judge = StaffFactory(tournament=cup, role="judge").user
    entrant = EntrantFactory(tournament=cup, user=petra, place=1)
    for text in list(starter_decks().values())[:2]:
        submissions.submit_list(entrant, text=text)
        entrant.refresh_from_db()
    submissions.amend_list(entrant, by=judge, text=list(starter_decks().values())[2], reason="Ash missed.")
    entrant.refresh_from_db()
    submissions.read_list(entrant, judge, purpose="At the door.")


def by_program(petra):
    """Requests with an Idempotency-Key."""
    program = Program(petra, second_factor=True)
    plan = {"name": "Cup of a program", "place": "Town hall", "starts_at": "2040-01-05T10:00:00+01:00"}
    made = program.post("tournaments/", plan, Idempotency_Key=str(uuid.uuid4()))
    assert made.status_code == 201, made.content
    browser = Client(headers={"Accept-Language": "es"})
    assert browser.get("/").status_code == 200


def told_webhooks(petra):
    """Addresses that answered, failed, and were switched off."""
    cup = running_tournaments.opened(["Hook A", "Hook B", "Hook C", "Hook D"], name="Hook Cup", slug="hook-cup")
    StaffFactory(tournament=cup, user=petra)
    with receiver() as ear:
        hook, _ = subscriptions.add_webhook(cup, url=ear.url, topics=Webhook.Topic.values)
        subscriptions.rotate(hook)
        running_tournaments.start(cup)
        running_tournaments.play_and_close(cup)
        send()
        ear.status = 500
        subscriptions.send_test(hook)
        send()
    closed, _ = subscriptions.add_webhook(cup, url="http://127.0.0.1:9/nobody", topics=["results"])
    subscriptions.send_test(closed)
    send()
    subscriptions.switch_off(closed, why=Webhook.Off.FAILED)
    gone, _ = subscriptions.add_webhook(cup, url="https://gone.example/bos", topics=["standings"])
    subscriptions.switch_off(gone, why=Webhook.Off.GONE)
    running_tournaments.publish(cup)
    Webhook.objects.filter(pk=hook.pk).update(url="https://hall.example/bos", host="hall.example")
    assert Try.objects.count() >= 3


def operating():
    """What the operator's page tells, and a job that was given up."""
    now = timezone.now()
    Sweep.objects.create(task="operations.sweep", began_at=now, ended_at=now)
    fault = {"error": "OperationalError: gone", "failed_at": now}
    Sweep.objects.create(task="api.tell", began_at=now - timedelta(seconds=5), ended_at=now, **fault)
    Mailing.objects.create(outcome="sent", at=now)
    Mailing.objects.create(outcome="failed", at=now, fault="refused")
    Backup.objects.create(file="/srv/bos/backup.tar.gz", bytes=123_456, made_at=now)
    failed = jobs.enqueue("judging.find", uuid.uuid4())
    Job.objects.filter(pk=failed.pk).update(state="failed", attempts=8, error="DoesNotExist: no such record")
    begun = jobs.enqueue("judging.find", uuid.uuid4())
    Job.objects.filter(pk=begun.pk).update(state="begun", attempts=1)


def a_card_changes():
    """A card of the site's own is added, published, changed and taken back; another stays a draft."""
    catalogue.load(entry("Harbour Light", 1), publish=True)
    catalogue.load(entry("Harbour Light", 3), publish=True)
    catalogue.load(entry("Harbour Night", 2))
    assert Card.objects.filter(name="Harbour Night", state="draft").exists()


def entry(name, life):
    """A spell of the site's own."""
    ability = {"text": f"You gain {life} life.", "mandatory": False}
    printing = {"set": "Harbour", "rarity": "common", "artist": "P. Great"}
    facts = {"type": "spell", "color": "red", "cost": life, "official": False}
    return json.dumps([{"name": name, **facts, "abilities": [ability], "printings": [printing]}])
