"""Compiles the engine, once for its sources: `python -m bos_tournament.launch.engine_build [--behind]`.

Needs a C compiler and Python's headers; without them the engine runs as it is written, half as fast. What else compiles
it is no part of the site: it is installed for the while, from requirements/compile.txt, unless it is there. With
`--behind` everything else on the machine goes first.
"""

import importlib.util
import os
import shutil
import signal
import subprocess
import sys
import sysconfig
import tempfile
from contextlib import suppress
from pathlib import Path

from bos_tournament.launch import home, process
from engine import compiled

TOOLS = home.CHECKOUT / "requirements" / "compile.txt"
NEEDED = ("mypyc", "setuptools")
KEEP = 3
"""So many compiled engines stay: older ones may still be at work in a process that has not ended."""

BUILD = """
import sys
from mypyc.build import mypycify
from setuptools import setup
out, work, jobs, *rooms = sys.argv[1:]
words = ["build_ext", "--build-lib", out, "--build-temp", work, "--parallel", jobs]
rooms = mypycify(["--config-file=", *rooms], opt_level="2", debug_level="0", multi_file=True)
for room in rooms:
    room.extra_compile_args.append("-fvisibility=hidden")  # calls between files of the engine are plain calls
setup(name="engine", packages=[], py_modules=[], ext_modules=rooms, script_args=words)
"""


def is_wanted() -> bool:
    """Whether this machine can compile the engine, may, and has not yet done so for these sources."""
    return not (os.environ.get("BOS_ENGINE") == "plain" or lacking() or compiled.folder().is_dir())


def lacking() -> str:
    """What this machine lacks to compile the engine, as a sentence; empty where nothing is missing."""
    compiler = (sysconfig.get_config_var("CC") or "cc").split()[0]
    header = Path(sysconfig.get_path("include")) / "Python.h"
    missing = [
        str(tool) for tool, present in ((compiler, shutil.which(compiler)), (header, header.is_file())) if not present
    ]
    if not missing:
        return ""
    return (
        f"The engine runs as it is written, half as fast: to compile it, {' and '.join(missing)} is missing. On Debian "
        "or Ubuntu: apt-get install gcc python3-dev"
    )


def compile_engine() -> Path:
    """The folder of the compiled engine, made now unless it is there. Raises LaunchError where it cannot be made."""
    place = compiled.folder()
    if place.is_dir():
        return place
    if lacking():
        raise home.LaunchError(lacking())
    with tempfile.TemporaryDirectory(prefix="bos-engine-") as folder:
        work = Path(folder)
        shutil.copytree(compiled.ENGINE, work / "engine", ignore=shutil.ignore_patterns("_compiled", "__pycache__"))
        _run(work)
        _publish(work / "out", place)
    _drop_old()
    return place


def start_compiled() -> None:
    """Compile the engine if it can be and is not yet; then this process starts again, and runs it."""
    if not is_wanted():
        return
    print("Compiling the engine …", flush=True)
    compile_engine()
    os.execv(sys.executable, sys.orig_argv)


def _run(work: Path) -> None:
    tools = work / "tools"
    if not all(importlib.util.find_spec(name) for name in NEEDED):
        _do(_installing(tools), work)
    _do([sys.executable, "-c", BUILD, "out", "objects", str(os.cpu_count() or 1), *compiled.SOURCES], work, tools)


def _installing(tools: Path) -> list[str]:
    """The command that installs what compiles into a folder: wheels alone, each of known content."""
    has_uv = importlib.util.find_spec("uv") is not None
    pip = ["uv", "pip", "install", "--python", sys.executable] if has_uv else ["pip", "install"]
    held = ["--require-hashes", "--only-binary", ":all:", "-r", str(TOOLS)]
    return [sys.executable, "-m", *pip, "--quiet", "--target", str(tools), *held]


def _do(command: list[str], work: Path, *found_in: Path) -> None:
    """Run a command in the folder of the work. Raises LaunchError with the end of what it said when it fails."""
    path = [*map(str, found_in), *filter(None, [os.environ.get("PYTHONPATH")])]
    done = subprocess.run(
        process.tethered(command, if_orphaned=signal.SIGKILL),
        cwd=work,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(path)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
    )
    if done.returncode:
        tail = "\n".join(done.stdout.splitlines()[-20:])
        raise home.LaunchError(f"The engine could not be compiled and runs as it is written.\n{tail}")


def _publish(out: Path, place: Path) -> None:
    """Whole or not at all; another process may have been quicker."""
    compiled.KEPT.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=".", dir=compiled.KEPT) as folder:
        whole = shutil.copytree(out, Path(folder) / place.name)
        with suppress(OSError):
            whole.rename(place)
    if not place.is_dir():
        raise home.LaunchError(f"The compiled engine could not be kept in {place}. Can this user write there?")


def _drop_old() -> None:
    builds = sorted(compiled.KEPT.iterdir(), key=lambda build: build.stat().st_mtime)
    for old in builds[:-KEEP]:
        shutil.rmtree(old, ignore_errors=True)


if __name__ == "__main__":
    if "--behind" in sys.argv:
        os.nice(19)
    try:
        compile_engine()
    except home.LaunchError as error:
        sys.exit(str(error))
    print("The engine is compiled: what starts from now on judges twice as fast.", flush=True)
