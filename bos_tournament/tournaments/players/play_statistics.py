"""What was played, and what won: bosses, who beat whom, and what going first was worth. Of closed rounds alone."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.db import connection

from bos_tournament.decks.models import DeckVersion
from bos_tournament.tournaments.models import Stage, Tournament
from bos_tournament.tournaments.players import first_player_value
from bos_tournament.tournaments.players.first_player_value import Band, Fair, Games, Rate

MOST_MATCHUPS = 40

CLOSED = """
    tournaments_pairing p JOIN tournaments_round r ON r.id = p.round_id AND r.closed_at IS NOT NULL
    JOIN tournaments_stage s ON s.id = r.stage_id AND s.tournament_id = ANY(%(cups)s)
"""
PLAYED = f"""
    {CLOSED} JOIN matches_match m ON m.id = p.match_id AND m.step = 'finished'
                 AND m.reason NOT IN ('absent', 'no_show', 'double_no_show', 'forfeit', 'disqualified')
    JOIN matches_seat a ON a.match_id = m.id AND a.number = 1
    JOIN matches_seat b ON b.match_id = m.id AND b.number = 2
"""
MATCHES = f"""
    SELECT a.deck_version_id, b.deck_version_id, count(*) FILTER (WHERE m.winner_id = a.id),
           count(*) FILTER (WHERE m.winner_id = b.id), count(*) FILTER (WHERE m.winner_id IS NULL)
      FROM {PLAYED}
     WHERE a.deck_version_id IS NOT NULL AND b.deck_version_id IS NOT NULL
     GROUP BY 1, 2
"""  # noqa: S608, built from the constants above
GAMES = f"""
    SELECT CASE WHEN g.first_id = a.id THEN 1 ELSE -1 END
           * (coalesce((g.ether->>'2')::int, 0) - coalesce((g.ether->>'1')::int, 0)) AS price,
           count(*) FILTER (WHERE g.winner_id = g.first_id), count(*) FILTER (WHERE g.winner_id <> g.first_id)
      FROM {PLAYED} JOIN matches_game g ON g.match_id = m.id
     WHERE g.outcome = 'won' AND g.first_id IS NOT NULL AND g.reason IN ('played', 'conceded', 'time')
     GROUP BY 1
"""  # noqa: S608, built from the constants above
PLAYERS = f"""
    SELECT e.deck_version_id, count(*), count(*) FILTER (WHERE EXISTS (
               SELECT FROM tournaments_stage c WHERE c.tournament_id = e.tournament_id AND c.number > 1
                  AND c.format = ANY(%(brackets)s) AND c.seeds @> to_jsonb(e.id::text)))
      FROM tournaments_entrant e
     WHERE e.tournament_id = ANY(%(cups)s) AND e.deck_version_id IS NOT NULL
       AND EXISTS (SELECT FROM {CLOSED} JOIN tournaments_sitting t ON t.pairing_id = p.id WHERE t.entrant_id = e.id)
     GROUP BY 1
