"""The operator's page and /health/: real figures, told to whom they concern."""

import os
import smtplib
import uuid
from datetime import datetime, timedelta

import pytest
from django.core.mail import EmailMessage, get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.db import connection
from django.test.utils import CaptureQueriesContext, override_settings
from django.urls import reverse
from django.utils import timezone

from bos_tournament.accounts.sign_in import tokens
from bos_tournament.celery import app
from bos_tournament.errors import Refused
from bos_tournament.operations import backups, mail_backend, periodic_tasks
from bos_tournament.operations.health import report, resources, servers, workers
from bos_tournament.operations.health.component_status import State
from bos_tournament.operations.models import Backup, Job, Mailing, Sweep
from bos_tournament.operations.tasks import sweep
from tests.factories import UserFactory
from tests.html_whitespace import tight
from tests.owner_connection import as_owner
from tests.polling import wait_until

PAGE, TEST_MAIL, HEALTH = "/admin/health/", "/admin/health/test-mail/", "/health/"
NOTED = {"EMAIL_BACKEND": "bos_tournament.operations.mail_backend.NotedMail"}


class Unreachable(BaseEmailBackend):
    """A mail server that refuses, naming the address as real ones do."""

    def send_messages(self, email_messages):
        raise smtplib.SMTPRecipientsRefused({email_messages[0].to[0]: (550, b"no such user")})


def ran(ago=timedelta(0), error=""):
    """As if every task of the clock had run so long ago."""
    at = timezone.now() - ago
    for one in periodic_tasks.due(timezone.now()):
        Sweep.objects.update_or_create(task=one.task, defaults={"began_at": at, "ended_at": at, "error": error})


def job(**facts):
    return Job.objects.create(task="tournaments.tell_seated", subject=uuid.uuid4(), **facts)


@pytest.fixture
def rita(db):
    return UserFactory(handle="Rita", is_staff=True, is_superuser=True, email="rita@example.org")


# Work


@pytest.mark.django_db
def test_a_task_of_the_clock_notes_its_run_by_itself():
    periodic_tasks.listen()
    before = timezone.now()

    sweep.apply()

    noted = Sweep.objects.get()
    assert noted.task == "operations.sweep"
    assert before <= noted.began_at <= noted.ended_at
    assert noted.error == ""


@pytest.mark.django_db
def test_a_run_that_fails_is_noted_with_its_error(monkeypatch):
    periodic_tasks.listen()
    monkeypatch.setattr("bos_tournament.operations.jobs.sweep", lambda: 1 / 0)

    sweep.apply()

    noted = Sweep.objects.get()
    assert noted.error == "ZeroDivisionError: division by zero"
    assert noted.failed_at == noted.ended_at


@pytest.mark.django_db
def test_sweeps_are_late_when_they_never_ran_or_ran_long_ago():
    never = workers.sweeps_part()
    ran(timedelta(minutes=10))
    long_ago = workers.sweeps_part()
    ran()
    now = workers.sweeps_part()

    assert [part.state for part in (never, long_ago, now)] == [State.BAD, State.BAD, State.GOOD]
    assert "operations.sweep" in never.said
    assert "clock" in long_ago.todo


@pytest.mark.django_db
def test_a_sweep_that_failed_shows_its_error():
    ran(error="ValueError: no such pool")

    part = workers.sweeps_part()

    assert part.state is State.LOOK
    assert any("ValueError: no such pool" in value for _name, value in part.facts)


@pytest.mark.django_db
def test_jobs_are_counted_and_what_was_given_up_lately_is_named():
    job(state="done", done_at=timezone.now())
    assert workers.jobs_part().state is State.GOOD
    job(state="failed", error="ValueError: no")
    job(state="failed", error="ValueError: old", not_before=timezone.now() - timedelta(days=30))
    job(error="OSError: once")

    part = workers.jobs_part()

    figures = dict(part.facts)
    assert part.state is State.LOOK
    assert part.said == "1 job gave up recently."
    assert (figures["Waiting"], figures["Failed and retried"], figures["Gave up in total"]) == ("1", "1", "2")


@pytest.mark.django_db
def test_a_job_that_waits_for_long_means_that_no_worker_works():
    job(made_at=timezone.now() - timedelta(minutes=20))

    part = workers.jobs_part()

    assert part.state is State.BAD
    assert "20\xa0minutes ago" in part.said


