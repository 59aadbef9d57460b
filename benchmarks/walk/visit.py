"""Opens every page that somebody can reach by links, in one state of a tournament, and lets each look at it."""

import re
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from urllib.parse import urljoin, urlsplit

from django.db import transaction
from django.http import HttpResponse
from django.test import Client
from django.urls import Resolver404, resolve

from benchmarks.walk.cast import World
from benchmarks.walk.page import Page

# The site around tournaments is the same in every state, so it is opened in the first alone. Signing out is the end.
FIRST, AROUND = "draft", re.compile(r"^/(cards|rules|accounts|decks|series|statistics)(/|$)")
NEVER = re.compile(r"^/(static|api|admin|accounts/logout)(/|$)")


@dataclass(frozen=True)
class Finding:
    kind: str
    """What is wrong, in a word or two."""
    state: str
    """The name of the state of the tournament."""
    role: str
    """One of ROLES."""
    where: str
    """The name of the page."""
    said: str
    """What exactly."""

    def __str__(self) -> str:
        return f"{self.kind}: {self.role}, {self.state}: {self.where}: {self.said}"


@dataclass
class Visit:
    """One page as one role sees it in one state."""

    world: World
    """The tournament and its people."""
    state: str
    """The name of the state of the tournament."""
    role: str
    """One of ROLES."""
    url: str
    """What was asked for, with its query."""
    linked_from: str
    """The page with the link; empty for the first."""
    answer: HttpResponse
    """What the site sent."""
    browser: Client
    """Signed in as the role."""
    pressed: Counter[str] = field(default_factory=Counter)
    """By kind of button, how often it was tried by this role in this state."""
    how: str = "get"
    """`get`, `part` for a part of a page, or the method that was tried."""

    @cached_property
    def text(self) -> str:
        """The body as text; nothing of a stream or a file that is none."""
        kind = self.answer.get("Content-Type", "")
        if self.answer.streaming or not re.match(r"text/|application/(json|problem)", kind):
            return ""
        return self.answer.content.decode(errors="replace")

    @cached_property
    def page(self) -> Page:
        return Page(self.text if "html" in self.answer.get("Content-Type", "") else "")

    def found(self, kind: str, said: str, where: str = "") -> Finding:
        return Finding(kind, self.state, self.role, where or kind_of(self.url), said)


Look = Callable[[Visit], Iterable[Finding]]


def kind_of(url: str) -> str:
    """The name of a page, with the names of what is asked behind the question mark."""
    split = urlsplit(url)
    try:
        found = resolve(split.path)
    except Resolver404:
        return split.path
    asked = "&".join(sorted({part.partition("=")[0] for part in split.query.split("&") if part}))
    key = f":{found.kwargs['key']}" if "key" in found.kwargs else ""
    return f"{found.view_name}{key}{'?' if asked else ''}{asked}"


def walk(world: World, state: str, role: str, looks: Iterable[Look]) -> Iterator[Visit | Finding]:
    """Every page from the start page and the tournament's on, and what the looks find."""
    browser, pressed = world.browser(role), Counter[str]()
    waiting = deque([("/", ""), (world.cup.get_absolute_url(), "")])
    seen, alike = {url for url, _ in waiting}, Counter[str]()
    while waiting:
        url, linked_from = waiting.popleft()
        part = url.startswith("part ")
        url = url.removeprefix("part ")
        with transaction.atomic():
            answer = browser.get(url, headers={"HX-Request": "true"} if part else {})
            how = "part" if part else "get"
            visit = Visit(world, state, role, url, linked_from, answer, browser, pressed, how)
            visit.text  # noqa: B018, read before what it needs is gone
        yield visit
        for look in looks:
            yield from look(visit)
        for link in _links(visit):
            if link in seen or alike[kind := link[:5] + kind_of(link.removeprefix("part "))] >= world.alike:
                continue
            seen.add(link)
            alike[kind] += 1
            waiting.append((link, url))


def _links(visit: Visit) -> Iterator[str]:
    if 300 <= visit.answer.status_code < 400:
        found = [("", visit.answer["Location"])]
    else:
        asked = [form for form in visit.page.forms if form.method == "get"]
        found = [*(("", link) for link in visit.page.links), *(("", form.action) for form in asked)]
        found += [("part ", part) for part in visit.page.parts]
    for sign, link in found:
        there = urljoin(visit.url, link)
        if there.startswith("/") and not NEVER.match(there) and (visit.state == FIRST or not AROUND.match(there)):
            yield sign + there.partition("#")[0]
