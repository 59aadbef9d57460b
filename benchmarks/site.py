"""A tournament of 4,096 on the site: what each deed of the desk and each page takes, with its work in the database.

Real PostgreSQL, durable as in use, started for this run and thrown away after it: `python -m benchmarks.site`. Every
figure is wall time, since what people wait for is that.
"""

import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from itertools import cycle
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

from bos_tournament.launch import servers

if TYPE_CHECKING:
    from datetime import datetime

    from bos_tournament.accounts.models import User
    from bos_tournament.tournaments.models import Round, Tournament

Figure = tuple[str, float, float]  # what, how much, must be at most; infinite: for comparison only
ANY = float("inf")
PLAYERS, ROUNDS = 4_096, 12
DRAFTED, PUBLISHED, SHOWN = 2_000.0, 3_000.0, 1_000.0  # milliseconds
PAGE_KB = 100.0
MOST_QUERIES = 12.0


def figures(players: int = PLAYERS) -> Iterator[Figure]:
    """Every figure of a tournament of so many, in the order of its day."""
    with tempfile.TemporaryDirectory(prefix="bos-bench-") as folder, servers.both(Path(folder)) as (database, broker):
        os.environ.update(BOS_HOME=folder, DATABASE_URL=database, BROKER_URL=broker, ALLOWED_HOSTS="testserver")
        prepare()
        yield from _day(players)
        leave()


def prepare() -> None:
    import django
    from django.core.management import call_command

    os.environ["DJANGO_SETTINGS_MODULE"] = "bos_tournament.settings"
    os.environ["STATIC_STORAGE"] = "django.contrib.staticfiles.storage.StaticFilesStorage"
    (Path(os.environ["BOS_HOME"]) / "static").mkdir()
    django.setup()
    call_command("migrate", interactive=False, verbosity=0)


def leave() -> None:
    from django.db import connection

    connection.close()
    connection.close_pool()


def _day(players: int) -> Iterator[Figure]:
    from bos_tournament.tournaments.rounds import round_cycle, top_cut, tournament_start

    tournament, organizer = opened(players)
    asked = f"{players:,} players"
    milliseconds, preview = _timed(lambda: tournament_start.preview_start(tournament))
    yield f"{asked}: what a start would do, ms", milliseconds, ANY
    yield from _pages(tournament, organizer, "desk/start/", "entrants/", "players/")
    milliseconds, tournament = _timed(
        lambda: tournament_start.start_tournament(tournament, token=preview.token, rounds=ROUNDS)
    )
    yield f"{asked}: started, ms", milliseconds, PUBLISHED
    for number in range(1, ROUNDS + 1):
        milliseconds, drawn = _timed(lambda number=number: round_cycle.create_draft_round(tournament, number=number))
        yield f"{asked}: round {number} drafted, ms", milliseconds, DRAFTED
        if number == ROUNDS:
            yield from _pages(tournament, organizer, f"desk/rounds/{number}/")
        milliseconds, round_ = _timed(lambda drawn=drawn: round_cycle.publish(drawn))
        yield f"{asked}: round {number} published, ms", milliseconds, PUBLISHED
        if number == ROUNDS:
            yield from _pages(tournament, organizer, "pairings/", "pairings/?by=name", "desk/", "standings/")
        finish_matches(round_)
        milliseconds, _ = _timed(lambda round_=round_: round_cycle.close(round_))
        yield f"{asked}: round {number} closed, ms", milliseconds, PUBLISHED
    yield from _pages(tournament, organizer, "standings/", "pairings/", "desk/", "")
    yield from _doors(tournament, organizer)
    milliseconds, _ = _timed(lambda: top_cut.start_cut(tournament))
    yield f"{asked}: cut to 16, ms", milliseconds, DRAFTED


