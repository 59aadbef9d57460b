"""New connections, shared evenly by the web processes that listen on one socket.

The system wakes all of them for each connection, and whoever is first takes it. Which of them is first when a hall
comes at one moment is chance, and the phones stay with it: one process would work on long after the other is done. So
each sees how many connections every other one has, and who has more leaves the next to them for a moment.
"""

import asyncio
import mmap
import socket
from collections.abc import Callable, Sized
from contextlib import suppress
from typing import Any

MORE = 4
"""So many more connections than the process with the fewest may each of them have at once."""
PAUSE, FULL_PAUSE = 0.002, 1.0
"""Seconds that it leaves connections to the others, and those after which it asks the system again for files."""
BATCH = 8
"""So many it takes when nobody else did, and then it leaves the next to the others again."""


class Counts:
    """How many connections each web process has. To be made before they are forked, who all see the same."""

    def __init__(self, processes: int) -> None:
        self.of = memoryview(mmap.mmap(-1, 8 * processes)).cast("Q")


class Accepting:
    """The part of one process in the listening socket `line`; each connection gets a `protocol` of its own."""

    def __init__(
        self,
        line: socket.socket,
        counts: Counts,
        place: int,
        connections: Sized,
        protocol: Callable[[], asyncio.Protocol],
    ) -> None:
        self.line, self.counts, self.place, self.connections, self.protocol = line, counts, place, connections, protocol
        self.opening = set[asyncio.Task[Any]]()
        self.batch = 0  # so many more without a look at the others
        self.loop = asyncio.get_running_loop()
        line.setblocking(False)
        self._listen()

    def stop(self) -> None:
        """Takes no more; whoever waits is left to the others."""
        self.loop.remove_reader(self.line)
        self.line.close()

    def _listen(self) -> None:
        if self.line.fileno() >= 0:
            self.loop.add_reader(self.line, self._accept_one)

    def _pause(self, seconds: float) -> None:
        self.loop.remove_reader(self.line)
        self.loop.call_later(seconds, self._listen)

    def _accept_one(self) -> None:
        """One in each turn of the loop, so that the others come to theirs."""
        if not self.batch and self._has_more():
            self.batch = BATCH
            self._pause(PAUSE)
            return
        self.batch = max(self.batch - 1, 0)
        try:
            connection, _address = self.line.accept()
        except (BlockingIOError, ConnectionError):  # another process was faster, or the browser is gone
            return
        except OSError:  # no more files
            self._pause(FULL_PAUSE)
            return
        with suppress(OSError):  # it is gone already
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        task = self.loop.create_task(self.loop.connect_accepted_socket(self.protocol, connection))
        self.opening.add(task)
        task.add_done_callback(self.opening.discard)

    def _has_more(self) -> bool:
        own = self.counts.of[self.place] = len(self.connections) + len(self.opening)
        return own > min(self.counts.of) + MORE
