"""Everything that must hold before a change is handed in: `python -m bos_tournament.launch.check [PYTEST ARGUMENTS]`.

Linters, types, layers, migrations, settings and the API's schema first, then all tests. Every step runs even when one
before it failed; the exit status is that of the first failure. A test that fails is run once more in a fresh process;
one that passes there is shown as unsteady. The ten slowest tests are named at the end. With arguments only pytest runs,
and gets them.
"""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

from bos_tournament.launch import chromium, engine_build, home, servers, translations

PYTHON = [sys.executable, "-W", "error"]
MANAGE = [*PYTHON, "manage.py"]
PYTEST = [sys.executable, "-m", "pytest"]
# Three at once keep two cores busy: many a test waits for a browser, a worker or a server of its own.
ALL_TESTS = ["-p", "tests.unsteady", "-n", "3", "--dist", "loadgroup", "--durations", "10"]
PRODUCTION = {"PUBLIC_URL": "https://bos.example", "SECRET_KEY": "only-for-this-check-" * 4, "DEBUG": "0"}
STEPS: tuple[tuple[str, list[str], dict[str, str]], ...] = (
    ("ruff", [sys.executable, "-m", "ruff", "check", "."], {}),
    ("ruff format", [sys.executable, "-m", "ruff", "format", "--check", "."], {}),
    ("djangofmt", [str(Path(sys.executable).with_name("djangofmt")), "--check", "templates"], {}),
    ("style sheets", [sys.executable, "-m", "bos_tournament.launch.style_sheets", "--check"], {}),
    ("mypy", [sys.executable, "-m", "mypy", "engine", "bos_tournament"], {}),
    ("layers", [str(Path(sys.executable).with_name("lint-imports"))], {}),
    ("migrations", [*MANAGE, "makemigrations", "--check", "--dry-run"], {}),
    ("settings", [*MANAGE, "check", "--deploy", "--fail-level", "WARNING"], PRODUCTION),
    ("API schema", [*MANAGE, "spectacular", "--validate", "--fail-on-warn", "--file", os.devnull], {}),
)


def main(arguments: list[str]) -> int:
    translations.compile_all()
    if arguments:
        return run_tests(arguments)
    failed = [(name, code) for name, code in run_steps() if code]
    if failed:
        print(
            f"\nFailed: {', '.join(name for name, _ in failed)}; the reasons are above. The tests follow.", flush=True
        )
    tests = run_tests(ALL_TESTS)
    return failed[0][1] if failed else tests


def run_steps() -> Iterator[tuple[str, int]]:
    """Run each step, with the compiler at work beside the others; gives its name and exit status."""
    with ThreadPoolExecutor(1) as beside:
        engine = beside.submit(compile_engine)
        yield "Chromium", find_browser()
        with environment() as base:
            for name, command, more in STEPS:
                yield name, run_step(name, command, {**base, **more})
        yield "engine", engine.result()


@contextmanager
def environment() -> Iterator[dict[str, str]]:
    """The environment of the steps: a home and servers of their own."""
    with tempfile.TemporaryDirectory(prefix="bos-check-") as folder:
        place = Path(folder)
        (place / "static").mkdir()
        with servers.both(place, durable=False) as (database_url, broker_url):
            yield {
                **os.environ,
                "BOS_HOME": folder,
                "DATABASE_URL": database_url,
                "BROKER_URL": broker_url,
                "DJANGO_SETTINGS_MODULE": "bos_tournament.settings",
            }


def run_step(name: str, command: list[str], env: dict[str, str]) -> int:
    """Run one step; what it says is shown when it fails."""
    begun = time.monotonic()
    done = subprocess.run(command, cwd=home.CHECKOUT, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    word = "FAILED" if done.returncode else "ok"
    print(f"{name:<12} {word:<6} {time.monotonic() - begun:5.1f} s", flush=True)
    if done.returncode:
        print(done.stdout.decode(errors="replace").rstrip(), flush=True)
    return done.returncode


def find_browser() -> int:
    try:
        print(f"{'Chromium':<12} {chromium.find_or_install().program}", flush=True)
    except home.LaunchError as error:
        print(f"{'Chromium':<12} FAILED\n{error}", flush=True)
        return 1
    return 0


def compile_engine() -> int:
    """The tests run the engine as the site does: compiled where it can be."""
    begun, state = time.monotonic(), engine_build.lacking()
    try:
        if not state:
            engine_build.compile_engine()
            state = f"ok     {time.monotonic() - begun:5.1f} s"
    except home.LaunchError as error:
        print(f"{'engine':<12} FAILED\n{error}", flush=True)
        return 1
    print(f"{'engine':<12} {state}", flush=True)
    return 0


def run_tests(arguments: list[str]) -> int:
    return subprocess.run([*PYTEST, *arguments], cwd=home.CHECKOUT).returncode


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except home.LaunchError as error:
        sys.exit(str(error))
    except KeyboardInterrupt:
        sys.exit(130)
