"""A crowd at the door to Django: few are inside, the others wait in order, and a bid does not wait behind readers."""

import asyncio
import json
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from bos_tournament.operations.serving import door as doors
from bos_tournament.operations.serving import request_limits
from bos_tournament.operations.serving.door import Door
from bos_tournament.operations.serving.request_limits import Refusal
from tests.operations.test_request_limits import GET, say

PAGE, DESK = "/tournaments/spring/pairings/", "/tournaments/spring/desk/"


def tell(story):
    """Runs a story in a thread of its own, since browsers of other tests may leave a loop running in this one."""
    with ThreadPoolExecutor(1) as alone:
        return alone.submit(asyncio.run, story).result()


class Room:
    """What stands for Django behind the door: a request stays until it is let go."""

    def __init__(self):
        self.inside, self.came, self.go = [], [], asyncio.Event()

    async def __call__(self, scope, receive, send):
        message = await receive()
        self.inside.append(scope["who"])
        self.came.append((scope["who"], message["body"]))
        await self.go.wait()
        self.inside.remove(scope["who"])
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"page"})


class Browser:
    """One request on its way through a door, and what came back."""

    def __init__(self, door, who, method="GET", path=PAGE, *, takes=True):
        self.answer, self.left = [], asyncio.Event()
        self.takes = takes
        self.parts = [{"type": "http.request", "body": who.encode(), "more_body": False}]
        scope = {"type": "http", "method": method, "path": path, "headers": [], "query_string": b"", "who": who}
        self.visit = asyncio.create_task(door(scope, self.receive, self.send))

    async def receive(self):
        if self.parts:
            return self.parts.pop()
        await self.left.wait()
        return {"type": "http.disconnect"}

    async def send(self, message):
        if not self.takes:
            await asyncio.Event().wait()
        self.answer.append(message)


async def settled():
    for _ in range(10):
        await asyncio.sleep(0)


@pytest.fixture
def at_once(settings):
    settings.REQUESTS_AT_ONCE = 4


def test_readers_leave_room_for_a_bid_and_for_the_desk(at_once):
    async def crowd():
        room = Room()
        door = Door(room)
        readers = [Browser(door, f"reader {number}") for number in range(9)]
        await settled()
        assert room.inside == ["reader 0", "reader 1", "reader 2"]

        bid, desk = Browser(door, "Anna", "POST"), Browser(door, "a judge", path=DESK)
        await settled()
        assert room.inside[3:] == ["Anna"]

        room.go.set()
        await asyncio.gather(*(one.visit for one in (*readers, bid, desk)))
        everybody = [who for who, _ in room.came]
        assert [who for who in everybody if "reader" in who] == [f"reader {number}" for number in range(9)]
        assert all(body == who.encode() for who, body in room.came)
        assert everybody.index("a judge") < everybody.index("reader 8")
        assert all(one.answer[-1]["body"] == b"page" for one in (*readers, bid, desk))
        assert door.inside.total() == sum(map(len, door.lines.values())) == 0

    tell(crowd())


def test_who_goes_away_while_waiting_was_never_inside(at_once):
    async def crowd():
        room = Room()
        door = Door(room)
        first = [Browser(door, f"reader {number}") for number in range(3)]
        ben, cleo = Browser(door, "Ben"), Browser(door, "Cleo")
        await settled()
        ben.left.set()
        await settled()
        assert ben.visit.done()
        assert sum(map(len, door.lines.values())) == 1

        room.go.set()
        await asyncio.gather(*(one.visit for one in (*first, cleo)))
        assert "Ben" not in [who for who, _ in room.came]
        assert door.inside.total() == sum(map(len, door.lines.values())) == 0

    tell(crowd())


def test_a_deed_whose_browser_goes_away_keeps_its_place_until_it_is_done(at_once):
    async def crowd():
        room = Room()
        door = Door(room)
        anna = Browser(door, "Anna", "POST")
        await settled()
        anna.left.set()
        await settled()
        assert room.inside == ["Anna"]
        assert door.inside.total() == 1

        room.go.set()
        await anna.visit
        assert door.inside.total() == 0

    tell(crowd())


