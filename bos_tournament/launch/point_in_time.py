"""Base backups of the embedded database beside its archived log, and the way back to a moment."""

import shutil
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from subprocess import DEVNULL

import psycopg

from bos_tournament.launch import home, postgres, process, servers, unprivileged, wal_archive

NAME = "base-%Y%m%dT%H%M%S.%fZ"
"""How a base backup is called: by the moment from which on it can be brought further, in UTC."""
LEFT = "left-"
"""How those are called that lead to what a restore has undone."""


@dataclass(frozen=True)
class Base:
    """A copy of the data folder, which the log brings to any later moment."""

    path: Path
    """Its folder in the archive."""
    at: datetime
    """The first moment it can be brought to."""

    @property
    def first_file(self) -> str:
        """The name of the first file of the log that it needs."""
        line = (self.path / "backup_label").read_text().split("\n")[0]
        return line.rpartition("file ")[2].rstrip(")")


def bases(archive: Path) -> list[Base]:
    """The base backups, newest first."""
    found = (Base(path, datetime.strptime(path.name, NAME).replace(tzinfo=UTC)) for path in archive.glob("base-*Z"))
    return sorted(found, key=lambda base: base.at, reverse=True)


def make_base(folder: Path, archive: Path) -> Base:
    """A base backup of the embedded database of a home, while it serves or not. Raises LaunchError."""
    draft = archive / "new-base"
    shutil.rmtree(draft, ignore_errors=True)
    with servers.database(folder) as cluster:
        words = ["-h", str(cluster.sockets), "-U", postgres.OWNER, "--no-password", "--checkpoint=fast", "-D", draft]
        env = {"PGPASSWORD": postgres.password(folder, postgres.OWNER)}
        if problem := postgres.run_client("pg_basebackup", [str(word) for word in words], env=env, output=DEVNULL):
            shutil.rmtree(draft, ignore_errors=True)
            raise home.LaunchError(f"The base backup could not be made: {problem}")
        with psycopg.connect(cluster.url("postgres", role=postgres.OWNER)) as line:
            (at,) = line.execute("SELECT clock_timestamp()").fetchone() or (datetime.now(UTC),)
        if cluster.account:
            unprivileged.hand_over(draft, cluster.account)
    return Base(draft.rename(archive / at.astimezone(UTC).strftime(NAME)), at)


def prune(archive: Path, *, keep: int) -> None:
    """Removes all but the newest base backups, and the log that only the others needed."""
    kept, old = bases(archive)[:keep], bases(archive)[keep:]
    for path in (*(base.path for base in old), *archive.glob(f"{LEFT}*")):
        shutil.rmtree(path)
    if not kept:
        return
    first = min(timeless(base.first_file) for base in kept)
    for file in (archive / wal_archive.WAL).iterdir():
        if not file.name.endswith(".history.gz") and timeless(file.name) < first:
            file.unlink()


def timeless(name: str) -> str:
    """What tells the order of a file of the log, on whatever timeline."""
    return name[8:24]


def restore(folder: Path, archive: Path, moment: datetime | None) -> Path:
    """Brings the embedded database of a stopped home to a moment, or to the end of its log.

    What was there is kept beside it, in the folder that is returned. Raises LaunchError, and then nothing has changed.
    """
    cluster = postgres.cluster(folder)
    if postgres.is_ready(cluster):
        raise home.LaunchError("The site is running. Stop it first (Ctrl-C in the window of ./run).")
    base = base_before(archive, moment)
    before = cluster.data.with_name(f"{cluster.data.name}-before-{datetime.now(UTC):%Y%m%d-%H%M%S}")
    with home.lock(folder, "a restore"), in_place_of(cluster.data, before):
        shutil.copytree(base.path, cluster.data, symlinks=True)
        (cluster.data / "recovery.signal").touch(mode=0o600)
        recover(cluster, wal_archive.recovery_options(archive, before=before, moment=moment), moment)
    for later in bases(archive):
        if moment and later.at > moment:
            later.path.rename(archive / f"{LEFT}{later.path.name}")
    return before


def base_before(archive: Path, moment: datetime | None) -> Base:
    """The last base backup that can be brought to a moment. Raises LaunchError."""
    found = bases(archive)
    for base in found:
        if moment is None or base.at <= moment:
            return base
    if not found:
        raise home.LaunchError(f"{archive} holds no base backup. manage.py base_backup makes one.")
    raise home.LaunchError(f"The oldest base backup is of {found[-1].at.isoformat()}. Name a later moment.")


@contextmanager
def in_place_of(data: Path, before: Path) -> Iterator[None]:
    """Sets a data folder aside; puts it back when what takes its place fails."""
    there = data.exists()
    if there:
        data.rename(before)
    try:
        yield
    except BaseException:
        shutil.rmtree(data, ignore_errors=True)
        if there:
            before.rename(data)
        raise


def recover(cluster: postgres.Cluster, options: dict[str, str], moment: datetime | None) -> None:
    """Lets the server read the log up to the moment. Raises LaunchError with what it said."""
    postgres.prepare(cluster)
    server = postgres.start(cluster, options=options)
    try:
        servers.wait(server, lambda: postgres.is_ready(cluster), cluster.log, "PostgreSQL")
    except home.LaunchError as error:
        until = moment.isoformat() if moment else "its end"
        raise home.LaunchError(f"The archive does not lead to {until}, so nothing was changed. {error}") from error
    finally:
        process.stop(server, first=signal.SIGINT, seconds=60)
        home.drop_socket_folder(cluster.data)
