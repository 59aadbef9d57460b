"""Standings of Swiss rounds and of groups: the tournament as a plain event, ranked by the pairing package."""

from dataclasses import replace
from datetime import datetime
from itertools import groupby, starmap
from operator import attrgetter
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import F, Q

from bos_tournament.matches import staff_results
from bos_tournament.matches.models import Correction, Match, Reason
from bos_tournament.pairing import event as plain
from bos_tournament.pairing import standings as ranking
from bos_tournament.pairing.event import Apart
from bos_tournament.pairing.event_file import event_json
from bos_tournament.pairing.ranking_presets import FAMILIES
from bos_tournament.tournaments.models import Entrant, Pairing, Round, Sitting, Stage, Tournament
from bos_tournament.tournaments.structure import pairing_terms, round_robin_stage
from bos_tournament.tournaments.structure.pairing_terms import LEFT, TAKES_PART, Terms, player_at

State = Entrant.State
AS_IF_THREE_DRAWN = (0, 0, 3)  # a match drawn without a game counts like three drawn games (field rules C1)


class SittingRow(NamedTuple):
    """Where somebody sat in a round, with what is known of the match there, if there was one."""

    pairing: UUID
    """The pairing's id."""
    round: int
    """The number of the round in the tournament."""
    number: int
    """The number of the seat."""
    entrant: UUID
    """The entrant's id."""
    unplayed: str
    """A value of `Unplayed`; empty for a match."""
    finished_at: datetime | None
    """None while the match goes on, and without one."""
    reason: str
    """A value of `Reason`; empty while the match goes on."""
    winner: int | None
    """The number of the winning seat; None while there is none, and in a draw."""
    wins_needed: int
    """Won games that decide the match."""
    games_won: int
    """By this entrant."""


SITTING_ROW = (
    *("pairing", "round__number", "number", "entrant", "pairing__unplayed"),
    *("pairing__match__finished_at", "pairing__match__reason", "pairing__match__winner__number"),
    *("pairing__match__wins_needed", "pairing__match__seats__games_won"),
)


def player_id(entrant: Entrant) -> str:
    """What a player is called in event files: stays the same when the handle changes or is erased."""
    return player_at(entrant.place)


def entrants_by_place(tournament: Tournament) -> list[Entrant]:
    """Everybody who takes or took part since the start, by place."""
    playing = tournament.entrants.filter(state__in=TAKES_PART).exclude(place=None)
    return list(playing.select_related("user").order_by("place"))


def build_event(
    tournament: Tournament,
    entrants: list[Entrant] | None = None,
    *,
    before: int | None = None,
    known_at: datetime | None = None,
) -> plain.Event:
    """The closed Swiss rounds as an event; `before` a round, with who was there when that round was drawn.

    Results are the ones that stand now, or with `known_at` the ones that stood at that moment. Who has no list yet is
    absent from the next round. Asks four queries whatever the size, three with `entrants` from `field`; the same with
    `before`, one more with `known_at`.
    """
    entrants = entrants_by_place(tournament) if entrants is None else entrants
    names = {entrant.pk: player_id(entrant) for entrant in entrants}
    rounds = _rounds(tournament, before, names, known_at)
    seated = None if before is None else _seated(tournament, before)
    next_round = len(rounds) + 1
    drawn_with = pairing_terms.now(tournament) if before is None else pairing_terms.of(tournament, before)
    players = [_player(entrant, next_round, seated, drawn_with) for entrant in entrants]
    family = FAMILIES[tournament.ranking]
    return plain.Event(
        players=tuple(player for player in players if player),
        rounds=tuple(rounds),
        points=family.points,
        tie_breaks=tournament.tie_break_order,
        options=family.options,
        forbidden=drawn_with.forbidden,
        avoided=drawn_with.avoided,
        first_round=plain.FirstRound(tournament.first_round),
        groups=groups_of(tournament, entrants),
        twice=tournament.format == Tournament.Format.DOUBLE_ROUND_ROBIN,
    )


def groups_of(tournament: Tournament, entrants: list[Entrant]) -> tuple[tuple[str, ...], ...]:
    """Where everyone meets everyone, the players of each group in the order of its table. At most one query."""
    if tournament.format not in Stage.EVERYONE:
        return ()
    stage = tournament.stages.filter(format__in=Stage.EVERYONE).first()
    names = {str(entrant.pk): player_id(entrant) for entrant in entrants}
    return tuple(tuple(names[pk] for pk in group) for group in round_robin_stage.ids_of(stage)) if stage else ()


def export_event(tournament: Tournament, *, before: Round | None = None) -> dict[str, object]:
    """The event file with which anybody recomputes standings, or draws the round `before` again.

    The file of a round holds the results it was drawn from, whatever was corrected since.
    """
    entrants = entrants_by_place(tournament)
    number, drawn_at = (before.number, before.made_at) if before else (None, None)
    event = build_event(tournament, entrants, before=number, known_at=drawn_at)
    return with_names(tournament, entrants, anonymize(tournament, event, before=number))


def anonymize(tournament: Tournament, event: plain.Event, *, before: int | None = None) -> dict[str, Any]:
    """The event with who was kept apart in which round, as JSON; nobody's name is in it."""
    now = Apart(event.next_round, event.forbidden, event.avoided)
    earlier = pairing_terms.apart_in(tournament, before=before)
    return event_json(
        replace(event, apart_in=tuple(apart for apart in earlier if replace(apart, round=now.round) != now))
    )


