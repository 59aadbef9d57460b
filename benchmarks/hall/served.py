"""The site of a hall: its own processes on servers that run already, or all of it as `./run` ships it."""

import os
import re
import signal
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from benchmarks.hall.phones import Question, storm
from bos_tournament.launch import commands, process, supervisor, web_processes

START_SECONDS = 180.0
STOP_SECONDS = 20.0
QUEUE = "hall"


@contextmanager
def running(folder: Path) -> Iterator[tuple[int, int]]:
    """The site's own processes; gives its port, and the number of the first web process."""
    log = folder / "logs" / "site.log"
    log.parent.mkdir(exist_ok=True)
    with socket.create_server(("127.0.0.1", 0), backlog=web_processes.BACKLOG) as line:
        fd, port = line.fileno(), line.getsockname()[1]
        lines = (
            commands.web(fd),
            commands.worker(queue=QUEUE),
            commands.worker(queue=commands.bids_queue(QUEUE), name="bids", processes=1),
        )
        parts = [process.start(command, if_orphaned=signal.SIGKILL, log=log, fds=[fd]) for command in lines]
        try:
            await_site(port, log)
            yield port, parts[0].pid
        finally:
            for part in parts:
                process.stop(part, first=signal.SIGTERM, seconds=5)
            if "Traceback" in (said := process.last_lines(log, 40)):
                say(f"The site said:\n{said}")


@contextmanager
def shipped(folder: Path) -> Iterator[tuple[int, int]]:
    """All that `./run` starts, in a home that is prepared; gives its port, and the number of the supervisor."""
    port, log = supervisor.free_port("127.0.0.1"), folder / "run.log"
    told = {"PORT": str(port), "PUBLIC_URL": f"http://127.0.0.1:{port}", "BOS_DEMO": "0", "BOS_AS_ROOT": "1"}
    environment = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "BROKER_URL")}
    command = [sys.executable, "-m", "bos_tournament.launch"]
    whole = process.start(command, if_orphaned=signal.SIGTERM, log=log, env=environment | told)
    try:
        await_site(port, log)
        yield port, whole.pid
    finally:
        process.stop(whole, first=signal.SIGTERM, seconds=STOP_SECONDS)


def await_site(port: int, log: Path) -> None:
    if not process.wait_until(lambda: answers(port), alive=lambda: True, seconds=START_SECONDS):
        sys.exit(f"The site did not start:\n{process.last_lines(log, 20)}")


def answers(port: int) -> bool:
    return storm(port, [Question("/health/")], 1)[0].statuses[200] == 1


def family_of(pid: int) -> Iterator[int]:
    """A process and all that it started, and what these did."""
    yield pid
    for child in children_of(pid):
        yield from family_of(child)


def children_of(pid: int) -> list[int]:
    """None for a process that is gone."""
    try:
        return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except OSError:
        return []


def memory_of(pid: int) -> float:
    """Of a process and its family in MiB; what several share counts once."""
    kib = 0
    for one in family_of(pid):
        kib += int(re.search(r"^Pss:\s+(\d+)", Path(f"/proc/{one}/smaps_rollup").read_text(), re.MULTILINE)[1])
    return kib / 1_024


def command_of(pid: int) -> str:
    """Its command line; empty for a process that is gone."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
    except OSError:
        return ""


def say(text: str) -> None:
    print(text, flush=True)
