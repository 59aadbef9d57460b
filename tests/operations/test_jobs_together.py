"""Jobs of a kind that a worker does together: each once, whichever of them fails and whoever else is at them."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.conf import settings
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from bos_tournament.celery import app
from bos_tournament.operations import job_hints, jobs
from bos_tournament.operations.models import Job
from tests.polling import PATIENCE

pytestmark = pytest.mark.django_db
State = Job.State


class Killed(BaseException):
    """A worker that is killed tells nobody."""


@pytest.fixture
def kind(monkeypatch):
    """A kind of jobs that are done together; `done` holds their subjects, `alone` those that were done singly."""

    class Kind:
        name, done, alone = "tests.together", [], []

        def one(self, subject):
            self.alone.append(subject)

        def many(self, subjects):
            self.done += subjects
            return set(subjects)

    kind = Kind()
    monkeypatch.setitem(jobs.DEEDS, kind.name, kind.one)
    monkeypatch.setitem(jobs.TOGETHER, kind.name, kind.many)
    return kind


def waiting(kind, count):
    return Job.objects.bulk_create(Job(task=kind.name, subject=uuid4()) for _ in range(count))


def states():
    return set(Job.objects.values_list("state", flat=True))


def test_one_hint_has_all_done_that_wait(kind):
    first, *others = waiting(kind, 5)

    jobs.run(str(others[-1].pk))

    assert sorted(kind.done) == sorted(job.subject for job in (first, *others))
    assert (kind.alone, states()) == ([], {State.DONE})
    assert set(Job.objects.values_list("attempts", flat=True)) == {1}


def test_a_job_that_waits_by_itself_is_done_singly(kind):
    job = waiting(kind, 1)[0]

    jobs.run(str(job.pk))

    assert (kind.done, kind.alone, states()) == ([], [job.subject], {State.DONE})


def test_thirty_jobs_take_as_many_statements_as_three(kind):
    def statements(count):
        started = waiting(kind, count)
        with CaptureQueriesContext(connection) as asked:
            jobs.run(str(started[0].pk))
        return len(asked)

    assert statements(30) == statements(3)


def test_more_than_fit_are_hinted_again(kind, monkeypatch):
    monkeypatch.setattr(jobs, "MOST_TOGETHER", 2)
    hints = []
    monkeypatch.setattr(jobs, "hint", lambda job: hints.append(job.pk))
    waiting(kind, 3)

    jobs.perform_waiting(kind.name)
    assert (len(kind.done), len(hints)) == (2, 1)
    jobs.run(str(hints[0]))

    assert (len(kind.done), len(kind.alone), len(hints), states()) == (2, 1, 1, {State.DONE})


def test_what_is_left_out_together_is_done_singly(kind, monkeypatch):
    held, *others = waiting(kind, 3)
    monkeypatch.setitem(jobs.TOGETHER, kind.name, lambda subjects: set(subjects) - {held.subject})

    jobs.perform_waiting(kind.name)

    assert (kind.alone, states()) == ([held.subject], {State.DONE})


def test_a_job_that_breaks_the_others_is_tried_again_and_they_are_done(kind, monkeypatch):
    broken, *others = waiting(kind, 4)

    def refuse(subject):
        if subject == broken.subject:
            raise ValueError("no such record")
        kind.one(subject)

    monkeypatch.setitem(jobs.TOGETHER, kind.name, lambda subjects: [refuse(subject) for subject in subjects])
    monkeypatch.setitem(jobs.DEEDS, kind.name, refuse)

    jobs.perform_waiting(kind.name)

    broken.refresh_from_db()
    assert (broken.state, broken.error, broken.attempts) == (State.BEGUN, "ValueError: no such record", 1)
    assert Job.objects.filter(state=State.DONE).count() == len(others)


def test_jobs_of_a_worker_that_was_killed_are_tried_again_one_by_one(kind, monkeypatch):
    started = waiting(kind, 3)

    def killed(subjects):
        raise Killed

    monkeypatch.setitem(jobs.TOGETHER, kind.name, killed)
    with pytest.raises(Killed):
        jobs.perform_waiting(kind.name)
    assert states() == {State.BEGUN}

    Job.objects.update(not_before=timezone.now() - timedelta(seconds=1))
    hinted = []
    monkeypatch.setattr(jobs, "hint", lambda job: hinted.append(str(job.pk)))
    jobs.sweep()
    for job in hinted:
        jobs.run(job)

    assert sorted(kind.alone) == sorted(job.subject for job in started)
    assert states() == {State.DONE}


def test_every_process_knows_the_kinds_that_are_done_together():
    app.loader.import_default_modules()

    assert {kind for kind in jobs.TOGETHER if not kind.startswith("tests.")} == settings.JOBS_DONE_TOGETHER


def test_jobs_that_are_done_together_share_their_hints(kind, settings, monkeypatch):
    settings.JOBS_DONE_TOGETHER = {kind.name}
    begun, *others = waiting(kind, 9)
    begun.state = State.BEGUN
    told = []
    monkeypatch.setattr(app, "send_task", lambda task, job, **options: told.extend(job))
    monkeypatch.setattr(job_hints, "GATHERED", 0.0)
    monkeypatch.setattr(job_hints, "sender", job_hints.Sender())
    sender = job_hints.sender

    with sender.lock:
        sender.thread = type("NotYet", (), {"is_alive": lambda self: True})()
    for job in (*others, begun):
        jobs.hint(job)

    assert [hint.job for hint in sender.waiting.queue] == [str(others[0].pk), str(begun.pk)]
    sender.thread = None
    sender.put(job_hints.Hint("another", None))
    with sender.waiting.all_tasks_done:
        assert sender.waiting.all_tasks_done.wait_for(lambda: not sender.waiting.unfinished_tasks, PATIENCE)
    assert told == [str(others[0].pk), str(begun.pk), "another"]
    assert sender.gathering == set()
