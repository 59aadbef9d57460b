"""What the beat asks of history."""

from celery import shared_task

from bos_tournament.accounts import kept_values, limits
from bos_tournament.history import jobs, repeats
from bos_tournament.history.sweeps import listen

listen()


@shared_task(name="history.sweep")
def sweep() -> None:
    jobs.sweep()
    repeats.forget()
    limits.forget()
    kept_values.forget()
