"""The closed rounds of a tournament as the pairing package knows them: read a table a row, without an object for each.

A large tournament has tens of thousands of tables, which end in few different ways.
"""

from collections.abc import Mapping
from datetime import datetime
from functools import lru_cache
from typing import Any, NamedTuple
from uuid import UUID

from django.db import connection

from bos_tournament.matches.models import Correction, Match, Reason
from bos_tournament.pairing import event as plain
from bos_tournament.tournaments.models import Stage, Tournament

AS_IF_THREE_DRAWN = (0, 0, 3)  # a match drawn without a game counts like three drawn games (field rules C1)
TABLES = """
    SELECT r.number, e1.place, e2.place, p.unplayed, CASE WHEN p.id = ANY(%(changed)s) THEN p.id END,
           m.finished_at IS NOT NULL, m.reason, CASE m.winner_id WHEN s1.id THEN 1 WHEN s2.id THEN 2 END,
           m.wins_needed, s1.games_won, s2.games_won
    FROM tournaments_stage g
    JOIN tournaments_round r ON r.stage_id = g.id
    JOIN tournaments_pairing p ON p.round_id = r.id
    JOIN tournaments_sitting t1 ON t1.pairing_id = p.id AND t1.number = 1
    JOIN tournaments_entrant e1 ON e1.id = t1.entrant_id
    LEFT JOIN tournaments_sitting t2 ON t2.pairing_id = p.id AND t2.number = 2
    LEFT JOIN tournaments_entrant e2 ON e2.id = t2.entrant_id
    LEFT JOIN matches_match m ON m.id = p.match_id
    LEFT JOIN matches_seat s1 ON s1.match_id = m.id AND s1.number = 1
    LEFT JOIN matches_seat s2 ON s2.match_id = m.id AND s2.number = 2
    WHERE g.tournament_id = %(tournament)s AND g.format = ANY(%(formats)s)
      AND r.closed_at IS NOT NULL AND r.number < %(before)s
    ORDER BY r.number, p."table", p.id
"""


class Ended(NamedTuple):
    """What is known of the match at a table."""

    is_over: bool
    """Whether it has a result. A ruling may have it played on: until it ends again it counts nowhere."""
    reason: str
    """A value of `Reason`."""
    winner: int | None
    """The number of the winning seat; None in a draw."""
    wins_needed: int
    """Won games that decide the match."""
    first: int
    """Games won by seat 1."""
    second: int
    """Games won by seat 2."""


class Counted(NamedTuple):
    """How a match counts."""

    is_turned: bool
    """Whether seat 2 is named first: whoever is at fault for a match that was not played out."""
    games: tuple[int, int, int] | None
    """Won by seat 1, won by seat 2, drawn; None where none count."""
    unplayed: plain.Unplayed | None
    """Why none count; None where they do."""


def played_rounds(
    tournament: Tournament, names: Mapping[int, str], *, before: int | None = None, known_at: datetime | None = None
) -> list[tuple[plain.Pairing, ...]]:
    """The closed rounds in order, up to the one before `before`; `names` is what players are called, by place.

    Results are the ones that stand now, or with `known_at` the ones that stood at that moment. One query, with
    `known_at` one more.
    """
    then = _changed_since(tournament, known_at) if known_at else {}
    rounds: dict[int, list[plain.Pairing]] = {}
    for number, place, other, unplayed, pairing, *ended in _tables(tournament, before, list(then)):
        played = rounds.setdefault(number, [])
        players = (names[place],) if other is None else (names[place], names[other])
        if unplayed:
            played.append(plain.Pairing(players, unplayed=plain.Unplayed(unplayed)))
            continue
        known = _as_it_stood(Ended(*ended), then[pairing]) if pairing else Ended(*ended)
        if known.is_over:
            is_turned, games, why = how_it_counts(known)
            played.append(plain.Pairing(players[::-1] if is_turned else players, games, why))
    return [tuple(rounds[number]) for number in sorted(rounds)]


def _tables(tournament: Tournament, before: int | None, changed: list[UUID]) -> list[tuple[Any, ...]]:
    given: dict[str, Any] = {
        "tournament": tournament.pk,
        "formats": list(map(str, Stage.TABLES)),
        "before": plain.MAX_ROUNDS + 1 if before is None else before,
        "changed": changed,
    }
    with connection.cursor() as cursor:
        cursor.execute(TABLES, given)
        rows: list[tuple[Any, ...]] = cursor.fetchall()
    return rows


def _changed_since(tournament: Tournament, moment: datetime) -> dict[UUID, dict[str, Any]]:
    """What stood at that moment where staff corrected a result since, by pairing. One query."""
    since = Correction.objects.filter(match__pairing__round__stage__tournament=tournament, made_at__gt=moment)
    return dict(since.order_by("-made_at").values_list("match__pairing", "before"))  # the first one since comes last


def _as_it_stood(ended: Ended, then: dict[str, Any]) -> Ended:
    return ended._replace(
        is_over=then["step"] == Match.Step.FINISHED,
        reason=then["reason"],
        winner=then["winner"],
        first=then["wins"]["1"],
        second=then["wins"]["2"],
    )


@lru_cache(maxsize=512)
def how_it_counts(ended: Ended) -> Counted:
    """How a finished match counts. Whoever is at fault for one that was not played out stands first."""
    if ended.reason == Reason.DOUBLE_NO_SHOW:
        return Counted(False, None, plain.Unplayed.DOUBLE_NO_SHOW)
    if ended.winner is not None and ended.reason in plain.AT_FAULT:
        return Counted(ended.winner == 1, None, plain.Unplayed(ended.reason))
    return Counted(False, _games(ended), None)


def _games(ended: Ended) -> tuple[int, int, int]:
    """Games won by each and drawn, such that who won the match won more of them.

    Whoever concedes or is judged to lose while level or ahead gives the other the games still needed (field rules C1).
    """
    if ended.winner is None:
        level = min(ended.first, ended.second)
        return (level, level, 0) if level else AS_IF_THREE_DRAWN
    won, lost = (ended.first, ended.second) if ended.winner == 1 else (ended.second, ended.first)
    if won <= lost:
        won, lost = ended.wins_needed, min(lost, ended.wins_needed - 1)
    return (won, lost, 0) if ended.winner == 1 else (lost, won, 0)
