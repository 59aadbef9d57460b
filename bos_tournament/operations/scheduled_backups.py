"""Backups by the clock: each is restored into a database of its own and compared before it counts as proven."""

import logging
import os
from datetime import UTC, datetime, timedelta
from pathlib import Path

from django.conf import settings
from django.utils import timezone

from bos_tournament.errors import Refused
from bos_tournament.launch import commands, home, process, servers, wal_archive
from bos_tournament.operations import backups, moment_restore

log = logging.getLogger("bos.backups")
NAME = "bos-%Y%m%d-%H%M%SZ.tar.gz"
"""How a backup is called, by the moment it was made, in UTC."""
SOON = timedelta(hours=1)
"""So long after a backup that was not proven the next one is made, unless it is due sooner."""
OF_THE_PLACE = (
    *("DATABASE_URL", "DATABASE_OWNER_URL", "BROKER_URL", "WAL_ARCHIVE", "BACKUP_FOLDER"),
    *("BID_KEY_FILE", "LISTS_KEY_FILE", "SECRET_KEY", "SECOND_FACTOR_KEY"),
)
"""Settings that would lead a trial to what the site itself uses."""


def run() -> None:
    """Makes and proves a backup if one is due. Raises Refused where that fails, or while the last one is not proven."""
    folder = Path(settings.BACKUP_FOLDER).absolute()
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        lock = home.lock(folder, "a scheduled backup")
    except OSError as error:
        raise Refused(f"{folder} cannot be written ({error.strerror}). Set BACKUP_FOLDER.", code="bad_file") from error
    except home.LaunchError:
        return  # another worker is at it
    with lock:
        _run(folder)


def _run(folder: Path) -> None:
    last = next(iter(written(folder)), None)
    if last is None or timezone.now() - made_at(last) >= wait_after(last):
        make_and_prove(folder)
    elif not is_proven(last):
        raise Refused(f"The last backup, {last}, was not proven; {last_proven(folder)}.", code="not_proven")


def make_and_prove(folder: Path) -> None:
    """Writes a backup, proves it, and removes what is older than is kept. Raises Refused."""
    passphrase = os.environ.get("BACKUP_PASSPHRASE", "")
    file = backups.write_backup(folder / timezone.now().astimezone(UTC).strftime(NAME), passphrase=passphrase)
    try:
        restore_for_trial(file)
    except Refused:
        log.error("%s was written, but not proven; %s.", file, last_proven(folder))
        raise
    log.info("%s was written, restored elsewhere and compared: it is proven.", file)
    prune(folder)
    if wal_archive.folder() and servers.is_own(settings.BOS_HOME, settings.DATABASES["default"]["OPTIONS"].get("host")):
        moment_restore.make_base_backup(keep=2)


def restore_for_trial(file: Path) -> None:
    """Restores a backup into a scratch home with a database of its own, as an operator would, and throws that away.

    Raises Refused with what the restore said.
    """
    kept = {name: value for name, value in os.environ.items() if name not in OF_THE_PLACE}
    with backups.scratch() as folder:
        said = process.complaint([*commands.MANAGE, "restore", file], env={**kept, "BOS_HOME": str(folder / "trial")})
    if said or not is_proven(file):
        raise Refused(f"{file} could not be restored: {said}", code="not_proven")


def written(folder: Path) -> list[Path]:
    """The backups in a folder, newest first."""
    return sorted(folder.glob("bos-*Z.tar.gz"), key=made_at, reverse=True)


def made_at(file: Path) -> datetime:
    return datetime.strptime(file.name, NAME).replace(tzinfo=UTC)


def wait_after(last: Path) -> timedelta:
    return every() if is_proven(last) else min(every(), SOON)


def every() -> timedelta:
    return timedelta(hours=settings.BACKUP_EVERY)


def is_proven(file: Path) -> bool:
    return backups.is_proven(file, since=made_at(file))


def last_proven(folder: Path) -> str:
    """In words for the log, when the last proven backup was made."""
    proven = next(filter(is_proven, written(folder)), None)
    return f"the last proven one is of {made_at(proven):%Y-%m-%d %H:%M} UTC" if proven else "there is no proven one"


def prune(folder: Path) -> None:
    """Keeps the newest, and the last proven one however old it is."""
    files = written(folder)
    kept = {*files[: settings.BACKUPS_KEPT], *list(filter(is_proven, files))[:1]}
    for file in files:
        if file not in kept:
            file.unlink()
            backups.note_of(file).unlink(missing_ok=True)
