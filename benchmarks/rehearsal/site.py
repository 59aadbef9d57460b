"""A site of its own for a while: PostgreSQL, Valkey, web server and worker as processes, and the accounts that play."""

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from bos_tournament.launch import commands, home, process, servers

START_SECONDS = 180.0


@dataclass(frozen=True)
class Site:
    """Where the site answers, and the tokens of its people by handle."""

    port: int
    """On this machine."""
    tokens: dict[str, str]
    """Those with a second factor for organizer and staff."""

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"


@contextmanager
def running(
    folder: Path, *, organizer: str, staff: list[str], players: list[str], for_browsers: bool = False
) -> Iterator[Site]:
    """A site with these people, who have a token each; organizer and staff made theirs with a second factor."""
    with servers.both(folder) as (database, broker), socket.socket() as line:
        line.bind(("127.0.0.1", 0))
        line.listen(1024)
        port = line.getsockname()[1]
        os.environ |= {"BOS_HOME": str(folder), "DATABASE_URL": database, "BROKER_URL": broker, "QUEUE": "rehearsal"}
        os.environ |= {"PORT": str(port), "PUBLIC_URL": f"http://127.0.0.1:{port}", "BOS_DEMO": "0"}
        os.environ["DJANGO_SETTINGS_MODULE"] = "bos_tournament.settings"
        if not for_browsers:
            os.environ["STATIC_STORAGE"] = "django.contrib.staticfiles.storage.StaticFilesStorage"
        (folder / "static").mkdir()
        subprocess.run([*commands.MANAGE, "migrate", "--verbosity", "0"], check=True, cwd=home.CHECKOUT)
        if for_browsers:
            subprocess.run([*commands.MANAGE, "collectstatic", "-v0", "--noinput"], check=True, cwd=home.CHECKOUT)
        tokens = people(organizer, staff, players)
        log = folder / "logs" / "site.log"
        web = process.start(commands.web(line.fileno()), if_orphaned=signal.SIGKILL, log=log, fds=[line.fileno()])
        queues = f"rehearsal,{commands.bids_queue('rehearsal')}"
        worker = process.start(commands.worker(queue=queues, processes=1), if_orphaned=signal.SIGKILL, log=log)
        try:
            if not process.wait_until(lambda: _answers(port), alive=lambda: web.poll() is None, seconds=START_SECONDS):
                sys.exit(f"The site did not start:\n{process.last_lines(log, 20)}")
            yield Site(port, tokens)
        finally:
            for child in (web, worker):
                process.stop(child, first=signal.SIGTERM, seconds=5)
            if said := process.last_lines(log, 40):
                print(f"The site said:\n{said}", file=sys.stderr)


def people(organizer: str, staff: list[str], players: list[str]) -> dict[str, str]:
    """Their tokens. Accounts come from sign-up, which is no part of the API, so they are written here; cards too."""
    import django

    django.setup()
    from django.db import connection

    from bos_tournament.accounts.models import User
    from bos_tournament.accounts.sign_in.tokens import make_token
    from bos_tournament.cards import catalogue
    from engine.bos.model.card_pool import sample_pool

    catalogue.load(sample_pool().write(), publish=True)
    names = [organizer, *staff, *players]
    users = User.objects.bulk_create(User(handle=name, email=f"{name}@example.org", password="!") for name in names)
    trusted = {organizer, *staff}
    tokens = {user.handle: make_token(user, "rehearsal", second_factor=user.handle in trusted) for user in users}
    connection.close()
    connection.close_pool()
    return tokens


def _answers(port: int) -> bool:
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=5) as line:
            line.sendall(b"HEAD /health/ HTTP/1.0\r\nHost: localhost\r\n\r\n")
            return line.recv(5) == b"HTTP/"
    except OSError:
        return False
