"""Machines without hardware: network namespaces on a bridge, each with an address that exists in them alone.

No namespace has a name: the kernel removes each with its last process, and the bridge with the namespace it is in. So
nothing is left of a trial, however it ends.
"""

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from bos_tournament.launch import process

NEEDED = {"ip": "iproute2", "unshare": "util-linux", "nsenter": "util-linux", "haproxy": "haproxy"}
"""Programs, each with the Debian package that brings it."""
BRIDGE, BITS = "hall", 24
HALL = "10.77.0.1"
"""Where the balancer listens, and the phones are."""
START_SECONDS = 10.0


class MissingParts(Exception):
    """What this machine lacks for a trial; the text says what to do about it."""


def require_all() -> None:
    """Raises MissingParts."""
    if sys.platform != "linux":
        raise MissingParts("Network namespaces exist on Linux only.")
    if missing := sorted({package for program, package in NEEDED.items() if shutil.which(program) is None}):
        raise MissingParts(f"Missing programs. Install them: apt-get install -y {' '.join(missing)}")
    if os.geteuid() != 0:
        raise MissingParts("Only root can make network namespaces. Start this as root.")
    if subprocess.run(["unshare", "--net", "true"], capture_output=True).returncode:
        raise MissingParts("This machine lets nobody make network namespaces; some containers do not.")


def move_into_hall(arguments: Iterable[str]) -> None:
    """Goes on as the same program in a namespace of its own, with nothing but what it makes there. Never returns."""
    os.execvp("unshare", ["unshare", "--net", sys.executable, "-m", "benchmarks.machines", "--inside", *arguments])


def ip(*words: str) -> None:
    done = subprocess.run(["ip", *words], capture_output=True, text=True)
    if done.returncode:
        raise MissingParts(f"ip {' '.join(words)}: {done.stderr.strip()}")


@dataclass(frozen=True)
class Box:
    """A machine: a namespace that a process holds open, and its line to the bridge."""

    name: str
    """Also the name of its line, on both ends."""
    address: str
    """In the private range."""
    holder: int
    """The process that keeps the namespace."""

    def inside(self, command: Iterable[str | Path]) -> list[str | Path]:
        """The command, to be run on this machine."""
        return ["nsenter", f"--net=/proc/{self.holder}/ns/net", *command]

    def cut(self) -> None:
        """Its line falls silent: nobody is told."""
        ip("link", "set", self.name, "down")

    def join(self) -> None:
        ip("link", "set", self.name, "up")


def lay_bridge() -> None:
    """In the namespace of this process, which has nothing yet."""
    ip("link", "set", "lo", "up")
    ip("link", "add", BRIDGE, "type", "bridge")
    ip("address", "add", f"{HALL}/{BITS}", "dev", BRIDGE)
    ip("link", "set", BRIDGE, "up")


@contextmanager
def box(name: str, address: str) -> Iterator[Box]:
    """A machine on the bridge for a while."""
    holder = process.start(["unshare", "--net", "sleep", "infinity"], if_orphaned=signal.SIGKILL)
    try:
        if not process.wait_until(lambda: _is_apart(holder.pid), alive=lambda: True, seconds=START_SECONDS):
            raise MissingParts("A network namespace was not made.")
        made = Box(name, address, holder.pid)
        ip("link", "add", name, "type", "veth", "peer", "name", "line", "netns", str(holder.pid))
        ip("link", "set", name, "master", BRIDGE, "up")
        for words in (["address", "add", f"{address}/{BITS}", "dev", "line"], ["link", "set", "line", "up"]):
            subprocess.run(made.inside(["ip", *words]), check=True)
        subprocess.run(made.inside(["ip", "link", "set", "lo", "up"]), check=True)
        yield made
    finally:
        process.stop(holder, first=signal.SIGKILL, seconds=1)


def _is_apart(pid: int) -> bool:
    try:
        return os.readlink(f"/proc/{pid}/ns/net") != os.readlink("/proc/self/ns/net")
    except OSError:
        return False
