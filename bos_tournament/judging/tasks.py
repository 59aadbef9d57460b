"""What workers do for disputes."""

from celery import shared_task

from bos_tournament.history import jobs
from bos_tournament.judging.finding import find


@shared_task(name="judging.find")
def find_in_record(job_id: str) -> None:
    jobs.perform(job_id, find)
