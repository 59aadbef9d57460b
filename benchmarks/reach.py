"""How soon a page can be used over a slow line, in a real browser: `python -m benchmarks.reach`.

A site of its own with a tournament of 64, sent as in use: packed, by the real web server. The line is that of a slow
phone: 400 kbit/s either way, 400 ms there and back. A first visit has an empty cache; on the next page the files that
all pages share are there already. Usable is when everything is shown and every link, field and button works, which is
when the browser has read the page (DOMContentLoaded). What is sent counts page, style and scripts with their headers.
The time to connect is not counted. Each page is opened once before, so that the server has its templates, and then
often enough that other work of the machine shows in few of the visits: the middle one is printed.
"""

import re
import tempfile
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Any

from playwright.sync_api import Browser, sync_playwright

from benchmarks.pairing import line
from benchmarks.rehearsal import site
from benchmarks.site import Figure, opened, signed_in
from bos_tournament.launch import chromium

SLOW = {"offline": False, "latency": 400, "downloadThroughput": 50_000, "uploadThroughput": 50_000}
USABLE, KILOBYTES = 2_000.0, 100.0
PLAYERS = 64
PHONE = {"width": 390, "height": 844}
VISITS = 3
TAKEN = """() => {
  const [page] = performance.getEntriesByType("navigation");
  const files = performance.getEntriesByType("resource").filter((one) => /\\.(css|js)$/.test(one.name));
  const sent = [page, ...files].reduce((sum, one) => sum + one.transferSize, 0);
  const seen = performance.getEntriesByName("first-contentful-paint")[0];
  return [page.domContentLoadedEventEnd, seen ? seen.startTime : page.domContentLoadedEventEnd, sent / 1000];
}"""


def figures() -> Iterator[Figure]:
    """Every page: usable and seen first on a first visit, what was sent, and usable with a filled cache."""
    with (
        tempfile.TemporaryDirectory(prefix="bos-reach-") as folder,
        site.running(Path(folder), organizer="o", staff=[], players=[], for_browsers=True) as running,
    ):
        readers = list(_readers(running.port))  # before the browser: its loop would keep Django from the database
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(**chromium.find_or_install().launch_options())
            for who, cookies, addresses in readers:
                for where in addresses:
                    yield from _visits(browser, f"http://127.0.0.1:{running.port}", who, cookies, where)
            browser.close()


def _readers(port: int) -> Iterator[tuple[str, list[dict[str, str]], list[str]]]:
    """Who reads which pages of a running round of 64."""
    from django.conf import settings
    from django.db import connection

    from bos_tournament.tournaments.rounds import round_cycle, tournament_start

    tournament, organizer = opened(PLAYERS)
    tournament = tournament_start.start_tournament(
        tournament, token=tournament_start.preview_start(tournament).token, rounds=6
    )
    round_ = round_cycle.publish(round_cycle.create_draft_round(tournament, number=1))
    match = round_.pairings.get(table=1).match
    home, shown = tournament.get_absolute_url(), match.get_absolute_url()
    player = match.seats.first().user
    everybody = ["/", "/tournaments/", "/join/", home, f"{home}pairings/", f"{home}standings/", f"{home}players/"]
    readers: list[tuple[str, Any, list[str]]] = [
        ("anybody", None, [*everybody, shown, "/cards/", "/rules/"]),
        ("a player", player, [shown, home, f"{home}deck/", "/decks/check/"]),
        ("the desk", organizer, [f"{home}desk/", f"{home}entrants/", f"{home}desk/tables/{match.pairing.pk}/"]),
    ]
    for who, user, addresses in readers:
        key = signed_in(user).cookies[settings.SESSION_COOKIE_NAME].value if user else ""
        cookie = {"name": settings.SESSION_COOKIE_NAME, "value": key, "url": f"http://127.0.0.1:{port}"}
        yield who, [cookie] if user else [], addresses
    connection.close()
    connection.close_pool()


def _visits(browser: Browser, base: str, who: str, cookies: list[Any], where: str) -> Iterator[Figure]:
    _, *visits = [_visit(browser, base, cookies, where) for _ in range(VISITS + 1)]
    usable, seen, kilobytes, again = (median(figures) for figures in zip(*visits, strict=True))
    told = f"{who} at {re.sub(r'[0-9a-f-]{36}', '…', where)}"
    yield f"{told}: first visit, usable, ms", usable, USABLE
    yield f"{told}: first visit, first words, ms", seen, float("inf")
    yield f"{told}: first visit, sent, kB", kilobytes, KILOBYTES
    yield f"{told}: next visit, usable, ms", again, USABLE


def _visit(browser: Browser, base: str, cookies: list[Any], where: str) -> tuple[float, float, float, float]:
    """Usable, first words and kilobytes of a first visit, and usable of the next one."""
    context = browser.new_context(viewport=PHONE, base_url=base)
    context.add_cookies(cookies)
    page = context.new_page()
    wire = context.new_cdp_session(page)
    wire.send("Network.enable")
    wire.send("Network.emulateNetworkConditions", SLOW)
    page.goto(where)
    usable, seen, kilobytes = page.evaluate(TAKEN)
    page.goto(where)
    again = page.evaluate(TAKEN)[0]
    context.close()
    return usable, seen, kilobytes, again


if __name__ == "__main__":
    for found in figures():
        print(line(*found), flush=True)
