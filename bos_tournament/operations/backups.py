"""Backups: the database and the uploads in one file, the keys in it or in another, and the way back from them."""

import errno
import gzip
import json
import logging
import os
import shutil
import tarfile
import tempfile
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import datetime
from itertools import dropwhile, takewhile
from pathlib import Path, PurePosixPath
from subprocess import DEVNULL as NOWHERE
from typing import IO
from uuid import UUID

import psycopg
from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, DatabaseError, connection, connections, transaction
from django.db.backends.postgresql.base import DatabaseWrapper
from django.db.migrations.loader import MigrationLoader
from django.utils import timezone
from psycopg import sql

from bos_tournament.accounts.models import Erasure, Session
from bos_tournament.accounts.models_rate_limits import KeptValue, RateLimit
from bos_tournament.errors import Refused
from bos_tournament.launch import home, postgres, prepare, servers
from bos_tournament.operations import encrypted_files, row_counts
from bos_tournament.operations.database_roles import as_owner
from bos_tournament.operations.libpq import NO_TIME_LIMITS, conninfo, password
from bos_tournament.operations.models import Backup, BeatLease, Letter
from bos_tournament.upgrading import step

log = logging.getLogger(__name__)
# What is done with the ids of everybody who was erased since the backup was made.
after_restore: list[Callable[[set[UUID]], object]] = []
FORMAT = 1
CHUNK = 1 << 20
NOTE, DUMP, KEYS, UPLOADS = "backup.json", "database.sql", "keys", "uploads"
ROW_CHECK = "rows.sql"
ABOUT_THE_PLACE = ("site_runs", "not_empty", "no_database", "no_room", "passphrase", "beside")
LACKING = {
    KEYS: "holds no keys. Give --keys a file that `manage.py backup_keys` wrote, or a backup made --with-keys.",
    DUMP: "holds no database. Give --newer a file that `manage.py backup` wrote.",
}
# Sign-ins, letters, counts, leases, short-lived values: a backup opens no door and holds nothing that is over by then.
PASSING = tuple(model._meta.db_table for model in (Session, Letter, RateLimit, KeptValue, BeatLease))
ERASURES = Erasure._meta.db_table
FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


def write_backup(file: Path, *, with_keys: bool = False, passphrase: str = "") -> Path:
    """Write database and uploads, and the keys if asked, into `file` (a tar.gz, mode 0600, under the passphrase if
    there is one), whole or not at all; gives its path.

    Who is signed in is left out. The site may run meanwhile. Raises Refused when the file cannot be written or the
    database cannot be read.
    """
    file = place_for(file)
    with database_at_hand(), scratch() as folder:
        made_at, rows = timezone.now().isoformat(), dump_to(folder / DUMP)
        note = {"format": FORMAT, "made_at": made_at, "migrations": applied_migrations(), "rows": rows}
        (folder / NOTE).write_text(json.dumps(note, indent=1))
        members = [(NOTE, folder / NOTE), (DUMP, folder / DUMP), *uploaded_files()]
        write_archive(file, [*members, *(key_files() if with_keys else [])], folder, passphrase)
        remember(file, made_at=made_at)
    return file


def dump_to(file: Path) -> dict[str, int]:
    """Writes the dump, and counts the rows of each table in the same moment."""
    options = ["--no-owner", "--no-privileges", *(f"--exclude-table-data={table}" for table in PASSING)]
    try:
        with row_counts.counted_moment(but=PASSING) as moment, file.open("wb") as dump:
            client("pg_dump", [*options, f"--snapshot={moment.snapshot}"], dump)
            return moment.rows
    except psycopg.Error as fault:
        raise Refused(f"The database cannot be read: {fault}", code="database_fault") from fault


def write_keys(file: Path, *, passphrase: str = "") -> Path:
    """Write the keys alone into `file`, to be kept apart from the backups. Raises Refused."""
    file = place_for(file)
    with scratch() as folder:
        write_archive(file, key_files(), folder, passphrase)
    return file


def place_for(file: Path) -> Path:
    file = file.absolute()
    if file.is_dir() or not file.parent.is_dir():
        raise Refused(f"{file} is no place for a file. Name a file in a folder that exists.", code="bad_file")
    return file


@dataclass(frozen=True)
class Beside:
    """What else a restore is given: files of keys, a newer backup that knows who was erased since, the passphrase."""

    keys: Path | None = None
    """A file with the keys; None where the backup holds them, or those of the place stay."""
    newer: Path | None = None
    """A newer backup, asked only for who was erased; None for none."""
    passphrase: str = ""
    """Opens encrypted files; empty where none is."""


