"""Several web processes on one socket, forked from one that has loaded the site: one that dies is back at once.

The first process serves nobody. It looks after the others, and they end with it, unless they are told to answer on
until a supervisor ends them (`web_generations`).
"""

import ctypes
import os
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import FrameType

from bos_tournament.launch import parent_death_signal, process

BACKLOG = 4_096  # connections that wait until a process takes them: a hall comes in one second
ENDS = (signal.SIGTERM, signal.SIGINT)
YOUNG, PAUSE = 5.0, 1.0
"""Seconds: one that dies younger than this is started again only after a pause."""


def cores() -> int:
    """How many this process may use."""
    return len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1


def fork_each(count: int, *, end_with_first: bool = True) -> int | None:
    """Forks so many processes, and again each one that dies. When the first process is killed, they are or go on.

    In every one of them its place, from 0, which the next one has when it dies. None in the first process, once SIGTERM
    or SIGINT has ended them all.
    """
    return Keeper(count, end_with_first=end_with_first).run()


class Keeper:
    """What the first process knows of the others."""

    def __init__(self, count: int, *, end_with_first: bool) -> None:
        self.count, self.end_with_first, self.stopping = count, end_with_first, False
        self.began: dict[int, tuple[int, float]] = {}  # its place, and when on the monotonic clock, by process

    def run(self) -> int | None:
        for number in ENDS:
            signal.signal(number, self._stop)
        for place in range(self.count):
            if not self.stopping and self._fork(place):
                return place
        while self.began:
            pid, status = os.wait()
            if pid not in self.began:  # a child of something that was imported
                continue
            place, began = self.began.pop(pid)
            reason = process.reason(os.waitstatus_to_exitcode(status))
            if not self.stopping and self._again(place, reason, lived=time.monotonic() - began):
                return place
        return None

    def _stop(self, number: int, frame: FrameType | None) -> None:
        self.stopping = True
        for pid in self.began:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGTERM)

    def _again(self, place: int, reason: str, *, lived: float) -> bool:
        with suppress(OSError):  # on a full disk it is not told
            print(f"A web process ended ({reason}). Starting it again.", flush=True)
        if lived < YOUNG:
            time.sleep(PAUSE)
        return not self.stopping and self._fork(place)

    def _fork(self, place: int) -> bool:
        """True in the new process."""
        parent = os.getpid()
        with _undisturbed():
            if pid := os.fork():
                self.began[pid] = place, time.monotonic()
                return False
            for number in ENDS:
                signal.signal(number, signal.SIG_DFL)
        if self.end_with_first and sys.platform == "linux":
            parent_death_signal.end_with(parent, signal.SIGKILL, ctypes.CDLL(None).prctl)
        return True


@contextmanager
def _undisturbed() -> Iterator[None]:
    """A signal to end comes after this, when it finds every process."""
    signal.pthread_sigmask(signal.SIG_BLOCK, ENDS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, ENDS)