# Machines


@pytest.mark.django_db
def test_the_database_tells_its_version_and_size():
    figures = dict(servers.database_part().facts)

    assert int(figures["PostgreSQL"].split(".")[0].split()[0]) >= 15
    assert float(figures["Size"].split()[0]) > 1


@pytest.mark.django_db
def test_a_web_process_is_known_by_what_it_calls_its_connections():
    with connection.cursor() as cursor:
        cursor.execute("SELECT set_config('application_name', %s, false)", [f"{servers.WEB} hall-2:4711"])
    try:
        part = servers.web_part()
    finally:
        with connection.cursor() as cursor:
            cursor.execute("SET application_name = ''")

    processes = {value for _name, value in part.facts}
    assert "hall-2:4711" in processes
    assert any(process.endswith(f":{os.getpid()}") for process in processes)


@pytest.mark.django_db
def test_a_site_without_a_worker_says_how_to_start_one():
    part = servers.worker_part(servers.broker_part())

    assert (part.state, part.said) == (State.BAD, "No worker answers.")
    assert "celery -A bos_tournament.celery worker -Q bos, others with -Q bos-bids and -Q bos-bots" in part.todo


@pytest.mark.django_db(transaction=True)
def test_a_real_worker_answers_over_the_real_broker(worker):
    broker = servers.broker_part()
    assert broker.state is State.GOOD

    parts = []  # a page waits for a second, and on a busy machine an answer may take longer
    wait_until(lambda: parts.append(servers.worker_part(broker)) or parts[-1].state is State.GOOD)

    assert any(worker.name in name for name, _value in parts[-1].facts)


@pytest.mark.django_db(transaction=True)
def test_the_page_waits_a_moment_for_workers_and_longer_only_where_none_answered(worker, monkeypatch):
    broker = servers.broker_part()
    patience, inspect = [], app.control.inspect
    monkeypatch.setattr(app.control, "inspect", lambda timeout: patience.append(timeout) or inspect(timeout=timeout))

    def asked():
        patience.clear()
        servers.worker_part(broker)
        return tuple(patience)

    wait_until(lambda: asked() == (servers.SOON,))  # on a busy machine not the first time
    worker.kill()

    assert asked() == (servers.SOON, servers.SECONDS)


@pytest.mark.django_db
def test_a_broker_that_is_away_is_told_and_nobody_waits_for_its_workers(monkeypatch):
    monkeypatch.setenv("CELERY_BROKER_URL", "redis://127.0.0.1:1/0")

    parts = {part.key: part for part in report.component_statuses()}

    assert parts["broker"].state is State.BAD
    assert "It does not answer" in parts["broker"].said
    assert "Nothing is lost" in parts["broker"].todo
    assert parts["worker"].said == "Unknown, since the broker does not answer."


@pytest.mark.django_db
def test_missing_migrations_are_named(monkeypatch):
    monkeypatch.setattr(servers, "COMPLETE", servers.Event())
    assert servers.migrations_part().state is State.GOOD
    monkeypatch.setattr(servers, "COMPLETE", servers.Event())
    with as_owner() as cursor:
        cursor.execute(
            "DELETE FROM django_migrations WHERE app = 'operations' AND name ="
            " (SELECT max(name) FROM django_migrations WHERE app = 'operations') RETURNING name"
        )
        (name,) = cursor.fetchone()

    part = servers.migrations_part()

    assert part.state is State.BAD
    assert f"operations.{name}" in part.said
    assert "launch.prepare" in part.todo


# Belongings


@pytest.mark.django_db
def test_a_site_without_a_backup_is_told_so_and_an_old_one_too(tmp_path):
    none = resources.backup_part()
    file = tmp_path / "bos.tar.gz"
    file.write_bytes(b"x" * 2048)
    Backup.objects.create(file=str(file), bytes=2048, made_at=timezone.now() - timedelta(days=3))
    old = resources.backup_part()
    Backup.objects.create(file=str(file), bytes=2048, made_at=timezone.now())
    untried = resources.backup_part()
    Backup.objects.update(restored_at=timezone.now())
    tried = resources.backup_part()

    assert [part.state for part in (none, old, untried, tried)] == [State.LOOK, State.LOOK, State.GOOD, State.GOOD]
    assert "No backup has ever been made" in none.said
    assert dict(old.facts)["Size"] == "2.0\xa0KB"
    assert "is in its place" in dict(old.facts)["File"]
    assert "Try restoring" in untried.todo
    assert tried.todo == ""


