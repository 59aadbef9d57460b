"""Which wheel each pin installs on which machine: `.venv/bin/python requirements/wheels.py` writes wheels.tsv.

To be run after a list changed; it asks the configured package index once. A wheel counts if the list has its hash.
"""

import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from packaging.markers import Marker
from packaging.tags import Tag, compatible_tags, cpython_tags, mac_platforms, parse_tag

HERE = Path(__file__).parent
TABLE = HERE / "wheels.tsv"
LISTS = {name: HERE / f"{name}.txt" for name in ("base", "compile", "dev")}
"""The lists of pins. The tests' list holds the others."""
PYTHONS = ("3.11", "3.12", "3.13", "3.14")
GLIBC_MINOR = 28
"""Linux of 2018 and younger."""
MACOS = (14, 0)
EVERYWHERE = "every"
NOT_WANTED, NONE = "-", "none"


@dataclass(frozen=True)
class Platform:
    """A kind of machine: its name, and what markers call it."""

    name: str
    sys_platform: str
    system: str
    machine: str

    def wheel_platforms(self) -> list[str]:
        """What the file of a wheel that runs there is called by."""
        if self.sys_platform == "darwin":
            return list(mac_platforms(MACOS, self.machine))
        new = [f"manylinux_2_{minor}_{self.machine}" for minor in range(GLIBC_MINOR, 4, -1)]
        return [*new, *(f"manylinux{year}_{self.machine}" for year in ("2014", "2010", "1"))]

    def said_to_markers(self) -> dict[str, str]:
        """What markers ask of a machine, but for its Python's version."""
        return {
            "sys_platform": self.sys_platform,
            "platform_system": self.system,
            "platform_machine": self.machine,
            "implementation_name": "cpython",
            "platform_python_implementation": "CPython",
            "os_name": "posix",
        }


PLATFORMS = (
    Platform("linux-x86-64", "linux", "Linux", "x86_64"),
    Platform("linux-arm64", "linux", "Linux", "aarch64"),
    Platform("macos-arm64", "darwin", "Darwin", "arm64"),
)


@dataclass(frozen=True)
class Pin:
    """One line of a list with its hashes; `marker` is empty where every machine wants it."""

    name: str
    marker: str
    hashes: frozenset[str]

    def is_wanted(self, platform: Platform, python: str) -> bool:
        """Whether that machine installs it with the first or the newest of that Python."""
        about = platform.said_to_markers() | {"python_version": python}
        versions = (f"{python}.0", f"{python}.99")
        return not self.marker or any(
            Marker(self.marker).evaluate(about | {"python_full_version": version}) for version in versions
        )


def pins(path: Path) -> list[Pin]:
    """The pins of a list."""
    lines = re.sub(r" *\\\n +", " ", path.read_text()).splitlines()
    return [_pin(line) for line in lines if re.match(r"\w", line)]


def _pin(line: str) -> Pin:
    what, *hashes = line.split(" --hash=")
    name, _, marker = what.partition(" ; ")
    return Pin(name.strip(), marker.strip(), frozenset(each.strip() for each in hashes))


@cache
def tags_of(platform: Platform, python: str) -> tuple[Tag, ...]:
    """The wheels which that Python takes there, the best first."""
    version = tuple(map(int, python.split(".")))
    on = platform.wheel_platforms()
    interpreter = f"cp{python.replace('.', '')}"
    return (*cpython_tags(version, platforms=on), *compatible_tags(version, interpreter, on))


def best(offered: list[str], platform: Platform, python: str) -> str:
    """The tag of the wheel that would be taken from these, or `none`."""
    order = {tag: place for place, tag in enumerate(tags_of(platform, python))}
    ranked = [
        (min(order[tag] for tag in fitting), each) for each in offered if (fitting := parse_tag(each) & order.keys())
    ]
    return min(ranked)[1] if ranked else NONE


# The table


def read_table() -> dict[tuple[str, str, str], str]:
    """What the table says: (pin, platform, Python) → the wheel's tag, `none`, or `-` where it is not wanted."""
    rows = [line.split("\t") for line in TABLE.read_text().splitlines() if not line.startswith("#")]
    found: dict[tuple[str, str, str], str] = {}
    for pin, where, *tags in rows[1:]:
        for platform in PLATFORMS:
            if where in (platform.name, EVERYWHERE):
                found |= {(pin, platform.name, python): tag for python, tag in zip(PYTHONS, tags, strict=True)}
    return found


def rows(pin: Pin, offered: list[str]) -> Iterator[str]:
    """The lines of one pin: one where its wheel is the same everywhere, else one for each platform."""
    there = {
        platform.name: [
            best(offered, platform, python) if pin.is_wanted(platform, python) else NOT_WANTED for python in PYTHONS
        ]
        for platform in PLATFORMS
    }
    ways = {tuple(tags) for tags in there.values()}
    if len(ways) == 1:
        there = {EVERYWHERE: list(ways.pop())}
    for where, tags in there.items():
        yield "\t".join([pin.name, where, *tags])


def ask_index() -> dict[str, dict[str, str]]:
    """What the index has for each pin: the hash of each wheel → the tag in the name of its file."""
    ask = ["--universal", "--no-deps", "--python-version", PYTHONS[0], "--format", "pylock.toml", "--quiet"]
    command = [sys.executable, "-m", "uv", "pip", "compile", str(LISTS["dev"]), *ask]
    said = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout
    return {
        f"{package['name']}=={package['version']}": {
            f"sha256:{wheel['hashes']['sha256']}": _tag(wheel) for wheel in package.get("wheels", [])
        }
        for package in tomllib.loads(said)["packages"]
    }


def _tag(wheel: dict[str, str]) -> str:
    file = wheel.get("name") or wheel["url"].rpartition("/")[2]
    return "-".join(file.removesuffix(".whl").split("-")[-3:])


def main() -> int:
    index = ask_index()
    lines: list[str] = []
    for pin in pins(LISTS["dev"]):
        offered = index.get(pin.name, {})
        lines += rows(pin, [tag for digest, tag in offered.items() if digest in pin.hashes])
    head = "# Written by requirements/wheels.py: the wheel of each pin on each platform and Python."
    TABLE.write_text("\n".join([head, "\t".join(["pin", "platform", *PYTHONS]), *lines, ""]))
    lacking = [line for line in lines if NONE in line.split("\t")]
    print("\n".join(["No wheel for:", *lacking] if lacking else [f"{TABLE.name}: every pin has its wheels."]))
    return bool(lacking)


if __name__ == "__main__":
    sys.exit(main())
