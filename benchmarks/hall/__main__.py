"""A published round and its bids in a hall of so many phones: `python -m benchmarks.hall --players 4096`.

The site runs as `./run` starts it: as many web processes as cores, a worker, and one that opens bids, on PostgreSQL and
Valkey. The phones share its cores. Each figure stands beside its bound; at the end, what was lost or doubled.
"""

import argparse
import json
import logging
import os
import re
import signal
import socket
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice, repeat
from pathlib import Path
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from benchmarks import site
from benchmarks.hall import large_event
from benchmarks.hall.phones import Question, storm
from bos_tournament.launch import commands, process, servers, web_processes

if TYPE_CHECKING:
    from bos_tournament.tournaments.models import Tournament

START_SECONDS = 180.0
QUEUE = "hall"


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.hall", description=__doc__.splitlines()[0])
    parser.add_argument("--players", type=int, default=4_096, help="how many sit in the hall (4,096)")
    parser.add_argument("--looks", type=int, default=4_096, help="how often each published page is asked for (4,096)")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="bos-hall-") as folder, servers.both(Path(folder)) as (database, broker):
        os.environ.update(BOS_HOME=folder, DATABASE_URL=database, BROKER_URL=broker, QUEUE=QUEUE, API_RATE="100000/min")
        site.prepare()
        logging.getLogger("bos.doors").setLevel(logging.WARNING)
        for figure in large_event.figures(asked.players):
            say(figure.line())
        tournament = published(asked.players)
        with running(Path(folder)) as (port, web):
            look(port, tournament, asked.looks)
            say(f"memory of the web processes: {memory_of(web):,.0f} MiB")
            wrong = bid(port, tournament)
            say(f"memory of the web processes: {memory_of(web):,.0f} MiB")
        site.leave()
    return 1 if wrong else 0


def published(players: int) -> "Tournament":
    """A tournament whose first round was published a moment ago."""
    from bos_tournament.tournaments.rounds import round_cycle, tournament_start

    tournament, _organizer = site.opened(players)
    token = tournament_start.preview_start(tournament).token
    tournament = tournament_start.start_tournament(tournament, token=token, rounds=site.ROUNDS)
    began = time.perf_counter()
    draft = round_cycle.create_draft_round(tournament, number=1)
    drafted = time.perf_counter()
    round_cycle.publish(draft)
    say(f"{players:,} players: drafted in {drafted - began:.2f} s, published in {time.perf_counter() - drafted:.2f} s")
    return tournament


@contextmanager
def running(folder: Path) -> Iterator[tuple[int, int]]:
    """The site's own processes; gives its port, and the number of the first web process."""
    log = folder / "logs" / "site.log"
    log.parent.mkdir(exist_ok=True)
    with socket.create_server(("127.0.0.1", 0), backlog=web_processes.BACKLOG) as line:
        fd, port = line.fileno(), line.getsockname()[1]
        lines = (
            commands.web(fd),
            commands.worker(queue=QUEUE),
            commands.worker(queue=commands.bids_queue(QUEUE), name="bids", processes=1),
        )
        parts = [process.start(command, if_orphaned=signal.SIGKILL, log=log, fds=[fd]) for command in lines]
        try:
            if not process.wait_until(lambda: answers(port), alive=lambda: True, seconds=START_SECONDS):
                sys.exit(f"The site did not start:\n{process.last_lines(log, 20)}")
            yield port, parts[0].pid
        finally:
            for part in parts:
                process.stop(part, first=signal.SIGTERM, seconds=5)
            if "Traceback" in (said := process.last_lines(log, 40)):
                say(f"The site said:\n{said}")