@pytest.mark.django_db
def test_scheduled_backups_that_nobody_proved_are_told(settings, tmp_path):
    settings.BACKUP_FOLDER = str(tmp_path)
    file = tmp_path / "bos.tar.gz"
    file.write_bytes(b"x")
    Backup.objects.create(file=str(file), bytes=1, made_at=timezone.now())
    unproven = resources.backup_part()
    backups.note_trial(file, "")
    proven = resources.backup_part()

    assert (unproven.state, "not proven" in unproven.said) == (State.LOOK, True)
    assert (proven.state, dict(unproven.facts)["Last proven backup"]) == (State.GOOD, "never")
    assert dict(proven.facts)["Last proven backup"] == dict(proven.facts)["Made"]


@pytest.mark.django_db
def test_the_database_tells_whether_it_archives():
    part = servers.database_part()

    assert (part.state, dict(part.facts)["Last change archived"]) == (State.GOOD, "no archive")


@pytest.mark.django_db
def test_the_disk_is_measured_where_things_lie(settings, tmp_path):
    settings.BOS_HOME = tmp_path
    settings.MEDIA_ROOT = tmp_path / "uploads"
    settings.MEDIA_ROOT.mkdir()

    part = resources.disk_part()

    ((names, room),) = part.facts
    assert names == "Home and keys, Uploads"
    assert " free of " in room


@pytest.mark.django_db(transaction=True)
@override_settings(MAIL_BACKEND="tests.operations.test_health.Unreachable", **NOTED)
def test_mail_that_fails_is_noted_without_the_address_and_told(signed_in, rita):
    page = tight(signed_in(rita, second_factor=True).post(TEST_MAIL, follow=True))

    noted = Mailing.objects.get()
    assert (noted.outcome, noted.fault) == ("failed", "SMTPRecipientsRefused")
    assert "The email was not sent (SMTPRecipientsRefused)." in page
    assert "The last email was not sent." in page


@pytest.mark.django_db(transaction=True)
@override_settings(MAIL_BACKEND="django.core.mail.backends.locmem.EmailBackend", **NOTED)
def test_an_operator_gets_a_test_mail_and_its_moment_is_noted(signed_in, rita, mailoutbox):
    page = tight(signed_in(rita, second_factor=True).post(TEST_MAIL, follow=True))

    assert [mail.to for mail in mailoutbox] == [["rita@example.org"]]
    assert Mailing.objects.get().outcome == "sent"
    assert "A test email is on its way to rita@example.org." in page


@pytest.mark.django_db
def test_nobody_without_an_address_asks_for_a_mail():
    with pytest.raises(Refused) as refusal:
        mail_backend.send_test(UserFactory(email=None))

    assert refusal.value.code == "no_address"


@override_settings(
    MAIL_BACKEND="django.core.mail.backends.smtp.EmailBackend", EMAIL_HOST="mail.example.org", EMAIL_PORT=587
)
@override_settings(EMAIL_USE_TLS=True, EMAIL_HOST_USER="bos", EMAIL_HOST_PASSWORD="canary")
def test_how_mail_is_carried_is_told_without_its_password():
    assert resources.carrier() == "mail.example.org:587 (TLS)"
    assert isinstance(get_connection("bos_tournament.operations.mail_backend.NotedMail"), mail_backend.NotedMail)
    assert EmailMessage("a", "b").subject == "a"


# The page and /health/


@pytest.mark.django_db
def test_an_operator_reads_every_part_with_its_state_in_words(signed_in, rita):
    ran()
    page = signed_in(rita, second_factor=True).get(PAGE)

    text = tight(page)
    assert {part.key for part in page.context["parts"]} == {
        *("jobs", "sweeps", "web", "worker", "broker", "database"),
        *("migrations", "backup", "disk", "mail", "versions"),
    }
    assert "✓" in text
    assert "check this" in text
    assert "Send a test email to rita@example.org" in text
    assert "bos-1" in text
    assert '<a href="/admin/health/">' in tight(signed_in(rita, second_factor=True).get("/admin/"))


