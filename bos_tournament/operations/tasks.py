"""What the beat asks of operations, and the task that runs every job."""

from celery import shared_task

from bos_tournament.accounts import cache_backend, rate_limits
from bos_tournament.accounts.sign_in import sessions
from bos_tournament.operations import idempotency, job_hints, jobs, mail_queue, scheduled_backups
from bos_tournament.operations.periodic_tasks import listen

LONGEST_BACKUP = 6 * 3600
"""Seconds for a backup with its trial."""

listen()
jobs.DEEDS["operations.send_letter"] = mail_queue.send


@shared_task(name="operations.sweep")
def sweep() -> None:
    jobs.sweep()
    idempotency.delete_old_answers()
    rate_limits.delete_expired_counts()
    cache_backend.delete_expired_values()
    mail_queue.delete_old_letters()
    sessions.delete_expired_sessions()


@shared_task(name=job_hints.RUN)
def run_job(job_id: str) -> None:
    jobs.run(job_id)


@shared_task(name="operations.backup", acks_late=False, time_limit=LONGEST_BACKUP)
def backup() -> None:
    """Given to one worker once: what fails or is cut off is begun anew by the clock."""
    scheduled_backups.run()
