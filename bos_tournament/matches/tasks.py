"""What workers do for matches."""

from celery import shared_task

from bos_tournament.history import jobs
from bos_tournament.matches import opening


@shared_task(name="matches.open_bids")
def open_bids(job_id: str) -> None:
    jobs.perform(job_id, opening.open_attempt)
