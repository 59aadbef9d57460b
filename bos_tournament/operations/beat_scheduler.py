"""Celery's clock (CELERY_BEAT_SCHEDULER), of which several may run: those without the lease wait for it."""

import logging
import os
import secrets
import socket
import threading
from contextlib import suppress
from typing import Any

from celery import beat
from django.db import DatabaseError, close_old_connections, connection
from django.utils import timezone

from bos_tournament.operations import beat_lease

log = logging.getLogger(__name__)
LONGEST_PAUSE = 2.0
"""Seconds between two looks at the lease, to renew it or to take it: well below its validity."""
LAST_SECONDS = 2.0
"""So long a scheduler that ends tries to give its lease back."""


class LeasedScheduler(beat.Scheduler):
    """Sends tasks while it holds the lease, and knows from the database when each was last sent."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self.holder = f"{socket.gethostname()[:60]}:{os.getpid()}:{secrets.token_hex(4)}"
        self.holds = False
        super().__init__(*args, **kwargs)

    def tick(self, *args: Any, **kwargs: Any) -> float:
        """One step. A database that is away means that nothing is sent until it is back."""
        try:
            if not (self.holds and beat_lease.renew(self.holder)):
                self.holds = beat_lease.take_over(self.holder)
                if not self.holds:
                    return LONGEST_PAUSE
                self._go_on()
            return min(super().tick(*args, **kwargs), LONGEST_PAUSE)
        except DatabaseError as fault:
            self.holds = False
            log.warning("The lease of the scheduler cannot be asked for: %s", type(fault).__name__)
            return LONGEST_PAUSE
        finally:
            close_old_connections()

    def _go_on(self) -> None:
        """Goes on where the last holder ended, whoever that was. What nobody ever sent is due."""
        sent = beat_lease.last_sent()
        for name, entry in self.schedule.items():
            entry.last_run_at = sent.get(name, beat_lease.LONG_AGO)
        self._heap = None

    def apply_entry(self, entry: Any, producer: Any = None) -> None:
        if beat_lease.note_sent(self.holder, entry.name, timezone.now()):
            super().apply_entry(entry, producer=producer)
        else:
            self.holds = False

    def close(self) -> None:
        """Celery calls this amid a signal, whatever the connection of this thread is at: another thread has its own."""
        if self.holds:
            last = threading.Thread(target=_give_back, args=(self.holder,), daemon=True)
            last.start()
            last.join(LAST_SECONDS)
        super().close()


def _give_back(holder: str) -> None:
    with suppress(DatabaseError):
        beat_lease.give_back(holder)
    connection.close()
