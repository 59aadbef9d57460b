"""What a stranger can send to a real web server, and where it stops them: bytes, headers, time, connections."""

import select
import socket
from contextlib import closing

from django.conf import settings

from bos_tournament.operations.serving.request_limits import MOST, MOST_OF_HEAD, MOST_OF_STRANGERS
from tests.factories import UserFactory
from tests.polling import PATIENCE


def say(port, *parts):
    """Sends raw bytes, and gives status, head and body of the answer when the connection has ended."""
    with closing(socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)) as line:
        try:
            for part in parts:
                line.sendall(part)
        except ConnectionError:
            pass  # it has heard enough
        answer = b""
        try:
            while more := line.recv(65_536):
                answer += more
        except ConnectionError:
            pass
    head, _, body = answer.partition(b"\r\n\r\n")
    return (int(head.split()[1]) if head else None), head.decode().lower(), body


def post(path, size, *more):
    lines = [f"POST {path} HTTP/1.1", "Host: localhost", f"Content-Length: {size}", "Connection: close", *more]
    return ("\r\n".join(lines) + "\r\n\r\n").encode()


def chunked(path, *more):
    lines = [f"POST {path} HTTP/1.1", "Host: localhost", "Transfer-Encoding: chunked", "Connection: close", *more]
    return ("\r\n".join(lines) + "\r\n\r\n").encode()


CHUNK = b"10000\r\n" + b"x" * 65_536 + b"\r\n"
GET = b"GET /accounts/login/ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"


