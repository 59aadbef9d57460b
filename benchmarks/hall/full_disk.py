"""A disk that fills up while the hall bids: `unshare --mount` gives this process a small disk of its own.

`python -m benchmarks.hall --full-disk` runs it; only root may, on Linux.
"""

import asyncio
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from benchmarks import site
from benchmarks.hall import crowd, deeds
from benchmarks.hall.phones import Told, all_at_once
from benchmarks.hall.served import say, shipped

SIZE = "600m"
PLAYERS = 64
FULL_SECONDS = 10.0


def run_apart() -> int:
    """Runs this module on a disk of its own, which is gone with it; 0 where this machine allows none."""
    if not sys.platform.startswith("linux") or os.geteuid() != 0:
        say("full disk: not tried, since only root on Linux may have a small disk for this")
        return 0
    with tempfile.TemporaryDirectory(prefix="bos-full-") as folder:
        mount = (
            f'mount -t tmpfs -o size={SIZE} bos "$1" && chmod 755 "$1" && exec "$2" -m benchmarks.hall.full_disk "$1"'
        )
        return subprocess.run(["unshare", "--mount", "sh", "-c", mount, "sh", folder, sys.executable]).returncode


def main(disk: Path) -> int:
    home = disk / "home"
    home.mkdir()
    tournament, seats = crowd.seated_in(home, PLAYERS)
    with shipped(home) as (port, _):
        return _fill(port, disk, tournament, seats)


def _fill(port: int, disk: Path, tournament: object, seats: Sequence[deeds.Seated]) -> int:
    amounts = deeds.amounts_of(seats)
    told = asyncio.run(
        _bid_on_full_disk(
            port, disk / "filler", [deeds.bid_of(seated, amounts[seated[0].pk, seated[1].pk]) for seated in seats]
        )
    )
    say(told.line(f"{len(seats)} bids on a disk that is full for {FULL_SECONDS:.0f} s"))
    opened = deeds.await_opened(tournament, len(seats) // 2)
    wrong = deeds.wrong_bids(tournament, amounts)
    say(f"full disk: {opened} of {len(seats) // 2} matches opened afterwards; bids lost, doubled or changed: {wrong}")
    site.leave()
    return 1 if wrong or told.unanswered or set(told.statuses) - {201, 503} else 0


async def _bid_on_full_disk(port: int, filler: Path, bids: list) -> Told:
    """Half bid before, half while nothing can be written; then there is room again."""
    half = len(bids) // 2
    await all_at_once(port, bids[:half], 8)
    await asyncio.to_thread(fill, filler)
    began = time.perf_counter()
    waiting = asyncio.create_task(all_at_once(port, bids[half:], half))
    await asyncio.sleep(FULL_SECONDS)
    await asyncio.to_thread(filler.unlink)
    told, _ = await waiting
    say(f"full disk: all were accepted {time.perf_counter() - began - FULL_SECONDS:.1f} s after there was room again")
    return told


def fill(filler: Path) -> None:
    """Writes until nothing more fits."""
    with suppress(OSError), filler.open("wb", buffering=0) as file:
        while True:
            file.write(bytes(4096))


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
