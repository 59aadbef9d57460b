"""The archive of the embedded database (WAL_ARCHIVE): every change in files of its log, packed, as PostgreSQL needs it
to come back to any moment since a base backup."""

import os
import shlex
from datetime import datetime
from pathlib import Path

from bos_tournament.launch import home

WAL = "wal"
"""The folder of the log inside the archive."""
LONGEST_WAIT = 60
"""Seconds until a change is in the archive at the latest, though its file of the log is not full."""
# A file is there whole or not at all. After a crash PostgreSQL may ask again for one that it does not remember.
KEEP = (
    'f={wal}/%f.gz; if test -e "$f"; then gzip -dc "$f" | cmp -s - "%p"; '
    'else gzip <"%p" >"$f.new" && sync "$f.new" && mv "$f.new" "$f"; fi'
)
# What was not archived yet when the database stopped lies in its own folder.
BRING = 'gzip -dc {wal}/%f.gz >"%p" 2>/dev/null || cp {before}/pg_wal/%f "%p"'


def folder() -> Path | None:
    """The archive; None where none is wanted."""
    named = os.environ.get("WAL_ARCHIVE")
    return Path(named).absolute() if named else None


def make_folders(*, owner: int | None = None) -> None:
    """Makes the archive that is wanted, for `owner` (a user id) when root asks. Raises LaunchError."""
    archive = folder()
    try:
        for place in (archive, archive / WAL) if archive else ():
            if not place.exists():
                place.mkdir(mode=0o700)
                if owner is not None:
                    os.chown(place, owner, -1)
    except OSError as error:
        raise home.LaunchError(
            f"The archive {archive} cannot be made ({error.strerror}). Set WAL_ARCHIVE to a folder that the site's "
            "user may write, inside one that exists."
        ) from error


def options(archive: Path | None) -> dict[str, str]:
    """The settings of a server that archives; none without an archive."""
    if archive is None:
        return {}
    command = KEEP.format(wal=quoted(archive / WAL))
    return {"archive_mode": "on", "archive_command": command, "archive_timeout": str(LONGEST_WAIT)}


def recovery_options(archive: Path, *, before: Path, moment: datetime | None) -> dict[str, str]:
    """The settings of a server that comes back to a moment, or to the end of the log, and then takes up work.

    `before` is the data folder whose place it takes, for what never reached the archive.
    """
    command = BRING.format(wal=quoted(archive / WAL), before=quoted(before))
    target = {} if moment is None else {"recovery_target_time": moment.isoformat()}
    return {"restore_command": command, "recovery_target_action": "promote", "hot_standby": "off", **target}


def quoted(path: Path) -> str:
    """A path in a command line, where PostgreSQL gives a percent sign a meaning of its own."""
    return shlex.quote(str(path)).replace("%", "%%")
