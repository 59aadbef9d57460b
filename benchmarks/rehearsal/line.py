"""The line between programs and the site: requests that are repeated, answers that get lost, and patience."""

import http.client
import json
import ssl
import threading
import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from random import Random
from typing import Any
from urllib.parse import urlencode, urlsplit
from uuid import UUID

DEEDS = ("POST", "PATCH", "DELETE")
TIMEOUT_SECONDS = 60.0
MOST_TRIES = 8
TELL_TO_WAIT = (429, 503)  # too many requests; too much at once, and nothing was done
AWAY = (502, 504)  # what stands before the site says that it lost it amid the request
CUT_PAUSE = 0.5  # seconds until a cut connection is opened once more


class Unexpected(Exception):
    """The site answered what the story did not expect."""


@dataclass(frozen=True)
class Trouble:
    """How many of a hundred deeds are sent twice, and of how many the answer never arrives."""

    repeated: int = 0
    """In per cent."""
    lost: int = 0
    """In per cent."""


@dataclass
class Line:
    """Connections to one site, one a thread. Whoever meets trouble follows from the seed, so a run can be repeated."""

    site: str
    """Where the site answers, such as http://127.0.0.1:8000."""
    trouble: Trouble = Trouble()
    """None unless asked for."""
    seed: int = 0
    """The same seed meets the same trouble."""
    counts: Counter[str] = field(default_factory=Counter)
    """Requests by method, and what went wrong on purpose."""
    seconds: dict[str, float] = field(default_factory=dict)
    """The longest answer by kind of request, with all waiting."""
    patience: float = 0.0
    """Seconds for which a request that was cut, or that the site was away for, is sent again; 0 for once."""
    trusted: ssl.SSLContext | None = None
    """Whose certificates hold for https."""
    acknowledged: set[str] = field(default_factory=set)
    """The keys of all deeds that were answered as done."""

    def __post_init__(self) -> None:
        self._local = threading.local()
        self._lock = threading.Lock()

    def ask(self, method: str, path: str, body: Any, headers: Mapping[str, str], luck: Random) -> tuple[int, Any]:
        """Status and JSON of the answer. A deed whose answer got lost is sent again with the same key."""
        sent = {**headers, "Content-Type": "application/json"}
        data = None if method == "GET" else json.dumps({} if body is None else body)
        if method in DEEDS:
            sent["Idempotency-Key"] = str(UUID(int=luck.getrandbits(128), version=4))
            if luck.randrange(100) < self.trouble.lost:
                self._lose(method, path, data, sent, read=luck.random() < 0.5)
        answer = self._patiently(method, path, data, sent)
        if method in DEEDS and answer[0] < 300:
            self.acknowledged.add(sent["Idempotency-Key"])
        if method in DEEDS and luck.randrange(100) < self.trouble.repeated:
            self._count("repeated")
            self._same(answer, self._patiently(method, path, data, sent), path)
        return answer

    def press(self, path: str) -> dict[str, str]:
        """Opens a page without an account, presses its only button, and gives the cookies that are set then."""
        jar: SimpleCookie = SimpleCookie()
        for method in ("GET", "POST"):
            sent = {"Cookie": "; ".join(f"{name}={one.value}" for name, one in jar.items())} if jar else {}
            form = urlencode({"csrfmiddlewaretoken": csrf_of(jar).value}) if jar else None
            answer, _ = self._steadily(method, path, form, sent | {"Content-Type": "application/x-www-form-urlencoded"})
            for cookie in answer.headers.get_all("Set-Cookie", []):
                jar.load(cookie)
        if answer.status != 302:
            raise Unexpected(f"The link was answered {answer.status}.")
        return {name: one.value for name, one in jar.items()}

    def _patiently(self, method: str, path: str, data: str | None, headers: Mapping[str, str]) -> tuple[int, Any]:
        begun, asked = time.monotonic(), 0
        while asked < MOST_TRIES or time.monotonic() - begun < self.patience:
            asked += 1
            status, body, wait = self._once(method, path, data, headers)
            if status not in TELL_TO_WAIT:
                self._note(f"{method} {_kind(path)}", time.monotonic() - begun)
                return status, body
            self._count("asked to wait")
            time.sleep(wait)
        raise Unexpected(f"{method} {path}: asked to wait {asked} times in a row")

    def _once(self, method: str, path: str, data: str | None, headers: Mapping[str, str]) -> tuple[int, Any, float]:
        answer, raw = self._steadily(method, path, data, headers)
        self._count(f"{method} requests")
        told = raw and answer.headers.get_content_type() == "application/json"
        return answer.status, json.loads(raw) if told else raw.decode(), float(answer.headers.get("Retry-After", 1))

    def _steadily(
        self, method: str, path: str, data: str | None, headers: Mapping[str, str]
    ) -> tuple[http.client.HTTPResponse, bytes]:
        """Sent again at once, since a connection may have been idle for too long, and from then on with patience."""
        end, again = time.monotonic() + self.patience, False
        while True:
            try:
                answer, raw = self._through(method, path, data, headers)
                if answer.status not in AWAY or time.monotonic() > end:
                    return answer, raw
                self._count(f"answered {answer.status}")
            except (http.client.HTTPException, OSError):
                self._hang_up()
                if again and time.monotonic() > end:
                    raise
                self._count("cut")
            time.sleep(CUT_PAUSE if again else 0)
            again = True

    def _through(
        self, method: str, path: str, data: str | None, headers: Mapping[str, str]
    ) -> tuple[http.client.HTTPResponse, bytes]:
        if getattr(self._local, "open", None) is None:
            self._local.open = self._connection()
        self._local.open.request(method, path, data, {"Origin": self.site, **headers})
        answer = self._local.open.getresponse()
        return answer, answer.read()

    def _connection(self) -> http.client.HTTPConnection:
        where = urlsplit(self.site)
        if where.scheme == "https":
            return http.client.HTTPSConnection(where.netloc, timeout=TIMEOUT_SECONDS, context=self.trusted)
        return http.client.HTTPConnection(where.netloc, timeout=TIMEOUT_SECONDS)

    def _lose(self, method: str, path: str, data: str | None, headers: Mapping[str, str], *, read: bool) -> None:
        """The answer arrives and is not seen, or the line is cut while the site is still at it."""
        self._count("lost")
        if read:
            self._once(method, path, data, headers)
            return
        cut = self._connection()
        cut.request(method, path, data, dict(headers))
        cut.close()

    def _same(self, first: tuple[int, Any], again: tuple[int, Any], path: str) -> None:
        """A deed that was done is answered alike each time; one that was refused may be answered otherwise later."""
        if first[0] < 300 and first != again:
            raise Unexpected(f"{path}: first {first}, repeated {again}")

    def _hang_up(self) -> None:
        if (line := getattr(self._local, "open", None)) is not None:
            line.close()
            self._local.open = None

    def _count(self, what: str) -> None:
        with self._lock:
            self.counts[what] += 1

    def _note(self, kind: str, seconds: float) -> None:
        with self._lock:
            self.seconds[kind] = max(self.seconds.get(kind, 0.0), seconds)


