"""A site that is killed again and again, as `./run` ships it, while its hall bids and reports."""

import asyncio
import json
import os
import random
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from benchmarks import site
from benchmarks.hall import crowd, deeds
from benchmarks.hall.phones import Phone, Question, Told, unpacked
from benchmarks.hall.served import children_of, command_of, family_of, say, shipped

if TYPE_CHECKING:
    from bos_tournament.tournaments.models import Tournament

EVERY = 4.0  # seconds from kill to kill
LOOK_EVERY, LOOK_PATIENCE = 0.1, 60.0  # seconds
NOTICED = 0.5  # seconds without an answer, from which on somebody is kept waiting
AFTERWARDS = 10.0  # seconds in which the site is looked at after the last kill
POLL = 1.0


class Kill(NamedTuple):
    """One process that was killed."""

    kind: str
    """What it was."""
    at: float
    """When, on the clock of `time.perf_counter`."""


def run_apart(players: int, kills: int) -> int:
    """Runs this module as a process of its own, since a process knows one database."""
    return subprocess.run([sys.executable, "-m", "benchmarks.hall.kills", str(players), str(kills)]).returncode


def main(players: int, kills: int) -> int:
    with tempfile.TemporaryDirectory(prefix="bos-kills-") as folder:
        tournament, seats = crowd.seated_in(Path(folder), players)
        with shipped(Path(folder)) as (port, supervisor):
            wrong = endure(port, supervisor, tournament, seats, kills)
            site.leave()
    return 1 if wrong else 0


def endure(port: int, supervisor: int, tournament: "Tournament", seats: Sequence[deeds.Seated], kills: int) -> int:
    """Kills so many processes, and prints how long each was felt; how much of what was accepted is wrong."""
    done, answered = asyncio.run(_endure(port, supervisor, tournament, seats, kills))
    _print_outages(done, answered)
    amounts = deeds.amounts_of(seats)
    deeds.await_opened(tournament, len(seats) // 2)
    wrong = deeds.wrong_bids(tournament, amounts) + deeds.wrong_games(tournament, {match.pk for match, *_ in seats})
    say(f"bids and games lost, doubled or changed by {len(done)} kills: {wrong}")
    return wrong


async def _endure(
    port: int, supervisor: int, tournament: "Tournament", seats: Sequence[deeds.Seated], kills: int
) -> tuple[list[Kill], list[float]]:
    told, answered, seconds = Told(), list[float](), kills * EVERY
    watching = asyncio.create_task(_watch(port, f"/tournaments/{tournament.slug}/pairings/", answered))
    pairs = list(zip(seats[::2], seats[1::2], strict=True))
    amounts = deeds.amounts_of(seats)
    began = time.perf_counter()
    playing = [
        asyncio.create_task(_play(port, told, pair, amounts, seconds * number / len(pairs)))
        for number, pair in enumerate(pairs)
    ]
    done = [kill async for kill in _kill(supervisor, kills)]
    await asyncio.gather(*playing)
    told.whole = time.perf_counter() - began
    await asyncio.sleep(AFTERWARDS)
    watching.cancel()
    say(told.line(f"deeds and looks of {len(pairs):,} matches during {len(done)} kills"))
    return done, answered


async def _kill(supervisor: int, kills: int) -> AsyncIterator[Kill]:
    luck = random.Random(kills)  # the same kills each time
    for _ in range(kills):
        await asyncio.sleep(EVERY)
        kind, pids = luck.choice(sorted(_targets(supervisor).items()))
        victim = luck.choice(pids)
        os.kill(victim, signal.SIGKILL)
        yield Kill(kind, time.perf_counter())


def _targets(supervisor: int) -> dict[str, list[int]]:
    """What runs of the site, by kind."""
    found: dict[str, list[int]] = {}
    for pid in family_of(supervisor):
        if pid != supervisor and (kind := _kind_of(pid)):
            found.setdefault(kind, []).append(pid)
    return found


def _kind_of(pid: int) -> str:
    words = command_of(pid)
    if "bos_tournament.launch.web" in words:
        return "web keeper" if children_of(pid) else "web process"
    if " beat " in words:
        return "clock"
    if " worker " in words:
        return "worker" if children_of(pid) else "child of a worker"
    if words.startswith("postgres: ") and "[local]" in words:
        return "database connection"
    return "broker" if "valkey" in words else "database" if "/postgres " in words else ""


async def _watch(port: int, path: str, answered: list[float]) -> None:
    """Notes when the site answered a question that no memory of it can answer."""
    asking = set[asyncio.Task[None]]()
    for number in range(10**9):
        task = asyncio.create_task(_look(port, Question(f"{path}?q=look{number}"), answered))
        asking.add(task)
        task.add_done_callback(asking.discard)
        await asyncio.sleep(LOOK_EVERY)


async def _look(port: int, question: Question, answered: list[float]) -> None:
    told = Told()
    phone = Phone(port, told, most_tries=1)
    try:
        await asyncio.wait_for(phone.ask(question), LOOK_PATIENCE)
    except TimeoutError:
        return
    finally:
        phone.hang_up()
    if told.statuses[200]:
        answered.append(time.perf_counter())


async def _play(port: int, told: Told, pair: tuple[deeds.Seated, deeds.Seated], amounts: dict, wait: float) -> None:
    """A match from its bids to the report of its first game, once so many seconds are over."""
    await asyncio.sleep(wait)
    phones = [Phone(port, told) for _ in pair]
    bids = [amounts[seated[0].pk, seated[1].pk] for seated in pair]
    await _both(phones, [deeds.bid_of(seated, amount) for seated, amount in zip(pair, bids, strict=True)])
    look = Question(f"/api/v1/matches/{pair[0][0].pk}/", (pair[bids.index(max(bids))][3],))
    while not json.loads(unpacked(await phones[0].ask(look)))["you"]["may_choose"]:
        await asyncio.sleep(POLL)
    await phones[0].ask(deeds.choice_of(pair[bids.index(max(bids))]))
    await _both(phones, [deeds.report_of(seated, 1) for seated in pair])
    for phone in phones:
        phone.hang_up()


async def _both(phones: list[Phone], questions: list[Question]) -> None:
    await asyncio.gather(*(phone.ask(question) for phone, question in zip(phones, questions, strict=True)))


def outages(kills: Sequence[Kill], answered: Sequence[float]) -> Iterator[tuple[Kill, float]]:
    """How long nobody was answered after each kill, in seconds; kills within an outage share it."""
    ends = sorted(answered)
    gaps = [(before, after) for before, after in pairwise(ends) if after - before > NOTICED]
    for kill in kills:
        felt = [after - max(before, kill.at) for before, after in gaps if before - NOTICED < kill.at < after]
        felt += [after - before for before, after in gaps if kill.at <= before < kill.at + EVERY]
        yield kill, max(felt, default=0.0)


def _print_outages(kills: Sequence[Kill], answered: Sequence[float]) -> None:
    felt = list(outages(kills, answered))
    by_kind: dict[str, list[float]] = {}
    for kill, seconds in felt:
        by_kind.setdefault(kill.kind, []).append(seconds)
    for kind, every in sorted(by_kind.items()):
        say(f"  {kind}: {len(every)} killed, out {statistics.median(every):.1f} s median, {max(every):.1f} s at most")
    every = [seconds for _, seconds in felt]
    over = sum(seconds > 10 for seconds in every)
    middle, most = statistics.median(every), max(every)
    say(f"{len(every)} kills: out {middle:.1f} s median (2 s), {most:.1f} s at most (10 s), {over} over 10 s (0)")


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), int(sys.argv[2])))
