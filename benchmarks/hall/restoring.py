"""How long a backup of the hall takes, and bringing it back where nothing is."""

import os
import subprocess
import tempfile
import time
from pathlib import Path

import psycopg

from benchmarks.hall.served import say
from bos_tournament.launch import commands, servers

COUNTS = "SELECT (SELECT count(*) FROM accounts_user), (SELECT count(*) FROM matches_bid)"


def back_up_and_restore(folder: Path) -> int:
    """Writes a backup of the site that runs and restores it in another place; 1 where players or bids are missing."""
    file = folder / "hall.tar.gz"
    was = _counts(os.environ["DATABASE_URL"])
    say(f"backup: {_timed('backup', str(file), '--with-keys'):.1f} s, {file.stat().st_size / 2**20:.0f} MiB")
    with tempfile.TemporaryDirectory(prefix="bos-hall-back-") as place:
        elsewhere = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "BROKER_URL")}
        seconds = _timed("restore", str(file), env={**elsewhere, "BOS_HOME": place})
        with servers.database(Path(place)):
            found = _counts(servers.database_url(Path(place)))
    say(f"restored in {seconds:.1f} s (60 s): {found[0]:,} of {was[0]:,} accounts, {found[1]:,} of {was[1]:,} bids")
    return int(found != was)


def _timed(*words: str, env: dict[str, str] | None = None) -> float:
    began = time.perf_counter()
    subprocess.run([*commands.MANAGE, *words], check=True, stdout=subprocess.DEVNULL, env=env)
    return time.perf_counter() - began


def _counts(url: str) -> tuple[int, int]:
    with psycopg.connect(url) as database:
        found: tuple[int, int] = database.execute(COUNTS).fetchone()
    return found