def memory_of(pid: int) -> float:
    """Of a process and its children in MiB; what several share counts once."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    kib = 0
    for one in (pid, *children):
        kib += int(re.search(r"^Pss:\s+(\d+)", Path(f"/proc/{one}/smaps_rollup").read_text(), re.MULTILINE)[1])
    return kib / 1_024


def answers(port: int) -> bool:
    return storm(port, [Question("/health/")], 1)[0].statuses[200] == 1


def look(port: int, tournament: "Tournament", looks: int) -> None:
    """Readers without an account, and players who are signed in."""
    pairings = f"/tournaments/{tournament.slug}/pairings/"
    for path in (pairings, f"/tournaments/{tournament.slug}/standings/"):
        for at_once in (8, 256):
            told, _ = storm(port, repeat(Question(path), looks), at_once)
            say(told.line(f"{path}, nobody signed in, {at_once} at once (2,500 /s, p99 150 ms)"))
    cookies = [("Cookie", f"{name}={key}") for name, key in islice(sessions(tournament), 256)]
    told, _ = storm(port, [Question(pairings, (cookie,)) for cookie in cookies], len(cookies))
    say(told.line(f"pairings, {len(cookies)} signed in at once (250 /s)"))


def sessions(tournament: "Tournament") -> Iterator[tuple[str, str]]:
    """A cookie of each player."""
    from django.conf import settings
    from django.test import Client

    for entrant in tournament.entrants.select_related("user").order_by("place"):
        client = Client()
        client.force_login(entrant.user, "allauth.account.auth_backends.AuthenticationBackend")
        yield settings.SESSION_COOKIE_NAME, client.cookies[settings.SESSION_COOKIE_NAME].value


def bid(port: int, tournament: "Tournament") -> int:
    """All bid at once; how many bids were lost, doubled or stand with another amount."""
    from bos_tournament.matches.models import Bid, BidAttempt

    questions, sent = [], {}
    for number, (seat, attempt, token) in enumerate(all_seats(tournament)):
        body = {"amount": number % 30, "attempt": attempt.number}
        headers = (("Authorization", f"Bearer {token}"), ("Idempotency-Key", str(uuid4())))
        path = f"/api/v1/matches/{attempt.match_id}/bids/"
        questions.append(Question(path, headers, json.dumps(body).encode()))
        sent[attempt.match_id, seat] = body["amount"]
    began = time.perf_counter()
    told, _ = storm(port, questions, len(questions))
    say(told.line(f"{len(questions):,} bids at once (all in 30 s, aim 15)"))
    accepted_at = began + told.whole
    opened = BidAttempt.objects.filter(match__pairing__round__stage__tournament=tournament, opened_at__isnull=False)
    wanted = len(questions) // 2
    process.wait_until(lambda: opened.count() >= wanted, alive=lambda: True, seconds=300)
    say(f"opened: {opened.count():,} of {wanted:,} matches, {time.perf_counter() - accepted_at:.1f} s later (5 s)")
    kept = Bid.objects.filter(attempt__in=opened, attempt__number=1).values_list(
        "attempt__match_id", "seat_id", "amount"
    )
    found = {(match, seat): amount for match, seat, amount in kept}
    wrong = sum(found.get(key) != amount for key, amount in sent.items()) + len(kept) - len(found)
    say(f"bids lost, doubled or changed: {wrong}")
    return wrong


def all_seats(tournament: "Tournament") -> Iterator[tuple[Any, Any, str]]:
    """Each seat of the round, with its attempt, as its bids begin, and a token of its player."""
    from bos_tournament.accounts.sign_in.tokens import make_token
    from bos_tournament.matches import boss_reveal
    from bos_tournament.matches.models import Match

    for match in Match.objects.filter(pairing__round__stage__tournament=tournament).prefetch_related("seats__user"):
        for seat in match.seats.all():
            boss_reveal.confirm_bosses(seat)
        attempt = match.attempts.get()
        for seat in match.seats.all():
            yield seat.pk, attempt, make_token(seat.user, "hall", second_factor=False)


def say(text: str) -> None:
    print(text, flush=True)


if __name__ == "__main__":
    sys.exit(main())
