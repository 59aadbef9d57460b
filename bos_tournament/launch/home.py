"""Where an installation keeps its data, and which folders its servers use."""

import fcntl
import hashlib
import os
import re
import secrets
import shutil
import stat
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import IO

CHECKOUT = Path(__file__).resolve().parents[2]
IN_A_HOME = {"backup", "beat", "demo", "joined", "keys", "lock", "logs", "postgres", "static", "uploads", "valkey"}
"""How the names of what lies in a home begin."""


class LaunchError(Exception):
    """Something that keeps the site from starting; the text says what to do about it."""


def home() -> Path:
    """The folder of data, keys, uploads and logs: BOS_HOME, or .bos in the checkout."""
    return Path(os.environ.get("BOS_HOME") or CHECKOUT / ".bos").absolute()


def make_home(folder: Path) -> None:
    """Make the home, or close it to everybody else (mode 0700). Raises LaunchError when that cannot be."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        refuse_foreign(folder)
        folder.chmod(0o700)
        (folder / "logs").mkdir(mode=0o700, exist_ok=True)
        for log in (folder / "logs").iterdir():
            close_to_others(log)
    except OSError as error:
        raise LaunchError(
            f"The data folder {folder} cannot be written ({error.strerror}). "
            "Set BOS_HOME to a folder of yours and start again."
        ) from error


def close_to_others(file: Path) -> None:
    """Mode 0600. What a link leads to is left alone."""
    if file.is_symlink() or not file.is_file():
        return
    number = os.open(file, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    try:
        os.fchmod(number, 0o600)
    finally:
        os.close(number)


def refuse_foreign(folder: Path) -> None:
    """Refuses a folder that holds other things than a home does: all of a home is closed to everybody else."""
    other = sorted(path.name for path in folder.iterdir() if re.split("[-.]", path.name)[0] not in IN_A_HOME)
    if other and not ((folder / "lock").is_file() and (folder / "logs").is_dir()):
        raise LaunchError(
            f"The data folder {folder} holds other things ({', '.join(other[:3])}). "
            "Set BOS_HOME to a folder that is the site's alone, and start again."
        )


# Keys


class OpenKey(LaunchError):
    """A key that others may read, or that somebody else laid there."""


def kept_secret(path: Path) -> str:
    """A secret text that is made once and then read from its file (mode 0600). Raises OpenKey."""
    if not path.exists():
        make_once(path, secrets.token_urlsafe(48).encode())
    return read_key(path).decode()


def read_key(path: Path) -> bytes:
    """What a key file holds. One that others may read is closed to them, or refused where it is not ours to close.

    To root a key is one only if it belongs to the owner of its folder, whose link could lead to anything of root's.
    """
    with path.open("rb") as file:
        about = os.fstat(file.fileno())
        if os.geteuid() == 0 and path.parent.stat().st_uid not in (0, about.st_uid):
            raise OpenKey(
                f"The key {path} belongs to another user than its folder, so it is not used. "
                f"If it is yours, give it to that user: chown --reference={path.parent} {path}"
            )
        if about.st_mode & 0o077:
            if os.geteuid() not in (0, about.st_uid):
                raise OpenKey(f"Others can read the key {path}, so it is not used. Close it to them: chmod 600 {path}")
            os.fchmod(file.fileno(), 0o600)
        return file.read()


def make_once(path: Path, content: bytes) -> None:
    """Complete before it has its name, and never over another one: processes that start together agree on one key.

    Root makes it for the owner of the folder.
    """
    if not path.parent.exists():
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        give_to_owner_of(path.parent.parent, path.parent)
    number, draft = tempfile.mkstemp(dir=path.parent, prefix=f".{path.stem}-")
    try:
        with os.fdopen(number, "wb") as file:
            give_to_owner_of(path.parent, number)
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        with suppress(FileExistsError):
            os.link(draft, path)
    finally:
        os.unlink(draft)


def give_to_owner_of(folder: Path, target: Path | int) -> None:
    """What root makes in somebody's folder is theirs."""
    if os.geteuid() == 0:
        about = folder.stat()
        os.chown(target, about.st_uid, about.st_gid)


def lock(folder: Path, note: str) -> IO[str]:
    """Claim the home for this process until it ends; `note` tells a second one who holds it.

    Raises LaunchError with that note when another process has the home already.
    """
    number = os.open(folder / "lock", os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o600)
    file = os.fdopen(number, "r+")
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
    owner_id = os.geteuid() if owner is None else owner
    try:
        folder.mkdir(mode=0o700)
        if owner is not None:
            os.chown(folder, owner, -1)
    except FileExistsError:
        pass
    status = folder.lstat()
    if status.st_uid == os.geteuid() == 0 != owner_id:  # left by a start before root gave its rights up
        os.chown(folder, owner_id, -1, follow_symlinks=False)
        status = folder.lstat()
    if not stat.S_ISDIR(status.st_mode) or status.st_uid != owner_id:
        raise LaunchError(f"{folder} belongs to another user. Remove it, or set TMPDIR to a folder of your own.")
    folder.chmod(0o700)
    return folder


def drop_socket_folder(data: Path) -> None:
    """Remove the socket folder after its server has stopped."""
    shutil.rmtree(socket_folder_of(data), ignore_errors=True)
