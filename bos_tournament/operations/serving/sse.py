"""Open streams of hints to browsers (server-sent events), beside Django: no thread and no connection for each.

The ear of the process passes hints on to whoever asked for that topic. Each stream begins with a hint about all its
topics, so that whatever came before it listened, or in a gap, is found by one look. A stream that is refused, cut or
limited costs nothing but time, since pages ask by themselves too.
"""

import asyncio
import re
import time
from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable, MutableMapping
from contextlib import suppress
from dataclasses import dataclass, field
from http.cookies import CookieError, SimpleCookie
from typing import Any
from urllib.parse import parse_qs

from asgiref.sync import sync_to_async
from django.conf import settings
from django.db import close_old_connections, connection

from bos_tournament.accounts.sign_in import sessions
from bos_tournament.operations.serving.ear import AGAIN, STILL_HERE, Ear

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

PATH = "/live/"
TOPIC = re.compile(r"(match|tournament|printout):[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
MOST_TOPICS, MOST_EACH = 8, 6  # of one stream; streams of one person
LONGEST = 900.0  # seconds of a stream
NOBODY = ""
CLOSE = (b"connection", b"close")  # a body that may still come is not read
HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
]


@dataclass(eq=False)
class Listener:
    """One open stream: what it waits for, and what it has not been told yet."""

    topics: frozenset[str]
    """What its page asked to hear of."""
    displaced: bool = False
    """Whether it is to end, to make room for another."""
    news: set[str] = field(default_factory=set)
    """The topics that changed since it was last told."""
    woken: asyncio.Event = field(default_factory=asyncio.Event)
    """Set as soon as there is something to do."""

    def hear(self, topics: set[str]) -> None:
        self.news |= topics
        self.woken.set()

    def make_room(self) -> None:
        self.displaced = True
        self.woken.set()


class Streams:
    """The ASGI application behind PATH: all open streams of this process."""

    def __init__(self, ear: Ear) -> None:
        self.listeners: dict[str, set[Listener]] = defaultdict(set)
        self.held: Counter[str] = Counter()  # streams by person, NOBODY for those without a sign-in
        self.onlookers: dict[Listener, None] = {}  # those without a sign-in, the first that came first
        self.ear = ear
        ear.hearers.append(self)

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        topics = requested_topics(scope["query_string"])
        if scope["method"] != "GET" or not topics:
            await _refuse(send, 400, b"Ask with GET for one to eight topics, like ?on=match:<its id>.")
            return
        person = await user_id_of(header(scope, b"cookie"))
        if not self._has_room_for(person):
            await _refuse(send, 204, b"")  # tells a browser not to come back; its page asks by itself
            return
        await self._stream(Listener(topics), person, receive, send)

    def _has_room_for(self, person: str) -> bool:
        """People who signed in come first: where all is full, an onlooker's stream ends, and that page asks itself."""
        full = self.held.total() >= settings.LIVE_STREAMS
        if person == NOBODY:
            return not full and self.held[NOBODY] < settings.LIVE_STREAMS // 2
        if self.held[person] >= MOST_EACH or (full and not self.onlookers):
            return False
        if full:
            self._forget(first := next(iter(self.onlookers)), NOBODY)
            first.make_room()
        return True

    async def _stream(self, listener: Listener, person: str, receive: Receive, send: Send) -> None:
        self.held[person] += 1
        if person == NOBODY:
            self.onlookers[listener] = None
        for topic in listener.topics:
            self.listeners[topic].add(listener)
        self.ear.listen()
        if self.ear.hears:
            listener.hear(set(listener.topics))
        gone = asyncio.create_task(_until_gone(receive))
        try:
            await _tell(listener, gone, send)
        finally:
            gone.cancel()
            if not listener.displaced:
                self._forget(listener, person)

    def _forget(self, listener: Listener, person: str) -> None:
        self.onlookers.pop(listener, None)
        self.held[person] -= 1
        if self.held[person] <= 0:
            del self.held[person]
        for topic in listener.topics:
            self.listeners[topic].discard(listener)
            if not self.listeners[topic]:
                del self.listeners[topic]

    # Hints, as the ear passes them on

    def wants_hints(self) -> bool:
        return bool(self.listeners)

    def begin(self) -> None:
        for listener in {listener for every in self.listeners.values() for listener in every}:
            listener.hear(set(listener.topics))

    def hear(self, topic: str) -> None:
        for listener in tuple(self.listeners.get(topic, ())):
            listener.hear({topic})


def requested_topics(query: bytes) -> frozenset[str]:
    """The topics of a request; none when one of them is not one, or there are too many."""
    with suppress(ValueError):
        topics = parse_qs(query.decode("ascii", "replace"), max_num_fields=MOST_TOPICS).get("on", [])
        return frozenset(topics) if all(map(TOPIC.fullmatch, topics)) else frozenset()
    return frozenset()


async def user_id_of(cookies: str) -> str:
    """Who is signed in with these cookies, as an id; NOBODY without a sign-in that still holds."""
    jar: SimpleCookie = SimpleCookie()
    with suppress(CookieError):
        jar.load(cookies)
    cookie = jar.get(settings.SESSION_COOKIE_NAME)
    return await sync_to_async(_user_of, thread_sensitive=False)(cookie.value) if cookie else NOBODY


def _user_of(session_key: str) -> str:
    try:
        session = sessions.live(session_key)
        return str(session.user_id) if session and session.user_id else NOBODY
    finally:
        close_old_connections()
        connection.close()


async def _tell(listener: Listener, gone: asyncio.Task[None], send: Send) -> None:
    """Sends hints until the browser is gone or the stream is old; a sign of life in between."""
    await send({"type": "http.response.start", "status": 200, "headers": HEADERS})
    await _send(send, f"retry: {int(AGAIN * 1000)}\n\n")
    end = time.monotonic() + LONGEST
    while not gone.done() and not listener.displaced and time.monotonic() < end:
        woken = asyncio.create_task(listener.woken.wait())
        await asyncio.wait({woken, gone}, timeout=STILL_HERE, return_when=asyncio.FIRST_COMPLETED)
        woken.cancel()
        if gone.done() or listener.displaced:
            break
        news, listener.news = sorted(listener.news), set()
        listener.woken.clear()
        await _send(send, f"data: {' '.join(news)}\n\n" if news else ": still here\n\n")
    if not gone.done():
        await send({"type": "http.response.body", "body": b"", "more_body": False})


async def _send(send: Send, text: str) -> None:
    await send({"type": "http.response.body", "body": text.encode(), "more_body": True})


async def _until_gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


async def _refuse(send: Send, status: int, text: bytes) -> None:
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"cache-control", b"no-store"), CLOSE]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": text})


def header(scope: Message, name: bytes) -> str:
    return next((value.decode("latin-1") for key, value in scope["headers"] if key == name), "")
