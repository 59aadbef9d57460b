"""Published pages are made once for all who wait without an account, and end with the first hint about them."""

import asyncio

import pytest

from bos_tournament.operations.serving import shelf
from bos_tournament.operations.serving.kept_pages import KeptPages
from tests.operations.test_door import tell

PAGE = "/tournaments/spring/pairings/"
TOPICS = frozenset({"tournament:spring", "match:one"})
TAG = '"as published"'


class Django:
    """What stands for Django: it counts what it is asked, and waits until it may answer."""

    def __init__(self):
        self.asked, self.may_answer, self.shows = [], asyncio.Event(), "round 1"
        self.topics, self.headers, self.status = TOPICS, [], 200
        self.may_answer.set()

    async def __call__(self, scope, receive, send):
        self.asked.append(dict(scope["headers"]))
        shows = self.shows
        await self.may_answer.wait()
        if self.topics:
            scope["kept_for"] = self.topics
        headers = [(b"etag", TAG.encode()), (b"content-type", b"text/html"), *self.headers]
        await send({"type": "http.response.start", "status": self.status, "headers": headers})
        await send({"type": "http.response.body", "body": shows.encode()})


class Ear:
    """What stands for the ear of the process."""

    def __init__(self):
        self.hears, self.hearers = True, []

    async def ready(self):
        return self.hears


class Site:
    def __init__(self):
        self.django = Django()
        self.ear = Ear()
        self.kept = KeptPages(self.django, self.ear)

    def reader(self, path=PAGE, query=b"", method="GET", **headers):
        """Somebody who asks: a task that gives status and body."""
        given = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
        scope = {"type": "http", "method": method, "path": path, "query_string": query, "headers": given}
        return asyncio.create_task(self._answer(scope))

    async def _answer(self, scope):
        answer = []

        async def send(message):
            answer.append(message)

        await self.kept(scope, None, send)
        return answer[0]["status"], b"".join(message.get("body", b"") for message in answer).decode()

    def hint(self, topic):
        for hearer in self.ear.hearers:
            hearer.hear(topic)


@pytest.fixture(autouse=True)
def for_long(monkeypatch):
    monkeypatch.setattr(shelf, "LONGEST", 1e9)


def story(told):
    """Runs a story that is told with a site."""

    def run():
        async def whole():
            await told(Site())

        tell(whole())

    run.__name__, run.__doc__ = told.__name__, told.__doc__
    return run


async def settled():
    for _ in range(10):
        await asyncio.sleep(0)


@story
async def test_a_hall_that_asks_at_once_gets_one_page(site):
    site.django.may_answer.clear()
    hall = [site.reader() for _ in range(200)]
    await settled()
    site.django.may_answer.set()

    assert set(await asyncio.gather(*hall)) == {(200, "round 1")}
    assert await site.reader() == (200, "round 1")
    assert len(site.django.asked) == 1


@pytest.mark.parametrize("topic", sorted(TOPICS))
def test_the_first_hint_ends_a_page_and_others_do_not(topic):
    async def told():
        site = Site()
        await site.reader()
        site.django.shows = "round 2"
        site.hint("match:another")
        assert await site.reader() == (200, "round 1")
        site.hint(topic)
        assert await site.reader() == (200, "round 2")

    tell(told())


@story
async def test_who_comes_after_a_hint_never_sees_what_was_before(site):
    site.django.may_answer.clear()
    early = site.reader()
    await settled()
    site.django.shows = "round 2"
    site.hint("match:one")
    late = site.reader()
    await settled()
    site.django.may_answer.set()

    assert await early == (200, "round 1")
    assert await late == (200, "round 2")
    assert await site.reader() == (200, "round 2")
    assert len(site.django.asked) == 2


@story
async def test_each_language_packing_and_part_is_a_page_of_its_own(site):
    for headers in ({}, {"accept_language": "de"}, {"cookie": "language=es"}, {"accept_encoding": "gzip, br"}):
        site.django.shows = str(headers)
        assert await site.reader(**headers) == (200, str(headers))
        assert await site.reader(**headers) == (200, str(headers))
    site.django.shows = "part"
    assert await site.reader(hx_request="true") == (200, "part")
    assert await site.reader(query=b"page=2") == (200, "part")
    assert await site.reader(host="other.example") == (200, "part")
    assert await site.reader() == (200, "{}")
    assert await site.reader(accept_language="de-AT,de;q=0.9") == (200, "{'accept_language': 'de'}")
    assert len(site.django.asked) == 7


