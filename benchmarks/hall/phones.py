"""Phones: HTTP connections that ask and are patient, many at once in one process."""

import asyncio
import gzip
import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

PATIENCE = 300.0  # seconds until a phone gives up
CUT_PAUSE = 0.5  # seconds until it calls again after a connection that was cut
MOST_TRIES = 200


@dataclass(frozen=True)
class Question:
    """One request; the same key each time that it is sent."""

    path: str
    """With its query."""
    headers: tuple[tuple[str, str], ...] = ()
    """Beside those that every phone sends."""
    body: bytes | None = None
    """Sent with POST; None: asked with GET."""

    @property
    def raw(self) -> bytes:
        method = "GET" if self.body is None else "POST"
        lines = [f"{method} {self.path} HTTP/1.1", "Host: localhost", "Accept-Encoding: gzip"]
        lines += [f"{name}: {value}" for name, value in self.headers]
        if self.body is not None:
            lines += ["Content-Type: application/json", f"Content-Length: {len(self.body)}"]
        return "\r\n".join([*lines, "", ""]).encode() + (self.body or b"")


@dataclass
class Told:
    """What the phones were told."""

    seconds: list[float] = field(default_factory=list)
    """From the question to its answer, with all waiting between."""
    statuses: Counter[int] = field(default_factory=Counter)
    """Of every answer."""
    cut: int = 0
    """Connections that ended without an answer."""
    unanswered: int = 0
    """Questions that were given up."""
    whole: float = 0.0
    """Seconds from the first question to the last answer."""

    def line(self, what: str) -> str:
        at = sorted(self.seconds)
        shown = f"{len(at):,} answers in {self.whole:.2f} s, {len(at) / self.whole:,.0f} /s"
        middle, late = (at[int(len(at) * share)] * 1_000 for share in (0.5, 0.99)) if at else (0, 0)
        statuses = ", ".join(f"{count:,} × {status}" for status, count in sorted(self.statuses.items()))
        left = f", {self.cut} cut" * bool(self.cut) + f", {self.unanswered} unanswered" * bool(self.unanswered)
        return f"{what}: {shown}, p50 {middle:,.0f} ms, p99 {late:,.0f} ms; {statuses}{left}"


def unpacked(body: bytes) -> bytes:
    """The body of an answer as it was before it was packed; most are."""
    return gzip.decompress(body) if body.startswith(b"\x1f\x8b") else body


class Phone:
    """One connection, opened when it is needed."""

    def __init__(self, port: int, told: Told, *, most_tries: int = MOST_TRIES) -> None:
        self.port, self.told, self.most_tries = port, told, most_tries
        self.line: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, question: Question) -> bytes:
        """The body of the answer; asks again as the site says, and after a connection that was cut."""
        began = time.perf_counter()
        for _ in range(self.most_tries):
            try:
                status, wait, body = await asyncio.wait_for(self._once(question.raw), PATIENCE)
            except TimeoutError:  # before the others, since it is an OSError
                break
            except (OSError, EOFError):
                self.told.cut += 1
                self.hang_up()
                await asyncio.sleep(CUT_PAUSE)
                continue
            self.told.statuses[status] += 1
            if status not in (429, 503):
                self.told.seconds.append(time.perf_counter() - began)
                return body
            await asyncio.sleep(wait)
        self.told.unanswered += 1
        return b""

    async def _once(self, raw: bytes) -> tuple[int, float, bytes]:
        if self.line is None:
            self.line = await asyncio.open_connection("127.0.0.1", self.port)
        reader, writer = self.line
        writer.write(raw)
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
        fields = dict(one.split(": ", 1) for one in head.split("\r\n")[1:] if ": " in one)
        body = await reader.readexactly(int(fields.get("content-length", 0)))
        if fields.get("connection") == "close":
            self.hang_up()
        return int(head.split()[1]), float(fields.get("retry-after", 1)), body

    def hang_up(self) -> None:
        if self.line:
            self.line[1].close()
            self.line = None


async def all_at_once(port: int, questions: Iterable[Question], at_once: int) -> tuple[Told, list[bytes]]:
    """So many phones share the questions, and each asks as fast as it is answered; the answers in order."""
    told, asked = Told(), list(enumerate(questions))
    answers = [b""] * len(asked)
    left = iter(asked)

    async def phone() -> None:
        here = Phone(port, told)
        for number, question in left:
            answers[number] = await here.ask(question)
        here.hang_up()

    began = time.perf_counter()
    await asyncio.gather(*(phone() for _ in range(at_once)))
    told.whole = time.perf_counter() - began
    return told, answers


def storm(port: int, questions: Iterable[Question], at_once: int) -> tuple[Told, list[bytes]]:
    """`all_at_once`, for whoever waits for nothing else."""
    return asyncio.run(all_at_once(port, questions, at_once))
