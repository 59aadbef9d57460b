"""What a request may cost before anybody reads it: its host, its question, and how much it sends in what time.

Bodies are counted as they arrive. Strangers may send what a form or a list needs, which stays in memory; people who
are signed in may send files. Refusals leave no line in the log, since strangers can have as many as they like.
"""

import asyncio
import io
import json
import time
from collections.abc import Awaitable, Callable
from functools import cache
from typing import Any

from django.conf import settings
from django.core.handlers.asgi import ASGIRequest
from django.http.request import split_domain_port, validate_host
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.translation import gettext_lazy as _

from bos_tournament.operations.serving import overload
from bos_tournament.operations.serving.security_headers import MOST_OF_HEAD, completed
from bos_tournament.operations.serving.sse import CLOSE, NOBODY, Message, Receive, Send, header, user_id_of

Answers = Callable[[Any, Receive, Send], Awaitable[None]]

MOST = 4 * 1024 * 1024  # bytes, from people who are signed in
MOST_OF_STRANGERS = 512 * 1024
PASSED_OVER = 32 * 1024 * 1024  # bytes that are taken in and dropped, so that a browser gets to read the refusal
SILENCE = 1.0  # seconds
REASONS = {
    400: "This request cannot be read.",
    408: "This request took too long to arrive; send it again.",
    431: "The headers of this request are too long; delete the cookies of this site.",
}
FAULTS = {413: ("too_large", _("This request is too large. Send less.")), 503: ("busy", overload.BUSY)}
"""What is said of other statuses to programs; people get a page."""


class Refusal(Exception):
    """The request is answered here, with this status."""

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


class Body:
    """The body of one request, bounded in bytes and time while it arrives."""

    def __init__(self, scope: Message, receive: Receive) -> None:
        self.scope, self.arriving = scope, receive
        self.size, self.most, self.whole, self.answered = 0, MOST_OF_STRANGERS, False, False
        self.end = time.monotonic() + settings.REQUEST_SECONDS

    async def bear(self, size: int) -> None:
        """Raises Refusal when a body of this size is too much from whoever sends it."""
        if self.most < size <= MOST and await user_id_of(header(self.scope, b"cookie")) != NOBODY:
            self.most = MOST
        if size > self.most:
            raise Refusal(413)

    async def receive(self) -> Message:
        """The next part of the body; afterwards, or once an answer has begun, that the browser is gone."""
        if self.whole:
            return await self.arriving()
        try:
            return await self._next_part()
        except Refusal:
            if self.answered:
                return {"type": "http.disconnect"}
            raise

    async def _next_part(self) -> Message:
        try:
            message = await asyncio.wait_for(self.arriving(), self.end - time.monotonic())
        except TimeoutError:
            raise Refusal(408) from None
        self.size += len(message.get("body", b""))
        self.whole = not message.get("more_body", False)
        await self.bear(self.size)
        return message

    async def pass_over(self) -> None:
        """Takes in and drops what is still being sent, up to a bound, until the sender falls silent."""
        while not self.whole and self.size <= PASSED_OVER and self.end > time.monotonic():
            try:
                await asyncio.wait_for(self._next_part(), SILENCE)
            except TimeoutError:
                return
            except Refusal as refusal:
                if refusal.status == 408:
                    return


async def bounded(answers: Answers, scope: Message, receive: Receive, send: Send) -> None:
    """Lets `answers` answer within the bounds, with the headers that every answer has."""
    body = Body(scope, receive)

    async def send_complete(message: Message) -> None:
        if message["type"] == "http.response.start":
            body.answered = True
            message = {**message, "headers": completed(message.get("headers", ()))}
        await send(message)

    try:
        check_head(scope)
        await body.bear(declared_size(scope))
        await answers(scope, body.receive, send_complete)
    except Refusal as refusal:
        await _refuse(refusal.status, scope, body, send_complete)


def check_head(scope: Message) -> None:
    """Raises Refusal for a full house, a head too long, a host not ours, or more questions than any page has."""
    if scope.get("state", {}).get("full"):
        raise Refusal(503)
    if len(scope.get("raw_path", b"")) + sum(len(name) + len(value) for name, value in scope["headers"]) > MOST_OF_HEAD:
        raise Refusal(431)
    host = header(scope, b"host")
    if host and not validate_host(split_domain_port(host)[0], settings.ALLOWED_HOSTS):
        raise Refusal(400)
    if scope["query_string"].count(b"&") >= settings.DATA_UPLOAD_MAX_NUMBER_FIELDS:
        raise Refusal(400)


def declared_size(scope: Message) -> int:
    """What the request says its body has; nothing where it says nothing, and what is counted stands above it."""
    length = header(scope, b"content-length")
    return int(length[:20]) if length.isascii() and length.isdigit() else 0


async def _refuse(status: int, scope: Message, body: Body, send: Send) -> None:
    kind, content = _said(status, scope)
    headers = [(b"content-type", kind), (b"cache-control", b"no-store"), CLOSE]
    headers += [(b"retry-after", overload.come_back()["Retry-After"].encode())] if status == 503 else []
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": content, "more_body": True})
    if status == 413:
        await body.pass_over()
    await send({"type": "http.response.body", "body": b""})


def _said(status: int, scope: Message) -> tuple[bytes, bytes]:
    if status in REASONS:
        return b"text/plain; charset=utf-8", REASONS[status].encode()
    with translation.override(translation.get_language_from_request(ASGIRequest(scope, io.BytesIO()))):
        if scope["path"].startswith("/api/"):
            code, detail = FAULTS[status]
            fault = {"detail": str(detail), "code": code, "fields": {}}
            return b"application/json", json.dumps(fault, ensure_ascii=False).encode()
        return b"text/html; charset=utf-8", _page(status, translation.get_language())


@cache
def _page(status: int, language: str) -> bytes:
    """Made once, since it is asked for when there is no time to make it."""
    return render_to_string(f"{status}.html").encode()