@pytest.mark.django_db
@pytest.mark.parametrize(("door", "method"), [(PAGE, "get"), (TEST_MAIL, "post")])
def test_nobody_but_an_operator_with_a_second_factor_comes_in(client, signed_in, rita, door, method):
    cleo, clerk = UserFactory(handle="Cleo"), UserFactory(handle="Clerk", is_staff=True)

    def knock(browser):
        return getattr(browser, method)(door, follow=True)

    assert knock(client).redirect_chain[-1][0].startswith("/accounts/login/")
    assert knock(signed_in(cleo, second_factor=True)).status_code == 403
    assert knock(signed_in(clerk, second_factor=True)).status_code == 403
    assert knock(signed_in(rita)).redirect_chain[0][0].startswith("/accounts/2fa/")
    assert not Mailing.objects.exists()


@pytest.mark.django_db
def test_the_page_takes_the_same_few_queries_for_1_and_30_jobs(signed_in, rita):
    def queries():
        with CaptureQueriesContext(connection) as caught:
            assert signed_in(rita, second_factor=True).get(PAGE).status_code == 200
        return len(caught)

    ran()
    job()
    Backup.objects.create(file="/nowhere/bos.tar.gz", bytes=1, made_at=timezone.now())
    queries()
    few = queries()
    for number in range(29):
        job(state="failed", error=str(number))
        Backup.objects.create(file=f"/nowhere/{number}", bytes=1, made_at=timezone.now())

    assert queries() == few


@pytest.mark.django_db
def test_strangers_learn_from_health_no_more_than_a_word(client):
    assert client.get(HEALTH).json() == {"ok": True, "state": "degraded"}
    ran()

    assert client.get(HEALTH).json() == {"ok": True, "state": "ok"}


@pytest.mark.django_db
def test_health_is_cheap(client, django_assert_max_num_queries):
    ran()
    client.get(HEALTH)

    with django_assert_max_num_queries(5):
        client.get(HEALTH)


@pytest.mark.django_db
def test_operators_and_the_sites_token_read_every_part_and_nobody_else(client, signed_in, rita, settings):
    settings.HEALTH_TOKEN = "watch-the-hall"
    ran(error="ValueError: no such pool")
    strong, weak = (tokens.make_token(rita, "watcher", second_factor=factor) for factor in (True, False))
    anna = tokens.make_token(UserFactory(handle="Anna"), "program", second_factor=True)

    def told(token):
        return client.get(HEALTH, headers={"Authorization": f"Bearer {token}"}).json()

    for token in ("watch-the-hall", strong):
        parts = {part["part"]: part for part in told(token)["parts"]}
        assert parts["sweeps"]["state"] == "look"
        assert set(parts) == {"migrations", "sweeps", "jobs", "disk"}
    for token in ("watch-the-wall", "", weak, anna, "bös"):
        assert told(token) == {"ok": True, "state": "degraded"}
    assert "parts" in signed_in(rita, second_factor=True).get(HEALTH).json()
    assert "parts" not in signed_in(rita).get(HEALTH).json()


@pytest.mark.django_db
def test_without_a_token_of_the_site_an_empty_one_opens_nothing(client, settings):
    settings.HEALTH_TOKEN = ""

    answer = client.get(HEALTH, headers={"Authorization": "Bearer "})

    assert "parts" not in answer.json()


@pytest.mark.django_db
def test_a_database_that_is_away_is_told_with_a_503(client, monkeypatch):
    monkeypatch.setattr(servers, "is_reachable", lambda: False)

    answer = client.get(HEALTH)

    assert (answer.status_code, answer.json()) == (503, {"ok": False, "state": "down"})
    assert report.health().parts == ()
    assert reverse("operations:health") == PAGE


def test_strangers_are_told_whom_to_write_to_where_the_operator_said_so(client, settings):
    assert client.get("/.well-known/security.txt").status_code == 404

    settings.SECURITY_CONTACT, settings.PUBLIC_URL = "mailto:holes@bos.example", "https://bos.example"
    answer = client.get("/.well-known/security.txt")

    said = dict(line.split(": ", 1) for line in tight(answer).splitlines())
    assert answer["Content-Type"].startswith("text/plain")
    assert said["Contact"] == "mailto:holes@bos.example"
    assert said["Canonical"] == "https://bos.example/.well-known/security.txt"
    assert timezone.now() < datetime.fromisoformat(said["Expires"]) < timezone.now() + timedelta(days=365)
