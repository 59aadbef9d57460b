"""Standings of the Swiss rounds: the tournament as a plain event, ranked by the pairing package."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from uuid import UUID

from django.db.models import Sum

from bos_tournament.matches import results
from bos_tournament.matches.models import Match, Reason
from bos_tournament.pairing import event as plain
from bos_tournament.pairing import standings as ranking
from bos_tournament.pairing.event_file import event_json
from bos_tournament.tournaments.models import Entrant, Pairing, Round, Stage, Tournament

State = Entrant.State
LEFT = (State.DROPPED, State.REMOVED, State.DISQUALIFIED)
AT_FAULT = frozenset({Reason.ABSENT, Reason.NO_SHOW, Reason.FORFEIT, Reason.DISQUALIFIED})
AS_IF_THREE_DRAWN = (0, 0, 3)  # a match drawn without a game counts like three drawn games (field rules C1)


@dataclass(frozen=True)
class Line:
    """One rank as everybody sees it; `figures` to four places, `exact` as fractions, `reason` with names to come."""

    entrant: UUID
    rank: int
    points: int
    record: tuple[int, int, int]
    figures: tuple[tuple[str, str, str], ...]  # key, four places, exact
    reason: str
    above: UUID | None


def player_id(entrant: Entrant) -> str:
    """What a player is called in event files: stays the same when the handle changes or is erased."""
    return f"P{entrant.place}"


def field(tournament: Tournament) -> list[Entrant]:
    """Everybody who takes or took part since the start, by place."""
    playing = tournament.entrants.filter(state__in=(State.PLAYING, *LEFT)).exclude(place=None)
    return list(playing.select_related("user").order_by("place"))


def event_of(tournament: Tournament, *, before: int | None = None) -> plain.Event:
    """The closed Swiss rounds as an event; `before` a round, as the event stood when that round was drawn.

    Who has no list yet is absent from the next round. Asks four queries whatever the size.
    """
    entrants = field(tournament)
    names = {entrant.pk: player_id(entrant) for entrant in entrants}
    rounds = _rounds(tournament, before)
    played = {number: [_pairing(one, names) for one in tables] for number, tables in rounds.items()}
    seated = None if before is None else _seated(tournament, before)
    next_round = len(rounds) + 1
    players = [_player(entrant, next_round, seated) for entrant in entrants]
    return plain.Event(
        players=tuple(player for player in players if player), rounds=tuple(tuple(one) for one in played.values())
    )


def file_of(tournament: Tournament, *, before: int | None = None) -> dict[str, object]:
    """The event file with which anybody recomputes standings, or the drawing of the round after `before`'s rounds."""
    event = event_of(tournament, before=before)
    names = {player_id(entrant): entrant.user.handle for entrant in field(tournament)}
    written = event_json(event)
    written["players"] = [{**player, "name": names[player["id"]]} for player in written["players"]]
    return {"tournament": tournament.name, "seed": int(tournament.seed, 16), **written}


def ranks(tournament: Tournament) -> tuple[ranking.Rank, ...]:
    """The ranks after the last closed round."""
    return ranking.standings(event_of(tournament))


def lines(tournament: Tournament) -> tuple[Line, ...]:
    """The ranks ready to be shown, computed once per version in each process."""
    return _lines(tournament.pk, version(tournament))


def version(tournament: Tournament) -> str:
    """Changes when a round closes, somebody leaves or a counted result is corrected. One query."""
    counted = Match.objects.filter(
        pairing__round__stage__tournament=tournament, pairing__round__closed_at__isnull=False
    )
    return f"{tournament.version}.{counted.aggregate(all=Sum('version'))['all'] or 0}"


@lru_cache(maxsize=32)
def _lines(pk: UUID, version: str) -> tuple[Line, ...]:
    tournament = Tournament.objects.get(pk=pk)
    by_id = {player_id(entrant): entrant.pk for entrant in field(tournament)}
    return tuple(_line(rank, by_id) for rank in ranks(tournament))


def _line(rank: ranking.Rank, by_id: dict[str, UUID]) -> Line:
    above = rank.above
    exact = rank.exact
    return Line(
        entrant=by_id[rank.id],
        rank=rank.rank,
        points=rank.points,
        record=rank.record,
        figures=tuple((name, shown, str(exact[name])) for name, shown in rank.figures.items()),
        reason=rank.reason.replace(f"as {above.id};", "as {above};") if above else rank.reason,
        above=by_id[above.id] if above else None,
    )


