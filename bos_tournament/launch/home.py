"""Where an installation keeps its data, and which folders its servers use."""

import fcntl
import hashlib
import os
import shutil
import stat
import tempfile
from pathlib import Path
from typing import IO

CHECKOUT = Path(__file__).resolve().parents[2]


class LaunchError(Exception):
    """Something that keeps the site from starting; the text says what to do about it."""


def home() -> Path:
    """The folder of data, keys, uploads and logs: BOS_HOME, or .bos in the checkout."""
    return Path(os.environ.get("BOS_HOME") or CHECKOUT / ".bos").absolute()


def make_home(folder: Path) -> None:
    """Make the home with mode 0700. Raises LaunchError when that cannot be."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        (folder / "logs").mkdir(exist_ok=True)
    except OSError as error:
        raise LaunchError(
            f"The data folder {folder} cannot be written ({error.strerror}). "
            "Set BOS_HOME to a folder of yours and start again."
        ) from error


def lock(folder: Path, note: str) -> IO[str]:
    """Claim the home for this process until it ends; `note` tells a second one who holds it.

    Raises LaunchError with that note when another process has the home already.
    """
    file = (folder / "lock").open("a+")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        file.seek(0)
        holder = file.read().strip() or "another process"
        file.close()
        raise LaunchError(
            f"The site already runs from {folder}: {holder}. Stop that one first (Ctrl-C in its window), "
            "or give this one its own data and port: BOS_HOME=/some/folder PORT=8001 ./run"
        ) from None
    file.truncate(0)
    file.write(note)
    file.flush()
    return file


def socket_folder_of(data: Path) -> Path:
    """The folder of the sockets that belong to `data`. A socket's path may have 107 bytes, so it is short."""
    digest = hashlib.sha256(os.fsencode(data.absolute())).hexdigest()[:12]
    base = tempfile.gettempdir()
    return Path(base if len(base) < 60 else "/tmp") / f"bos-{digest}"


def make_socket_folder(data: Path, *, owner: int | None = None) -> Path:
    """Make the socket folder with mode 0700, owned by `owner` (a user id; this user unless told).

    The database trusts whoever reaches its socket, so a folder that somebody else made is refused.
    """
    folder = socket_folder_of(data)
    wanted = os.geteuid() if owner is None else owner
    try:
        folder.mkdir(mode=0o700)
        if owner is not None:
            os.chown(folder, owner, -1)
    except FileExistsError:
        pass
    found = folder.lstat()
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != wanted:
        raise LaunchError(f"{folder} belongs to another user. Remove it, or set TMPDIR to a folder of your own.")
    folder.chmod(0o700)
    return folder


def drop_socket_folder(data: Path) -> None:
    """Remove the socket folder after its server has stopped."""
    shutil.rmtree(socket_folder_of(data), ignore_errors=True)
