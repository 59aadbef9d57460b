"""A published round, its bids and its reports in a hall of so many phones: `python -m benchmarks.hall --players 4096`.

The site runs as `./run` starts it: as many web processes as cores, a worker, and one that opens bids, on PostgreSQL and
Valkey. The phones share its cores. Each figure stands beside its bound; at the end, what was lost or doubled.
"""

import argparse
import os
import sys
import tempfile
from pathlib import Path

from benchmarks import site
from benchmarks.hall import crowd, deeds, full_disk, kills, large_event, looks, restoring
from benchmarks.hall.served import QUEUE, memory_of, running, say
from bos_tournament.launch import servers


def main() -> int:
    asked = parser().parse_args()
    wrong = hall(asked.players, asked.looks, asked.soak)
    if asked.kills:
        wrong += kills.run_apart(min(asked.players, asked.kills * 8), asked.kills)
    if asked.full_disk:
        wrong += full_disk.run_apart()
    say(f"lost, doubled, changed or not seen, in all: {wrong}")
    return 1 if wrong else 0


def parser() -> argparse.ArgumentParser:
    words = argparse.ArgumentParser(prog="python -m benchmarks.hall", description=__doc__.splitlines()[0])
    words.add_argument("--players", type=int, default=4_096, help="how many sit in the hall (4,096)")
    words.add_argument("--looks", type=int, default=4_096, help="how often each published page is asked for (4,096)")
    words.add_argument("--kills", type=int, default=0, help="how often a part of the site is killed, every 4 s (0)")
    words.add_argument("--full-disk", action="store_true", help="bid while the disk is full too (root, Linux)")
    words.add_argument("--soak", type=float, default=0, help="seconds of looks after which memory is compared (0)")
    return words


def hall(players: int, times: int, soak: float) -> int:
    """The round is published, looked at, bid in and reported; how much went wrong."""
    with tempfile.TemporaryDirectory(prefix="bos-hall-") as folder, servers.both(Path(folder)) as (database, broker):
        os.environ.update(BOS_HOME=folder, DATABASE_URL=database, BROKER_URL=broker, QUEUE=QUEUE)
        crowd.prepare()
        for figure in large_event.figures(players):
            say(figure.line())
        draft = crowd.drafted(players)
        cookies = list(crowd.sessions(draft.stage.tournament))
        with running(Path(folder)) as (port, web):
            tournament, wrong = looks.publish_to(port, draft, cookies)
            say(f"memory of the web processes: {memory_of(web):,.0f} MiB")
            looks.look(port, tournament, cookies, times)
            say(f"memory of the web processes: {memory_of(web):,.0f} MiB")
            seats = list(crowd.all_seats(tournament))
            wrong += deeds.bid(port, tournament, seats) + deeds.report(port, tournament, seats)
            say(f"memory of the web processes: {memory_of(web):,.0f} MiB")
            if soak:
                looks.soak(port, web, tournament, cookies, soak)
        wrong += restoring.back_up_and_restore(Path(folder))
        site.leave()
    return wrong


if __name__ == "__main__":
    sys.exit(main())
