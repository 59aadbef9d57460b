"""Keys that lie in files of their own, never in the database."""

import hashlib
import secrets
from functools import lru_cache
from pathlib import Path

from bos_tournament.launch import home

KEY_BYTES = 32


class KeyFault(Exception):
    """A key file cannot be read or written, or does not hold a key."""


def key_in(path: Path, *, make: bool) -> bytes:
    """The key in this file, made if it may be and is not there. Every process has the same, and a lost or another one
    is noticed at once. Raises KeyFault."""
    try:
        if make and not path.exists():
            home.make_once(path, secrets.token_bytes(KEY_BYTES))
        status = path.stat()
        return _read(path, status.st_ino, status.st_mtime_ns, status.st_mode)
    except home.OpenKey as fault:
        raise KeyFault(str(fault)) from None
    except OSError as fault:
        raise KeyFault(f"The key file {path.name} cannot be used: {fault.strerror}.") from None


def name_of(key: bytes) -> bytes:
    """Names a key without telling it: 8 bytes."""
    return hashlib.sha256(key).digest()[:8]


@lru_cache(maxsize=8)
def _read(path: Path, inode: int, changed: int, mode: int) -> bytes:
    """Read once for each state of the file."""
    key = home.read_key(path)
    if len(key) != KEY_BYTES:
        raise KeyFault(f"The key file {path.name} does not hold {KEY_BYTES} bytes.")
    return key
