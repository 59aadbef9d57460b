"""What the beat asks of history."""

from celery import shared_task

from bos_tournament.accounts import kept_values, limits, sessions
from bos_tournament.history import jobs, letters, repeats
from bos_tournament.history.sweeps import listen

listen()


@shared_task(name="history.sweep")
def sweep() -> None:
    jobs.sweep()
    repeats.forget()
    limits.forget()
    kept_values.forget()
    letters.forget()
    sessions.forget()


@shared_task(name="history.send_letter")
def send_letter(job_id: str) -> None:
    jobs.perform(job_id, letters.send)