"""  # noqa: S608, built from the constants above


@dataclass(frozen=True)
class Boss:
    """A boss: who brought it, how many of them reached the bracket, and its matches against other bosses."""

    name: str
    """The name of the card."""
    color: str
    """The color of the card."""
    players: int
    """How many brought it, once for each tournament."""
    share: int
    """Per cent of all players."""
    in_bracket: int
    """How many of them reached a bracket after another stage."""
    drawn: int
    """Matches drawn."""
    matches: Rate
    """Matches won, of all against other bosses."""


@dataclass(frozen=True)
class Matchup:
    """Two bosses against each other, from the side of the first."""

    one: str
    """The boss that won more often."""
    other: str
    """The boss it met."""
    drawn: int
    """Matches drawn."""
    matches: Rate
    """Matches that `one` won, of all between the two."""


@dataclass(frozen=True)
class Statistics:
    """Everything the page tells. `first` is how often who went first won a game."""

    players: int
    """Players with a deck list, once for each tournament."""
    matches: int
    """Matches that were played, between equal bosses too."""
    bosses: tuple[Boss, ...]
    """The most played first."""
    matchups: tuple[Matchup, ...]
    """The most frequent first, at most MOST_MATCHUPS."""
    first: Rate
    bands: tuple[Band, ...]
    """By ether; empty without games to count."""
    fair: Fair | None
    """None while the games do not tell."""
    has_bracket: bool
    """Whether anybody reached a bracket after another stage."""


Row = tuple[str, str, int, int, int]
Players = Sequence[tuple[str, str, int, int]]
Facts = dict[str, list[UUID] | list[str]]


def of(tournaments: Iterable[Tournament]) -> Statistics:
    """Of one tournament or of many together. Four queries, however much was played.

    Matches that nobody played count nowhere, those between equal bosses only in how many there were; games that a
    judge decided say nothing about going first.
    """
    facts: Facts = {
        "cups": [tournament.pk for tournament in tournaments],
        "brackets": [str(stage_format) for stage_format in Stage.BRACKETS],
    }
    met, brought = _asked(MATCHES, facts), _asked(PLAYERS, facts)
    games: Games = {price: (won, lost) for price, won, lost in _asked(GAMES, facts)}
    bosses = _shown({*(row[0] for row in brought), *(pk for row in met for pk in row[:2])})
    matches: list[Row] = [(bosses[left][0], bosses[right][0], *counted) for left, right, *counted in met]
    players = _players(brought, bosses)
    won, lost = (sum(score[side] for score in games.values()) for side in (0, 1))
    return Statistics(
        players=sum(number for boss, color, number, inside in players),
        matches=sum(sum(row[2:]) for row in matches),
        bosses=tuple(_bosses(players, matches)),
        matchups=tuple(_matchups(matches)),
        first=Rate(won, won + lost),
        bands=tuple(first_player_value.bands(games)),
        fair=first_player_value.fair(games),
        has_bracket=any(inside for boss, color, number, inside in players),
    )


def _asked(query: str, facts: Facts) -> list:
    with connection.cursor() as cursor:
        cursor.execute(query, facts)
        return cursor.fetchall()


def _shown(versions: Iterable[UUID]) -> dict[UUID, tuple[str, str]]:
    """Boss and colour of each list. Lists lie sealed in the database, so that it cannot count by them."""
    lists = DeckVersion.objects.filter(pk__in=versions).only("boss", "color")
    return {version.pk: (version.boss, version.color) for version in lists}


def _players(brought: Iterable[tuple[UUID, int, int]], bosses: dict[UUID, tuple[str, str]]) -> Players:
    """Of each boss, by name and colour: how many brought it, and how many of them reached the bracket."""
    counted: dict[tuple[str, str], list[int]] = defaultdict(lambda: [0, 0])
    for version, number, inside in brought:
        _add(counted[bosses[version]], number, inside)
    return [(boss, color, number, inside) for (boss, color), (number, inside) in counted.items()]


def _bosses(players: Players, matches: Sequence[Row]) -> list[Boss]:
    """The most played first."""
    scores: dict[str, list[int]] = defaultdict(lambda: [0, 0, 0])
    for left, right, won, lost, drawn in matches:
        if left != right:
            _add(scores[left], won, lost, drawn)
            _add(scores[right], lost, won, drawn)
    everybody = sum(number for boss, color, number, inside in players)
    bosses = [
        Boss(boss, color, number, round(100 * number / everybody), inside, drawn, Rate(won, won + lost + drawn))
        for boss, color, number, inside in players
        for won, lost, drawn in [scores[boss]]
    ]
    return sorted(bosses, key=lambda boss: (-boss.players, boss.name))


def _matchups(matches: Sequence[Row]) -> list[Matchup]:
    """The most frequent first, each with the boss in front that won more often."""
    scores: dict[tuple[str, str], list[int]] = defaultdict(lambda: [0, 0, 0])
    for left, right, won, lost, drawn in matches:
        if left < right:
            _add(scores[left, right], won, lost, drawn)
        elif right < left:
            _add(scores[right, left], lost, won, drawn)
    matchups = []
    for (left, right), (won, lost, drawn) in scores.items():
        front, behind, most = (left, right, won) if won >= lost else (right, left, lost)
        matchups.append(Matchup(front, behind, drawn, Rate(most, won + lost + drawn)))
    return sorted(matchups, key=lambda pair: (-pair.matches.of, pair.one, pair.other))[:MOST_MATCHUPS]


def _add(score: list[int], *more: int) -> None:
    for at, number in enumerate(more):
        score[at] += number