def test_a_browser_that_takes_no_answer_keeps_nobody_out(at_once):
    async def crowd():
        room = Room()
        room.go.set()
        door = Door(room)
        slow = [Browser(door, f"slow {number}", takes=False) for number in range(5)]
        await settled()
        cleo = Browser(door, "Cleo")
        await asyncio.wait_for(cleo.visit, 60)
        assert not any(one.visit.done() for one in slow)
        for one in slow:
            one.visit.cancel()

    tell(crowd())


def test_a_server_that_stops_gives_back_every_place(at_once):
    async def crowd():
        room = Room()
        door = Door(room)
        browsers = [Browser(door, f"reader {number}") for number in range(6)]
        await settled()
        for one in browsers:
            one.visit.cancel()
        await asyncio.gather(*(one.visit for one in browsers), return_exceptions=True)
        assert door.inside.total() == sum(map(len, door.lines.values())) == 0

    tell(crowd())


def test_beyond_the_longest_line_readers_are_asked_to_come_back_and_a_bid_is_not(at_once, monkeypatch):
    monkeypatch.setattr(doors, "LONGEST_LINE", {False: 2, True: 2})

    async def crowd():
        room = Room()
        door = Door(room)
        readers = [Browser(door, f"reader {number}") for number in range(5)]
        late, anna = Browser(door, "late"), Browser(door, "Anna", "POST")
        await settled()
        with pytest.raises(Refusal, match="503"):
            await late.visit
        assert "Anna" in room.inside
        room.go.set()
        await asyncio.gather(*(one.visit for one in (*readers, anna)))

    tell(crowd())


def test_strangers_with_large_bodies_leave_room_for_a_bid(at_once, monkeypatch):
    monkeypatch.setattr(doors, "MOST_HELD", 100_000)

    async def crowd():
        room = Room()
        door = Door(room)
        large = [Browser(door, "x" * 40_000, "POST") for _ in range(3)]
        await settled()
        with pytest.raises(Refusal, match="503"):
            await large[2].visit
        anna = Browser(door, "Anna", "POST")
        room.go.set()
        await asyncio.gather(anna.visit, large[0].visit, large[1].visit)
        assert door.held == 0

    tell(crowd())


async def refused(path, language):
    async def full(scope, receive, send):
        raise Refusal(503)

    async def receive():
        return {"type": "http.request", "body": b""}

    async def send(message):
        sent.append(message)

    sent = []
    headers = [(b"accept-language", language.encode())]
    scope = {"type": "http", "method": "GET", "path": path, "headers": headers, "query_string": b"", "raw_path": b""}
    await request_limits.bounded(full, scope, receive, send)
    return sent[0]["status"], dict(sent[0]["headers"]), b"".join(one.get("body", b"") for one in sent).decode()


def test_a_full_house_is_told_in_the_language_and_form_of_the_reader():
    status, headers, page = tell(refused(PAGE, "de"))
    assert status == 503
    assert 'lang="de"' in page
    assert 'lang="es"' in tell(refused(PAGE, "es"))[2]
    spread = {tell(refused(PAGE, "de"))[1][b"retry-after"] for _ in range(200)}
    assert {int(one) for one in spread} == set(range(3, 11))

    status, _headers, answer = tell(refused("/api/v1/decks/", "en"))
    assert (status, json.loads(answer)["code"]) == (503, "busy")


def test_a_hall_that_looks_at_once_is_served_by_a_real_server(serve):
    port = serve(REQUESTS_AT_ONCE="3")
    together = threading.Barrier(64)

    def look(_):
        together.wait()
        return say(port, GET, b"\r\n")[0]

    with ThreadPoolExecutor(64) as phones:
        assert set(phones.map(look, range(64))) == {200}
