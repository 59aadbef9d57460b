"""Hints to open pages, from a real web server: who hears what, how many may, and what a gap costs."""

import asyncio
import http.client
import uuid
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager

import pytest
from django.conf import settings
from django.db import connection, transaction

from bos_tournament.matches import boss_reveal
from bos_tournament.operations import live_events
from bos_tournament.operations.serving.sse import MOST_EACH, MOST_TOPICS, requested_topics
from tests.factories import UserFactory
from tests.matches.playing import Step, match_at, seats
from tests.polling import PATIENCE


@pytest.fixture
def open_stream(site):
    """`open_stream(topic)` is a browser that listens: its answer, to be read line by line."""
    with listeners(site) as listen:
        yield listen


@contextmanager
def listeners(port):
    with ExitStack() as stack:

        def listen(*topics, **headers):
            browser = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
            stack.callback(browser.close)
            browser.request("GET", "/live/?" + "&".join(f"on={topic}" for topic in topics), headers=headers)
            return browser.getresponse()

        yield listen


def hint(answer):
    """The next hint that arrives; signs of life are passed over."""
    while line := answer.readline():
        if line.startswith(b"data: "):
            return line.decode().removeprefix("data: ").strip()
    return None


def heard_at_first(answer):
    """A stream that has just begun to listen tells its reader to look once; from then on nothing is missed."""
    assert answer.status == 200
    return hint(answer)


def topic_of(match):
    return f"match:{match.pk}"


def test_a_deed_reaches_whoever_listens_and_nobody_else(open_stream):
    match, other = match_at(Step.BOSSES), match_at(Step.BOSSES)
    page, elsewhere = open_stream(topic_of(match)), open_stream(topic_of(other))
    heard_at_first(page)
    heard_at_first(elsewhere)

    boss_reveal.confirm_bosses(seats(match)[0])
    boss_reveal.confirm_bosses(seats(other)[0])

    assert hint(page) == topic_of(match)
    assert hint(elsewhere) == topic_of(other)


def test_what_was_rolled_back_was_never_told(open_stream):
    match = match_at(Step.BOSSES)
    tournament = uuid.uuid4()
    page = open_stream(topic_of(match), f"tournament:{tournament}")
    heard_at_first(page)

    with transaction.atomic():
        live_events.publish_change("match", match.pk)
        transaction.set_rollback(True)
    live_events.publish_change("tournament", tournament)

    assert hint(page) == f"tournament:{tournament}"


def test_after_a_gap_a_page_looks_again_at_once(open_stream):
    match = match_at(Step.BOSSES)
    heard_at_first(open_stream(topic_of(match)))

    boss_reveal.confirm_bosses(seats(match)[0])  # while nobody listened
    again = open_stream(topic_of(match))

    assert hint(again) == topic_of(match)


def test_one_person_has_only_so_many_streams(open_stream, signed_in):
    match = match_at(Step.BOSSES)
    hers = {"Cookie": cookie_of(signed_in(UserFactory()))}

    answers = [open_stream(topic_of(match), **hers).status for _ in range(MOST_EACH + 1)]

    assert answers == [200] * MOST_EACH + [204]
    assert open_stream(topic_of(match)).status == 200


def test_people_who_signed_in_come_before_onlookers(serve, signed_in):
    match = match_at(Step.BOSSES)
    hers, his = ({"Cookie": cookie_of(signed_in(UserFactory()))} for _ in range(2))

    with listeners(serve(LIVE_STREAMS="8")) as listen:
        onlookers = [listen(topic_of(match)) for _ in range(5)]
        assert [one.status for one in onlookers] == [200] * 4 + [204]
        assert [heard_at_first(one) for one in onlookers[:4]] == [topic_of(match)] * 4
        assert [listen(topic_of(match), **hers).status for _ in range(MOST_EACH)] == [200] * MOST_EACH
        assert [hint(one) for one in onlookers[:2]] == [None, None]  # their room went to Anna
        assert listen(topic_of(match)).status == 204
        assert [listen(topic_of(match), **his).status for _ in range(3)] == [200, 200, 204]


def cookie_of(browser):
    return f"{settings.SESSION_COOKIE_NAME}={browser.cookies[settings.SESSION_COOKIE_NAME].value}"


def test_a_request_without_topics_is_told_how_to_ask(open_stream):
    answer = open_stream("everything")

    assert answer.status == 400
    assert b"?on=match:" in answer.read()


def test_three_hundred_streams_hear_and_pages_are_served_meanwhile(site):
    match = match_at(Step.BOSSES)
    one = seats(match)[0]

    async def listen(ready):
        reader, writer = await asyncio.open_connection("127.0.0.1", site)
        writer.write(f"GET /live/?on={topic_of(match)} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        assert b" 200 " in await reader.readline()
        await reader.readuntil(b"data: ")
        ready.release()
        await reader.readuntil(b"data: ")
        writer.close()
        return True

    async def page():
        reader, writer = await asyncio.open_connection("127.0.0.1", site)
        writer.write(f"GET /matches/{match.pk}/ HTTP/1.0\r\nHost: localhost\r\n\r\n".encode())
        status = await reader.readline()
        writer.close()
        return status

    async def hall():
        ready = asyncio.Semaphore(0)
        pages = [asyncio.create_task(listen(ready)) for _ in range(300)]
        for _ in pages:
            await ready.acquire()
        status = await page()
        await asyncio.to_thread(in_a_thread, lambda: boss_reveal.confirm_bosses(one))
        return status, await asyncio.gather(*pages)

    with ThreadPoolExecutor(1) as apart:  # The thread of the tests may have a loop of its own, a browser's.
        status, heard = apart.submit(lambda: asyncio.run(asyncio.wait_for(hall(), 3 * PATIENCE))).result()

    assert b" 200 " in status
    assert heard == [True] * 300


def in_a_thread(deed):
    try:
        deed()
    finally:
        connection.close()


def test_only_topics_that_are_some_are_listened_to():
    good = f"match:{uuid.uuid4()}"

    assert requested_topics(f"on={good}".encode()) == {good}
    for query in ("", "on=", f"on={good}&on=user:{uuid.uuid4()}", f"on={good}x", "on=match:*"):
        assert requested_topics(query.encode()) == frozenset()
    assert requested_topics("&".join([f"on={good}"] * (MOST_TOPICS + 1)).encode()) == frozenset()
