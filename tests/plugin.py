"""Starts PostgreSQL and Valkey before pytest-django reads the settings: `-p tests.plugin`. Compiles translations too.

With xdist the controller starts them once and its workers inherit their addresses; each has its own database, queue and
part of the broker, since a question to all Celery workers is heard by every one in the same part.
DATABASE_URL and BROKER_URL, when given, are used instead; the tests make a database of their own on that server, as its
owner (DATABASE_OWNER_URL) where that is not the site's role.
"""

import os
import shutil
import tempfile
from contextlib import ExitStack
from pathlib import Path

import pytest

from bos_tournament.launch import translations

PREFIX = "bos-tests-"
STACK = ExitStack()


@pytest.hookimpl(wrapper=True)
def pytest_load_initial_conftests(early_config, parser, args):
    """Runs before every other plugin's, so before the settings are read."""
    if worker := os.environ.get("PYTEST_XDIST_WORKER"):
        os.environ["QUEUE"] = f"tests-{worker}"
        os.environ["BROKER_URL"] = part_of(os.environ["BROKER_URL"], int(worker.removeprefix("gw")))
    else:
        translations.compile_all()
        start_servers()
    return (yield)


def pytest_unconfigure(config):
    STACK.close()


def start_servers():
    from bos_tournament.launch import servers

    remove_leftovers()
    home = Path(tempfile.mkdtemp(prefix=f"{PREFIX}{os.getpid()}-"))
    STACK.callback(shutil.rmtree, home, ignore_errors=True)
    (home / "static").mkdir()
    given = {name: os.environ[name] for name in ("DATABASE_URL", "BROKER_URL") if os.environ.get(name)}
    if len(given) < 2:
        database_url, broker_url = STACK.enter_context(servers.both(home, durable=False))
        own = {} if "DATABASE_URL" in given else {"DATABASE_OWNER_URL": servers.owner_url(home)}
        given = {"DATABASE_URL": database_url, "BROKER_URL": broker_url, **own, **given}
    os.environ.update(given)
    os.environ["BOS_HOME"] = str(home)
    os.environ["QUEUE"] = "tests"
    os.environ.setdefault("STATIC_STORAGE", "django.contrib.staticfiles.storage.StaticFilesStorage")
    # The browser's driver keeps an event loop in the main thread, which Django would take for an async view.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"


def part_of(broker_url, number):
    """A part of our own broker for this worker: there are sixteen, the first for nobody. Another stays as it is."""
    return broker_url.replace("?virtual_host=0", f"?virtual_host={number % 15 + 1}")


def remove_leftovers():
    """A run that was killed could not remove its folder."""
    for folder in Path(tempfile.gettempdir()).glob(f"{PREFIX}*"):
        pid = folder.name.removeprefix(PREFIX).split("-")[0]
        if pid.isdigit() and not is_running(int(pid)):
            shutil.rmtree(folder, ignore_errors=True)


def is_running(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