def with_names(tournament: Tournament, entrants: list[Entrant], written: dict[str, Any]) -> dict[str, Any]:
    """An event file with the names of today and the seed."""
    names = {player_id(entrant): entrant.user.handle for entrant in entrants}
    players = [{**player, "name": names[player["id"]]} for player in written["players"]]
    return {"tournament": tournament.name, "seed": int(tournament.seed, 16), **written, "players": players}


def ranks(tournament: Tournament, entrants: list[Entrant] | None = None) -> tuple[ranking.Rank, ...]:
    """The ranks after the last closed round."""
    return ranking.standings(build_event(tournament, entrants))


def _rounds(
    tournament: Tournament, before: int | None, names: dict[UUID, str], known_at: datetime | None
) -> list[tuple[plain.Pairing, ...]]:
    """The closed rounds in order. One query of plain rows, since a large tournament has tens of thousands of them."""
    changes = _changed_since(tournament, known_at) if known_at else {}
    closed = Round.objects.filter(stage__tournament=tournament, stage__format__in=Stage.TABLES, closed_at__isnull=False)
    if before is not None:
        closed = closed.filter(number__lt=before)
    own_seat = Q(pairing__match=None) | Q(pairing__match__seats__number=F("number"))
    seated = Sitting.objects.filter(own_seat, round__in=closed)
    rows = seated.order_by("round__number", "pairing__table", "pairing", "number").values_list(*SITTING_ROW)
    rounds: dict[int, list[plain.Pairing]] = {}
    for _, people in groupby(starmap(SittingRow, rows), key=attrgetter("pairing")):
        table = [_as_known(row, changes.get(row.pairing), known_at) for row in people]
        played = rounds.setdefault(table[0].round, [])
        # A ruling may have a finished match played on; until it ends again it counts nowhere.
        if table[0].unplayed or table[0].finished_at:
            played.append(_pairing(table, names))
    return [tuple(rounds[number]) for number in sorted(rounds)]


def _changed_since(tournament: Tournament, moment: datetime) -> dict[UUID, dict[str, Any]]:
    """What stood at that moment where staff corrected a result since, by pairing. One query."""
    since = Correction.objects.filter(match__pairing__round__stage__tournament=tournament, made_at__gt=moment)
    return dict(since.order_by("-made_at").values_list("match__pairing", "before"))  # the first one since comes last


def _as_known(row: SittingRow, then: dict[str, Any] | None, known_at: datetime | None) -> SittingRow:
    if then is None:
        return row
    return row._replace(
        finished_at=known_at if then["step"] == Match.Step.FINISHED else None,
        reason=then["reason"],
        winner=then["winner"],
        games_won=then["wins"][str(row.number)],
    )


def _seated(tournament: Tournament, number: int) -> dict[UUID, bool]:
    """Who has a row in that round, and whether they were there when it was drawn."""
    rows = Pairing.objects.filter(round__stage__tournament=tournament, round__number=number)
    return {entrant: kind not in plain.AWAY for entrant, kind in rows.values_list("sittings__entrant", "unplayed")}


def _player(entrant: Entrant, next_round: int, seated: dict[UUID, bool] | None, drawn_with: Terms) -> plain.Player:
    name, left = player_id(entrant), entrant.dropped_after if entrant.state in LEFT else None
    if seated is None:
        is_away = entrant.state == State.PLAYING and entrant.deck_version_id is None
    else:
        left = left if left is not None and left < next_round else None
        is_away = left is None and not seated.get(entrant.pk, False)
    absent, earned = (next_round,) if is_away else (), tuple(range(1, entrant.earned_byes + 1))
    table = drawn_with.tables.get(name)
    return plain.Player(
        name,
        left,
        absent,
        seeding=entrant.seeding,
        fixed_table=table,
        earned_byes=earned,
        disqualified=seated is None and entrant.state == State.DISQUALIFIED,
    )


def _pairing(table: list[SittingRow], names: dict[UUID, str]) -> plain.Pairing:
    players, first = tuple(names[row.entrant] for row in table), table[0]
    if first.unplayed:
        return plain.Pairing(players, unplayed=plain.Unplayed(first.unplayed))
    wins = {row.number: row.games_won for row in table}
    return _match(players, staff_results.Score(wins, first.winner, first.reason, finished=True), first.wins_needed)


def _match(players: tuple[str, ...], score: staff_results.Score, needed: int) -> plain.Pairing:
    """A finished match. Whoever is at fault for one that was not played out stands first."""
    if score.reason == Reason.DOUBLE_NO_SHOW:
        return plain.Pairing(players, unplayed=plain.Unplayed.DOUBLE_NO_SHOW)
    if score.winner is not None and score.reason in plain.AT_FAULT:
        loser_first = players[::-1] if score.winner == 1 else players
        return plain.Pairing(loser_first, unplayed=plain.Unplayed(score.reason))
    return plain.Pairing(players, games=_games(score, needed))


def _games(score: staff_results.Score, needed: int) -> tuple[int, int, int]:
    """Games won by each and drawn, such that who won the match won more of them.

    Whoever concedes or is judged to lose while level or ahead gives the other the games still needed (field rules C1).
    """
    first, second = score.wins[1], score.wins[2]
    if score.winner is None:
        level = min(first, second)
        return (level, level, 0) if level else AS_IF_THREE_DRAWN
    won, lost = (first, second) if score.winner == 1 else (second, first)
    if won <= lost:
        won, lost = needed, min(lost, needed - 1)
    return (won, lost, 0) if score.winner == 1 else (lost, won, 0)
