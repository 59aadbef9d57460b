"""Many games on the board at once: `python -m benchmarks.board_load`.

Each of 200 games between friends gets a tap every 6 seconds, 33 a second in all, from the two phones that play it. What
is tapped is one of the lines that the page just offered. The site runs as `./run` starts it, with as many web processes
as cores, on PostgreSQL and Valkey of its own; the phones share its cores. The figures stand beside their bound.
"""

import argparse
import asyncio
import os
import re
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from html import unescape
from itertools import cycle
from pathlib import Path
from random import Random
from urllib.parse import urlencode

from benchmarks import site
from benchmarks.hall import crowd
from benchmarks.hall.phones import Phone, Question, Told, unpacked
from benchmarks.hall.served import QUEUE, running, say
from bos_tournament.launch import servers

BOUND = 150.0
"""Milliseconds in which 95 of 100 taps are answered."""
SECRET = "a" * 32
"""What stands in the cookie and in each form, so that the site takes it for its own."""
DECKS = ("first-sparks", "open-meadow", "deep-grove", "quick-fire", "clear-ice", "long-night")
PASS = ""
"""What is chosen where nothing is written down."""
BOARD = "data-board-lines"
"""What the page of a board has as long as the game goes on."""
ENDED = 'id="ended"'
"""What it has afterwards."""
_LINES = re.compile(r'name="line"\s+value="([^"]*)"')
_AFTER = re.compile(r'name="after"\s+value="([0-9]+)"')


@dataclass(frozen=True)
class Tapped(Question):
    """A form of a page, sent as htmx sends it."""

    @property
    def raw(self) -> bytes:
        return super().raw.replace(b"application/json", b"application/x-www-form-urlencoded", 1)


@dataclass
class Load:
    """What came of the taps of all games."""

    taps: list[float] = field(default_factory=list)
    """Seconds of each tap, from the moment when it was due, so that a site that falls behind is not spared."""
    looks: list[float] = field(default_factory=list)
    """Seconds of each page that was opened."""
    wrong: Counter[str] = field(default_factory=Counter)
    """What was neither a board with something to tap, nor the end of a game."""
    over: int = 0
    """Games that came to their end."""


def main() -> int:
    words = argparse.ArgumentParser(prog="python -m benchmarks.board_load", description=__doc__.splitlines()[0])
    words.add_argument("--games", type=int, default=200, help="how many games are played at once (200)")
    words.add_argument("--every", type=float, default=6.0, help="seconds between two taps in a game (6)")
    words.add_argument("--seconds", type=float, default=60.0, help="for how long (60)")
    asked = words.parse_args()
    with tempfile.TemporaryDirectory(prefix="bos-board-") as folder, servers.both(Path(folder)) as (database, broker):
        os.environ.update(BOS_HOME=folder, DATABASE_URL=database, BROKER_URL=broker, QUEUE=QUEUE)
        crowd.prepare()
        games = begun(asked.games)
        with running(Path(folder)) as (port, _web):
            load = asyncio.run(play_all(port, games, asked.every, asked.seconds))
        site.leave()
    return told(load, asked.games, asked.every)


def begun(count: int) -> list[tuple[str, str]]:
    """So many games between friends; the addresses of the boards of both seats."""
    from django.contrib.auth.models import AnonymousUser

    from bos_tournament.cards import catalogue
    from bos_tournament.decks import drafts
    from bos_tournament.play import challenges
    from bos_tournament.play.models import FRIEND, PLAYER
    from engine.bos.model.card_pool import sample_pool

    catalogue.load(sample_pool().write(), publish=True)
    starters, nobody, games = drafts.starters(), AnonymousUser(), []
    pairs = cycle([(one, two) for one in DECKS for two in DECKS if one != two])
    for number, (one, two) in zip(range(count), pairs, strict=False):
        challenge = challenges.challenge_friend(nobody, deck=starters[one], first=1 + number % 2)
        game = challenges.accept_challenge(challenge, nobody, deck=starters[two])
        games.append((game.address_of(PLAYER), game.address_of(FRIEND)))
    return games