def opened(players: int, *, group: str = "") -> "tuple[Tournament, User]":
    """A tournament whose players all have a list and are there; `group` tells its people from those of another."""
    from datetime import timedelta

    from django.utils import timezone

    from bos_tournament.accounts.models import User
    from bos_tournament.cards import catalogue
    from bos_tournament.tournaments.planning import lifecycle
    from bos_tournament.tournaments.planning.tournament_settings import Plan
    from engine.bos.model.card_pool import sample_pool

    pool = catalogue.pin_cards(sample_pool(), sample_pool())
    organizer = User.objects.create_user(f"organizer{group}@example.org", handle=f"Organizer{group}")
    now = timezone.now()
    plan = Plan(
        name="Open of many",
        place="Hall",
        starts_at=now + timedelta(hours=1),
        check_in_opens_at=now - timedelta(hours=1),
        capacity=max(players, 2),
        format="swiss_cut",
        cut=16,
        swiss_rounds=ROUNDS,
    )
    tournament = lifecycle.open_registration(lifecycle.create(organizer, plan))
    tournament.pool = pool
    tournament.save(update_fields=["pool"])
    _seat(tournament, players, now, group)
    tournament.refresh_from_db()
    return tournament, organizer


def _seat(tournament: "Tournament", players: int, now: "datetime", group: str) -> None:
    """Players with a list who are there."""
    from bos_tournament.accounts.models import User
    from bos_tournament.decks.models import DeckVersion
    from bos_tournament.tournaments.models import Entrant
    from engine.bos.decks.deck_lists import starter_decks

    people = User.objects.bulk_create(
        User(email=f"p{number}{group}@example.org", handle=f"Player {number:04}{group}")
        for number in range(1, players + 1)
    )
    lists = DeckVersion.objects.bulk_create(
        DeckVersion(owner=user, text=text, color="red", boss="Pyro-Maniac")
        for user, text in zip(people, cycle(starter_decks().values()), strict=False)
    )
    Entrant.objects.bulk_create(
        Entrant(tournament=tournament, user=user, deck_version=version, place=place, checked_in_at=now)
        for place, (user, version) in enumerate(zip(people, lists, strict=True), start=1)
    )


def finish_matches(round_: "Round") -> None:
    """Whoever has the lower place wins 2-0 or 2-1; written at once, since reports come one by one and take no time."""
    from django.utils import timezone

    from bos_tournament.matches.models import Match, Reason, Seat

    now = timezone.now()
    matches = list(Match.objects.filter(pairing__round=round_).prefetch_related("seats"))
    winners = []
    for at, match in enumerate(matches):
        winner, loser = match.seats.all()
        winner.games_won, loser.games_won = 2, at % 2
        match.winner, match.step, match.reason, match.finished_at = winner, Match.Step.FINISHED, Reason.PLAYED, now
        winners += [winner, loser]
    Seat.objects.bulk_update(winners, ["games_won"], batch_size=1_000)
    Match.objects.bulk_update(matches, ["winner", "step", "reason", "finished_at"], batch_size=1_000)


def _pages(tournament: "Tournament", organizer: "User", *names: str) -> Iterator[Figure]:
    """What pages take, how large they are and how many queries they ask."""
    client = signed_in(organizer)
    for name in names:
        yield from _asked(client, f"/tournaments/{tournament.slug}/{name}", f"page /{name}")


def _doors(tournament: "Tournament", organizer: "User") -> Iterator[Figure]:
    client = signed_in(organizer)
    for name in ("standings/", "pairings/", "entrants/", "event.json"):
        yield from _asked(client, f"/api/v1/tournaments/{tournament.slug}/{name}", f"API /{name}")


def _asked(client: Any, path: str, what: str) -> Iterator[Figure]:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    with CaptureQueriesContext(connection) as queries:
        milliseconds, answer = _timed(lambda: client.get(path))
    assert answer.status_code == 200, (path, answer.status_code)
    file = path.endswith(".json")
    yield f"  {what}, ms", milliseconds, ANY if file else SHOWN
    yield f"  {what}, kB", len(answer.content) / 1_000, ANY if file else PAGE_KB
    yield f"  {what}, queries", len(queries), MOST_QUERIES


def signed_in(organizer: "User") -> Any:
    from django.test import Client, RequestFactory

    from bos_tournament.accounts.sign_in.allauth_internals import note_proof

    client = Client()
    client.force_login(organizer, "allauth.account.auth_backends.AuthenticationBackend")
    request = RequestFactory().get("/")
    request.session = client.session
    note_proof(request, organizer, "mfa")
    request.session.save()
    return client


def _timed(work: Callable[[], Any]) -> tuple[float, Any]:
    begun = perf_counter()
    done = work()
    return (perf_counter() - begun) * 1_000, done


if __name__ == "__main__":
    from benchmarks.pairing import line

    for found in figures(int(sys.argv[1]) if len(sys.argv) > 1 else PLAYERS):
        print(line(*found), flush=True)
