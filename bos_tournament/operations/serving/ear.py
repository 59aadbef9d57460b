"""The ear of a web process: one connection to the database that hears every hint, for whatever here wants to know."""

import asyncio
import logging
from contextlib import suppress
from typing import Any, Protocol

import psycopg
from django.db import connection

from bos_tournament.operations.live_events import CHANNEL

log = logging.getLogger(__name__)
STILL_HERE, AGAIN = 20.0, 3.0  # seconds: between two looks whether anybody wants hints, and before it tries again
FIRST_TRY = 1.0  # seconds that anybody waits for it


class Hearer(Protocol):
    """Something that wants hints."""

    def wants_hints(self) -> bool:
        """Is there anybody who would miss them?"""

    def begin(self) -> None:
        """From now on all are heard; any number may have been missed before."""

    def hear(self, topic: str) -> None:
        """This match or tournament changed."""


class Ear:
    """Listens while a hearer wants hints."""

    def __init__(self) -> None:
        self.hearers: list[Hearer] = []
        self.task: asyncio.Task[None] | None = None
        self.hears = False
        self.tried = asyncio.Event()

    def listen(self) -> None:
        """Call it whenever somebody begins to want hints."""
        if self.task is None or self.task.done():
            self.tried.clear()
            self.task = asyncio.create_task(self._listen())

    async def ready(self) -> bool:
        """Whether it hears; waits for its first try, which takes a moment, and not for a database that is away."""
        self.listen()
        if not self.hears:
            with suppress(TimeoutError):
                await asyncio.wait_for(self.tried.wait(), FIRST_TRY)
        return self.hears

    async def _listen(self) -> None:
        while self._is_wanted():
            with suppress(psycopg.Error, OSError):
                async with await psycopg.AsyncConnection.connect(**_address(), autocommit=True) as database:
                    await database.execute(f"LISTEN {CHANNEL}")
                    self.hears = True
                    for hearer in self.hearers:
                        hearer.begin()
                    self.tried.set()
                    await self._pass_on(database)
            self.hears = False
            self.tried.set()
            if self._is_wanted():
                log.warning("The stream of hints is cut; pages ask by themselves until it is back.")
                await asyncio.sleep(AGAIN)

    async def _pass_on(self, database: psycopg.AsyncConnection[Any]) -> None:
        while self._is_wanted():
            async for note in database.notifies(timeout=STILL_HERE):
                for hearer in self.hearers:
                    hearer.hear(note.payload)

    def _is_wanted(self) -> bool:
        return any(hearer.wants_hints() for hearer in self.hearers)


def _address() -> dict[str, Any]:
    """Where the database is, without what only Django's own connections want."""
    of_django = ("cursor_factory", "context", "prepare_threshold", "options")
    return {name: value for name, value in connection.get_connection_params().items() if name not in of_django}
