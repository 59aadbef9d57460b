"""Hints about jobs to the workers, sent by a thread of their own.

Whoever causes a job waits for no broker: not for one that is away, and nobody learns from waiting that a job began,
which would tell the second player that the first one has bid.
"""

import atexit
import logging
import os
import queue
import threading
import time
from contextlib import suppress
from typing import NamedTuple

from bos_tournament.celery import app

log = logging.getLogger(__name__)
RUN = "operations.run_job"
"""The one Celery task that runs a job by its id."""
MOST_WAITING = 1_000
"""So many hints wait for the broker; the sweep repeats the others."""
GATHERED = 0.5
"""So many seconds are jobs gathered for which one hint does: in a hall that bids, each match would send its own."""
LAST_SECONDS = 1.0
"""So long a process that ends goes on sending."""


class Hint(NamedTuple):
    """A job that a worker may begin."""

    job: str
    """Its id."""
    queue: str | None
    """Where its workers wait; None for the default queue."""
    kind: str = ""
    """Its kind, where one hint does for all jobs of the kind that wait; else empty."""
    seconds: int | None = None
    """After so long its worker is ended; None for the limit of all."""
    priority: int = 0
    """It waits behind those of its queue with a lower number."""


class Sender:
    """The hints of one process, in the order they came."""

    def __init__(self) -> None:
        self.waiting: queue.Queue[Hint] = queue.Queue(MOST_WAITING)
        self.gathering = set[str]()
        self.lock = threading.Lock()
        self.thread: threading.Thread | None = None

    def put(self, hint: Hint) -> None:
        """Has the hint sent soon. One that finds no room is left to the sweep."""
        with self.lock:
            if hint.kind in self.gathering:
                return
            with suppress(queue.Full):
                self.waiting.put_nowait(hint)
                self.gathering |= {hint.kind} - {""}
            if self.thread is None or not self.thread.is_alive():
                self.thread = threading.Thread(target=self._send_all, name="hints", daemon=True)
                self.thread.start()

    def _send_all(self) -> None:
        while True:
            hint = self.waiting.get()
            if hint.kind:
                time.sleep(GATHERED)
                with self.lock:
                    self.gathering.discard(hint.kind)
            send(hint)
            self.waiting.task_done()

    def finish(self) -> None:
        """Waits a moment for what is left."""
        with self.waiting.all_tasks_done:
            self.waiting.all_tasks_done.wait_for(lambda: not self.waiting.unfinished_tasks, LAST_SECONDS)


sender = Sender()


def send(hint: Hint) -> None:
    """Tells the workers now. A broker that is away costs nothing but time: the sweep asks again."""
    try:
        app.send_task(RUN, [hint.job], queue=hint.queue, retry=False, time_limit=hint.seconds, priority=hint.priority)
    except Exception as fault:
        log.warning("No hint for job %s: %s", hint.job, fault)


def _begin_anew() -> None:
    """In a process that was forked no thread of its parent runs."""
    global sender
    sender = Sender()


os.register_at_fork(after_in_child=_begin_anew)
atexit.register(lambda: sender.finish())
