"""Work for later: a row written with its cause, a hint to a worker, and a sweep that repeats lost hints."""

import json
import logging
from collections.abc import Callable, Collection
from datetime import timedelta
from uuid import UUID

from django.conf import settings
from django.db import connection, transaction
from django.utils import timezone

from bos_tournament.operations import job_hints
from bos_tournament.operations.job_hints import Hint
from bos_tournament.operations.models import Job

log = logging.getLogger(__name__)
Deed = Callable[[UUID], object]
DEEDS: dict[str, Deed] = {}
"""What a worker does for each kind of job. The apps put theirs in when a worker reads their tasks."""
TOGETHER: dict[str, Callable[[Collection[UUID]], Collection[UUID]]] = {}
"""What a worker does for many jobs of a kind at once. Gives the subjects that are done; the others are done singly."""
MOST_TOGETHER = 128
MOST_ATTEMPTS = 8
HINT_AFTER = timedelta(seconds=10)
OPEN = (Job.State.WAITING, Job.State.BEGUN)
WRITTEN = """
INSERT INTO operations_job (id, task, subject, state, attempts, made_at, not_before, error)
SELECT id, %s, subject, %s, 0, %s, %s, '' FROM json_to_recordset(%s::json) AS due (id uuid, subject uuid)
ON CONFLICT (task, subject) WHERE state = 'waiting' DO NOTHING
RETURNING id
"""


def enqueue(task: str, subject: UUID) -> Job:
    """Writes the job in the caller's transaction and hints a worker after the commit.

    Asking again before a worker has begun is asking once; a job that has begun may have missed the new cause, so a
    second one is written then.
    """
    written = enqueue_all(task, [subject])
    return written[0] if written else Job.objects.get(task=task, subject=subject, state=Job.State.WAITING)


def enqueue_all(task: str, subjects: Collection[UUID]) -> list[Job]:
    """`enqueue` for each of these subjects; those jobs that were written.

    Without any the database is asked the very same and does nothing, so that nobody learns from the time that it takes.
    """
    now = timezone.now()
    jobs = {job.pk: job for job in (Job(task=task, subject=one, made_at=now, not_before=now) for one in subjects)}
    with connection.cursor() as cursor:
        due = json.dumps([{"id": str(job.pk), "subject": str(job.subject)} for job in jobs.values()])
        cursor.execute(WRITTEN, [task, Job.State.WAITING, now, now, due])
        written = [jobs[pk] for (pk,) in cursor.fetchall()]
    if written:
        transaction.on_commit(lambda: _hint_at(written))
    return written


def _hint_at(jobs: list[Job]) -> None:
    for job in jobs:
        hint(job)


def hint(job: Job) -> None:
    """Has the workers told about a job. Nobody waits for that, and the sweep repeats it where it is lost."""
    one_for_all = job.task in settings.JOBS_DONE_TOGETHER and job.state == Job.State.WAITING
    kind, seconds = job.task if one_for_all else "", settings.JOB_SECONDS.get(job.task)
    queue, priority = settings.JOB_QUEUES.get(job.task), settings.JOB_PRIORITIES.get(job.task, 0)
    job_hints.sender.put(Hint(str(job.pk), queue, kind, seconds, priority))


def run(job_id: str) -> None:
    """Performs a job by the deed of its kind, and with it all that wait of a kind that is done together. An unknown
    kind fails as deeds do, and is given up after a while."""
    kind = Job.objects.filter(pk=job_id).values_list("task", flat=True).first()
    if kind in TOGETHER:
        perform_waiting(kind)
    if kind is not None:
        perform(job_id, DEEDS.get(kind, _unknown))


def _unknown(subject: UUID) -> None:
    raise LookupError("No deed is known for this kind of job.")


def perform(job_id: str, deed: Deed) -> None:
    """Does an open job once: the deed's writes and the job's end are one transaction.

    A worker that finds another at the same job leaves it. A deed that fails is tried again by the sweep, later each
    time, and given up with its error after MOST_ATTEMPTS.
    """
    if _begin(job_id):
        _do(job_id, deed)


