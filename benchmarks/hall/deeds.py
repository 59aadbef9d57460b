"""A hall that acts: all bid at once, all report at once; what was lost, doubled or changed."""

import json
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from benchmarks.hall.phones import Question, Told, storm
from benchmarks.hall.served import say
from bos_tournament.launch import process

if TYPE_CHECKING:
    from bos_tournament.tournaments.models import Tournament

Seated = tuple[Any, Any, Any, tuple[str, str]]  # match, seat, attempt, header
OPENED_SECONDS = 300.0


def deed(path: str, signed: tuple[str, str], **body: object) -> Question:
    """One request of a player, which may be sent again and counts once."""
    return Question(path, (signed, ("Idempotency-Key", str(uuid4()))), json.dumps(body).encode())


def bid_of(seated: Seated, amount: int) -> Question:
    match, _seat, attempt, signed = seated
    return deed(f"/api/v1/matches/{match.pk}/bids/", signed, amount=amount, attempt=attempt.number)


def choice_of(seated: Seated) -> Question:
    match, _seat, _attempt, signed = seated
    return deed(f"/api/v1/matches/{match.pk}/choose/", signed, goes_first=True)


def report_of(seated: Seated, winner: int) -> Question:
    match, _seat, _attempt, signed = seated
    return deed(f"/api/v1/matches/{match.pk}/reports/", signed, winner=winner, game=1)


def amounts_of(seats: Iterable[Seated]) -> dict[tuple[Any, Any], int]:
    """What each bids, by match and seat; the two of a match never the same."""
    return {(match.pk, seat.pk): number % 30 for number, (match, seat, _, _) in enumerate(seats)}


def bid(port: int, tournament: "Tournament", seats: Sequence[Seated]) -> int:
    """All bid at once; how many bids were lost, doubled or stand with another amount."""
    amounts = amounts_of(seats)
    asked = [bid_of(seated, amounts[seated[0].pk, seated[1].pk]) for seated in seats]
    began = time.perf_counter()
    told, _ = storm(port, asked, len(asked))
    say(told.line(f"{len(asked):,} bids at once (all in 30 s, aim 15)"))
    wanted = len(asked) // 2
    opened = await_opened(tournament, wanted)
    later = time.perf_counter() - began - told.whole
    say(f"opened: {opened:,} of {wanted:,} matches, {later:.1f} s later (5 s)")
    wrong = wrong_bids(tournament, amounts)
    say(f"bids lost, doubled or changed: {wrong}")
    return wrong


def await_opened(tournament: "Tournament", wanted: int) -> int:
    from bos_tournament.matches.models import BidAttempt

    opened = BidAttempt.objects.filter(match__pairing__round__stage__tournament=tournament, opened_at__isnull=False)
    process.wait_until(lambda: opened.count() >= wanted, alive=lambda: True, seconds=OPENED_SECONDS)
    return opened.count()


def wrong_bids(tournament: "Tournament", amounts: dict[tuple[Any, Any], int]) -> int:
    """How many of the bids that the site accepted are missing, there twice, or another amount."""
    from bos_tournament.matches.models import Bid

    kept = Bid.objects.filter(
        attempt__match__pairing__round__stage__tournament=tournament, attempt__number=1, amount__isnull=False
    )
    found = [((match, seat), amount) for match, seat, amount in kept.values_list("attempt__match", "seat", "amount")]
    first = dict(found)
    return sum(first.get(key) != amount for key, amount in amounts.items()) + len(found) - len(first)


def report(port: int, tournament: "Tournament", seats: Sequence[Seated]) -> int:
    """All report the first game at once, as its winner seat 1; how many games are lost, doubled or won by the other."""
    amounts = amounts_of(seats)
    pairs = zip(seats[::2], seats[1::2], strict=True)
    higher = [max(pair, key=lambda seated: amounts[seated[0].pk, seated[1].pk]) for pair in pairs]
    told, _ = storm(port, [choice_of(seated) for seated in higher], len(higher))
    say(told.line(f"{len(higher):,} choices of who goes first at once"))
    asked = [report_of(seated, 1) for seated in seats]
    told, _ = storm(port, asked, len(asked))
    say(told.line(f"{len(asked):,} reports at once"))
    wrong = wrong_games(tournament, {match.pk for match, *_ in seats})
    say(f"games lost, doubled or changed: {wrong}")
    return wrong + _unexpected(told)


def _unexpected(told: Told) -> int:
    """Answers that are neither a yes nor a plea to wait, and questions without any."""
    return told.unanswered + sum(count for status, count in told.statuses.items() if status not in (201, 429, 503))


def wrong_games(tournament: "Tournament", matches: set[Any]) -> int:
    """How many of these matches do not stand at one game, won by seat 1."""
    from bos_tournament.matches.models import Seat

    seats = Seat.objects.filter(match__in=matches, match__pairing__round__stage__tournament=tournament)
    won = Counter(
        {(match, number): games for match, number, games in seats.values_list("match", "number", "games_won")}
    )
    return sum((won[match, 1], won[match, 2]) != (1, 0) for match in matches)
