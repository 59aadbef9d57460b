"""The deeds and pages of a large event: what each takes of one process, and how often it asks the database.

CPU, not the clock: what one process can do bounds a busy site, and the machine may be loaded. An event is played to its
cut by the deeds themselves; only the results of a round are written at once, since they come one by one in use.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from operator import itemgetter
from time import process_time
from typing import TYPE_CHECKING, Any

from benchmarks import site

if TYPE_CHECKING:
    from bos_tournament.tournaments.models import Round, Tournament

MOST_QUERIES, MOST_KB = 12, 60.0  # of a page
TIMES = 50


@dataclass(frozen=True)
class Figure:
    """What one deed or page takes."""

    what: str
    """Its name for people."""
    milliseconds: float
    """Of CPU in the process that does it."""
    at_most: float | None
    """The bound in milliseconds; None for comparison only."""
    queries: int
    """How often it asks the database."""
    kilobytes: float | None = None
    """Of the answer, not compressed; None for a deed."""
    is_paged: bool = False
    """Whether it is a page, which has bounds for queries and size."""

    def line(self) -> str:
        bound = "" if self.at_most is None else f" (at most {self.at_most:,.0f} ms)"
        size = "" if self.kilobytes is None else f", {self.kilobytes:,.1f} kB"
        digits = ",.0f" if self.milliseconds >= 10 else ".1f"
        bounds = f" (at most {MOST_QUERIES} and {MOST_KB:,.0f} kB)" if self.is_paged else ""
        return f"{self.what}: {self.milliseconds:{digits}} ms of CPU{bound}, {self.queries} queries{size}{bounds}"


def figures(players: int) -> Iterator[Figure]:
    """Every figure of an event of so many players and twelve Swiss rounds, in the order of its day."""
    from bos_tournament.tournaments.rounds import round_cycle, top_cut, tournament_start
    from engine import gc_tuning

    tournament, organizer = site.opened(players, group="L")
    token = tournament_start.preview_start(tournament).token
    tournament = tournament_start.start_tournament(tournament, token=token, rounds=site.ROUNDS)
    gc_tuning.look_seldom()  # as web processes do
    for number in range(1, site.ROUNDS):
        _play(round_cycle.publish(round_cycle.create_draft_round(tournament, number=number)))
    client, last = site.signed_in(organizer), site.ROUNDS
    client.defaults["SERVER_NAME"] = "127.0.0.1"
    drafted, draft = _taken("draft", 1_000, lambda: round_cycle.create_draft_round(tournament, number=last))
    yield drafted
    yield _page(client, tournament, f"desk/rounds/{last}/", "draft page", 300)
    published, round_ = _taken("publish", 1_500, lambda: round_cycle.publish(draft))
    yield published
    yield _page(client, tournament, "desk/", "desk", 300)
    yield _page(client, tournament, "entrants/", "player list of staff", 300)
    yield _uncached(tournament, "pairings/", 8)
    site.finish_matches(round_)
    yield _taken("close", None, lambda: round_cycle.close(round_))[0]
    yield _page(client, tournament, "desk/", "desk before the cut", 300)
    yield _page(client, tournament, "standings/", "standings", 50)
    yield _uncached(tournament, "standings/", 8)
    yield _mere_template()
    for name in ("event.json", "standings/"):
        yield _file(client, f"/api/v1/tournaments/{tournament.slug}/{name}")
    yield _taken("cut", 1_000, lambda: top_cut.start_cut(tournament))[0]


def _play(round_: "Round") -> None:
    from bos_tournament.tournaments.rounds import round_cycle

    site.finish_matches(round_)
    round_cycle.close(round_)


def _taken(what: str, at_most: float | None, deed: Callable[[], Any]) -> tuple[Figure, Any]:
    milliseconds, queries, done = _measured(deed)
    return Figure(what, milliseconds, at_most, queries), done


def _page(client: Any, tournament: "Tournament", name: str, what: str, at_most: float) -> Figure:
    """As everybody but the first finds it: templates are loaded, nothing else is kept."""
    path = f"/tournaments/{tournament.slug}/{name}"
    client.get(path)
    milliseconds, queries, answer = _measured(lambda: client.get(path))
    assert answer.status_code == 200, (path, answer.status_code)
    return Figure(f"page: {what}", milliseconds, at_most, queries, len(answer.content) / 1_000, is_paged=True)


def _uncached(tournament: "Tournament", name: str, at_most: float) -> Figure:
    """As the first reader without an account finds it after a change, which this client always is: it goes by what
    keeps pages. The least of many, since whatever else the machine does adds to it."""
    from django.test import Client

    client = Client(SERVER_NAME="127.0.0.1")
    client.get(f"/tournaments/{tournament.slug}/{name}")
    each = [_measured(lambda: client.get(f"/tournaments/{tournament.slug}/{name}")) for _ in range(TIMES)]
    milliseconds, queries, answer = min(each, key=itemgetter(0))
    rows = answer.content.count(b"<tr")
    size = len(answer.content) / 1_000
    return Figure(f"page: {name} uncached, {rows} rows", milliseconds, at_most, queries, size, is_paged=True)


def _mere_template() -> Figure:
    """What 64 rows of six cells take of Django's templates and nothing else: so fast is this machine at this moment."""
    from django.template import Context, Template

    row = "<tr>" + "".join(f"<td>{{{{ row.{name} }}}}</td>" for name in "abcdef") + "</tr>"
    table = Template(f"<table>{{% for row in rows %}}{row}{{% endfor %}}</table>")
    rows = [dict.fromkeys("abcdef", f"player {number}") for number in range(64)]
    each = [_measured(lambda: table.render(Context({"rows": rows})))[0] for _ in range(TIMES)]
    return Figure("for comparison: 64 rows of six cells by a plain template", min(each), None, 0)


def _file(client: Any, path: str) -> Figure:
    milliseconds, queries, answer = _measured(lambda: client.get(path))
    assert answer.status_code == 200, (path, answer.status_code)
    return Figure(
        f"API: {path.rpartition('/tournaments/')[2]}", milliseconds, None, queries, len(answer.content) / 1_000
    )


def _measured(work: Callable[[], Any]) -> tuple[float, int, Any]:
    """Counts by a wrapper, which costs nothing: the statements themselves are not kept."""
    from django.db import connection

    asked: list[None] = []

    def counted(execute: Callable[..., Any], *args: Any) -> Any:
        asked.append(None)
        return execute(*args)

    with connection.execute_wrapper(counted):
        begun = process_time()
        done = work()
        taken = process_time() - begun
    return taken * 1_000, len(asked), done
