"""The third machine: PostgreSQL with two roles and Valkey with a password, at an address of the private network."""

import secrets
import signal
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from subprocess import Popen

import psycopg
from psycopg import sql

from benchmarks.machines.network import Box
from bos_tournament.launch import home, postgres, process, servers, unprivileged, valkey

OWNER, SITE, BROKER = "bos_owner", postgres.SITE, "broker"
OF_CUT_OFF = {"tcp_keepalives_idle": "10", "tcp_keepalives_interval": "5", "tcp_keepalives_count": "3"}
"""So that the server notices a machine that is cut off, as docs/operators.md says."""


@dataclass(frozen=True)
class Stores:
    """Where the two servers answer, and with which words."""

    cluster: postgres.Cluster
    """Reached here past all lines, by its own socket."""
    address: str
    """Of the machine."""
    passwords: dict[str, str]
    """By role, and of the broker."""

    def database_url(self, role: str) -> str:
        return f"postgres://{role}:{self.passwords[role]}@{self.address}:5432/{postgres.DATABASE}"

    @property
    def broker_url(self) -> str:
        return f"redis://:{self.passwords[BROKER]}@{self.address}:6379/0"

    def ask(self, question: str) -> list[tuple[object, ...]]:
        """As superuser, past all lines."""
        with psycopg.connect(self.cluster.url(role=postgres.OWNER), autocommit=True) as line:
            return line.execute(question).fetchall()


@contextmanager
def running(folder: Path, box: Box) -> Iterator[Stores]:
    """Both servers on that machine. Raises LaunchError."""
    home.make_home(folder)
    passwords = {name: secrets.token_urlsafe(24) for name in (OWNER, BROKER)}
    passwords[SITE] = postgres.password(folder, SITE)
    stores = Stores(postgres.cluster(folder), box.address, passwords)
    with _database(stores, box), _broker(stores, folder, box):
        yield stores


@contextmanager
def _database(stores: Stores, box: Box) -> Iterator[None]:
    cluster = stores.cluster
    if cluster.account:
        unprivileged.hand_over(cluster.folder, cluster.account)
    postgres.prepare(cluster)
    server = _started_on(box, cluster)
    try:
        servers.wait(server, lambda: postgres.is_ready(cluster), cluster.log, "PostgreSQL")
        postgres.set_up(cluster)
        _make_roles(stores)
        yield
    finally:
        process.stop(server, first=signal.SIGINT, seconds=10)
        home.drop_socket_folder(cluster.data)


def _started_on(box: Box, cluster: postgres.Cluster) -> Popen[bytes]:
    settings = {
        "listen_addresses": box.address,
        "unix_socket_directories": str(cluster.sockets),
        "max_connections": "300",
        **postgres.QUIET,
        **OF_CUT_OFF,
    }
    words = [word for name, value in settings.items() for word in ("-c", f"{name}={value}")]
    command = [cluster.programs / "postgres", "-D", cluster.data, *words]
    user, shown = (cluster.account.name, cluster.account.shown) if cluster.account else ("-", ())
    apart = box.inside(process.tethered(command, if_orphaned=signal.SIGINT, user=user, shown=shown))
    return process.start(apart, if_orphaned=signal.SIGINT, log=cluster.log, folder=Path("/"))


def _make_roles(stores: Stores) -> None:
    """As docs/operators.md, "Database roles", says; and both may come from the private network, with their password."""
    with psycopg.connect(stores.cluster.url(role=postgres.OWNER), autocommit=True) as line:
        words = sql.SQL("CREATE ROLE {} LOGIN PASSWORD {}")
        line.execute(words.format(sql.Identifier(OWNER), sql.Literal(stores.passwords[OWNER])))
        line.execute(f"ALTER DATABASE {postgres.DATABASE} OWNER TO {OWNER}")
        rules = (stores.cluster.data / "pg_hba.conf").read_text()
        rules += f"host {postgres.DATABASE} {OWNER},{SITE} {stores.address}/24 scram-sha-256\n"
        postgres.write(stores.cluster, "pg_hba.conf", rules)
        line.execute("SELECT pg_reload_conf()")


@contextmanager
def _broker(stores: Stores, folder: Path, box: Box) -> Iterator[None]:
    data, log = folder / "valkey", folder / "logs" / "valkey.log"
    data.mkdir(mode=0o700)
    settings = {"bind": box.address, "port": "6379", "requirepass": stores.passwords[BROKER], "dir": str(data)}
    settings |= {"save": "", "appendonly": "yes", "maxmemory-policy": "noeviction"}
    words = [word for name, value in settings.items() for word in (f"--{name}", value)]
    server = process.start(box.inside([valkey.program(), *words]), if_orphaned=signal.SIGTERM, log=log)
    try:
        servers.wait(server, lambda: _accepts(box.address, 6379), log, "Valkey")
        yield
    finally:
        process.stop(server, first=signal.SIGTERM, seconds=5)


def _accepts(address: str, port: int) -> bool:
    try:
        socket.create_connection((address, port), timeout=2).close()
    except OSError:
        return False
    return True
