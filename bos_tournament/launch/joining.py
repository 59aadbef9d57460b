"""Static files that are made of others: a page asks for two of them instead of a dozen small ones.

On a slow line each answer comes late and a browser waits for six at a time, so what most pages need comes in one. Each
part stays a file of its own to read and to test. A script's names stay within its part, and one that fails leaves the
others to their work.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

from django.conf import settings
from django.contrib.staticfiles.finders import BaseFinder
from django.core.files.storage import FileSystemStorage

PARTS = settings.BASE_DIR / "bos_tournament" / "static"
JOINED = {
    "site.css": ("tokens.css", "base.css", "parts.css", "game.css", "print.css"),
    "site.js": (
        "said.js",
        "connection.js",
        "twice.js",
        "unsaved.js",
        "typed.js",
        "faults.js",
        "menu.js",
        "tabs.js",
        "times.js",
        "live.js",
        "finger.js",
        "steady.js",
        "beside.js",
        "copy.js",
        "callback.js",
    ),
    "match.js": ("clocks.js", "stepper.js", "swap.js"),
    "hall.js": ("screen.js", "whole-rows.js"),
    "record.js": ("viewer-list.js", "viewer-keys.js", "viewer.js"),
    "deck-editor.js": ("reader.js", "editor.js", "drawer.js", "draft-kept.js", "draft.js"),
}


class JoinedFinder(BaseFinder):
    """Finds the joined files for the server, the tests and the collecting of static files alike."""

    def find(self, path: str, find_all: Any = False) -> Any:
        if path not in JOINED:
            return []
        made = str(join(path))
        return [made] if find_all else made

    def list(self, ignore_patterns: Iterable[str] | None) -> Iterator[tuple[str, FileSystemStorage]]:
        for name in JOINED:
            yield name, FileSystemStorage(location=join(name).parent)


def join(name: str) -> Path:
    """The joined file, written anew when a part changed."""
    whole = "\n".join(wrapped(PARTS / part) for part in JOINED[name]).encode()
    there = settings.BOS_HOME / "joined" / name
    if not there.exists() or there.read_bytes() != whole:
        there.parent.mkdir(exist_ok=True)
        half = there.with_name(f"{name}.{uuid4().hex}")
        half.write_bytes(whole)
        half.replace(there)
    return there


def wrapped(part: Path) -> str:
    """A part as it stands among others."""
    text = part.read_text()
    if part.suffix == ".js":
        return f"try {{\n{text}}} catch (fault) {{\n  reportError(fault);\n}}\n"
    return f"@media print {{\n{text}}}\n" if part.stem == "print" else text
