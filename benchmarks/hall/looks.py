"""A hall that looks: published pages for everybody, the round that was published just now, and memory over time."""

import asyncio
import random
import re
import time
from collections.abc import Sequence
from itertools import cycle, islice, repeat
from typing import TYPE_CHECKING

from benchmarks.hall import crowd
from benchmarks.hall.phones import Phone, Question, Told, storm, unpacked
from benchmarks.hall.served import memory_of, say

if TYPE_CHECKING:
    from bos_tournament.tournaments.models import Round, Tournament

SPREAD = 1.5  # seconds within which pages ask after a hint to all (live-events.js)
PART = ("HX-Request", "true")
OPENING = 200  # streams that are opened at one moment
BATCH = 100  # questions after which it is looked whether the time is over
Header = tuple[str, str]


def look(port: int, tournament: "Tournament", cookies: Sequence[Header], looks: int) -> None:
    """Readers without an account, and players who are signed in."""
    pairings = f"/tournaments/{tournament.slug}/pairings/"
    for path in (pairings, f"/tournaments/{tournament.slug}/standings/"):
        for at_once in (8, 256):
            told, _ = storm(port, repeat(Question(path), looks), at_once)
            say(told.line(f"{path}, nobody signed in, {at_once} at once (2,500 /s, p99 150 ms)"))
    asked = list(islice(cycle(cookies), max(len(cookies), looks)))
    told, _ = storm(port, [Question(pairings, (cookie,)) for cookie in asked], min(256, len(asked)))
    say(told.line(f"pairings, {min(256, len(asked))} signed in at once (250 /s)"))


def publish_to(port: int, draft: "Round", cookies: Sequence[Header]) -> tuple["Tournament", int]:
    """Publishes the round while every player's phone holds its page open; how many did not see their table."""
    expected = crowd.tables(draft)
    tournament, shown = asyncio.run(_publish_to(port, draft, cookies))
    blind = sum(shown[place - 1] != table for place, table in expected.items())
    say(f"phones that do not show their table: {blind}")
    return tournament, blind


async def _publish_to(port: int, draft: "Round", cookies: Sequence[Header]) -> tuple["Tournament", list[int | None]]:
    """The tables that the phones show, by place."""
    tournament, told = draft.stage.tournament, Told()
    path = f"/tournaments/{tournament.slug}/pairings/"
    holders = [Holder(port, told, path, cookie) for cookie in cookies]
    for first in range(0, len(holders), OPENING):
        await asyncio.gather(*(holder.open(tournament.pk) for holder in holders[first : first + OPENING]))
    say(f"{sum(holder.holds for holder in holders):,} streams are open")
    watching = [asyncio.create_task(holder.watch()) for holder in holders]
    tournament = await asyncio.to_thread(_published, draft)
    began = time.perf_counter()
    await asyncio.gather(*watching)
    hinted = max(holder.hinted_at for holder in holders) - began
    seen = max(holder.seen_at for holder in holders) - began
    told.whole = seen
    say(f"{len(holders):,} streams hinted {max(hinted, 0):.1f} s after publication (2 s)")
    say(told.line(f"{len(holders):,} phones see their table {seen:.1f} s after publication (10 s)"))
    return tournament, [holder.table for holder in holders]


def _published(draft: "Round") -> "Tournament":
    from django.db import connection

    try:
        return crowd.published(draft)
    finally:
        connection.close()


class Holder:
    """A phone whose page is open: a stream of hints, and a connection to ask."""

    def __init__(self, port: int, told: Told, path: str, cookie: Header) -> None:
        self.phone, self.port = Phone(port, told), port
        self.question = Question(path, (cookie, PART))
        self.cookie = cookie
        self.holds = False
        self.hinted_at = self.seen_at = 0.0
        self.table: int | None = None

    async def open(self, tournament: object) -> None:
        """Holds the stream once the first hint, about everything, has come."""
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)
        asked = Question(f"/live/?on=tournament:{tournament}", (self.cookie,))
        self.writer.write(asked.raw)
        await self.reader.readuntil(b"data: ")
        await self.reader.readuntil(b"\n\n")
        self.holds = True

    async def watch(self) -> None:
        """Asks at each hint, as the page does, until there is a table."""
        while self.table is None:
            await self.reader.readuntil(b"data: ")
            await self.reader.readuntil(b"\n\n")
            self.hinted_at = self.hinted_at or time.perf_counter()
            await asyncio.sleep(random.random() * SPREAD)
            self.table = _own_table(await self.phone.ask(self.question))
        self.seen_at = time.perf_counter()
        self.writer.close()
        self.phone.hang_up()


def _own_table(packed: bytes) -> int | None:
    found = re.search(rb'class="sheet now.*?<b>Table ([\d,]+)</b>', unpacked(packed), re.DOTALL)
    return int(found[1].replace(b",", b"")) if found else None


def soak(port: int, web: int, tournament: "Tournament", cookies: Sequence[Header], seconds: float) -> None:
    """People look at everything, a while; how much the web processes grow after the first minute."""
    names = ("pairings/", "pairings/?by=name", "standings/", "players/", "")
    paths = cycle(f"/tournaments/{tournament.slug}/{name}" for name in names)
    people = cycle([(), *((cookie,) for cookie in cookies[:256])])
    began, first, told = time.perf_counter(), 0.0, Told()
    while not first or time.perf_counter() - began < seconds:
        round_, _ = storm(port, [Question(next(paths), next(people)) for _ in range(BATCH)], 8)
        told.statuses += round_.statuses
        told.seconds += round_.seconds
        if not first and time.perf_counter() - began > min(60.0, seconds / 3):
            first = memory_of(web)
    told.whole = time.perf_counter() - began
    last = memory_of(web)
    say(told.line(f"a soak of {seconds:,.0f} s, 8 at once"))
    say(f"memory: {first:,.0f} MiB after its first minute, {last:,.0f} at its end: {last / first - 1:+.1%} (5 %)")