def restore_backup(file: Path, *, replace: bool = False, beside: Beside | None = None) -> None:
    """Bring back what a backup holds, into an empty database or, with `replace`, instead of what is there.

    Where it holds no keys, those of the place stay. Whoever was erased meanwhile is erased again, as far as the
    database that is replaced or a newer backup knows. The database changes in one transaction, and the keys and uploads
    after it. What they replace is kept beside them. How it went is noted beside the file, where the site that wrote the
    backup finds it. Raises Refused, and then nothing has changed.
    """
    try:
        _restore(file, replace=replace, beside=beside or Beside())
    except Refused as refusal:
        note_trial(file, refusal.code)
        raise
    note_trial(file, "")


def _restore(file: Path, *, replace: bool, beside: Beside) -> None:
    with ExitStack() as stack:
        folder, newer = stack.enter_context(scratch()), stack.enter_context(scratch())
        unpack(file, folder, beside.passphrase)
        rows = check_note(folder / NOTE)
        if beside.keys:
            unpack(beside.keys, folder, beside.passphrase, only=KEYS)
        if beside.newer:
            unpack(beside.newer, newer, beside.passphrase, only=DUMP)
        stack.enter_context(database_at_hand(alone=True))
        check_target(replace=replace)
        erased = erased_here() | erased_in(newer / DUMP)
        (folder / ROW_CHECK).write_text(rows)
        load_dump(folder, replace=replace)
        restore_files(folder, replace=replace)
        prepare.bring_database_up()
        Session.objects.all().delete()
        erased |= erased_in(folder / DUMP)
        for forget_again in after_restore:
            forget_again(erased)
        remember(file, made_at=json.loads((folder / NOTE).read_text()).get("made_at"), restored_at=timezone.now())


@dataclass(frozen=True)
class Trial:
    """A restore of a backup into whatever place: when, and the code of what stopped it, empty when it came back."""

    at: datetime
    """When it ended."""
    fault: str
    """The code of the refusal; empty for a success."""


def note_trial(file: Path, fault: str) -> None:
    """Writes beside a backup how bringing it back went. What was refused for the place says nothing of the file."""
    if fault in ABOUT_THE_PLACE or not file.is_file():
        return
    try:
        note_of(file).write_text(json.dumps({"at": timezone.now().isoformat(), "fault": fault}))
    except OSError as error:
        log.warning("How the restore went could not be noted beside the backup: %s", error.strerror)


def last_trial(files: Iterable[Path]) -> Trial | None:
    """The last restore of one of these backups that is noted beside it."""
    trials = []
    for file in files:
        try:
            note = json.loads(note_of(file).read_text()[:1000])
            trials.append(Trial(datetime.fromisoformat(note["at"]), str(note["fault"])[:40]))
        except (OSError, ValueError, KeyError, TypeError):
            continue
    return max((trial for trial in trials if trial.at.tzinfo), key=lambda trial: trial.at, default=None)


def is_proven(file: Path, *, since: datetime) -> bool:
    """Whether the last restore of a backup, which was made then, is noted, and brought everything back."""
    trial = last_trial([file])
    return trial is not None and not trial.fault and trial.at >= since


def note_of(file: Path) -> Path:
    return file.with_name(f"{file.name}.tried")


# The database


@contextmanager
def database_at_hand(*, alone: bool = False) -> Iterator[None]:
    """Starts the embedded database for a while when it is ours and stopped. `alone`: refused while the site runs."""
    if os.environ.get("DATABASE_URL"):
        with as_owner():
            yield
        return
    try:
        if alone and postgres.is_ready(postgres.cluster(settings.BOS_HOME)):
            raise Refused("The site is running. Stop it first (Ctrl-C in the window of ./run).", code="site_runs")
        home.make_home(settings.BOS_HOME)
        with servers.database(settings.BOS_HOME), as_owner():
            try:
                yield
            finally:
                database = connections[DEFAULT_DB_ALIAS]
                assert isinstance(database, DatabaseWrapper)
                database.close()
                database.close_pool()
    except home.LaunchError as error:
        raise Refused(str(error), code="no_database") from error


def applied_migrations() -> list[str]:
    loader = MigrationLoader(connection)
    return sorted(f"{app}.{name}" for app, name in loader.applied_migrations if app in loader.migrated_apps)


def check_note(path: Path) -> str:
    """Refuses a backup that this version cannot read; gives the script that compares what came back with its counts."""
    try:
        note = json.loads(path.read_text())
        version, migrations = note["format"], step.brought_over(set(note["migrations"]))
        script = row_counts.check_script(note.get("rows", {}))
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise Refused("This file is no backup of this site: it has no readable note.", code="no_backup") from error
    here = {f"{app}.{name}" for app, name in MigrationLoader(None).disk_migrations}
    if version != FORMAT or migrations - here:
        newest = ", ".join(sorted(migrations - here)[:3]) or f"format {version}"
        raise Refused(
            f"This backup was made by a newer version of the site ({newest}). Update the site, then restore it.",
            code="newer_backup",
        )
    return script


