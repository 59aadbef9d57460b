"""Web processes are forked from one that has loaded the site: the death of one is no outage, and none is left over."""

import os
import signal
import sys
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from django.db import connection

from bos_tournament.launch import process, supervisor
from tests.operations.test_request_limits import GET, say
from tests.polling import wait_until

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")


def children_of(pid):
    return {int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()}


def keeper_of(port):
    """The first process of the web server that this test has started; it has children of its own."""
    mine = [pid for pid in children_of(os.getpid()) if "launch.web" in Path(f"/proc/{pid}/cmdline").read_text()]
    assert len(mine) == 1
    return mine[0]


def lives(pid):
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_a_web_process_that_dies_is_back_while_the_other_answers(serve, tmp_path):
    port = serve(WEB_PROCESSES="2")
    assert say(port, GET, b"\r\n")[0] == 200
    keeper = keeper_of(port)
    first = children_of(keeper)
    assert len(first) == 2

    for dies in first:
        os.kill(dies, signal.SIGKILL)
        wait_until(lambda dies=dies: dies not in children_of(keeper) and len(children_of(keeper)) == 2)
        assert say(port, GET, b"\r\n")[0] == 200

    assert not first & children_of(keeper)
    assert (tmp_path / "web.log").read_text().count("A web process ended (signal SIGKILL). Starting it again.") == 2


def test_without_a_socket_from_outside_all_listen_at_one_address(transactional_db, tmp_path):
    port, given = supervisor.free_port("127.0.0.1"), urlsplit(os.environ["DATABASE_URL"])
    here = given._replace(path=f"/{connection.settings_dict['NAME']}").geturl()
    web = process.start(
        [sys.executable, "-m", "bos_tournament.launch.web"],
        if_orphaned=signal.SIGKILL,
        env={**os.environ, "DATABASE_URL": here, "HOST": "127.0.0.1", "PORT": str(port), "WEB_PROCESSES": "2"},
        log=tmp_path / "web.log",
    )
    try:
        wait_until(lambda: len(children_of(web.pid)) == 2)
        for dies in children_of(web.pid):
            os.kill(dies, signal.SIGKILL)
            wait_until(lambda dies=dies: dies not in children_of(web.pid))
            assert say(port, GET, b"\r\n")[0] == 200
    finally:
        process.stop(web, first=signal.SIGTERM, seconds=5)


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
def test_no_web_process_outlives_the_first_one(serve, how):
    port = serve(WEB_PROCESSES="2")
    assert say(port, GET, b"\r\n")[0] == 200
    keeper = keeper_of(port)
    both = children_of(keeper)

    os.kill(keeper, how)

    wait_until(lambda: not any(lives(pid) for pid in (keeper, *both)))