def _do(job_id: str, deed: Deed) -> None:
    """A job that has begun."""
    try:
        with transaction.atomic():
            job = Job.objects.select_for_update(skip_locked=True).filter(pk=job_id, state=Job.State.BEGUN).first()
            if job is None:
                return
            deed(job.subject)
            job.state, job.done_at, job.error = Job.State.DONE, timezone.now(), ""
            job.save()
    except Exception as fault:
        _note_failure(job_id, fault)
        log.exception("Job %s failed", job_id)


def perform_waiting(kind: str) -> None:
    """Does up to MOST_TOGETHER jobs of a kind that wait, in one transaction, but those that another worker is at.

    Where more may wait, a worker is hinted again. What cannot be done together, since one of them fails, is done
    singly. Whatever was begun before, by a worker that was killed or with a fault, is tried again by itself alone.
    """
    begun = _begin_waiting(kind)
    if len(begun) == MOST_TOGETHER:
        hint(begun[-1])
    try:
        with transaction.atomic():
            left = _do_together(begun)
    except Exception:
        left = begun
        log.exception("%s jobs %s failed together", len(begun), kind)
    for job in left:
        _do(str(job.pk), DEEDS[kind])


def _begin_waiting(kind: str) -> list[Job]:
    """Counts their first attempt before the work starts."""
    with transaction.atomic():
        waiting = Job.objects.select_for_update(skip_locked=True).filter(task=kind, state=Job.State.WAITING)
        jobs = list(waiting.order_by("made_at")[:MOST_TOGETHER])
        begun = {"state": Job.State.BEGUN, "attempts": 1, "not_before": timezone.now() + HINT_AFTER}
        Job.objects.filter(pk__in=[job.pk for job in jobs]).update(**begun)
    return jobs


def _do_together(jobs: list[Job]) -> list[Job]:
    """Gives those that are left to be done singly."""
    if len(jobs) < 2:
        return jobs
    held = Job.objects.select_for_update(skip_locked=True).filter(pk__in=[job.pk for job in jobs])
    subjects = list(held.filter(state=Job.State.BEGUN).values_list("subject", flat=True))
    done = TOGETHER[jobs[0].task](subjects)
    ended = Job.objects.filter(pk__in=[job.pk for job in jobs], subject__in=done, state=Job.State.BEGUN)
    ended.update(state=Job.State.DONE, done_at=timezone.now(), error="")
    return [job for job in jobs if job.subject not in done]


def _begin(job_id: str) -> bool:
    """Counts the attempt before the work starts, so that a job which kills its worker is given up too."""
    with transaction.atomic():
        job = Job.objects.select_for_update(skip_locked=True).filter(pk=job_id, state__in=OPEN).first()
        if job is None:
            return False
        if job.attempts >= MOST_ATTEMPTS:
            job.state, job.error = Job.State.FAILED, job.error or "It ended its worker each time."
        else:
            job.state, job.attempts = Job.State.BEGUN, job.attempts + 1
            job.not_before = timezone.now() + HINT_AFTER * 2 ** (job.attempts - 1)
        job.save()
    return job.state == Job.State.BEGUN


def _note_failure(job_id: str, fault: Exception) -> None:
    """Keeps what went wrong, unless another worker has done the job meanwhile."""
    failed = Job.objects.filter(pk=job_id, state=Job.State.BEGUN)
    failed.update(error=f"{type(fault).__name__}: {fault}"[:500])
    failed.filter(attempts__gte=MOST_ATTEMPTS).update(state=Job.State.FAILED)


def sweep() -> int:
    """Hints again for every job whose hint may be lost; returns how many."""
    now = timezone.now()
    with transaction.atomic():
        due = Job.objects.select_for_update(skip_locked=True).filter(state__in=OPEN, not_before__lt=now)
        jobs = list(due.order_by("not_before")[:200])
        Job.objects.filter(pk__in=[job.pk for job in jobs]).update(not_before=now + HINT_AFTER)
    for job in jobs:
        hint(job)
    return len(jobs)


def retry(job: Job) -> bool:
    """Lets a job that was given up start again, from the admin; False when it was not given up."""
    now = timezone.now()
    given_up = Job.objects.filter(pk=job.pk, state=Job.State.FAILED)
    started = given_up.update(state=Job.State.BEGUN, attempts=0, not_before=now + HINT_AFTER) == 1
    if started:
        transaction.on_commit(lambda: hint(job))
    return started