def test_a_large_body_is_refused_before_any_of_it_is_read(site, tmp_path):
    for path, words in {
        "/accounts/login/": b"<!doctype html>",
        "/nothing/here/": b"<!doctype html>",
        "/live/?on=x": b"<!doctype html>",
        "/api/v1/decks/check/": b'"code": "too_large"',
    }.items():
        status, _head, body = say(site, post(path, MOST + 1), b"x" * 1000)

        assert (path, status) == (path, 413)
        assert words in body.lower()

    # What comes in chunks is counted, and a browser that sends all before it reads is heard out.
    parts = [CHUNK] * (MOST_OF_STRANGERS // 65_536)
    assert say(site, chunked("/accounts/login/"), *parts, CHUNK, b"0\r\n\r\n")[0] == 413
    assert say(site, chunked("/accounts/login/"), *parts[1:], b"0\r\n\r\n")[0] == 403  # read; its form has no token
    status, _head, body = say(site, post("/accounts/login/", 2 * MOST, "Accept-Language: de"), b"x" * (2 * MOST))
    assert status == 413
    assert b'lang="de"' in body


def test_anna_sends_a_file_and_not_a_film(site, signed_in):
    key = signed_in(UserFactory()).cookies[settings.SESSION_COOKIE_NAME].value
    hers = f"Cookie: {settings.SESSION_COOKIE_NAME}={key}"
    parts = [CHUNK] * (MOST // 65_536)

    assert say(site, chunked("/decks/new/", hers), *parts, b"0\r\n\r\n")[0] == 403
    assert say(site, chunked("/decks/new/", hers), *parts, CHUNK, b"0\r\n\r\n")[0] == 413
    assert say(site, post("/decks/new/", MOST + 1, hers))[0] == 413
    assert say(site, post("/decks/new/", MOST, f"Cookie: {settings.SESSION_COOKIE_NAME}=made-up"))[0] == 413


def test_what_is_no_request_of_ours_is_refused_in_silence(site, tmp_path):
    status, head, _body = say(site, GET, b"X-More: " + b"x" * MOST_OF_HEAD)
    assert status == 431
    assert "content-security-policy" in head

    assert say(site, GET.replace(b"localhost", b"elsewhere.example"), b"\r\n")[0] == 400
    assert say(site, GET.replace(b"login/", b"login/?" + b"a&" * 401), b"\r\n")[0] == 400
    assert say(site, b"GET /live/?on=x HTTP/1.1\r\nHost: elsewhere.example\r\n\r\n")[0] == 400
    assert say(site, b"\x00\x01\r\n\r\n")[0] == 400
    of_a_form = ("Content-Type: application/x-www-form-urlencoded", f"Cookie: csrftoken={'x' * 32}")
    form = post("/accounts/login/", 1000, *of_a_form)
    assert say(site, form, b"a&" * 500)[0] == 400
    assert say(site, GET, b"\r\n")[0] == 200
    assert (tmp_path / "web.log").read_text() == ""


def test_a_request_that_could_be_read_in_two_ways_is_refused(site):
    for doubtful in (
        GET.replace(b"Host: localhost\r\n", b""),
        GET + b"Host: localhost\r\n",
        GET + b"X-More : 1\r\n",
        GET + b"X-More: 1\r\n 2\r\n",
        GET + b"X-More: 1\0\r\n",
        GET.replace(b"GET", b"POST") + b"Content-Length: 1\r\nContent-Length: 2\r\n",
        GET.replace(b"GET", b"POST") + b"Content-Length: 1\r\nTransfer-Encoding: chunked\r\n",
        GET.replace(b"GET", b"POST") + b"Transfer-Encoding: gzip\r\n",
    ):
        assert (doubtful, say(site, doubtful, b"\r\n")[0]) == (doubtful, 400)

    assert say(site, chunked("/accounts/login/"), b"no number\r\n")[0] == 400
    assert say(site, chunked("/accounts/login/"), b"0\r\nHost: elsewhere.example\r\n\r\n")[0] == 403  # it has no token


def test_a_request_is_answered_whatever_is_sent_after_it(site):
    asked = GET.replace(b"Connection: close\r\n", b"") + b"\r\n"

    status, _head, body = say(site, asked + b"\x00\x01\r\n\r\n")

    assert status == 200
    assert body.endswith(b"</html>\n")


def test_who_wishes_for_another_protocol_is_answered_in_this_one(site):
    wish = ("Connection: Upgrade, HTTP2-Settings, close", "Upgrade: h2c", "HTTP2-Settings: AAMAAABk")
    asks = post("/accounts/login/", 40, *wish).replace(b"Connection: close\r\n", b"")
    inside = b"GET /health/ HTTP/1.1\r\nHost: localhost\r\n"
    listed = b'{"text": "1 Cinder Imp"}'
    program = post("/api/v1/decks/check/", len(listed), "Content-Type: application/json", *wish)

    for parts in ((asks + inside[:40],), (asks, inside[:40])):
        status, _head, body = say(site, *parts)
        assert status == 403  # its form has no token, and what it holds is no request
        assert body.count(b"HTTP/1.1") == 0
    assert say(site, program.replace(b"Connection: close\r\n", b""), listed)[0] == 200
    assert say(site, GET.replace(b"Connection: close\r\n", b"") + "\r\n".join(wish).encode(), b"\r\n\r\n")[0] == 200
    assert say(site, b"CONNECT elsewhere.example:443 HTTP/1.1\r\nHost: elsewhere.example\r\n\r\n")[0] == 400


def test_who_sends_half_a_request_or_takes_no_answer_is_let_go(serve):
    port = serve(REQUEST_SECONDS="1")

    for sent in (b"", GET):
        assert say(port, sent)[0] is None
    for sent in (post("/accounts/login/", 100), post("/accounts/login/", 100) + b"half"):
        assert say(port, sent)[0] == 408
    with closing(socket.socket()) as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        line.connect(("127.0.0.1", port))
        line.sendall((GET.replace(b"Connection: close\r\n", b"") + b"\r\n") * 2000)
        gone = select.poll()
        gone.register(line, select.POLLHUP)
        assert gone.poll(PATIENCE * 1000)
    assert say(port, GET, b"\r\n")[0] == 200


def test_more_connections_than_one_process_bears_are_told_to_come_back(serve):
    port = serve(CONNECTIONS="3", REQUEST_SECONDS="100")
    held = [socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) for _ in range(3)]
    try:
        status, head, body = say(port, GET, b"\r\n")
    finally:
        for line in held:
            line.close()

    assert status == 503
    assert "retry-after: " in head
    assert b"Back in a moment" in body
