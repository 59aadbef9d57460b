"""Compiles the engine, once for its sources: `python -m bos_tournament.launch.compiling`.

Needs a C compiler and Python's headers; without them the engine runs as it is written, half as fast.
"""

import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path

from bos_tournament.launch import home
from engine import compiled

KEEP = 3
"""So many compiled engines stay: older ones may still be at work in a process that has not ended."""

BUILD = """
import sys
from mypyc.build import mypycify
from setuptools import setup
out, work, jobs, *rooms = sys.argv[1:]
words = ["build_ext", "--build-lib", out, "--build-temp", work, "--parallel", jobs]
rooms = mypycify(["--config-file=", *rooms], opt_level="2", debug_level="0", multi_file=True)
setup(name="engine", packages=[], py_modules=[], ext_modules=rooms, script_args=words)
"""


def compile_engine() -> Path:
    """The folder of the compiled engine, made now unless it is there. Raises LaunchError where it cannot be made."""
    place = compiled.folder()
    if place.is_dir():
        return place
    _ask_for_tools()
    compiled.KEPT.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=".new-", dir=compiled.KEPT) as folder:
        work = Path(folder)
        shutil.copytree(compiled.ENGINE, work / "engine", ignore=shutil.ignore_patterns("_compiled", "__pycache__"))
        _run(work)
        _publish(work / "out", place)
    _drop_old()
    return place


def _ask_for_tools() -> None:
    """Raises LaunchError with what is missing on this machine."""
    compiler = (sysconfig.get_config_var("CC") or "cc").split()[0]
    header = Path(sysconfig.get_path("include")) / "Python.h"
    if shutil.which(compiler) is None or not header.is_file():
        raise home.LaunchError(
            f"The engine is not compiled and runs as it is written, half as fast. To compile it, a C compiler "
            f"({compiler}) and Python's headers ({header}) are needed; on Debian or Ubuntu: apt install gcc python3-dev"
        )


def _run(work: Path) -> None:
    command = [sys.executable, "-c", BUILD, "out", "objects", str(os.cpu_count() or 1), *compiled.ROOMS]
    done = subprocess.run(
        command, cwd=work, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace"
    )
    if done.returncode:
        tail = "\n".join(done.stdout.splitlines()[-20:])
        raise home.LaunchError(f"The engine could not be compiled and runs as it is written.\n{tail}")


def _publish(out: Path, place: Path) -> None:
    """Whole or not at all; another process may have been quicker."""
    try:
        out.rename(place)
    except OSError:
        if not place.is_dir():
            raise


def _drop_old() -> None:
    kept = sorted(
        (one for one in compiled.KEPT.iterdir() if not one.name.startswith(".")), key=lambda one: one.stat().st_mtime
    )
    for old in kept[:-KEEP]:
        shutil.rmtree(old, ignore_errors=True)


if __name__ == "__main__":
    try:
        print(f"The compiled engine: {compile_engine()}")
    except home.LaunchError as error:
        sys.exit(str(error))
