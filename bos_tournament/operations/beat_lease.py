"""The lease that one of several schedulers holds: it alone sends the periodic tasks, until it ends or falls silent."""

from datetime import UTC, datetime, timedelta

from django.db import transaction
from django.db.models.functions import Now

from bos_tournament.operations.models import BeatLease

VALIDITY = timedelta(seconds=10)
"""So long a holder that falls silent keeps the lease; one that lives renews it every few seconds."""
ONLY = 1
"""The key of the one row."""
LONG_AGO = datetime(2000, 1, 1, tzinfo=UTC)


def renew(holder: str) -> bool:
    """Holds the lease for longer; False where another scheduler has taken it since, or this one never did."""
    return BeatLease.objects.filter(pk=ONLY, holder=holder).update(until=Now() + VALIDITY) == 1


def take_over(holder: str) -> bool:
    """Takes the lease; False while another scheduler holds it. All by the clock of the database."""
    BeatLease.objects.bulk_create([BeatLease(pk=ONLY, until=LONG_AGO)], ignore_conflicts=True)
    free = BeatLease.objects.filter(pk=ONLY, until__lt=Now())
    return free.update(holder=holder, until=Now() + VALIDITY) == 1


def last_sent() -> dict[str, datetime]:
    """When each task was last sent by whichever scheduler, by its name in the schedule."""
    noted = BeatLease.objects.filter(pk=ONLY).values_list("sent", flat=True).first() or {}
    return {name: datetime.fromisoformat(at) for name, at in noted.items()}


@transaction.atomic
def note_sent(holder: str, name: str, at: datetime) -> bool:
    """Notes that a task is sent now, so that no other scheduler sends it again; False when the lease is lost.

    Noted before it is sent: should the scheduler die in between, the task waits for its next time.
    """
    lease = BeatLease.objects.select_for_update().filter(pk=ONLY, holder=holder, until__gt=Now()).first()
    if lease is None:
        return False
    lease.sent[name] = at.isoformat()
    lease.save(update_fields=["sent"])
    return True


def give_back(holder: str) -> None:
    """A scheduler that ends lets the next one begin at once."""
    BeatLease.objects.filter(pk=ONLY, holder=holder).update(until=LONG_AGO)
