"""Those who only look on: readers who ask all the time, phones with a stream, and who holds the scheduler's lease."""

import http.client
import ssl
import threading
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import pairwise
from urllib.parse import urlsplit

READ_EVERY, READ_PATIENCE = 0.25, 60.0  # seconds
SILENT, AGAIN = 40.0, 3.0  # seconds: without a sign of life a stream is opened anew; until it is tried again
LEASE_EVERY = 0.5
BEHIND_PROXY = {"X-Forwarded-Proto": "https"}
"""What the balancer adds, for who asks a machine directly."""

ended = threading.Event()
"""Set when all looking ends."""


def connection(site: str, trusted: ssl.SSLContext, seconds: float) -> http.client.HTTPConnection:
    where = urlsplit(site)
    if where.scheme == "https":
        return http.client.HTTPSConnection(where.netloc, timeout=seconds, context=trusted)
    return http.client.HTTPConnection(where.netloc, timeout=seconds)


@dataclass
class Reader:
    """Somebody without an account, who asks for what no memory of the site can answer."""

    site: str
    """Through the balancer."""
    trusted: ssl.SSLContext
    """Whose certificate holds."""
    path: str
    """The page; each time with another question."""
    answered: list[float] = field(default_factory=list)
    """Moments of good answers."""
    refused: int = 0
    """Answers that were not good, and connections that were cut."""

    def run(self) -> None:
        line, number = None, 0
        while not ended.wait(READ_EVERY):
            number += 1
            try:
                line = line or connection(self.site, self.trusted, READ_PATIENCE)
                line.request("GET", f"{self.path}?q=look{number}-{id(self)}")
                answer = line.getresponse()
                answer.read()
            except (http.client.HTTPException, OSError):
                line = None
                self.refused += 1
                continue
            if answer.status == 200:
                self.answered.append(time.monotonic())
            else:
                self.refused += 1


@dataclass
class Stream:
    """A phone whose page is open, at the balancer or at one machine."""

    name: str
    """In the report."""
    site: str
    """Where it asks."""
    trusted: ssl.SSLContext
    """Whose certificate holds."""
    host: str
    """The host that it asks for."""
    topic: str
    """What it wants to hear of."""
    heard: list[float] = field(default_factory=list)
    """Moments of hints."""
    opened: list[float] = field(default_factory=list)
    """Moments at which it was opened, first and again."""

    def run(self) -> None:
        while not ended.is_set():
            with suppress(http.client.HTTPException, OSError):
                self._listen()
            ended.wait(AGAIN)

    def _listen(self) -> None:
        line = connection(self.site, self.trusted, SILENT)
        line.request("GET", f"/live/?on={self.topic}", headers={"Host": self.host, **BEHIND_PROXY})
        answer = line.getresponse()
        if answer.status != 200:
            line.close()
            return
        self.opened.append(time.monotonic())
        while not ended.is_set() and (text := answer.readline()):
            if text.startswith(b"data:"):
                self.heard.append(time.monotonic())
        line.close()

    def delay(self, published: "Published") -> float | None:
        """Seconds from a publication until it heard of it; None if it never did."""
        after = [at for at in self.heard if at >= published.began]
        return max(min(after) - published.ended, 0.0) if after else None


@dataclass(frozen=True)
class Published:
    """A round that was published, between two moments."""

    began: float
    """Before it was asked for."""
    ended: float
    """When that was answered."""


@dataclass
class Lease:
    """Who held the lease of the scheduler, and when."""

    ask: Callable[[str], list[tuple[object, ...]]]
    """Asks the database past all lines."""
    holders: list[tuple[float, str]] = field(default_factory=list)
    """Each holder with the moment at which it was first seen."""

    def run(self) -> None:
        while not ended.wait(LEASE_EVERY):
            rows = self.ask("SELECT holder FROM operations_beatlease WHERE until > now()")
            if rows and (not self.holders or self.holders[-1][1] != rows[0][0]):
                self.holders.append((time.monotonic(), str(rows[0][0])))

    def process(self) -> int:
        """The number of the process that holds it."""
        return int(self.holders[-1][1].split(":")[-2])


def longest_gap(moments: Iterable[float]) -> float:
    """The longest time without a good answer, in seconds."""
    return max((after - before for before, after in pairwise(sorted(moments))), default=0.0)


def start_all(runs: Iterable[Callable[[], None]]) -> list[threading.Thread]:
    threads = [threading.Thread(target=run, daemon=True) for run in runs]
    for thread in threads:
        thread.start()
    return threads
