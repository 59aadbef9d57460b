"""Tasks that only the tests' worker knows: deeds that leave a mark, or rest at their first attempt until killed."""

import time

from celery import shared_task

from bos_tournament.history import jobs
from bos_tournament.history.models import Job


@shared_task(name="tests.note")
def note(job_id):
    jobs.perform(job_id, leave_mark)


@shared_task(name="tests.rest")
def rest(job_id):
    jobs.perform(job_id, rest_once)


def leave_mark(subject):
    Job.objects.create(task="tests.mark", subject=subject, state=Job.State.DONE)


def rest_once(subject):
    leave_mark(subject)
    if Job.objects.get(task="tests.rest", subject=subject).attempts == 1:
        time.sleep(600)
