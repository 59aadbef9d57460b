"""What beat and the workers do for tournaments."""

from celery import shared_task

from bos_tournament.operations.jobs import DEEDS
from bos_tournament.tournaments.decklists import submissions
from bos_tournament.tournaments.entrants import emails, guests
from bos_tournament.tournaments.printing import kept_printouts
from bos_tournament.tournaments.webhooks import deliveries

DEEDS |= {
    "tournaments.tell_seated": emails.tell_seated,
    "tournaments.tell_answer": emails.tell_answer,
    "tournaments.tell_new_opponent": emails.tell_new_opponent,
    "tournaments.tell_illegal_list": emails.tell_illegal_list,
    "tournaments.tell_unlocked": emails.tell_unlocked,
    "tournaments.tell_tables": emails.tell_tables,
    "tournaments.tell_table": emails.tell_table,
    kept_printouts.TASK: kept_printouts.draw,
}


@shared_task(name="tournaments.tidy")
def tidy() -> None:
    """Does what is due at deadlines. Late or missed it harms nothing: deadlines are compared, not waited for."""
    submissions.pin_pools_due()
    deliveries.delete_old_deliveries()
    guests.forget_real_names()
    kept_printouts.delete_old_printouts()