def check_target(*, replace: bool) -> None:
    """Refuses a database in use, and one that holds something unless that is to be replaced."""
    with psycopg.connect(conninfo(), password=password()) as line:
        others = line.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
            " AND usename IS NOT NULL"
        ).fetchone()
        tables = line.execute("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'").fetchone()
    if others and others[0]:
        raise Refused("Something is connected to the database. Stop the site and its workers first.", code="site_runs")
    if tables and tables[0] and not replace:
        raise Refused(
            "The database is not empty, so nothing was changed. Restore into an empty one (set BOS_HOME to a new "
            "folder, or DATABASE_URL to an empty database), or add --replace to put the backup in its place.",
            code="not_empty",
        )


def load_dump(folder: Path, *, replace: bool) -> None:
    """Load the dump and compare its rows, in one transaction."""
    clear = ["-c", "DROP SCHEMA public CASCADE", "-c", "CREATE SCHEMA public"] if replace else []
    options = ["--no-psqlrc", "--quiet", "--single-transaction", "-v", "ON_ERROR_STOP=1"]
    client("psql", [*options, *clear, "-f", str(folder / DUMP), "-f", str(folder / ROW_CHECK)], NOWHERE)


def erased_here() -> set[UUID]:
    """Who was erased in the database that is about to be replaced. One of an older version does not know."""
    with psycopg.connect(conninfo(), password=password()) as line:
        if line.execute("SELECT to_regclass(%s)", [ERASURES]).fetchone() == (None,):
            return set()
        return {person for (person,) in line.execute(sql.SQL("SELECT person FROM {}").format(sql.Identifier(ERASURES)))}


def erased_in(dump: Path) -> set[UUID]:
    """Who was erased in a database by the time of its dump."""
    if not dump.exists():
        return set()
    with dump.open(encoding="utf-8") as lines:
        rows = dropwhile(lambda line: not line.startswith(f"COPY public.{ERASURES} ("), lines)
        next(rows, None)
        return {UUID(row.split("\t")[0]) for row in takewhile(lambda line: not line.startswith("\\."), rows)}


def client(name: str, arguments: list[str], output: IO[bytes] | int) -> None:
    """Run one of PostgreSQL's own programs on the site's database. Raises Refused with what it said."""
    env = {"PGOPTIONS": NO_TIME_LIMITS, "PGPASSWORD": password()}
    try:
        problem = postgres.run_client(name, [*arguments, "--dbname", conninfo()], env=env, output=output)
    except (OSError, home.LaunchError) as error:
        raise Refused(f"{name} could not be run, so nothing was changed: {error}", code="no_database") from error
    if problem:
        raise Refused(f"{name} could not finish, so nothing was changed: {problem}", code="database_fault")


def remember(file: Path, *, made_at: str | None, restored_at: datetime | None = None) -> None:
    """Notes the backup for the operator's page. A database that cannot take the note yet is no reason to fail."""
    moment = datetime.fromisoformat(made_at) if made_at else timezone.now()
    try:
        with transaction.atomic():
            Backup.objects.create(
                file=str(file.absolute())[-500:], bytes=file.stat().st_size, made_at=moment, restored_at=restored_at
            )
    except DatabaseError as fault:
        log.warning("The backup is written, but not noted for the operator's page: %s", type(fault).__name__)


# The file


@contextmanager
def scratch() -> Iterator[Path]:
    """A folder for a while, inside the home: what lies there is as private as the home itself.

    Raises Refused (`no_room`) when its disk is full.
    """
    try:
        settings.BOS_HOME.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix="backup-", dir=settings.BOS_HOME) as folder:
            yield Path(folder)
    except OSError as error:
        if error.errno not in FULL:
            raise
        sentence = f"The disk of {settings.BOS_HOME} is full, so nothing was changed. Make room there, then try again."
        raise Refused(sentence, code="no_room") from error


def external_key_files() -> list[tuple[str, Path]]:
    """Keys that a setting may have moved, by the name they have in a backup."""
    return [("bids.key", settings.BID_KEY_FILE), ("lists.key", settings.LISTS_KEY_FILE)]


def key_files() -> list[tuple[str, Path]]:
    """All keys but the passwords of the database, which belong to its place."""
    own = {*postgres.PASSWORDS.values()}
    paths = {path.name: path for path in sorted(settings.KEYS.glob("*")) if path.is_file() and path.name not in own}
    paths |= {name: path for name, path in external_key_files() if path.is_file()}
    return [(f"{KEYS}/{name}", path) for name, path in paths.items()]


def uploaded_files() -> list[tuple[str, Path]]:
    root = Path(settings.MEDIA_ROOT)
    return [(f"{UPLOADS}/{path.relative_to(root).as_posix()}", path) for path in root.rglob("*") if path.is_file()]


