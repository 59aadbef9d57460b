"""A standby takes over: `python -m benchmarks.standby`. Prints what was acknowledged, what is found, and the outage.

Two of the embedded servers, the second a standby of the first. Somebody writes row after row and notes each that was
acknowledged; the first server is killed, the second promoted. Once as it is shipped, and once with a primary that waits
for its standby.
"""

import argparse
import os
import shutil
import signal
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from subprocess import DEVNULL, Popen
from typing import NamedTuple

import psycopg
from psycopg.conninfo import make_conninfo

from bos_tournament.launch import home, postgres, process, servers, unprivileged

AT_BOTH = "target_session_attrs=read-write"
"""Of several servers a connection takes the one that may be written to."""


@dataclass
class Writer:
    """Writes row after row, wherever that is possible, and notes what was acknowledged."""

    conninfo: str
    """Both servers."""
    acknowledged: dict[int, float] = field(default_factory=dict)
    """Each row with the moment of its acknowledgement, in seconds of the monotonic clock."""
    stopping: threading.Event = field(default_factory=threading.Event)
    """Set to end it."""

    def run(self) -> None:
        number = 0
        while not self.stopping.is_set():
            with suppress(psycopg.OperationalError), psycopg.connect(self.conninfo, autocommit=True) as line:
                while not self.stopping.is_set():
                    number += 1
                    line.execute("INSERT INTO written VALUES (%s)", [number])
                    self.acknowledged[number] = time.monotonic()
            time.sleep(0.02)


class Outcome(NamedTuple):
    """What a take-over left."""

    acknowledged: int
    """Rows that the writer was promised, before and after."""
    found: int
    """How many of them are there in the end."""
    outage: float | None
    """Seconds between the last promise before and the first after; None where there was none."""

    def __str__(self) -> str:
        outage = "no end" if self.outage is None else f"{self.outage:.2f} s"
        return f"{self.acknowledged:>14,}{self.found:>10,}{self.acknowledged - self.found:>8,}{outage:>10}"


@contextmanager
def running(cluster: postgres.Cluster) -> Iterator[Popen[bytes]]:
    if cluster.account:
        unprivileged.hand_over(cluster.folder, cluster.account)
    postgres.prepare(cluster)
    server = postgres.start(cluster)
    try:
        servers.wait(server, lambda: postgres.is_ready(cluster), cluster.log, "PostgreSQL")
        yield server
    finally:
        process.stop(server, first=signal.SIGINT, seconds=10)
        home.drop_socket_folder(cluster.data)


def copied(primary: postgres.Cluster, folder: Path) -> postgres.Cluster:
    """The home of a standby, made as docs/operators.md says."""
    home.make_home(folder)
    shutil.copytree(primary.folder / "keys", folder / "keys")
    standby = postgres.cluster(folder)
    password = postgres.password(primary.folder, postgres.OWNER)
    source = make_conninfo(host=str(primary.sockets), user=postgres.OWNER, password=password)
    words = ["-d", source, "-R", "-C", "-S", "standby", "--checkpoint=fast", "-D", str(standby.data)]
    if problem := postgres.run_client("pg_basebackup", words, env={}, output=DEVNULL):
        raise home.LaunchError(problem)
    return standby


def ask(cluster: postgres.Cluster, *questions: str) -> object:
    with psycopg.connect(cluster.url("postgres", role=postgres.OWNER), autocommit=True) as line:
        for question in questions:
            answer = line.execute(question)
        return answer.fetchone()[0] if answer.description else None


def await_standby(primary: postgres.Cluster, state: str) -> None:
    asked = f"SELECT count(*) = 1 FROM pg_stat_replication WHERE state = 'streaming' AND sync_state = '{state}'"
    if not process.wait_until(lambda: bool(ask(primary, asked)), alive=lambda: True, seconds=60):
        raise home.LaunchError("The standby does not follow the primary.")


def trial(place: Path, seconds: float, *, waits: bool) -> Outcome:
    """One take-over; `waits` has the primary acknowledge only what its standby has too."""
    home.make_home(place / "primary")
    primary = postgres.cluster(place / "primary")
    with ExitStack() as stack:
        killed = stack.enter_context(running(primary))
        postgres.set_up(primary)
        standby = copied(primary, place / "standby")
        stack.enter_context(running(standby))
        await_standby(primary, "async")
        if waits:
            ask(primary, "ALTER SYSTEM SET synchronous_standby_names = '*'", "SELECT pg_reload_conf()")
            await_standby(primary, "sync")
        ask(primary, "CREATE TABLE written (number integer PRIMARY KEY)")
        password = postgres.password(primary.folder, postgres.OWNER)
        hosts = f"host={primary.sockets},{standby.sockets} user={postgres.OWNER} password={password}"
        writer = Writer(f"{hosts} dbname=postgres {AT_BOTH}")
        thread = threading.Thread(target=writer.run)
        thread.start()
        time.sleep(seconds)
        at = kill(killed)
        ask(standby, "SELECT pg_promote()")
        time.sleep(seconds)
        writer.stopping.set()
        thread.join()
        with psycopg.connect(standby.url("postgres", role=postgres.OWNER)) as line:
            found = {number for (number,) in line.execute("SELECT number FROM written")}
    return outcome(writer.acknowledged, found, at)


def kill(server: Popen[bytes]) -> float:
    """The whole server at once, as a machine ends that loses its power; gives the moment. Linux."""
    others = Path(f"/proc/{server.pid}/task/{server.pid}/children").read_text().split()
    for pid in (server.pid, *map(int, others)):  # those have sessions of their own, and would answer for a while
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    server.wait()
    return time.monotonic()


def outcome(acknowledged: dict[int, float], found: set[int], at: float) -> Outcome:
    before = [moment for moment in acknowledged.values() if moment <= at]
    after = [moment for moment in acknowledged.values() if moment > at]
    outage = min(after) - max(before) if before and after else None
    return Outcome(len(acknowledged), len(acknowledged.keys() & found), outage)


def main() -> None:
    parser = argparse.ArgumentParser(prog="benchmarks.standby", description=__doc__.split("\n")[0])
    parser.add_argument("--seconds", type=float, default=5, help="of writing before the kill, and after it (5)")
    arguments = parser.parse_args()
    print(f"{'':<28}{'acknowledged':>14}{'found':>10}{'lost':>8}{'outage':>10}")
    for name, waits in (("as shipped", False), ("synchronous_standby_names", True)):
        with tempfile.TemporaryDirectory(prefix="bos-standby-") as folder:
            print(f"{name:<28}{trial(Path(folder), arguments.seconds, waits=waits)}", flush=True)


if __name__ == "__main__":
    main()