@dataclass
class Program:
    """Acts for somebody by a token. The first status that is expected, by default any success, else Unexpected."""

    line: Line
    """Shared by all programs of a run."""
    name: str
    """The handle it acts for; part of its seed."""
    headers: dict[str, str]
    """What signs its requests: a token, or cookies."""

    def __post_init__(self) -> None:
        self.luck = Random(f"{self.line.seed}/{self.name}")
        self.base = "/api/v1/"

    def get(self, path: str) -> Any:
        return self.send("GET", path)

    def post(self, path: str, body: Any = None, *, refused: tuple[str, ...] = ()) -> Any:
        """The answer; None when the site refused for one of these reasons."""
        return self.send("POST", path, body, refused=refused)

    def send(self, method: str, path: str, body: Any = None, *, refused: tuple[str, ...] = ()) -> Any:
        status, answer = self.line.ask(method, f"{self.base}{path}", body, self.headers, self.luck)
        if status < 300:
            return answer
        if status == 409 and answer["code"] in refused:
            return None
        raise Unexpected(f"{self.name}: {method} {path} {body} was answered {status} {answer}")

    def all_of(self, path: str) -> list[Any]:
        """The rows of all pages of a list."""
        rows: list[Any] = []
        page = 1
        while True:
            answer = self.get(f"{path}?page_size=200&page={page}")
            rows += answer["results"]
            if answer["next"] is None:
                return rows
            page += 1


def csrf_of(cookies: Mapping[str, Any]) -> Any:
    """The cookie against forged requests, which has another name where the site is strict."""
    return next(cookie for name, cookie in cookies.items() if "csrf" in name)


def _kind(path: str) -> str:
    """The door without the ids in it."""
    words = path.split("?")[0].removeprefix("/api/v1/").split("/")
    return "/".join(word if word.replace("-", "").isalpha() and len(word) < 24 else "…" for word in words)
