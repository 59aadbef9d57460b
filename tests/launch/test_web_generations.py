"""Web processes whose first one is killed answer on until the next ones do, and none of them is left over."""

import os
import signal
import sys
from pathlib import Path

import pytest

from bos_tournament.launch import home, process, web_generations
from tests.polling import wait_until

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")

WEB = """
import signal, socket, sys, time
from bos_tournament.launch import web_generations, web_processes
line, how = socket.socket(fileno=int(sys.argv[1])), sys.argv[2]
if web_processes.fork_each(2, end_with_first=False) is not None:
    if how == "deaf":
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    web_generations.end_with_supervisor(line)
    if how != "loads":
        web_generations.say_that_it_answers(line)
    while True:
        time.sleep(1)
"""


class Site:
    """A supervisor of web processes that do nothing; `how` is told to the next ones."""

    def __init__(self):
        self.how = "answers"
        self.web = web_generations.Generations(self._start, seconds=5)

    def _start(self, line):
        command = [sys.executable, "-c", WEB, str(line), self.how]
        return process.start(command, if_orphaned=signal.SIGKILL, fds=[line], folder=home.CHECKOUT)

    def begin(self, how="answers"):
        """The next web processes: the first, and the two it has forked once they answer."""
        self.how = how
        first = self.web.begin()
        generation = self.web.all[-1]
        wait_until(lambda: len(children_of(first.pid)) == 2)
        if how != "loads":
            wait_until(lambda: generation.listen() or generation.answers)
        return first, children_of(first.pid)


@pytest.fixture
def site():
    site = Site()
    yield site
    site.web.sweep()
    for generation in site.web.all:
        generation.first.wait()
        generation.line.close()


def children_of(pid):
    return {int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()}


def lives(pid):
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def kill(first):
    first.kill()
    first.wait()


def test_they_go_on_until_the_next_ones_answer(site):
    first, both = site.begin()
    kill(first)
    loading, _ = site.begin("loads")

    site.web.look()
    assert all(map(lives, both))
    kill(loading)
    _, others = site.begin()
    wait_until(lambda: site.web.look() or not any(map(lives, both)))

    assert all(map(lives, others))
    wait_until(lambda: site.web.look() or len(site.web.all) == 1)


def test_those_whose_successor_dies_again_and_again_still_answer(site):
    first, both = site.begin()
    kill(first)

    for _ in range(3):
        next_one, _ = site.begin("loads")
        kill(next_one)
        site.web.look()

    assert all(map(lives, both))


def test_whoever_does_not_end_when_asked_is_killed(site):
    site.web.seconds = 0
    first, both = site.begin("deaf")
    kill(first)
    site.begin()

    wait_until(lambda: site.web.look() or not any(map(lives, both)))


def test_they_end_with_the_supervisor_though_the_first_is_gone(site):
    first, both = site.begin()
    kill(first)

    site.web.all[0].line.close()

    wait_until(lambda: not any(map(lives, both)))
    site.web.all.clear()


def test_a_stop_ends_those_that_were_left_over_too(site):
    first, both = site.begin()
    kill(first)

    site.web.stop()

    wait_until(lambda: not any(map(lives, both)))


def test_a_start_that_fails_leaves_the_others_alone(site):
    first, both = site.begin()
    kill(first)
    site.web.start = lambda line: os.open("/nowhere", os.O_RDONLY)

    with pytest.raises(OSError):
        site.web.begin()

    assert len(site.web.all) == 1
    assert all(map(lives, both))
