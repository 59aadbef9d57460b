"""Connections of one listening socket are shared evenly by the processes that take them, and none waits for long."""

import asyncio
import socket
from contextlib import ExitStack, closing

import pytest

from bos_tournament.launch.accepting import MORE, Accepting, Counts
from tests.operations.test_door import tell
from tests.polling import PATIENCE


@pytest.fixture
def line():
    with socket.create_server(("127.0.0.1", 0), backlog=200) as line:
        yield line


def taken(line, *, phones, takers):
    """How many connections each of the takers has once so many phones have called; a taker that is None is gone."""
    counts, held = Counts(len(takers)), [set() for _ in takers]

    class Held(asyncio.Protocol):
        def __init__(self, mine):
            self.mine = mine

        def connection_made(self, transport):
            self.mine.add(transport)

    async def story():
        all_taking = [
            Accepting(line.dup(), counts, place, held[place], lambda place=place: Held(held[place]))
            for place in takers
            if place is not None
        ]
        while sum(map(len, held)) < phones:
            await asyncio.sleep(0.01)
        for taking in all_taking:
            taking.stop()
        for transport in set().union(*held):
            transport.abort()

    with ExitStack() as calls:
        for _ in range(phones):
            calls.enter_context(closing(socket.create_connection(line.getsockname(), timeout=PATIENCE)))
        tell(asyncio.wait_for(story(), PATIENCE))
    return [len(mine) for mine in held]


def test_two_processes_share_a_hall_that_calls_at_once(line):
    first, second = taken(line, phones=150, takers=[0, 1])

    assert first + second == 150
    assert abs(first - second) <= 2 * MORE


def test_nobody_waits_for_a_process_that_is_gone(line):
    assert taken(line, phones=150, takers=[None, 1]) == [0, 150]
