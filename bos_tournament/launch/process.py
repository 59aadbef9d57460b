"""Child processes that end with their parent, and ways to end them sooner."""

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

from bos_tournament.launch import home

WRAPPER = Path(__file__).with_name("parent_death_signal.py")
MOST_LOGGED = 5_000_000
"""So many bytes a log may have; then it begins anew, and the last one stays beside it."""


def start(
    command: Iterable[str | Path],
    *,
    if_orphaned: signal.Signals,
    user: str = "-",
    shown: Iterable[Path] = (),
    log: Path | None = None,
    env: Mapping[str, str] | None = None,
    fds: Iterable[int] = (),
    folder: Path = home.CHECKOUT,
) -> subprocess.Popen[bytes]:
    """Start a command in a session of its own, so that Ctrl-C reaches only the supervisor.

    Should this process be killed, the command gets `if_orphaned` (Linux). Output goes to the end of `log`.
    It works in `folder`, the checkout unless told. As a `user` it reaches the folders `shown`, wherever they lie.
    """
    output = None if log is None else open_log(log)
    try:
        return subprocess.Popen(
            tethered(command, if_orphaned=if_orphaned, user=user, shown=shown),
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=None if output is None else subprocess.STDOUT,
            env=None if env is None else dict(env),
            cwd=folder,
            start_new_session=True,
            pass_fds=tuple(fds),
        )
    finally:
        if output is not None:
            output.close()


def tethered(
    command: Iterable[str | Path], *, if_orphaned: signal.Signals, user: str = "-", shown: Iterable[Path] = ()
) -> list[str | Path]:
    """The command as a child of this process that gets a signal when this process is killed (Linux)."""
    places = ":".join(map(str, shown))
    return [sys.executable, "-I", "-S", WRAPPER, str(if_orphaned.value), str(os.getpid()), user, places, *command]


def complaint(command: Iterable[str | Path], *, env: Mapping[str, str]) -> str:
    """Run a command to its end, which it does not outlive; gives the end of what it said when it failed, else ""."""
    words = tethered(command, if_orphaned=signal.SIGKILL)
    done = subprocess.run(words, env=dict(env), cwd=home.CHECKOUT, stdin=subprocess.DEVNULL, capture_output=True)
    if done.returncode == 0:
        return ""
    return done.stderr.decode(errors="replace").strip()[-500:] or reason(done.returncode)


def stop(child: subprocess.Popen[bytes], *, first: signal.Signals, seconds: float) -> None:
    """End a child and its group: `first`, and after so many seconds SIGKILL. Returns when it is reaped."""
    ask(child, first)
    with suppress(subprocess.TimeoutExpired):
        child.wait(seconds)
    sweep(child)


def ask(child: subprocess.Popen[bytes], how: signal.Signals) -> None:
    if child.poll() is None:
        child.send_signal(how)


def sweep(child: subprocess.Popen[bytes]) -> None:
    """Kill what is left of a child and its group, and reap it."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(child.pid, signal.SIGKILL)
    child.wait()


def wait_until(ready: Callable[[], bool], *, alive: Callable[[], bool], seconds: float) -> bool:
    """Ask `ready` until it says yes. False when `alive` says no or the time is over."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if ready():
            return True
        if not alive():
            return False
        time.sleep(0.03)
    return False


def open_log(log: Path, mode: int = os.O_APPEND) -> BinaryIO:
    """A log to be written, which nobody else may read. A link in its place is refused: it would lead elsewhere."""
    number = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_NOFOLLOW | mode, 0o600)
    os.fchmod(number, 0o600)
    home.give_to_owner_of(log.parent, number)
    return os.fdopen(number, "wb")


def begin_long_log_anew(log: Path) -> None:
    """Whoever writes it goes on writing, since the file stays the same one. A link in its place is left alone."""
    with suppress(OSError), os.fdopen(os.open(log, os.O_RDWR | os.O_NOFOLLOW | os.O_NONBLOCK), "rb+") as original:
        if os.fstat(original.fileno()).st_size < MOST_LOGGED:
            return
        with open_log(log.with_name(f"{log.name}.1"), os.O_TRUNC) as copy:
            shutil.copyfileobj(original, copy)
        original.truncate(0)


def last_lines(log: Path, count: int = 6) -> str:
    """The end of a log, indented, to be shown with an error."""
    try:
        lines = log.read_text(errors="replace").splitlines()[-count:]
    except OSError:
        return ""
    return "\n".join(f"    {line}" for line in lines)


def reason(code: int) -> str:
    """Why a process ended, from its exit status; negative for a signal."""
    return f"signal {signal.Signals(-code).name}" if code < 0 else f"exit status {code}"
