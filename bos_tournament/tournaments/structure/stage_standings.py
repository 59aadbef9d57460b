"""Standings of Swiss rounds and of groups: the tournament as a plain event, ranked by the pairing package."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any
from uuid import UUID

from bos_tournament.pairing import event as plain
from bos_tournament.pairing import standings as ranking
from bos_tournament.pairing.event import Apart
from bos_tournament.pairing.event_file import event_json
from bos_tournament.pairing.ranking_presets import FAMILIES
from bos_tournament.tournaments.models import Entrant, Pairing, Round, Stage, Tournament
from bos_tournament.tournaments.structure import pairing_terms, round_robin_stage
from bos_tournament.tournaments.structure.pairing_terms import LEFT, TAKES_PART, Terms, player_at
from bos_tournament.tournaments.structure.participants import Participant, participants
from bos_tournament.tournaments.structure.played_rounds import played_rounds

State = Entrant.State
Player = Entrant | Participant


def player_id(entrant: Player) -> str:
    """What a player is called in event files: stays the same when the handle changes or is erased."""
    return player_at(entrant.place)


def entrants_by_place(tournament: Tournament) -> list[Entrant]:
    """Everybody who takes or took part since the start, by place."""
    playing = tournament.entrants.filter(state__in=TAKES_PART).exclude(place=None)
    return list(playing.select_related("user").order_by("place"))


def build_event(
    tournament: Tournament,
    entrants: Sequence[Player] | None = None,
    *,
    before: int | None = None,
    known_at: datetime | None = None,
    terms: Terms | None = None,
) -> plain.Event:
    """The closed Swiss rounds as an event; `before` a round, with who was there when that round was drawn.

    Results are the ones that stand now, or with `known_at` the ones that stood at that moment. Who has no list yet is
    absent from the next round. Asks four queries whatever the size, three with `entrants` by place; the same with
    `before`, one more with `known_at`. Ranks do not depend on the `terms` of the next round: who only wants them saves
    two queries with empty ones.
    """
    entrants = participants(tournament) if entrants is None else entrants
    names = {entrant.place or 0: player_id(entrant) for entrant in entrants}
    rounds = played_rounds(tournament, names, before=before, known_at=known_at)
    seated = None if before is None else _seated(tournament, before)
    next_round = len(rounds) + 1
    drawn_with = terms if terms is not None else _terms(tournament, before)
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


def _terms(tournament: Tournament, before: int | None) -> Terms:
    return pairing_terms.now(tournament) if before is None else pairing_terms.of(tournament, before)


def groups_of(tournament: Tournament, entrants: Sequence[Player]) -> tuple[tuple[str, ...], ...]:
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
    number, drawn_at = (before.number, before.made_at) if before else (None, None)
    event = build_event(tournament, before=number, known_at=drawn_at)
    return with_names(tournament, anonymize(tournament, event, before=number))


def anonymize(tournament: Tournament, event: plain.Event, *, before: int | None = None) -> dict[str, Any]:
    """The event with who was kept apart in which round, as JSON; nobody's name is in it."""
    now = Apart(event.next_round, event.forbidden, event.avoided)
    earlier = pairing_terms.apart_in(tournament, before=before)
    return event_json(
        replace(event, apart_in=tuple(apart for apart in earlier if replace(apart, round=now.round) != now))
    )


def with_names(tournament: Tournament, written: dict[str, Any]) -> dict[str, Any]:
    """An event file with the names of today and the seed. One query."""
    playing = tournament.entrants.filter(state__in=TAKES_PART).exclude(place=None)
    names = {player_at(place): handle for place, handle in playing.values_list("place", "user__handle")}
    players = [{**player, "name": names[player["id"]]} for player in written["players"]]
    return {"tournament": tournament.name, "seed": int(tournament.seed, 16), **written, "players": players}


def ranks(tournament: Tournament, entrants: list[Entrant] | None = None) -> tuple[ranking.Rank, ...]:
    """The ranks after the last closed round."""
    return ranking.standings(build_event(tournament, entrants))


def _seated(tournament: Tournament, number: int) -> dict[UUID, bool]:
    """Who has a row in that round, and whether they were there when it was drawn."""
    rows = Pairing.objects.filter(round__stage__tournament=tournament, round__number=number)
    return {entrant: kind not in plain.AWAY for entrant, kind in rows.values_list("sittings__entrant", "unplayed")}


def _player(entrant: Player, next_round: int, seated: dict[UUID, bool] | None, drawn_with: Terms) -> plain.Player:
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
