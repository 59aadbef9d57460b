"""A database that was away for long is back for the site as soon as it is back."""

import socket
import threading
import time
from contextlib import suppress
from itertools import pairwise

import pytest
from django.conf import settings
from psycopg_pool import ConnectionPool, PoolTimeout

AWAY = 18.0
ASKED_EVERY = 0.3


@pytest.fixture
def closed_door():
    """A server that hangs up on everybody; gives its address and the moments at which somebody came."""
    came = []
    with socket.create_server(("127.0.0.1", 0)) as server:

        def hang_up():
            with suppress(OSError):
                while True:
                    server.accept()[0].close()
                    came.append(time.monotonic())

        threading.Thread(target=hang_up, daemon=True).start()
        yield f"host=127.0.0.1 port={server.getsockname()[1]} sslmode=disable", came


@pytest.mark.slow
def test_a_database_that_is_away_is_tried_again_every_few_seconds(closed_door):
    address, came = closed_door
    chosen = {**settings.DATABASES["default"]["OPTIONS"]["pool"], "timeout": ASKED_EVERY}

    with ConnectionPool(address, **chosen) as pool:
        end = time.monotonic() + AWAY
        while time.monotonic() < end:
            with suppress(PoolTimeout):
                pool.putconn(pool.getconn())

    assert max(after - before for before, after in pairwise([*came, end])) < 5


def test_a_line_that_falls_silent_is_noticed_within_seconds_unless_the_address_says_otherwise():
    options = settings.DATABASES["default"]["OPTIONS"]

    assert options["keepalives_idle"] + options["keepalives_interval"] * options["keepalives_count"] <= 15
    assert options["tcp_user_timeout"] <= 5_000
