"""Where the compiled engine lies: the same sources as machine code, which judges twice as fast.

What is compiled cannot differ from what is written: its folder is named by a digest of every source of the engine, and
of the Python and the C library that load it. Where no such folder is, the sources themselves run, and they do wherever
`BOS_ENGINE=plain` is set.
"""

from __future__ import annotations

import hashlib
import os
import sys
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

ENGINE = Path(__file__).parent
KEPT = ENGINE / "_compiled"

ROOMS = tuple(
    f"engine/{name}.py"
    for name in (
        "choice", "log", "replay", "sheet", "supposing", "verdict", "bos/abilities", "bos/acts", "bos/answering",
        "bos/attacks", "bos/battle", "bos/bosses", "bos/callers", "bos/carrying", "bos/checks", "bos/costs",
        "bos/decks", "bos/effects", "bos/ending", "bos/flow", "bos/keys", "bos/moments", "bos/names", "bos/notation",
        "bos/opening", "bos/options", "bos/payment", "bos/picking", "bos/quantities", "bos/reading", "bos/replacing",
        "bos/rows", "bos/scribe", "bos/setup", "bos/silence", "bos/spells", "bos/state", "bos/statics", "bos/summoning",
        "bos/texts", "bos/things", "bos/turn", "bos/unread", "bos/unsaid", "bos/waiting", "bos/whose",
    )
)  # fmt: skip
"""The files in which a judged line spends its time."""


def folder() -> Path:
    """Where these sources lie compiled for this Python, or would."""
    libc = os.confstr("CS_GNU_LIBC_VERSION") if "CS_GNU_LIBC_VERSION" in os.confstr_names else None
    digest = hashlib.sha256(f"{EXTENSION_SUFFIXES[0]} {libc}".encode())
    for source in sorted(ENGINE.rglob("*.py")):
        digest.update(source.relative_to(ENGINE).as_posix().encode() + b"\0" + source.read_bytes() + b"\0")
    return KEPT / digest.hexdigest()[:20]


def _found() -> Path | None:
    place = None if os.environ.get("BOS_ENGINE") == "plain" or not KEPT.is_dir() else folder()
    return place if place and place.is_dir() else None


FOUND = _found()
"""The compiled engine that this process runs; None for the sources."""
if FOUND:
    sys.path.append(str(FOUND))  # What the compiled files share lies there.


def places(package: str) -> list[str]:
    """Where a package finds its compiled files, to be looked at before its sources."""
    return [str(FOUND / package)] if FOUND else []
