"""The people of a hall: a tournament with so many players, their sessions, their tokens and their tables."""

import logging
import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from benchmarks import site
from benchmarks.hall.served import say
from bos_tournament.launch import servers

if TYPE_CHECKING:
    from bos_tournament.matches.models import BidAttempt, Match, Seat
    from bos_tournament.tournaments.models import Round, Tournament


def prepare() -> None:
    """An empty site. What its doors say is counted by the phones, and not told one by one."""
    os.environ["API_RATE"] = "100000/min"
    site.prepare()
    logging.getLogger("bos.doors").setLevel(logging.WARNING)


def drafted(players: int) -> "Round":
    """The first round of a tournament, ready to be published."""
    from bos_tournament.tournaments.rounds import round_cycle, tournament_start

    tournament, _organizer = site.opened(players)
    token = tournament_start.preview_start(tournament).token
    tournament = tournament_start.start_tournament(tournament, token=token, rounds=site.ROUNDS)
    began = time.perf_counter()
    draft = round_cycle.create_draft_round(tournament, number=1)
    say(f"{players:,} players: drafted in {time.perf_counter() - began:.2f} s (1 s)")
    return draft


def published(draft: "Round") -> "Tournament":
    """The tournament of the round, which everybody may see from now on."""
    from bos_tournament.tournaments.rounds import round_cycle

    began = time.perf_counter()
    round_cycle.publish(draft)
    say(f"published in {time.perf_counter() - began:.2f} s (1.5 s)")
    return draft.stage.tournament


def sessions(tournament: "Tournament") -> Iterator[tuple[str, str]]:
    """A cookie of each player, by place."""
    from django.conf import settings
    from django.test import Client

    for entrant in tournament.entrants.select_related("user").order_by("place"):
        client = Client()
        client.force_login(entrant.user, "allauth.account.auth_backends.AuthenticationBackend")
        yield "Cookie", f"{settings.SESSION_COOKIE_NAME}={client.cookies[settings.SESSION_COOKIE_NAME].value}"


def seated_in(home: Path, players: int) -> "tuple[Tournament, list[Any]]":
    """A home with a published tournament, whose site does not run yet; the tournament and all its seats."""
    with servers.both(home) as (database, broker):
        os.environ.update(BOS_HOME=str(home), DATABASE_URL=database, BROKER_URL=broker)
        prepare()
        tournament = published(drafted(players))
        seats = list(all_seats(tournament))
        site.leave()
    return tournament, seats


def tables(draft: "Round") -> "dict[int, int]":
    """The table of each player, by place."""
    from bos_tournament.tournaments.models import Sitting

    found = Sitting.objects.filter(round=draft).values_list("entrant__place", "pairing__table")
    return {place: table for place, table in found if table is not None}


def all_seats(tournament: "Tournament") -> "Iterator[tuple[Match, Seat, BidAttempt, tuple[str, str]]]":
    """Each seat of the round, with its match, its attempt as the bids begin, and a header that signs its player in."""
    from bos_tournament.accounts.sign_in.tokens import make_token
    from bos_tournament.matches import boss_reveal
    from bos_tournament.matches.models import Match

    matches: Any = Match.objects.filter(pairing__round__stage__tournament=tournament).prefetch_related("seats__user")
    for match in matches:
        seats = list(match.seats.all())
        for seat in seats:
            boss_reveal.confirm_bosses(seat)
        attempt = match.attempts.get()
        for seat in seats:
            yield (
                match,
                seat,
                attempt,
                ("Authorization", f"Bearer {make_token(seat.user, 'hall', second_factor=False)}"),
            )
