"""Pages that stay open while something happens: each is asked as its browser asks, and then has to say what the same
page says to whoever loads it now."""

import difflib
import json
import re
from dataclasses import dataclass
from html.parser import HTMLParser
from typing import Any

from django.test import Client

from tests.html_whitespace import tight

VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
DIFFERENT = re.compile(
    r'name="csrfmiddlewaretoken" value="[^"]*"|name="key" value="[^"]*"|data-now="[^"]*"'
    r"|hx-headers='[^']*'|<input type=\"hidden\" name=\"key\"[^>]*>"
)
SPOKEN = re.compile(r'(<p[^>]*id="match-news"[^>]*>).*?(</p>)', re.DOTALL)  # what readers of screens were told


@dataclass
class Part:
    """An element of a page: where it stands, and how it asks for itself."""

    start: int
    end: int
    tag: str
    given: dict[str, str]
    inner: tuple[int, int]

    @property
    def asks(self) -> bool:
        return "hx-get" in self.given and "every" in self.given.get("hx-trigger", "") and "id" in self.given

    @property
    def headers(self) -> dict[str, str]:
        return {"HX-Request": "true", **json.loads(self.given.get("hx-headers") or "{}")}


class Parts(HTMLParser):
    """Finds the elements of a page that have an id or ask for themselves."""

    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=True)
        self.page = page
        self.lines = [0]
        for line in page.splitlines(keepends=True):
            self.lines.append(self.lines[-1] + len(line))
        self.stack: list[tuple[str, int, int, dict[str, str]]] = []
        self.found: list[Part] = []
        self.feed(page)

    def at(self) -> int:
        line, column = self.getpos()
        return self.lines[line - 1] + column

    def handle_starttag(self, tag: str, given: list[tuple[str, str | None]]) -> None:
        if tag not in VOID:
            start = self.at()
            inner = start + len(self.get_starttag_text() or "")
            self.stack.append((tag, start, inner, {name: value or "" for name, value in given}))

    def handle_endtag(self, tag: str) -> None:
        while self.stack:
            name, start, inner, given = self.stack.pop()
            if name == tag:
                end = self.page.index(">", self.at()) + 1
                if "id" in given or "hx-get" in given or "hx-swap-oob" in given:
                    self.found.append(Part(start, end, tag, given, (inner, self.at())))
                return


def parts(page: str) -> list[Part]:
    return sorted(Parts(page).found, key=lambda one: one.start)


class Open:
    """A page in the browser of one reader."""

    def __init__(self, browser: Client, who: str, url: str, *, apart_from: str = "") -> None:
        self.browser, self.who, self.url, self.apart_from = browser, who, url, apart_from
        answer = browser.get(url)
        self.status, self.page, self.tag = answer.status_code, tight(answer), answer.get("ETag", "")
        self.asked = self.answered = 0

    def ask(self) -> None:
        """All that the page would ask for by itself."""
        for name in [one.given["id"] for one in parts(self.page) if one.asks]:
            part = next((one for one in parts(self.page) if one.given.get("id") == name), None)
            if part is None:
                continue
            answer = self.browser.get(part.given["hx-get"], headers=part.headers)
            self.asked += 1
            if answer.status_code == 200:
                self.answered += 1
                self.take(name, tight(answer))

    def take(self, name: str, news: str) -> None:
        apart = [one for one in parts(news) if "hx-swap-oob" in one.given]
        rest = news
        for one in sorted(apart, key=lambda one: -one.start):
            rest = rest[: one.start] + rest[one.end :]
        title = re.match(r"<title>.*?</title>", rest.strip(), re.DOTALL)
        if title:  # the page is called so from now on
            self.page = re.sub(r"<title>.*?</title>", lambda _found: title.group(), self.page, count=1, flags=re.DOTALL)
            rest = rest.strip()[title.end() :]
        self._put(name, rest, whole=True)
        for one in apart:
            whole = one.given["hx-swap-oob"] in ("true", "outerHTML")
            inside = news[slice(*one.inner)]
            written = re.sub(r'\s*hx-swap-oob="[^"]*"', "", news[one.start : one.end], count=1)
            self._put(one.given["id"], written if whole else inside, whole=whole)

    def _put(self, name: str, news: str, *, whole: bool) -> None:
        part = next((one for one in parts(self.page) if one.given.get("id") == name), None)
        if part is None:
            return
        start, end = (part.start, part.end) if whole else part.inner
        self.page = self.page[:start] + news.strip() + self.page[end:]

    def differs(self) -> list[str]:
        """What the page says otherwise than one that is loaded now: lines gone (-) and lines to come (+)."""
        now = self.browser.get(self.url)
        if now.status_code != 200 or self.status != 200:
            return []
        pages = (self.page, tight(now))
        if self.apart_from:
            pages = tuple(re.sub(self.apart_from, "", page, flags=re.DOTALL) for page in pages)
        old, new = map(said, pages)
        return [line for line in difflib.unified_diff(old, new, lineterm="", n=0) if line[:3] not in ("---", "+++")]

    def stale_when_loaded_again(self) -> bool:
        """Does a browser that kept the page learn that it is still true, which it is not?"""
        if not self.tag or self.status != 200:
            return False
        again = self.browser.get(self.url, headers={"If-None-Match": self.tag})
        if again.status_code != 304:
            return False
        now = self.browser.get(self.url)
        return now.status_code == 200 and said(tight(now)) != said(self.page)


def said(page: str) -> list[str]:
    """The page line by line, without what is another one each time."""
    page = SPOKEN.sub(r"\1\2", DIFFERENT.sub("", page))
    return [line for line in (" ".join(one.split()) for one in re.split(r"(?=<)|\n", page)) if line]


Browsers = dict[str, Any]
