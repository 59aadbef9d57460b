"""Django as an ASGI application, each request in one thread from beginning to end.

None of the site's views is asynchronous. Django's own handler would give such a request a new thread, and move it
between that thread and the loop for each middleware that could be; under load this costs more than the views do.
"""

import asyncio
import contextvars
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from functools import partial
from typing import IO, Any

from django.conf import settings
from django.core.handlers.asgi import ASGIHandler, get_script_prefix
from django.core.signals import request_started
from django.urls import set_script_prefix

from bos_tournament.operations.serving.sse import Message


class Pages(ASGIHandler):
    """The site's middleware and views, in as many threads as requests are worked on at once."""

    def __init__(self) -> None:
        super().__init__()
        # A few more than the door lets in: an answer of many parts is handed out while the next one is inside.
        self.threads = ThreadPoolExecutor(settings.REQUESTS_AT_ONCE + 4, thread_name_prefix="pages")

    def load_middleware(self, is_async: bool = False) -> None:
        """All of it as it is without a loop."""
        super().load_middleware(is_async=False)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        body = await self.read_body(receive)
        loop = asyncio.get_running_loop()

        def send_now(message: Message) -> None:
            asyncio.run_coroutine_threadsafe(send(message), loop).result()

        # What a request sets for itself, such as its language, is not there for the next one in the thread.
        answer = partial(contextvars.copy_context().run, self._answer, scope, body, send_now)
        for message in await loop.run_in_executor(self.threads, answer):
            await send(message)

    def _answer(self, scope: Message, body: IO[bytes], send_now: Callable[[Message], None]) -> list[Message]:
        """The answer when it is in one piece; one of many parts is sent while they are read."""
        with closing(body):
            set_script_prefix(get_script_prefix(scope))
            request_started.send(sender=self.__class__, scope=scope)
            request, fault = self.create_request(scope, body)
            return self._sent(self.get_response(request) if request else fault, send_now)

    def _sent(self, response: Any, send_now: Callable[[Message], None]) -> list[Message]:
        with closing(response):
            response._handler_class = self.__class__
            if not response.streaming:
                return [_head(response), _part(response.content)]
            for message in _in_parts(response):
                send_now(message)
        return []


def _in_parts(response: Any) -> Iterator[Message]:
    yield _head(response)
    for part in response:
        yield _part(part, more_body=True)
    yield _part(b"")


def _part(body: bytes, *, more_body: bool = False) -> Message:
    return {"type": "http.response.body", "body": body, "more_body": more_body}


def _head(response: Any) -> Message:
    headers = [(name.encode("ascii"), value.encode("latin-1")) for name, value in response.items()]
    cookies = [(b"Set-Cookie", cookie.OutputString().encode("ascii")) for cookie in response.cookies.values()]
    return {"type": "http.response.start", "status": response.status_code, "headers": headers + cookies}
