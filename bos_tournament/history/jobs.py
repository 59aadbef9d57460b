"""Work for later: a row written with its cause, a hint to a worker, and a sweep that repeats lost hints."""

import logging
from collections.abc import Callable
from datetime import timedelta
from uuid import UUID

from celery import current_app
from django.db import transaction
from django.utils import timezone

from bos_tournament.history.models import Job

log = logging.getLogger(__name__)
MOST_ATTEMPTS = 8
HINT_AFTER = timedelta(seconds=10)


def enqueue(task: str, subject: UUID) -> Job:
    """Writes the job in the caller's transaction and hints a worker after the commit. Asking twice is asking once."""
    job, made = Job.objects.get_or_create(task=task, subject=subject, state=Job.State.WAITING)
    if made:
        transaction.on_commit(lambda: hint(job))
    return job


def hint(job: Job) -> None:
    """Tells the workers about a job. A broker that is away costs nothing but time: the sweep asks again."""
    try:
        current_app.send_task(job.task, [str(job.pk)], retry=False)
    except Exception as fault:
        log.warning("No hint for %s: %s", job, fault)


def perform(job_id: str, deed: Callable[[UUID], object]) -> None:
    """Does a waiting job once: the deed's writes and the job's end are one transaction.

    Another worker at the same job waits and then finds it done. A deed that fails is tried again by the sweep,
    later each time, and given up with its error after MOST_ATTEMPTS.
    """
    if not _count_attempt(job_id):
        return
    try:
        with transaction.atomic():
            job = Job.objects.select_for_update().get(pk=job_id)
            if job.state != Job.State.WAITING:
                return
            deed(job.subject)
            job.state, job.done_at, job.error = Job.State.DONE, timezone.now(), ""
            job.save()
    except Exception as fault:
        _note_failure(job_id, fault)
        log.exception("Job %s failed", job_id)


def _count_attempt(job_id: str) -> bool:
    """Counts before the work begins, so that a job which kills its worker is given up too."""
    with transaction.atomic():
        job = Job.objects.select_for_update(skip_locked=True).filter(pk=job_id, state=Job.State.WAITING).first()
        if job is None:
            return False
        job.attempts += 1
        job.not_before = timezone.now() + HINT_AFTER * 2 ** (job.attempts - 1)
        if job.attempts > MOST_ATTEMPTS:
            job.state = Job.State.FAILED
            job.error = job.error or "It ended its worker each time."
        job.save()
    return job.state == Job.State.WAITING


def _note_failure(job_id: str, fault: Exception) -> None:
    job = Job.objects.get(pk=job_id)
    job.error = f"{type(fault).__name__}: {fault}"[:500]
    if job.attempts >= MOST_ATTEMPTS:
        job.state = Job.State.FAILED
    job.save(update_fields=["error", "state"])


def sweep() -> int:
    """Hints again for every job whose hint may be lost; returns how many."""
    now = timezone.now()
    with transaction.atomic():
        due = Job.objects.select_for_update(skip_locked=True).filter(state=Job.State.WAITING, not_before__lt=now)
        jobs = list(due.order_by("not_before")[:200])
        Job.objects.filter(pk__in=[job.pk for job in jobs]).update(not_before=now + HINT_AFTER)
    for job in jobs:
        hint(job)
    return len(jobs)


def retry(job: Job) -> None:
    """Lets a job that was given up start again, from the admin."""
    Job.objects.filter(pk=job.pk).update(state=Job.State.WAITING, attempts=0, not_before=timezone.now())
    hint(job)
