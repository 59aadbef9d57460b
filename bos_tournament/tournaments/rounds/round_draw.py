"""Who meets whom in the next round, with the reason of each pair. Drawn from the published seed: never random."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from uuid import uuid4

from bos_tournament.errors import Refused
from bos_tournament.messages import from_pairing, localize, with_args
from bos_tournament.operations.bulk_rows import insert_rows
from bos_tournament.pairing import messages as of_pairing
from bos_tournament.pairing.bracket_play import Standing, Status
from bos_tournament.pairing.event import EventProblem, Unplayed
from bos_tournament.pairing.player_totals import match_points
from bos_tournament.pairing.swiss import pair_round, tables_for
from bos_tournament.tournaments.models import Entrant, Pairing, Round, Sitting, Stage
from bos_tournament.tournaments.structure import pairing_terms, round_robin_stage, stage_standings
from bos_tournament.tournaments.structure.bracket_stage import Bracket
from bos_tournament.tournaments.structure.participants import Participant, participants
from bos_tournament.tournaments.structure.stages import seed_of
from engine.hosting import Message, code_json

BYE, EARNED = Unplayed.BYE, Unplayed.EARNED_BYE


@dataclass(frozen=True)
class Drawn:
    """A pair, or one entrant with a bye, and why."""

    entrants: tuple[Entrant | Participant, ...]
    """Two in seat order, or the one with the bye."""
    why: Message
    """The reason, to be shown at the table."""
    unplayed: str = ""
    """A value of `Unplayed`; empty for a pair."""
    bracket_id: str = ""
    """The id of the match in the bracket; empty elsewhere."""
    points: tuple[int, ...] = ()
    """Match points of each before the round; empty but for Swiss rounds."""


def draw_round(stage: Stage, number: int) -> list[Drawn]:
    """The round of that number, counted through the tournament; tables from the top. Raises Refused when none fits."""
    if stage.is_swiss:
        return _swiss(stage)
    return _bracket(stage, number) if stage.is_bracket else _round_robin(stage, number)


def fill(round_: Round, drawn: Sequence[Drawn], *, drawn_from: str) -> None:
    """Writes the pairings of an empty draft, and what it was drawn from, with its terms."""
    if round_.stage.is_swiss:
        round_.drawn_with = pairing_terms.now(round_.stage.tournament).written()
    round_.drawn_from = drawn_from
    round_.save(update_fields=["drawn_with", "drawn_from"])
    pairings = [uuid4() for _ in drawn]
    insert_rows(
        Pairing,
        (
            {
                "id": pairing,
                "round_id": round_.pk,
                "table": table,
                "why_message": code_json(pair.why),
                "unplayed": pair.unplayed,
                "bracket_id": pair.bracket_id,
            }
            for pairing, pair, table in zip(pairings, drawn, seat(drawn), strict=True)
        ),
    )
    insert_rows(
        Sitting,
        (
            {"pairing_id": pairing, "round_id": round_.pk, "entrant_id": entrant.pk, "number": number, "points": points}
            for pairing, pair in zip(pairings, drawn, strict=True)
            for number, (entrant, points) in enumerate(zip_longest(pair.entrants, pair.points), start=1)
        ),
    )


def seat(drawn: Iterable[Drawn]) -> list[int | None]:
    """A table for each pair: fixed tables are kept, the others follow from 1. A bye has none."""
    drawn = list(drawn)
    fixed = ([entrant.fixed_table for entrant in pair.entrants] for pair in drawn if len(pair.entrants) == 2)
    tables = iter(tables_for(fixed))
    return [next(tables) if len(pair.entrants) == 2 else None for pair in drawn]


def _swiss(stage: Stage) -> list[Drawn]:
    tournament = stage.tournament
    by_id = {stage_standings.player_id(entrant): entrant for entrant in participants(tournament)}
    event = stage_standings.build_event(tournament, list(by_id.values()))
    try:
        proposal = pair_round(event, seed=seed_of(tournament))
    except EventProblem as problem:
        raise Refused(_named(problem, by_id), code="nobody_to_pair") from None
    points = match_points(event)

    def drawn(players: tuple[str, ...], why: of_pairing.Message, unplayed: str = "") -> Drawn:
        return Drawn(
            tuple(by_id[name] for name in players),
            from_pairing(why),
            unplayed,
            points=tuple(points[name] for name in players),
        )

    pairs = [drawn(pair.players, pair.reason) for pair in proposal.pairs]
    return [
        *pairs,
        *(drawn((bye.player,), bye.reason, EARNED if bye.earned else BYE) for bye in proposal.byes),
    ]


def _named(problem: EventProblem, by_id: dict[str, Participant]) -> str:
    message = problem.problems[0]
    if not isinstance(message, of_pairing.Message):
        return str(problem)
    player = by_id.get(str(dict(message.args).get("player")))
    name = str(Entrant.objects.select_related("user").get(pk=player.pk).user) if player else ""
    return localize(with_args(from_pairing(message), player=name))


def _round_robin(stage: Stage, number: int) -> list[Drawn]:
    """Whoever is free in a round has no row in it; whose opponent has left is given the match."""
    at, drawn = _at(stage, number), []
    for meeting in round_robin_stage.due(stage, at):
        there = tuple(entrant for entrant in meeting.entrants if entrant.state == Entrant.State.PLAYING)
        if len(there) == 2:
            drawn.append(Drawn(there, _why_they_meet(meeting.group, at, stage.rounds_planned)))
        elif there:
            drawn.append(Drawn(there, _why_alone(meeting.group), unplayed=BYE))
    return drawn


def _why_they_meet(group: str, at: int, rounds: int) -> Message:
    if group:
        return Message("drawn.in_group", group=group, round=at, rounds=rounds)
    return Message("drawn.everyone", round=at, rounds=rounds)


def _why_alone(group: str) -> Message:
    return Message("drawn.left_group", group=group) if group else Message("drawn.left_everyone")


def _bracket(stage: Stage, number: int) -> list[Drawn]:
    bracket = Bracket(stage)
    at = _at(stage, number)
    drawn = [_of_bracket(bracket, standing) for standing in bracket.due(at)]
    return [*filter(None, drawn), *(_first_byes(bracket) if at == 1 else ())]


def _at(stage: Stage, number: int) -> int:
    """Which round of the bracket this is."""
    first = Round.objects.filter(stage=stage).order_by("number").values_list("number", flat=True).first()
    return number - (first or number) + 1


def _of_bracket(bracket: Bracket, standing: Standing) -> Drawn | None:
    name, seeds = standing.match.id, standing.seeds
    if standing.status == Status.READY:
        people = tuple(bracket.entrants[seed] for seed in seeds if seed)
        return Drawn(people, Message("drawn.seeds", one=seeds[0] or "", other=seeds[1] or ""), bracket_id=name)
    if not standing.decided or standing.winner is None or standing.status == Status.NOT_NEEDED:
        return None
    gone = Message("drawn.left_bracket" if standing.status == Status.PLAYED else "drawn.nobody_left")
    return Drawn((bracket.entrants[standing.winner],), gone, unplayed=BYE, bracket_id=name)


def _first_byes(bracket: Bracket) -> Iterator[Drawn]:
    for seed in bracket.byes():
        if seed not in bracket.out:
            yield Drawn((bracket.entrants[seed],), Message("drawn.bracket_bye", seed=seed), unplayed=BYE)
