"""Published pages for readers who are signed in: a frame that is alike for many, and the few words that are their own.

A view that is asked for a frame (`wanted`) renders its page once more, with stand-ins (`STAND_IN`) where it says what
is the reader's own, and says how to find these words for another reader. From then on that costs two small queries and
no Django. Readers of one shape share a frame, which stands on a shelf until a hint about it. Whoever is of no shape,
may do more than read, or has something to be told, is answered by Django as ever.
"""

import asyncio
import re
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from http.cookies import CookieError, SimpleCookie
from typing import Any, NamedTuple, TypeVar, cast
from uuid import uuid4

from django.conf import settings
from django.core.handlers.asgi import ASGIRequest
from django.db import DatabaseError, InterfaceError, connection
from django.http import HttpRequest
from django.utils import translation
from django.utils.html import escape
from django.utils.http import parse_etags

from bos_tournament.accounts.sign_in.readers import Reader, reader_of
from bos_tournament.operations.serving.ear import Ear
from bos_tournament.operations.serving.kept_pages import language_of
from bos_tournament.operations.serving.packing import Part, gzipped, joined, pack_part, store_part
from bos_tournament.operations.serving.request_limits import Answers
from bos_tournament.operations.serving.security_headers import Headers
from bos_tournament.operations.serving.shelf import OF_A_BODY, Asked, Page, Question, Shelf, asked_by, path_of
from bos_tournament.operations.serving.sse import Message, Receive, Send, header

STAND_IN = {name: str(uuid4()) for name in ("reader", "handle", "tag", "match", "table", "first", "second", "result")}
"""What stands in a frame where a reader's own words come: no page has such a text of itself."""
STAND_INS = re.compile("({})".format("|".join(STAND_IN.values())).encode())
OWN_HEADERS = (b"etag", b"x-reader", b"content-length", b"content-encoding")
MOST_OTHERS = 10_000  # of which it is remembered that their pages have no frames
Given = TypeVar("Given")
Found = TypeVar("Found")
TRIES = 3
AT_ONCE = 4  # looks at the database in a process


class Own(NamedTuple):
    """What a page says to one reader."""

    shape: str
    """Readers of one shape differ in nothing but words."""
    words: dict[str, str]
    """What stands in the frame, and what takes its place in this reader's page, as HTML."""


@dataclass(frozen=True)
class Frame:
    """A page with stand-ins."""

    text: bytes
    """All of it."""
    shape: str
    """The readers it is for."""
    own: Callable[[Reader], Own | None]
    """Finds the words of a reader; None for whom Django answers. May ask the database."""
    tag: Callable[[Reader, bool], str]
    """The tag of a reader's page or of its living part, with its quotes."""

    @cached_property
    def parts(self) -> list[Part]:
        """Its text and the stand-ins in turn; each text is packed once, for all readers."""
        found = STAND_INS.split(self.text)
        return [store_part(one) if number % 2 else pack_part(one) for number, one in enumerate(found)]

    def fill(self, reader: Reader, own: Own) -> list[Part]:
        """The page of a reader. Of its language, since the part it asks for again is told by its tag."""
        every = {"reader": str(reader.pk), "handle": escape(reader.handle), "tag": self.tag(reader, True).strip('"')}
        words = {STAND_IN[name]: words for name, words in every.items()} | own.words
        stored = {stand_in.encode(): store_part(said.encode()) for stand_in, said in words.items()}
        other = {text: part.plain for text, part in stored.items() if not STAND_INS.fullmatch(text)}
        return [stored.get(part.plain) or _changed(part, other) for part in self.parts]


def _changed(part: Part, words: Mapping[bytes, bytes]) -> Part:
    """With these texts in place of others that it may hold, packed anew if it does."""
    text = part.plain
    for here, instead in words.items():
        text = text.replace(here, instead)
    return part if text == part.plain else pack_part(text)


class Key(NamedTuple):
    """Readers of one shape with equal keys get the same frame."""

    asked: Asked
    """What they ask for."""
    shape: str = ""
    """Empty for a frame of any shape, which tells how to find a reader's."""


def wanted(request: HttpRequest) -> bool:
    """Does the site's own server ask for a frame with this page? It will ask again, for other readers."""
    if not isinstance(request, ASGIRequest) or "frame" not in request.scope:
        return False
    cast(Message, request.scope)["may_be_framed"] = True
    return True


def keep(request: HttpRequest, topics: Iterable[str], frame: Frame) -> None:
    """Gives the frame of what is answered, good until one of the topics changes."""
    cast(Message, cast(ASGIRequest, request).scope).update(kept_for=frozenset(topics), frame=frame)


