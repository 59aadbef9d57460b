"""What the beat asks of operations, and the task that runs every job."""

from celery import shared_task

from bos_tournament.accounts import cache_backend, rate_limits
from bos_tournament.accounts.sign_in import sessions
from bos_tournament.operations import idempotency, job_hints, jobs, mail_queue
from bos_tournament.operations.periodic_tasks import listen

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
