"""Static files that are made of others: a page asks for two of them instead of a dozen small ones.

On a slow line each answer comes late and a browser waits for six at a time, so what most pages need comes in one: an
entry imports its parts, and is sent with their text in the place of its imports. Each part stays a module of its own to
read and to test. A script's names stay within its part but for those it exports to later parts, and one that fails
leaves the others to their work.
"""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

from django.conf import settings
from django.contrib.staticfiles.finders import BaseFinder
from django.core.files.storage import FileSystemStorage

PARTS = settings.BASE_DIR / "bos_tournament" / "static"
ENTRIES = settings.BASE_DIR / "bos_tournament" / "entries"
IMPORT = re.compile(r'^@?import "\.\./static/([\w-]+\.(?:css|js))"(?: print)?;$', re.MULTILINE)
EXPORTS = re.compile(r"^export (\{[^}]+\});$", re.MULTILINE)
IMPORTS = re.compile(r'^import (\{[^}]+\}) from "\./([\w-]+)\.js";$', re.MULTILINE)
JOINED = {entry.name: tuple(IMPORT.findall(entry.read_text())) for entry in sorted(ENTRIES.iterdir())}
"""What each file that a page asks for is made of: what its entry imports, in that order."""


class JoinedFinder(BaseFinder):
    """Finds the joined files for the server, the tests and the collecting of static files alike."""

    def find(self, path: str, find_all: Any = False) -> Any:
        if path not in JOINED:
            return []
        joined = str(join(path))
        return [joined] if find_all else joined

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
    if part.suffix != ".js":
        return f"@media print {{\n{text}}}\n" if part.stem == "print" else text
    text = IMPORTS.sub(lambda names: f"const {names[1]} = {exports_of(names[2])};", text)
    kept = f"const {exports_of(part.stem)} = {{}};\n" if EXPORTS.search(text) else ""
    text = EXPORTS.sub(lambda names: f"Object.assign({exports_of(part.stem)}, {names[1]});", text)
    return f"{kept}try {{\n{text}}} catch (fault) {{\n  reportError(fault);\n}}\n"


def exports_of(part: str) -> str:
    """By what name the other parts of a joined file know what this one exports."""
    return f"from_{part.replace('-', '_')}"
