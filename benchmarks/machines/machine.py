"""A web machine: its home with the keys that all share, and its four processes, kept alive as systemd keeps them."""

import os
import secrets
import shutil
import signal
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from subprocess import Popen

from benchmarks.machines.network import HALL, Box
from benchmarks.machines.stores import OWNER, SITE, Stores
from bos_tournament.launch import commands, home, process, unprivileged

PORT = 8000
SHARED_KEYS = ("bids.key", "lists.key")
"""What is copied from the first home into each other one before its first start."""
RESTART_SECONDS = 1.0
"""As RestartSec in deploy/systemd."""
OF_A_SITE = (
    *("BACKUP", "BID_", "BOS_", "BROKER", "DATABASE", "DJANGO"),
    *("HOST", "LISTS_", "PORT", "PUBLIC", "SEC", "WAL_", "WEB_"),
)
"""Settings whose names begin so are not taken over from whoever starts the trial."""


def shared_settings(stores: Stores) -> dict[str, str]:
    """What stands in /etc/bos.env, the same on each machine."""
    return {
        "PUBLIC_URL": f"https://{HALL}",
        "DATABASE_URL": stores.database_url(SITE),
        "BROKER_URL": stores.broker_url,
        "SECRET_KEY": secrets.token_urlsafe(48),
        "SECOND_FACTOR_KEY": secrets.token_urlsafe(48),
        "QUEUE": "bos",
        "BOS_DEMO": "0",
    }


@dataclass
class Machine:
    """Web processes, two workers and a scheduler on one machine; each that dies is started again."""

    box: Box
    """Where they run."""
    folder: Path
    """Its home."""
    settings: Mapping[str, str]
    """Those that all machines share."""
    parts: dict[str, Popen[bytes]] = field(default_factory=dict)
    """What runs, by its name."""
    died: Counter[str] = field(default_factory=Counter)
    """How often each was started again."""
    ending: threading.Event = field(default_factory=threading.Event)
    """Set when nothing is to be started any more."""

    @property
    def log(self) -> Path:
        return self.folder / "logs" / "site.log"

    @property
    def environment(self) -> dict[str, str]:
        others = {name: value for name, value in os.environ.items() if not name.startswith(OF_A_SITE)}
        own = {"BOS_HOME": str(self.folder), "HOST": self.box.address, "PORT": str(PORT)}
        return {**others, "BOS_ENGINE": "plain", **self.settings, **own}

    def prepare(self, owner_url: str, keys: Path | None) -> None:
        """What precedes the first start: the keys of the other machine, database, translations and static files."""
        home.make_home(self.folder)
        if keys:
            (self.folder / "keys").mkdir(mode=0o700)
            for name in SHARED_KEYS:
                shutil.copy2(keys / name, self.folder / "keys" / name)
        told = {**self.environment, "DATABASE_OWNER_URL": owner_url}
        subprocess.run(self.box.inside(commands.PREPARE), check=True, cwd=home.CHECKOUT, env=told, stdout=sys.stderr)
        self.account = unprivileged.site_account(self.folder)

    def keep(self) -> None:
        """Starts what is not there, until told to end. For a thread of its own, with which its children end."""
        lines = {
            "web": [sys.executable, "-m", "bos_tournament.launch.web"],
            "worker": commands.worker(queue="bos", name=f"worker-{self.box.name}"),
            "bids": commands.worker(queue=commands.bids_queue("bos"), name=f"bids-{self.box.name}", processes=1),
            "beat": commands.beat(),
        }
        while not self.ending.is_set():
            for name, line in lines.items():
                if name not in self.parts or self.parts[name].poll() is not None:
                    self.died[name] += name in self.parts
                    self.parts[name] = self._start(line)
            self.ending.wait(RESTART_SECONDS)
        for part in self.parts.values():
            process.ask(part, signal.SIGTERM)
        for part in self.parts.values():
            process.stop(part, first=signal.SIGTERM, seconds=10)

    def _start(self, command: list[str]) -> Popen[bytes]:
        user, shown = (self.account.name, self.account.shown) if self.account else ("-", ())
        apart = self.box.inside(process.tethered(command, if_orphaned=signal.SIGKILL, user=user, shown=shown))
        return process.start(apart, if_orphaned=signal.SIGKILL, log=self.log, env=self.environment)


@contextmanager
def both(folder: Path, boxes: tuple[Box, Box], stores: Stores) -> Iterator[tuple[Machine, Machine]]:
    """Two web machines with the same settings and keys. Raises LaunchError."""
    settings = shared_settings(stores)
    one, two = (Machine(box, folder / box.name, settings) for box in boxes)
    one.prepare(stores.database_url(OWNER), None)
    two.prepare(stores.database_url(OWNER), one.folder / "keys")
    keepers = [threading.Thread(target=machine.keep) for machine in (one, two)]
    for keeper in keepers:
        keeper.start()
    try:
        yield one, two
    finally:
        for machine in (one, two):
            machine.ending.set()
        for keeper in keepers:
            keeper.join()