@story
async def test_whoever_may_be_somebody_is_answered_by_django(site):
    for headers in (
        {"cookie": "sessionid=anna"},
        {"cookie": "language=de; sessionid=x"},
        {"authorization": "Bearer x"},
    ):
        await site.reader(**headers)
        await site.reader(**headers)
    await site.reader(method="POST")
    await site.reader(method="HEAD")
    assert len(site.django.asked) == 8
    assert not site.kept.shelf.pages


@story
async def test_who_has_the_page_is_told_so(site):
    assert await site.reader(if_none_match=TAG) == (304, "")
    assert b"if-none-match" not in site.django.asked[0]
    assert await site.reader(if_none_match=f'W/{TAG}, "x"') == (304, "")
    assert await site.reader(if_none_match='"earlier"') == (200, "round 1")
    assert len(site.django.asked) == 1


@story
async def test_a_file_that_never_changes_is_kept_for_everybody(site):
    site.django.topics, site.django.headers = None, [(b"cache-control", b"max-age=315360000, public, immutable")]
    assert await site.reader("/static/site.12345678.css", cookie="sessionid=anna") == (200, "round 1")
    assert await site.reader("/static/site.12345678.css", cookie="sessionid=ben", accept_language="de") == (
        200,
        "round 1",
    )
    site.hint("match:one")
    await site.reader("/static/site.12345678.css", if_modified_since="Sat, 28 Nov 2026 12:00:00 GMT")
    assert len(site.django.asked) == 1

    await site.reader("/static/site.12345678.css", accept_encoding="gzip, br")
    await site.reader("/static/site.12345678.css", range="bytes=0-9")
    assert len(site.django.asked) == 3


@story
async def test_nothing_is_kept_that_a_view_does_not_give_or_that_sets_a_cookie(site):
    site.django.topics = None
    await site.reader("/accounts/login/")
    site.django.may_answer.clear()
    both = [site.reader("/accounts/login/") for _ in range(2)]
    await settled()
    assert len(site.django.asked) == 3  # neither waits for the other
    site.django.may_answer.set()
    await asyncio.gather(*both)

    site.django.topics, site.django.headers = TOPICS, [(b"set-cookie", b"device=x")]
    await site.reader("/with-a-cookie/")
    site.django.headers, site.django.status = [], 404
    await site.reader("/not/found/")
    assert not site.kept.shelf.pages
    site.django.status = 200
    await site.reader("/not/found/")  # it may be published a moment later
    assert len(site.kept.shelf.pages) == 1


@story
async def test_who_made_the_page_and_went_away_leaves_it_to_the_next(site):
    site.django.may_answer.clear()
    first, second = site.reader(), site.reader()
    await settled()
    first.cancel()
    await settled()
    site.django.may_answer.set()

    assert await second == (200, "round 1")
    assert len(site.django.asked) == 2
    assert not site.kept.shelf.making


@story
async def test_without_hints_nothing_is_kept(site):
    await site.reader()
    site.ear.hears = False
    site.django.shows = "round 2"
    assert await site.reader() == (200, "round 2")
    site.ear.hears = True
    site.kept.shelf.begin()
    assert not site.kept.shelf.pages
    assert await site.reader() == (200, "round 2")
    assert len(site.kept.shelf.pages) == 1


@story
async def test_a_page_that_was_made_while_hints_were_missed_is_not_kept(site):
    site.django.may_answer.clear()
    cleo = site.reader()
    await settled()
    site.kept.shelf.begin()
    site.django.may_answer.set()

    assert await cleo == (200, "round 1")
    assert not site.kept.shelf.pages


@story
async def test_nobody_waits_twice_for_what_is_not_found(site):
    site.django.status = 404
    site.django.may_answer.clear()
    readers = [site.reader("/favicon.ico") for _ in range(5)]
    await settled()
    assert len(site.django.asked) == 1
    site.django.may_answer.set()
    await settled()
    assert len(site.django.asked) == 5
    assert {status for status, _ in await asyncio.gather(*readers)} == {404}


@story
async def test_old_pages_and_too_many_are_let_go(site):
    shelf.LONGEST = -1.0
    await site.reader()
    site.django.shows = "later"
    assert await site.reader() == (200, "later")

    shelf.LONGEST = 1e9
    site.django.shows = "x" * (shelf.MOST_BYTES // 3)
    for number in range(5):
        await site.reader(query=f"page={number}".encode())
    assert site.kept.shelf.size <= shelf.MOST_BYTES
    assert [key.asked.query for key in site.kept.shelf.pages] == [b"page=2", b"page=3", b"page=4"]
