"""The door to Django: so many requests are inside at once, and the others wait in order.

Whoever waits costs no thread and no connection to the database. A request comes to the door once all of it has arrived,
and leaves when Django is done with it, not when the browser has taken the answer: a slow phone keeps nobody out. Some
of the room is kept for what cannot wait while a hall looks at its pairings: bids, reports, and whatever the staff do.
"""

import asyncio
from collections import Counter, OrderedDict
from itertools import count

from django.conf import settings

from bos_tournament.operations.serving.request_limits import Answers, Refusal
from bos_tournament.operations.serving.sse import Message, Receive, Send

READS = ("GET", "HEAD", "OPTIONS")
Turn = asyncio.Future[None]
LONGEST_LINE = {False: 1_000, True: 4_000}
"""So many wait in one process, to read and on urgent business; the next is asked to come back."""
MOST_HELD, SMALL = 128 * 1024 * 1024, 16 * 1024  # bytes of all bodies in one process; of one that always finds room
KEPT_BACK = 16 * 1024 * 1024  # bytes of an answer; a longer one goes out while it is made


class Door:
    """The ASGI application `answers`, with so many requests inside as REQUESTS_AT_ONCE says, a quarter of them urgent.

    Raises Refusal (503) where the line is too long.
    """

    def __init__(self, answers: Answers) -> None:
        self.answers = answers
        self.most = max(settings.REQUESTS_AT_ONCE, 2)
        self.to_read = self.most - max(self.most // 4, 1)
        self.inside: Counter[bool] = Counter()  # urgent or not
        self.lines: dict[bool, OrderedDict[Turn, int]] = {False: OrderedDict(), True: OrderedDict()}
        self.arrivals = count()  # first come, first served
        self.held = 0  # bytes of all bodies that have come

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        parts: list[Message] = []
        try:
            await self._take_in(parts, receive)
            await self._visit(parts, scope, receive, send)
        finally:
            self.held -= _size(parts)

    async def _take_in(self, parts: list[Message], receive: Receive) -> None:
        """All parts of a request. Raises Refusal for what is too large, too slow, or large while much waits."""
        while not parts or parts[-1].get("more_body", False):
            parts.append(message := await receive())
            self.held += len(message.get("body", b""))
            if self.held > MOST_HELD and _size(parts) > SMALL:
                raise Refusal(503)

    async def _visit(self, parts: list[Message], scope: Message, receive: Receive, send: Send) -> None:
        urgent = is_urgent(scope)
        if parts[-1]["type"] != "http.request" or not await self._enter(urgent, receive):
            return
        visit = Visit(self, urgent, send)
        try:
            await self.answers(scope, _again(parts), visit.keep_back)
        finally:
            visit.leave()
        await visit.hand_out()

    async def _enter(self, urgent: bool, receive: Receive) -> bool:
        """Waits for a turn; False when the browser is gone before it came."""
        line = self.lines[urgent]
        if self._has_room(urgent) and not line:
            self.inside[urgent] += 1
            return True
        if len(line) >= LONGEST_LINE[urgent]:
            raise Refusal(503)
        turn: Turn = asyncio.get_running_loop().create_future()
        line[turn] = next(self.arrivals)
        gone = asyncio.ensure_future(receive())
        try:
            await asyncio.wait((turn, gone), return_when=asyncio.FIRST_COMPLETED)
        except asyncio.CancelledError:
            self._give_up(turn, urgent)
            raise
        finally:
            gone.cancel()
        return turn.done() or self._give_up(turn, urgent)

    def _give_up(self, turn: "Turn", urgent: bool) -> bool:
        """Leaves the line, or the room if the turn had come. Always False."""
        if turn.done():
            self.leave(urgent)
        self.lines[urgent].pop(turn, None)
        return False

    def leave(self, urgent: bool) -> None:
        """Makes room, and lets in whoever came first of those who may enter."""
        self.inside[urgent] -= 1
        while kinds := [kind for kind, line in self.lines.items() if line and self._has_room(kind)]:
            longest = min(kinds, key=lambda kind: next(iter(self.lines[kind].values())))
            turn, _ = self.lines[longest].popitem(last=False)
            self.inside[longest] += 1
            turn.set_result(None)

    def _has_room(self, urgent: bool) -> bool:
        return self.inside[False] + self.inside[True] < self.most and (urgent or self.inside[False] < self.to_read)


class Visit:
    """One request inside: what Django answers is kept back until it is done, so that no browser holds its place."""

    def __init__(self, door: Door, urgent: bool, send: Send) -> None:
        self.door, self.urgent, self.send = door, urgent, send
        self.inside, self.kept, self.size = True, list[Message](), 0

    async def keep_back(self, message: Message) -> None:
        self.kept.append(message)
        self.size += len(message.get("body", b""))
        if self.size > KEPT_BACK:
            self.leave()
            await self.hand_out()

    def leave(self) -> None:
        if self.inside:
            self.inside = False
            self.door.leave(self.urgent)

    async def hand_out(self) -> None:
        kept, self.kept = self.kept, []
        for message in kept:
            await self.send(message)


def is_urgent(scope: Message) -> bool:
    """Is it a deed, the staff's desk, or the question whether the site is well?"""
    path = scope["path"]
    return scope["method"] not in READS or "/desk/" in path or path == "/health/"


def _size(parts: list[Message]) -> int:
    return sum(len(part.get("body", b"")) for part in parts)


def _again(parts: list[Message]) -> Receive:
    """Gives the parts, and then nothing: Django is to end what it began even when the browser is gone."""
    left = iter(parts)

    async def receive() -> Message:
        if (part := next(left, None)) is None:
            await asyncio.get_running_loop().create_future()
        return part or {}

    return receive
