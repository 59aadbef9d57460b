"""Pages as they went out, each made once for all who wait, until a hint about it or its age ends it."""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple, cast

from django.utils.http import parse_etags

from bos_tournament.operations.serving.ear import Ear
from bos_tournament.operations.serving.request_limits import Answers
from bos_tournament.operations.serving.security_headers import Headers
from bos_tournament.operations.serving.sse import Message, Receive, Send, header

LONGEST = 10.0  # seconds after which a page is made anew, whatever is heard
MOST_BYTES = 64 * 1024 * 1024  # of the pages of one shelf
WANTED = 60.0  # seconds after the last question, while hints are listened for
NOT_WHOLE = (b"if-none-match", b"if-modified-since")  # asked without, Django answers with all of it
OF_A_BODY = (b"content-type", b"content-length", b"content-encoding")


class Asked(NamedTuple):
    """What of a request its page depends on, whoever reads it."""

    path: bytes
    """As it was sent."""
    query: bytes
    """As it was sent, in its order."""
    host: str
    """The name by which the site was asked; links carry it."""
    secure: bool
    """Whether it was asked over TLS."""
    part: bool
    """Only the living part of the page, which htmx asks for."""
    language: str
    """The code of the language in which the reader is answered; empty for files."""


def asked_by(scope: Message, language: str) -> Asked:
    return Asked(
        path=path_of(scope),
        query=scope["query_string"],
        host=header(scope, b"host"),
        secure=scope.get("scheme") == "https" or header(scope, b"x-forwarded-proto") == "https",
        part=header(scope, b"hx-request") == "true",
        language=language,
    )


def path_of(scope: Message) -> bytes:
    return cast(bytes, scope.get("raw_path") or scope["path"].encode())


@dataclass(frozen=True)
class Page:
    """An answer as it went out."""

    headers: Headers
    """All that Django and its middleware gave."""
    body: bytes
    """Packed as its headers say."""
    topics: frozenset[str]
    """A hint about one of these ends it."""
    made_at: float
    """On the monotonic clock."""
    frame: Any = None
    """What it is for other readers, where it is not alike for all."""

    @property
    def tag(self) -> str:
        return next((value.decode() for name, value in self.headers if name.lower() == b"etag"), "")


class Question:
    """A request that is put to Django at most once, by whoever comes first."""

    def __init__(self, answers: Answers, scope: Message, receive: Receive) -> None:
        self.answers, self.scope, self.receive = answers, scope, receive
        self.answer: list[Message] = []
        self.asked: Message = {}

    async def put(self) -> None:
        """Has Django answer with all of it, whatever the reader has."""
        self.asked = {**self.scope, "headers": [pair for pair in self.scope["headers"] if pair[0] not in NOT_WHOLE]}
        await self.answers(self.asked, self.receive, self._note)

    async def _note(self, message: Message) -> None:
        self.answer.append(message)

    @property
    def headers(self) -> dict[bytes, bytes]:
        """Of an answer that may be kept: it is whole and sets no cookie. Empty for all others."""
        if not self.answer or self.answer[0]["status"] != 200:
            return {}
        said = {name.lower(): value for name, value in self.answer[0]["headers"]}
        return {} if b"set-cookie" in said else said

    def page(self, topics: frozenset[str] | None, began: float, frame: Any = None) -> Page | None:
        """The answer as a page of these topics, if it may be kept."""
        if topics is None or not self.headers:
            return None
        body = b"".join(message.get("body", b"") for message in self.answer[1:])
        return Page(list(self.answer[0]["headers"]), body, topics, began, frame)

    async def pass_on(self, send: Send) -> None:
        """What Django has answered, or will."""
        if not self.answer:
            await self.answers(self.scope, self.receive, send)
            return
        for message in self.answer:
            await send(message)