class FramedPages:
    """The ASGI application `answers`, not asked for pages whose frame stands on the shelf."""

    def __init__(self, answers: Answers, ear: Ear) -> None:
        self.answers, self.shelf = answers, Shelf(ear)
        self.others: OrderedDict[bytes, None] = OrderedDict()  # paths whose pages have no frames
        self.threads = ThreadPoolExecutor(AT_ONCE, "readers")

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        session_key, language = session_of(scope)
        if not session_key or path_of(scope) in self.others or not (reader := await self._look(reader_of, session_key)):
            await self.answers(scope, receive, send)
            return
        question = Question(self.answers, {**scope, "frame": None}, receive)
        await self._answer(question, reader, Key(asked_by(scope, reader.language or language)), send)

    async def _answer(self, question: Question, reader: Reader, key: Key, send: Send) -> None:
        page = await self._frame(key, question)
        if page is None or question.answer:
            await question.pass_on(send)
            return
        with translation.override(key.asked.language):
            tag = page.frame.tag(reader, key.asked.part)
        if tag in _sent_tags(question.scope):
            await _send_unchanged(page, tag, reader, key, send)
            return
        own = await self._look(page.frame.own, reader)
        fitting = await self._fitting(page, own, key, question) if own else None
        if own is None or fitting is None:
            await question.pass_on(send)
            return
        await _send_filled(fitting, own, reader, key, question.scope, send)

    async def _frame(self, key: Key, question: Question) -> Page | None:
        """Of any shape. Whoever asks first may be one for whom there is none, so the next asks as well."""
        for _ in range(TRIES):
            page = await self.shelf.page(key, question, _page)
            if page or question.answer or key.asked.path in self.others:
                break
        if question.answer and "may_be_framed" not in question.asked:
            self._pass_by(key.asked.path)
        return page

    async def _fitting(self, page: Page, own: Own, key: Key, question: Question) -> Page | None:
        """The frame for readers of this shape."""
        if own.shape == page.frame.shape:
            return page
        other = await self.shelf.page(key._replace(shape=own.shape), question, _page)
        if other is None or question.answer or (own.shape, page.frame.own) != (other.frame.shape, other.frame.own):
            return None
        return other

    async def _look(self, look: Callable[[Given], Found | None], given: Given) -> Found | None:
        """What a look at the database finds; nothing while that is away, for which Django has words."""
        return await asyncio.get_running_loop().run_in_executor(self.threads, _safely, look, given)

    def _pass_by(self, path: bytes) -> None:
        self.others[path] = None
        while len(self.others) > MOST_OTHERS:
            self.others.popitem(last=False)


def session_of(scope: Message) -> tuple[str, str]:
    """The key of a reader's session and the language they are to be answered in if they chose none.

    Without a key where there is none, or something else in the request that is Django's to understand.
    """
    if scope["method"] != "GET" or header(scope, b"authorization") or header(scope, b"range"):
        return "", ""
    jar: SimpleCookie = SimpleCookie()
    with suppress(CookieError):
        jar.load(header(scope, b"cookie"))
    cookies = {name: cookie.value for name, cookie in jar.items()}
    key, chosen = cookies.pop(settings.SESSION_COOKIE_NAME, ""), cookies.pop(settings.LANGUAGE_COOKIE_NAME, "")
    if not key or cookies.keys() - {settings.CSRF_COOKIE_NAME, settings.DEVICE_COOKIE_NAME}:
        return "", ""
    return key, language_of(chosen, header(scope, b"accept-language"))


def _safely(look: Callable[[Given], Found | None], given: Given) -> Found | None:
    try:
        if connection.connection is None:
            connection.ensure_connection()
            cast(Any, connection.connection).prepare_threshold = 0  # few statements, again and again
        return look(given)
    except (DatabaseError, InterfaceError):
        connection.close()
        return None


def _page(question: Question, began: float) -> Page | None:
    """The frame that Django gave with its answer, under the headers of that."""
    frame = question.asked["frame"]
    page = question.page(question.asked.get("kept_for"), began, frame) if frame else None
    return replace(page, body=frame.text) if page else None


def _sent_tags(scope: Message) -> list[str]:
    return [tag.removeprefix("W/") for tag in parse_etags(header(scope, b"if-none-match"))]


def _headers(page: Page, tag: str, reader: Reader, key: Key) -> Headers:
    """Those of Django's answer to somebody else, with this reader's own."""
    alike = [(name, value) for name, value in page.headers if name.lower() not in OWN_HEADERS]
    own = [(b"x-reader", str(reader.pk).encode())] if key.asked.part else []
    return [*alike, (b"etag", tag.encode()), *own]


async def _send_unchanged(page: Page, tag: str, reader: Reader, key: Key, send: Send) -> None:
    headers = [pair for pair in _headers(page, tag, reader, key) if pair[0].lower() not in OF_A_BODY]
    await send({"type": "http.response.start", "status": 304, "headers": headers})
    await send({"type": "http.response.body", "body": b""})


async def _send_filled(page: Page, own: Own, reader: Reader, key: Key, scope: Message, send: Send) -> None:
    with translation.override(key.asked.language):
        parts, tag, packed = page.frame.fill(reader, own), page.frame.tag(reader, key.asked.part), Headers()
    if packs := "gzip" in header(scope, b"accept-encoding"):
        tag, packed = f"W/{tag}", [(b"content-encoding", b"gzip")]
    body = gzipped(parts) if packs else joined(parts)
    headers = [*_headers(page, tag, reader, key), *packed, (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": body})
