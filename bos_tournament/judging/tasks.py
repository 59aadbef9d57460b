"""What workers do with records."""

from celery import shared_task

from bos_tournament.history import jobs
from bos_tournament.judging.comparing import compare_game
from bos_tournament.judging.finding import find
from bos_tournament.judging.mending import mend


@shared_task(name="judging.find")
def find_in_record(job_id: str) -> None:
    jobs.perform(job_id, find)


@shared_task(name="judging.mend")
def look_for_repairs(job_id: str) -> None:
    jobs.perform(job_id, mend)


@shared_task(name="judging.compare")
def compare_records(job_id: str) -> None:
    jobs.perform(job_id, compare_game)