@dataclass(eq=False)
class Making:
    """A page that Django is asked for, for all who wait."""

    began: float
    """On the monotonic clock."""
    done: asyncio.Future[Page | None]
    """None where there is nothing to be kept."""
    heard: set[str] = field(default_factory=set)
    """The hints since it began: a page that tells of these may be of before."""
    missed: bool = False
    """Whether hints may have been missed since it began."""
    answered: bool = False
    """Whether Django has answered; not when whoever had asked is gone."""

    def is_of_now(self, page: Page) -> bool:
        return not self.missed and not page.topics & self.heard


class Shelf:
    """All kept pages of one kind, by their keys."""

    def __init__(self, ear: Ear) -> None:
        self.ear = ear
        self.pages: OrderedDict[Hashable, Page] = OrderedDict()
        self.size = 0
        self.making: dict[Hashable, Making] = {}
        self.asked_at = -WANTED
        ear.hearers.append(self)

    async def page(
        self, key: Hashable, question: Question, as_page: Callable[[Question, float], Page | None]
    ) -> Page | None:
        """The page of a key as it stands now, made by this question if need be. None where nothing is kept.

        `as_page` says what of an answer that began at that moment is the page.
        """
        asked_at = self.asked_at = time.monotonic()
        while await self.ear.ready():
            if page := self._kept(key):
                return page
            making = self.making.get(key)
            if making is None:
                return await self._make(key, question, as_page)
            page = await asyncio.shield(making.done)
            if page and (making.began >= asked_at or making.is_of_now(page)):
                return page
            if making.answered and not page:
                break
        return None

    def _kept(self, key: Hashable) -> Page | None:
        """An old page does until it is made anew."""
        page = self.pages.get(key)
        if page is None:
            return None
        age = time.monotonic() - page.made_at
        return page if age < LONGEST or (age < 2 * LONGEST and key in self.making) else None

    async def _make(
        self, key: Hashable, question: Question, as_page: Callable[[Question, float], Page | None]
    ) -> Page | None:
        making = self.making[key] = Making(time.monotonic(), asyncio.get_running_loop().create_future())
        page = None
        try:
            await question.put()
            making.answered = bool(question.answer)
            page = as_page(question, making.began)
            if page and making.is_of_now(page) and self.ear.hears:
                self._keep(key, page)
        finally:
            del self.making[key]
            making.done.set_result(page)
        return page

    def _keep(self, key: Hashable, page: Page) -> None:
        self._drop(key)
        same = next((kept.topics for kept in self.pages.values() if kept.topics == page.topics), page.topics)
        self.pages[key] = replace(page, topics=same)  # a round of thousands is remembered once, for all its pages
        self.size += len(page.body)
        while self.size > MOST_BYTES:
            self._drop(next(iter(self.pages)))

    def _drop(self, key: Hashable) -> None:
        if page := self.pages.pop(key, None):
            self.size -= len(page.body)

    # Hints, as the ear passes them on

    def wants_hints(self) -> bool:
        return time.monotonic() - self.asked_at < WANTED

    def begin(self) -> None:
        for making in self.making.values():
            making.missed = True
        self.pages.clear()
        self.size = 0

    def hear(self, topic: str) -> None:
        for making in self.making.values():
            making.heard.add(topic)
        for key in [key for key, page in self.pages.items() if topic in page.topics]:
            self._drop(key)


async def hand_out(page: Page, scope: Message, send: Send) -> None:
    """The page, or that the reader has it already."""
    has = [tag.removeprefix("W/") for tag in parse_etags(header(scope, b"if-none-match"))]
    if page.tag and page.tag.removeprefix("W/") in has:
        headers = [(name, value) for name, value in page.headers if name.lower() not in OF_A_BODY]
        await send({"type": "http.response.start", "status": 304, "headers": headers})
        await send({"type": "http.response.body", "body": b""})
        return
    await send({"type": "http.response.start", "status": 200, "headers": page.headers})
    await send({"type": "http.response.body", "body": page.body})