async def play_all(port: int, games: Iterable[tuple[str, str]], every: float, seconds: float) -> Load:
    """All games at once, their first taps spread over the time between two."""
    load, waiting = Load(), list(games)
    tables = [Table(port, boards, Random(number), load) for number, boards in enumerate(waiting)]
    for table in tables:  # one after the other, so that no web process is still starting when the taps begin
        await table.open()
    began, apart = time.perf_counter(), every / len(tables)
    await asyncio.gather(
        *(table.play(began + apart * number, every, began + seconds) for number, table in enumerate(tables))
    )
    return load


class Table:
    """One game, played by two phones that tap what their pages offer."""

    def __init__(self, port: int, boards: tuple[str, str], luck: Random, load: Load) -> None:
        self.boards, self.luck, self.load = boards, luck, load
        self.phones = [Phone(port, Told(), most_tries=1) for _ in boards]
        self.pages = ["", ""]

    async def open(self) -> None:
        """Both phones open the board."""
        self.pages = [await self.look(seat) for seat in (0, 1)]

    async def play(self, due: float, every: float, end: float) -> None:
        """A tap each time that one is due, as long as the game lasts."""
        pages = self.pages
        while due < end:
            await asyncio.sleep(max(due - time.perf_counter(), 0))
            seat = next((seat for seat in (0, 1) if offered(pages[seat])), None)
            if seat is None:
                if ENDED in pages[0]:
                    self.load.over += 1
                else:
                    self.load.wrong["nobody is asked, and the game is not over"] += 1
                break
            pages[seat] = await self.tap(seat, pages[seat], due)
            if not offered(pages[seat]):  # the other phone is asked, whose page comes up to date
                pages[1 - seat] = await self.look(1 - seat)
            due += every
        for phone in self.phones:
            phone.hang_up()

    async def look(self, seat: int) -> str:
        """The page of a seat, as it is opened."""
        began = time.perf_counter()
        page = await self.ask(seat, Question(self.boards[seat], (("HX-Request", "true"),)))
        self.load.looks.append(time.perf_counter() - began)
        return page

    async def ask(self, seat: int, question: Question) -> str:
        """The answer to a question, on a new connection: the site closes one that is idle between two taps."""
        self.phones[seat].hang_up()
        return unpacked(await self.phones[seat].ask(question)).decode()

    async def tap(self, seat: int, page: str, due: float) -> str:
        """The page after one of the lines that it offers was tapped."""
        lines, after = offered(page), _AFTER.search(page)
        chosen = self.luck.choice(lines)
        fields = {"line": unescape(chosen), "after": after[1] if after else "0", "csrfmiddlewaretoken": SECRET}
        headers = (("HX-Request", "true"), ("Cookie", f"csrftoken={SECRET}"))
        deed = "pass" if chosen == PASS else "lines"
        asked = Tapped(f"{self.boards[seat]}{deed}/", headers, urlencode(fields).encode())
        answer = await self.ask(seat, asked)
        self.load.taps.append(time.perf_counter() - due)
        if BOARD not in answer and ENDED not in answer:
            self.load.wrong[" ".join(re.sub(r"<[^>]*>", " ", answer).split())[:200] or "no answer"] += 1
        return answer


def offered(page: str) -> list[str]:
    """The lines that a page offers to be tapped, and to pass where it does."""
    return [*_LINES.findall(page), *([PASS] if '/pass/"' in page else [])]


def told(load: Load, games: int, every: float) -> int:
    """Prints the figures; 1 where something was answered that is no board."""
    say(f"{games} games with a tap each {every:g} s, {games / every:.0f} a second: {len(load.taps):,} taps")
    middle, late = of_a_hundred(load.taps, 50), of_a_hundred(load.taps, 95)
    say(f"taps: p50 {middle:,.0f} ms, p95 {late:,.0f} ms   must be at most {BOUND:,.0f} ms at p95")
    looks = [of_a_hundred(load.looks, share) for share in (50, 95)]
    say(f"pages opened by the other phone: {len(load.looks):,}, p50 {looks[0]:,.0f} ms, p95 {looks[1]:,.0f} ms")
    say(f"games that came to their end: {load.over}")
    for answer, count in load.wrong.most_common(5):
        say(f"{count} × not a board: {answer}")
    return 1 if load.wrong or not load.taps else 0


def of_a_hundred(seconds: list[float], share: int) -> float:
    """In how many milliseconds so many of a hundred were done; 0 for none."""
    at = sorted(seconds)
    return 1_000 * at[min(len(at) * share // 100, len(at) - 1)] if at else 0.0


if __name__ == "__main__":
    sys.exit(main())
