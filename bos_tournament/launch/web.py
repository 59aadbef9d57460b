"""The web server: uvicorn, with bounds on what one connection may cost, so that no stranger takes it from the others.

Whoever sends nothing, half a request or a head without end is let go, and so is who asks and does not take the answer.
How large a body may be and how long it may take is in `operations.serving.request_limits`: the site knows who asks.
"""

import argparse
import asyncio
import os
import resource
import socket
import struct
from contextlib import suppress
from functools import cache
from typing import Any

import httptools
import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from bos_tournament.launch import web_generations, web_processes
from bos_tournament.launch.accepting import Accepting, Counts

GRACE_SECONDS = 3
SPARE_FILES = 200  # for the database, the files of the site and its sockets


class Bounded(HttpToolsProtocol):
    """One connection to a browser."""

    deadline: asyncio.TimerHandle | None = None
    unread: asyncio.TimerHandle | None = None
    in_head = False
    refused = False
    """Whether what it says is listened to no more."""
    read = 0
    """Bytes of this request, without those that came together with the end of the one before."""

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._await_head()

    def data_received(self, data: bytes) -> None:
        if self.refused:
            return
        self.app_state = {**self.app_state, "full": len(self.connections) > most_connections()}
        self.read += len(data)
        self._unset_keepalive_if_required()
        self._parse(data)
        if self.in_head and self.read > most_of_head():
            self.send_400_response("This head has no end.", status=431)
        if self.cycle is None or self.cycle.response_complete:
            self._await_head()
        else:
            self._stop_waiting()

    # What the parser finds

    def _parse(self, data: bytes) -> None:
        try:
            self.parser.feed_data(data)
        except httptools.HttpParserUpgrade as upgrade:
            self._parse_without_upgrade(data[upgrade.args[0] :])
        except httptools.HttpParserError:
            self.send_400_response("This is no request.")

    def _parse_without_upgrade(self, rest: bytes) -> None:
        """Begins again with the same head without its wish for another protocol, after which the parser reads no body.

        No other protocol is spoken here, and whoever asks for one has to be answered in this one (RFC 9110 7.8).
        """
        head = [self.parser.get_method() + b" " + self.url + b" HTTP/1.1"]
        head += [name + b": " + value for name, value in self.headers if name != b"upgrade"]
        self.parser = httptools.HttpRequestParser(self)
        self._parse(b"\r\n".join([*head, b"", b""]) + rest)

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self.in_head = True

    def on_header(self, name: bytes, value: bytes) -> None:
        if self.in_head:  # what comes after a body is no header of its request
            super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """Raises ValueError, where the parser stops: without a host or with two (RFC 9112 3.2), and for a tunnel."""
        hosts = sum(name == b"host" for name, _value in self.headers)
        is_tunnel = self.parser.get_method() == b"CONNECT"
        if is_tunnel or hosts > 1 or (not hosts and self.parser.get_http_version() != "1.0"):
            raise ValueError("one host, and no tunnels")
        if not self.parser.should_upgrade():
            super().on_headers_complete()
            self.in_head = False

    def on_message_complete(self) -> None:
        if not self.in_head:
            super().on_message_complete()
            self.read = 0

    # How long it waits

    def _await_head(self) -> None:
        if self.deadline is None:
            self.deadline = self.loop.call_later(request_seconds(), self._let_go)

    def _stop_waiting(self) -> None:
        if self.deadline is not None:
            self.deadline.cancel()
            self.deadline = None

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        self._forget_unread()
        super().connection_lost(exc)

    def send_400_response(self, msg: str, *, status: int = 400) -> None:
        """Says what is wrong with a request, unless its answer has begun; the one before is still answered."""
        cycle, self.refused = self.cycle, True
        if cycle is not None and not cycle.response_complete:
            if not cycle.more_body:
                cycle.keep_alive = False
                return
            cycle.disconnected = True
            cycle.message_event.set()
        if cycle is None or cycle.response_complete or not cycle.response_started:
            self.transport.write(_bare_answer(status, msg))
        self.transport.close()
        self._let_go_if_unread()

    # Answers that nobody takes

    def pause_writing(self) -> None:
        super().pause_writing()
        self._let_go_if_unread()

    def resume_writing(self) -> None:
        super().resume_writing()
        self._forget_unread()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self.transport.is_closing():
            self._let_go_if_unread()

    def timeout_keep_alive_handler(self) -> None:
        super().timeout_keep_alive_handler()
        self._let_go_if_unread()

    def _let_go_if_unread(self) -> None:
        if self.unread is None and self.transport.get_write_buffer_size():
            self.unread = self.loop.call_later(request_seconds(), self._let_go)

    def _let_go(self) -> None:
        """Ends the connection at once, and has the system forget what still waits to be sent."""
        with suppress(OSError):
            at_once = struct.pack("ii", 1, 0)
            self.transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, at_once)
        self.transport.abort()

    def _forget_unread(self) -> None:
        if self.unread is not None:
            self.unread.cancel()
            self.unread = None


