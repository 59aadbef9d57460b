"""What beat and the workers do for tournaments."""

from celery import shared_task

from bos_tournament.history.jobs import perform
from bos_tournament.tournaments import deliveries, guests, lists, notices


@shared_task(name="tournaments.tidy")
def tidy() -> None:
    """Does what is due at deadlines. Late or missed it harms nothing: deadlines are compared, not waited for."""
    lists.pin_pools_due()
    deliveries.forget()
    guests.forget_real_names()


@shared_task(name="tournaments.tell_seated")
def tell_seated(job_id: str) -> None:
    perform(job_id, notices.tell_seated)


@shared_task(name="tournaments.tell_answer")
def tell_answer(job_id: str) -> None:
    perform(job_id, notices.tell_answer)


@shared_task(name="tournaments.tell_new_opponent")
def tell_new_opponent(job_id: str) -> None:
    perform(job_id, notices.tell_new_opponent)


@shared_task(name="tournaments.tell_illegal_list")
def tell_illegal_list(job_id: str) -> None:
    perform(job_id, notices.tell_illegal_list)


@shared_task(name="tournaments.tell_unlocked")
def tell_unlocked(job_id: str) -> None:
    perform(job_id, notices.tell_unlocked)


@shared_task(name="tournaments.tell_tables")
def tell_tables(job_id: str) -> None:
    perform(job_id, notices.tell_tables)


@shared_task(name="tournaments.tell_table")
def tell_table(job_id: str) -> None:
    perform(job_id, notices.tell_table)
