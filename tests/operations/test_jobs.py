"""Work for later: done once, whatever happens to the worker, the hint and the deed."""

import re
import subprocess
import sys
import threading
import time
import uuid
from datetime import timedelta
from pathlib import Path

import pytest
from django.conf import settings
from django.db import connection
from django.utils import timezone

from bos_tournament.celery import app
from bos_tournament.matches import bid_sealing
from bos_tournament.operations import jobs
from bos_tournament.operations.models import Job
from bos_tournament.operations.tasks import run_job
from bos_tournament.play.deck_tests import testing
from bos_tournament.tournaments.printing import kept_printouts
from tests import worker_tasks  # noqa: F401 - its kinds of jobs
from tests.polling import PATIENCE, wait_until

SUBJECT = uuid.UUID("00000000-0000-4000-8000-000000000001")


def due(job):
    """As if the hint's time had passed."""
    Job.objects.filter(pk=job.pk).update(not_before=timezone.now() - timedelta(seconds=1))
    job.refresh_from_db()
    return job


def done(job, seconds=PATIENCE):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        job.refresh_from_db()
        if job.state == Job.State.DONE:
            return True
        time.sleep(0.1)
    return False


def failing(subject):
    raise ValueError("no such record")


def together(count, work):
    """Runs work in so many threads at the same moment, each with its own connection."""
    start = threading.Barrier(count)

    def run():
        start.wait()
        try:
            work()
        finally:
            connection.close()

    threads = [threading.Thread(target=run) for _ in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


@pytest.mark.django_db(transaction=True)
def test_two_workers_at_one_job_do_it_once():
    job = Job.objects.create(task="tests.count", subject=SUBJECT)
    deeds, left = [], []

    def slow(subject):
        deeds.append(subject)
        wait_until(lambda: len(left) == 7)

    def work():
        jobs.perform(str(job.pk), slow)
        left.append("a worker")

    together(8, work)

    assert deeds == [SUBJECT]
    job.refresh_from_db()
    assert job.state == Job.State.DONE


def test_a_failing_deed_is_tried_again_later_each_time_and_then_given_up(db):
    job = Job.objects.create(task="tests.count", subject=SUBJECT)
    waits = []

    for _ in range(jobs.MOST_ATTEMPTS):
        jobs.perform(str(job.pk), failing)
        job.refresh_from_db()
        waits.append(job.not_before)

    assert waits == sorted(waits)
    assert (job.state, job.attempts) == (Job.State.FAILED, jobs.MOST_ATTEMPTS)
    assert job.error == "ValueError: no such record"
    assert jobs.sweep() == 0


def test_what_a_failing_deed_wrote_is_taken_back(db):
    job = Job.objects.create(task="tests.count", subject=SUBJECT)

    def writes_then_fails(subject):
        Job.objects.create(task="tests.other", subject=subject)
        raise ValueError

    jobs.perform(str(job.pk), writes_then_fails)

    assert not Job.objects.filter(task="tests.other").exists()


def test_a_worker_does_the_deed_of_the_jobs_kind_and_an_unknown_kind_fails_like_a_deed(db):
    known = Job.objects.create(task="tests.note", subject=SUBJECT)
    unknown = Job.objects.create(task="tests.of_another_version", subject=SUBJECT)

    run_job(str(known.pk))
    run_job(str(unknown.pk))
    run_job(str(uuid.uuid4()))  # a hint whose job is not there any more

    states = dict(Job.objects.values_list("task", "state"))
    assert states == {"tests.note": "done", "tests.mark": "done", "tests.of_another_version": "begun"}
    assert Job.objects.get(pk=unknown.pk).error.startswith("LookupError")


def test_every_kind_of_job_that_is_asked_for_has_its_deed():
    app.loader.import_default_modules()
    sources = [path.read_text() for path in Path(settings.BASE_DIR, "bos_tournament").rglob("*.py")]
    asked = {kind for text in sources for kind in re.findall(r'enqueue\("(\w+\.\w+)"', text)}
    asked |= {bid_sealing.OPEN_BIDS, kept_printouts.TASK, testing.JOB}

    assert {kind for kind in jobs.DEEDS if not kind.startswith("tests.")} == asked


def test_a_job_that_ends_its_worker_each_time_is_given_up(db):
    job = Job.objects.create(task="tests.count", subject=SUBJECT, state=Job.State.BEGUN, attempts=jobs.MOST_ATTEMPTS)

    jobs.perform(str(job.pk), failing)

    job.refresh_from_db()
    assert (job.state, job.error) == (Job.State.FAILED, "It ended its worker each time.")


def test_asking_twice_before_a_worker_begins_is_asking_once(db):
    assert jobs.enqueue("tests.count", SUBJECT) == jobs.enqueue("tests.count", SUBJECT)


def test_asking_while_a_worker_is_at_it_is_asking_again(db):
    first = jobs.enqueue("tests.count", SUBJECT)

    jobs.perform(str(first.pk), lambda subject: jobs.enqueue("tests.count", subject))

    assert Job.objects.filter(state=Job.State.WAITING).exclude(pk=first.pk).count() == 1


def test_a_job_is_hinted_only_when_its_cause_is_committed(db, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks() as hints:
        jobs.enqueue("tests.count", SUBJECT)

    assert len(hints) == 1


def test_only_what_was_given_up_is_retried(db):
    finished = Job.objects.create(task="tests.count", subject=SUBJECT, state=Job.State.DONE)
    given_up = Job.objects.create(task="tests.count", subject=SUBJECT, state=Job.State.FAILED, attempts=8)

    assert [jobs.retry(finished), jobs.retry(given_up)] == [False, True]

    given_up.refresh_from_db()
    assert (given_up.state, given_up.attempts) == (Job.State.BEGUN, 0)


@pytest.mark.slow
def test_a_web_process_hints_over_the_broker_of_the_settings():
    says = (
        "import django; django.setup(); from bos_tournament.operations.job_hints import app; print(app.conf.broker_url)"
    )

    out = subprocess.run([sys.executable, "-c", says], capture_output=True, text=True, check=True, timeout=PATIENCE)

    assert out.stdout.strip() == settings.BROKER_URL


@pytest.mark.slow
def test_the_worker_does_a_job_once_it_is_hinted(worker):
    job = jobs.enqueue("tests.note", SUBJECT)

    assert done(job)
    assert job.attempts == 1


@pytest.mark.slow
def test_a_lost_hint_is_repeated_by_the_sweep(worker):
    job = due(Job.objects.create(task="tests.note", subject=SUBJECT))

    assert jobs.sweep() == 1
    assert jobs.sweep() == 0

    assert done(job)


@pytest.mark.slow
def test_a_job_begun_by_a_worker_that_was_killed_happens_anyway_once(worker):
    slow = jobs.enqueue("tests.rest", SUBJECT)
    wait_until(lambda: Job.objects.get(pk=slow.pk).state == Job.State.BEGUN)
    worker.kill()
    slow.refresh_from_db()
    assert slow.state == Job.State.BEGUN

    worker.start()
    due(slow)
    jobs.sweep()

    assert done(slow)
    assert Job.objects.filter(task="tests.mark").count() == 1