def _rounds(tournament: Tournament, before: int | None) -> dict[int, list[Pairing]]:
    closed = Round.objects.filter(
        stage__tournament=tournament, stage__format=Stage.Format.SWISS, closed_at__isnull=False
    )
    if before is not None:
        closed = closed.filter(number__lt=before)
    rounds: dict[int, list[Pairing]] = {number: [] for number in closed.values_list("number", flat=True)}
    pairings = (
        Pairing.objects.filter(round__in=closed)
        .select_related("match", "round")
        .prefetch_related("sittings", "match__seats")
        .order_by("round__number", "table", "pk")
    )
    for pairing in pairings:
        # A ruling may have a finished match played on; until it ends again it counts nowhere.
        if pairing.match is None or pairing.match.finished_at:
            rounds[pairing.round.number].append(pairing)
    return rounds


def _seated(tournament: Tournament, number: int) -> dict[UUID, bool]:
    """Who has a row in that round, and whether they were there when it was drawn."""
    missed = (Pairing.Unplayed.LATE, Pairing.Unplayed.ABSENT)
    rows = Pairing.objects.filter(round__stage__tournament=tournament, round__number=number)
    return {entrant: kind not in missed for entrant, kind in rows.values_list("sittings__entrant", "unplayed")}


def _player(entrant: Entrant, next_round: int, seated: dict[UUID, bool] | None) -> plain.Player:
    dropped = entrant.dropped_after if entrant.state in LEFT else None
    if seated is None:
        waits_for_list = entrant.state == State.PLAYING and entrant.deck_version_id is None
        return plain.Player(player_id(entrant), dropped, absent=(next_round,) if waits_for_list else ())
    gone = dropped is not None and dropped < next_round
    there = seated.get(entrant.pk, False)
    return plain.Player(player_id(entrant), dropped if gone else None, absent=() if there or gone else (next_round,))


def _pairing(pairing: Pairing, names: dict[UUID, str]) -> plain.Pairing:
    players = tuple(names[sitting.entrant_id] for sitting in pairing.sittings.all())
    if pairing.match is None:
        return plain.Pairing(players, unplayed=plain.Unplayed(pairing.unplayed))
    return _match(players, results.score(pairing.match), pairing.match.wins_needed)


def _match(players: tuple[str, ...], score: results.Score, needed: int) -> plain.Pairing:
    """A finished match. Whoever is at fault for one that was not played out stands first."""
    if score.reason == Reason.DOUBLE_NO_SHOW:
        return plain.Pairing(players, unplayed=plain.Unplayed.DOUBLE_NO_SHOW)
    if score.winner is not None and score.reason in AT_FAULT:
        loser_first = players[::-1] if score.winner == 1 else players
        return plain.Pairing(loser_first, unplayed=plain.Unplayed(score.reason))
    return plain.Pairing(players, games=_games(score, needed))


def _games(score: results.Score, needed: int) -> tuple[int, int, int]:
    """Games won by each and drawn, such that who won the match won more of them.

    Whoever concedes or is judged to lose while level or ahead gives the other the games still needed (field rules C1).
    """
    one, other = score.wins[1], score.wins[2]
    if score.winner is None:
        level = min(one, other)
        return (level, level, 0) if level else AS_IF_THREE_DRAWN
    won, lost = (one, other) if score.winner == 1 else (other, one)
    if won <= lost:
        won, lost = needed, min(lost, needed - 1)
    return (won, lost, 0) if score.winner == 1 else (lost, won, 0)


def shown_reason(line: Line, handles: dict[UUID, str]) -> str:
    """Why somebody stands on this rank, with names."""
    return line.reason.replace("{above}", handles.get(line.above, "")) if line.above else line.reason


def best(lines: Iterable[Line], entrants: dict[UUID, Entrant]) -> list[Entrant]:
    """Those on the first rank among who was not taken out of the tournament."""
    out = (State.REMOVED, State.DISQUALIFIED)
    staying = [line for line in lines if entrants[line.entrant].state not in out]
    return [entrants[line.entrant] for line in staying if line.rank == staying[0].rank]