def write_archive(file: Path, members: list[tuple[str, Path]], folder: Path, passphrase: str) -> None:
    """The archive in its place; under a passphrase it is made in `folder` first."""
    if not passphrase:
        pack(file, members)
        return
    pack(folder / "whole.tar.gz", members)
    try:
        with tempfile.NamedTemporaryFile(prefix=f".{file.name}.", dir=file.parent, delete=False) as output:
            draft = Path(output.name)
        try:
            encrypted_files.encrypt(folder / "whole.tar.gz", draft, passphrase)
            draft.replace(file)
        finally:
            draft.unlink(missing_ok=True)
    except OSError as error:
        raise Refused(f"{file} could not be written: {error.strerror}.", code="bad_file") from error


def pack(file: Path, members: list[tuple[str, Path]]) -> None:
    """Write the archive beside its place and then give it its name."""
    try:
        with tempfile.NamedTemporaryFile(prefix=f".{file.name}.", dir=file.parent, delete=False) as output:
            try:
                with tarfile.open(fileobj=output, mode="w:gz") as archive:
                    for name, path in members:
                        archive.add(path, name, recursive=False)
                output.flush()
                os.fsync(output.fileno())
                os.replace(output.name, file)
            finally:
                Path(output.name).unlink(missing_ok=True)
    except OSError as error:
        raise Refused(f"{file} could not be written: {error.strerror}.", code="bad_file") from error


def unpack(file: Path, folder: Path, passphrase: str = "", *, only: str = "") -> None:
    """Unpack files of a backup into `folder`, or `only` those of one kind. Refuses what is none or has changed, and
    names that lead elsewhere."""
    try:
        is_sealed = encrypted_files.is_encrypted(file)
        plain = decrypted(file, folder / "whole.tar.gz", passphrase) if is_sealed else file
        with gzip.open(plain) as stream, tarfile.open(fileobj=stream, mode="r:") as archive:
            unpacked = [unpack_one(archive, member, folder, only) for member in archive]
            while stream.read(CHUNK):
                pass  # to its very end, where the checksum stands that an archive is not read to
        if only and not any(unpacked):
            raise Refused(f"{file} {LACKING[only]}", code="beside")
    except (OSError, EOFError, tarfile.TarError, zlib.error) as error:
        if isinstance(error, OSError) and error.errno in FULL:
            raise  # says nothing about the file
        raise Refused(f"{file} cannot be read as a backup: {error}.", code="no_backup") from error


def decrypted(file: Path, target: Path, passphrase: str) -> Path:
    if not passphrase:
        sentence = f"{file} is encrypted. Give its passphrase: --passphrase asks for it, BACKUP_PASSPHRASE may hold it."
        raise Refused(sentence, code="passphrase")
    try:
        encrypted_files.decrypt(file, target, passphrase)
    except encrypted_files.WrongPassphrase:
        raise Refused(f"{file} was changed, or its passphrase is another one.", code="passphrase") from None
    return target


def unpack_one(archive: tarfile.TarFile, member: tarfile.TarInfo, folder: Path, only: str = "") -> bool:
    """Whether it was one of those that are asked for."""
    name = PurePosixPath(member.name)
    belongs = name.parts[0] in (NOTE, DUMP) or (name.parts[0] in (KEYS, UPLOADS) and len(name.parts) > 1)
    content = archive.extractfile(member) if member.isfile() else None
    if not belongs or ".." in name.parts or content is None:
        raise Refused(f"This file is no backup of this site: it holds {member.name!r}.", code="no_backup")
    if only and name.parts[0] != only:
        return False
    target = folder / name
    target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with target.open("wb") as output:
        shutil.copyfileobj(content, output)
    target.chmod(0o600)
    return True


def restore_files(folder: Path, *, replace: bool) -> None:
    """Keys, if there are any, and uploads into their places; what was there is kept beside them when it is replaced."""
    places = [(UPLOADS, Path(settings.MEDIA_ROOT))]
    if (folder / KEYS).exists():
        places.append((KEYS, settings.KEYS))
        for path in (settings.KEYS / name for name in postgres.PASSWORDS.values()):
            if path.exists():
                shutil.copy2(path, folder / KEYS)
                home.give_to_owner_of(folder / KEYS, folder / KEYS / path.name)
    for name, place in places:
        (folder / name).mkdir(mode=0o700, exist_ok=True)
        if place.exists() and replace:
            move_aside(place)
        elif place.exists():
            shutil.rmtree(place)
        shutil.move(folder / name, place)
    for name, path in external_key_files():
        if path.parent != settings.KEYS and (settings.KEYS / name).exists():
            if path.exists() and replace:
                move_aside(path)
            shutil.move(settings.KEYS / name, path)


def move_aside(place: Path) -> None:
    place.rename(place.with_name(f"{place.name}-before-{timezone.now():%Y%m%d-%H%M%S}"))
