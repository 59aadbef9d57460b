"""The two embedded servers of a home, together: their addresses, and a way to have them for a while."""

import os
import signal
import subprocess
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from bos_tournament.launch import home, postgres, process, unprivileged, valkey

# A process that lives may need this long until it answers: on a slow machine, or after a crash with much to bring back.
START_SECONDS = 300.0


def database_url(folder: Path) -> str:
    """The DATABASE_URL of the embedded database of a home, as the site speaks to it."""
    return postgres.url(folder, postgres.data_folder(folder))


def broker_url(folder: Path) -> str:
    """The BROKER_URL of the embedded broker of a home."""
    return valkey.url(folder / "valkey")


def is_own(folder: Path, host: str | None) -> bool:
    """Whether a database at this host is the embedded one of the home."""
    return host == str(home.socket_folder_of(postgres.data_folder(folder)))


def owner_url(folder: Path) -> str:
    """The URL with which the owner of the embedded database speaks to it."""
    return postgres.url(folder, postgres.data_folder(folder), role=postgres.OWNER)


@contextmanager
def database(folder: Path, *, durable: bool = True) -> Iterator[postgres.Cluster]:
    """The embedded PostgreSQL of a home with its database, started and at the end stopped unless it runs already.

    Not durable is faster, and what it holds may be lost when the machine stops: for tests. Raises LaunchError.
    """
    cluster = postgres.cluster(folder)
    if postgres.is_ready(cluster):
        yield cluster
        return
    with home.lock(folder, f"process {os.getpid()}, at the database"):
        if cluster.account:
            unprivileged.hand_over(folder, cluster.account)
        postgres.prepare(cluster, sync=durable)
        server = postgres.start(cluster, options=None if durable else postgres.NO_SYNC)
        try:
            wait(server, lambda: postgres.is_ready(cluster), cluster.log, "PostgreSQL")
            postgres.set_up(cluster)
            yield cluster
        finally:
            process.stop(server, first=signal.SIGINT, seconds=10)
            home.drop_socket_folder(cluster.data)


@contextmanager
def broker(folder: Path, *, durable: bool = True) -> Iterator[None]:
    """The embedded Valkey of a home, started and at the end stopped. Raises LaunchError."""
    data, log = folder / "valkey", folder / "logs" / "valkey.log"
    server = valkey.start(data, log=log, durable=durable)
    try:
        wait(server, lambda: valkey.is_ready(data), log, "Valkey")
        yield
    finally:
        process.stop(server, first=signal.SIGTERM, seconds=5)
        home.drop_socket_folder(data)


@contextmanager
def both(folder: Path, *, durable: bool = True) -> Iterator[tuple[str, str]]:
    """Both servers of a home for a while; gives DATABASE_URL and BROKER_URL. Raises LaunchError."""
    home.make_home(folder)
    with ExitStack() as stack:
        stack.enter_context(database(folder, durable=durable))
        stack.enter_context(broker(folder, durable=durable))
        yield database_url(folder), broker_url(folder)


def wait(server: subprocess.Popen[bytes], ready: Callable[[], bool], log: Path, name: str) -> None:
    """Wait for a server's first answer. Raises LaunchError with the end of its log."""
    if not process.wait_until(ready, alive=lambda: server.poll() is None, seconds=START_SECONDS):
        raise home.LaunchError(f"{name} did not start. The end of {log}:\n{process.last_lines(log)}")
