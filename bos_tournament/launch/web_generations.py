"""Web processes outlive the first of them, which looks after the others, when that is killed: they answer on until
those of the next web server do. Nobody waits for it to load the site.

The supervisor and the web processes of one start, a generation, hold the ends of a line. A web process says there that
it answers. The supervisor says nothing; that its end closes tells them that it is gone, and they with it.
"""

import os
import signal
import socket
import subprocess
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

ANSWERS = b"answers"


@dataclass
class Generation:
    """The web processes of one start of the web server."""

    first: subprocess.Popen[bytes]
    """The process that forks the others; they are its group, also when it is gone."""
    line: socket.socket
    """The supervisor's end."""
    answers: bool = False
    """Whether one of them has said so."""
    gone: bool = False
    """Whether none of them is left."""
    killed_at: float | None = None
    """When those that are left are killed, on the monotonic clock; None while they may answer."""

    def listen(self) -> None:
        """Hears what they said since, and whether they are all gone."""
        with suppress(BlockingIOError):
            while not self.gone:
                said = self.line.recv(1_024)
                self.answers, self.gone = self.answers or bool(said), not said

    def send(self, how: signal.Signals) -> None:
        """To all that are left. While the line is held, their group is nobody else's."""
        self.listen()
        if not self.gone:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self.first.pid, how)


class Generations:
    """What the supervisor knows of them: the last one, and those before of which something is left."""

    def __init__(self, start: Callable[[int], subprocess.Popen[bytes]], *, seconds: float) -> None:
        self.start = start  # it gets the number of the web processes' end of the line
        self.seconds = seconds  # in which those who end finish their answers
        self.all: list[Generation] = []

    def begin(self) -> subprocess.Popen[bytes]:
        """Starts the next one; those before go on until it answers."""
        ours, theirs = socket.socketpair()
        with theirs:
            try:
                first = self.start(theirs.fileno())
            except BaseException:
                ours.close()
                raise
        ours.setblocking(False)
        self.all.append(Generation(first, ours))
        return first

    def look(self) -> None:
        """Ends whoever is not needed any more, and forgets who is gone. To be called again and again."""
        for generation in self.all:
            generation.listen()
        answering = [at for at, generation in enumerate(self.all) if generation.answers and not generation.gone]
        for generation in self.all[: answering[-1]] if answering else ():
            self._end(generation)
        for generation in self.all[:-1]:
            if generation.gone:
                generation.line.close()
        self.all = [*(generation for generation in self.all[:-1] if not generation.gone), *self.all[-1:]]

    def stop(self) -> None:
        """Asks those to end whose first process is gone; whoever has one hears of it from there."""
        for generation in self.all:
            if generation.first.poll() is not None:
                self._end(generation)

    def sweep(self) -> None:
        """Kills what is left of all."""
        for generation in self.all:
            generation.send(signal.SIGKILL)

    def _end(self, generation: Generation) -> None:
        if generation.killed_at is None:
            generation.killed_at = time.monotonic() + self.seconds
            generation.send(signal.SIGTERM)
        elif time.monotonic() >= generation.killed_at:
            generation.send(signal.SIGKILL)


def end_with_supervisor(line: socket.socket) -> None:
    """Kills this process at once when the supervisor is gone, whatever it does by then."""

    def wait() -> None:
        with suppress(OSError):
            line.recv(1)
        os.kill(os.getpid(), signal.SIGKILL)

    threading.Thread(target=wait, name="supervisor", daemon=True).start()


def say_that_it_answers(line: socket.socket) -> None:
    """Called in a web process once it listens."""
    with suppress(OSError):
        line.send(ANSWERS, socket.MSG_DONTWAIT)