class Serving(uvicorn.Server):
    """One web process, which shares a listening socket with the others."""

    def __init__(self, config: uvicorn.Config, line: socket.socket, counts: Counts, place: int) -> None:
        super().__init__(config)
        self.line, self.counts, self.place = line, counts, place
        self.supervisor: socket.socket | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup([])
        connections = self.server_state.connections
        self.accepting = Accepting(self.line, self.counts, self.place, connections, self._protocol)
        if self.supervisor:
            web_generations.say_that_it_answers(self.supervisor)

    def _protocol(self) -> asyncio.Protocol:
        return Bounded(self.config, self.server_state, self.lifespan.state)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.accepting.stop()
        await super().shutdown([])


def _bare_answer(status: int, text: str) -> bytes:
    """An answer to what is no request, made without the site."""
    from bos_tournament.operations.serving import security_headers

    lines = [
        (b"content-type", b"text/plain; charset=utf-8"),
        (b"connection", b"close"),
        *security_headers.required_headers(),
    ]
    head = b"".join(name + b": " + value + b"\r\n" for name, value in lines)
    phrase = {431: b"Request Header Fields Too Large"}.get(status, b"Bad Request")
    return b"HTTP/1.1 %d %s\r\n%scontent-length: %d\r\n\r\n%s" % (status, phrase, head, len(text), text.encode())


@cache
def most_of_head() -> int:
    from bos_tournament.operations.serving.security_headers import MOST_OF_HEAD

    return MOST_OF_HEAD


@cache
def request_seconds() -> float:
    from django.conf import settings

    return float(settings.REQUEST_SECONDS)


@cache
def most_connections() -> int:
    """As many as the setting says and the system lets this process have."""
    from django.conf import settings

    may_open, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    allowed = may_open - SPARE_FILES if may_open != resource.RLIM_INFINITY else settings.CONNECTIONS
    return int(min(settings.CONNECTIONS, max(allowed, 1)))


def may_open_more_files() -> None:
    """Connections are files to the system, which gives few unless it is asked."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 65_536 if most == resource.RLIM_INFINITY else min(most, 65_536)
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))


def main() -> None:
    """One process loads the site and forks WEB_PROCESSES others, which serve it on one socket until SIGTERM."""
    parser = argparse.ArgumentParser(prog="bos_tournament.launch.web", description="Serve the site.")
    parser.add_argument("--fd", type=int, help="a socket that is open already, instead of HOST and PORT")
    parser.add_argument("--supervisor", type=int, help="a line to who starts it again, with whom all processes end")
    arguments = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "bos_tournament.settings")
    from django.conf import settings

    from bos_tournament import asgi

    may_open_more_files()
    config = server_config()
    line = socket.socket(fileno=arguments.fd) if arguments.fd is not None else config.bind_socket()
    line.listen(web_processes.BACKLOG)  # whoever comes before the first of them serves has to wait, and is not refused
    supervisor = None if arguments.supervisor is None else socket.socket(fileno=arguments.supervisor)
    counts = Counts(settings.WEB_PROCESSES)
    place = web_processes.fork_each(settings.WEB_PROCESSES, end_with_first=supervisor is None)
    if place is not None:
        asgi.name_connections()
        server = Serving(config, line, counts, place)
        if supervisor:
            server.supervisor = supervisor
            web_generations.end_with_supervisor(supervisor)
        server.run()


def server_config() -> uvicorn.Config:
    """No log of requests is kept, since the addresses of personal links are secrets, nor of broken ones."""
    from django.conf import settings

    return uvicorn.Config(
        "bos_tournament.asgi:application",
        host=settings.HOST,
        port=settings.PORT,
        backlog=web_processes.BACKLOG,
        ws="none",
        lifespan="off",
        timeout_graceful_shutdown=GRACE_SECONDS,
        access_log=False,
        log_level="error",
        server_header=False,
    )


if __name__ == "__main__":
    main()
