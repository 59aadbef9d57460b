"""Who meets whom in the next round, with the reason of each pair. Drawn from the published seed: never random."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from bos_tournament.errors import Refused
from bos_tournament.pairing.bracket_play import Standing, Status
from bos_tournament.pairing.event import EventProblem
from bos_tournament.pairing.swiss import pair_round, tables_for
from bos_tournament.pairing.tally import match_points
from bos_tournament.tournaments import round_robins, standings, terms
from bos_tournament.tournaments.brackets import Bracket
from bos_tournament.tournaments.kept_words import (
    BRACKET_BYE,
    EVERYONE_MEETS,
    IN_GROUP,
    LEFT_BRACKET,
    LEFT_EVERYONE,
    LEFT_GROUP,
    NOBODY_LEFT,
    SEEDS_MEET,
    in_words,
)
from bos_tournament.tournaments.models import Entrant, Pairing, Round, Sitting, Stage
from bos_tournament.tournaments.stages import seed_of

BYE, EARNED = Pairing.Unplayed.BYE, Pairing.Unplayed.EARNED_BYE


@dataclass(frozen=True)
class Drawn:
    """A pair, or one entrant with a bye, and why."""

    entrants: tuple[Entrant, ...]
    why: str
    unplayed: str = ""
    bracket_id: str = ""
    points: tuple[int, ...] = ()  # of each entrant; only Swiss rounds are drawn by points


def draw(stage: Stage, number: int) -> list[Drawn]:
    """The round of that number, counted through the tournament; tables from the top. Raises Refused when none fits."""
    if stage.is_swiss:
        return _swiss(stage)
    return _bracket(stage, number) if stage.is_bracket else _round_robin(stage, number)


def fill(round_: Round, drawn: Sequence[Drawn]) -> None:
    """Writes the pairings of an empty draft, and the terms it was drawn with."""
    if round_.stage.is_swiss:
        round_.drawn_with = terms.now(round_.stage.tournament).written()
        round_.save(update_fields=["drawn_with"])
    tables = seat(drawn)
    pairings = [
        Pairing(round=round_, table=table, why=one.why[:200], unplayed=one.unplayed, bracket_id=one.bracket_id)
        for one, table in zip(drawn, tables, strict=True)
    ]
    Pairing.objects.bulk_create(pairings)
    Sitting.objects.bulk_create(
        Sitting(pairing=pairing, round=round_, entrant=entrant, number=number, points=points)
        for one, pairing in zip(drawn, pairings, strict=True)
        for number, (entrant, points) in enumerate(zip_longest(one.entrants, one.points), start=1)
    )


def seat(drawn: Iterable[Drawn]) -> list[int | None]:
    """A table for each pair: fixed tables are kept, the others follow from 1. A bye has none."""
    drawn = list(drawn)
    fixed = ([entrant.fixed_table for entrant in one.entrants] for one in drawn if len(one.entrants) == 2)
    tables = iter(tables_for(fixed))
    return [next(tables) if len(one.entrants) == 2 else None for one in drawn]


def _swiss(stage: Stage) -> list[Drawn]:
    tournament = stage.tournament
    by_id = {standings.player_id(entrant): entrant for entrant in standings.field(tournament)}
    event = standings.event_of(tournament, list(by_id.values()))
    try:
        proposal = pair_round(event, seed=seed_of(tournament))
    except EventProblem as problem:
        raise Refused(_named(problem, by_id), code="nobody_to_pair") from None
    points = match_points(event)

    def drawn(players: tuple[str, ...], why: str, unplayed: str = "") -> Drawn:
        return Drawn(
            tuple(by_id[name] for name in players), why, unplayed, points=tuple(points[name] for name in players)
        )

    pairs = [drawn(pair.players, pair.reason) for pair in proposal.pairs]
    return [*pairs, *(drawn((bye.player,), bye.reason, EARNED if bye.earned else BYE) for bye in proposal.byes)]


def _named(problem: EventProblem, by_id: dict[str, Entrant]) -> str:
    words = in_words(str(problem)).split()
    return " ".join(str(by_id[word].user) if word in by_id else word for word in words)


def _round_robin(stage: Stage, number: int) -> list[Drawn]:
    """Whoever is free in a round has no row in it; whose opponent has left is given the match."""
    at, drawn = _at(stage, number), []
    for meeting in round_robins.due(stage, at):
        meets, left = (IN_GROUP, LEFT_GROUP) if meeting.group else (EVERYONE_MEETS, LEFT_EVERYONE)
        figures = {"group": meeting.group, "round": at, "rounds": stage.rounds_planned}
        there = tuple(entrant for entrant in meeting.entrants if entrant.state == Entrant.State.PLAYING)
        if len(there) == 2:
            drawn.append(Drawn(there, meets % figures))
        elif there:
            drawn.append(Drawn(there, left % figures, unplayed=BYE))
    return drawn


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
        return Drawn(people, SEEDS_MEET % {"one": seeds[0], "other": seeds[1]}, bracket_id=name)
    if not standing.decided or standing.winner is None or standing.status == Status.NOT_NEEDED:
        return None
    gone = LEFT_BRACKET if standing.status == Status.PLAYED else NOBODY_LEFT
    return Drawn((bracket.entrants[standing.winner],), gone, unplayed=BYE, bracket_id=name)


def _first_byes(bracket: Bracket) -> Iterator[Drawn]:
    for seed in bracket.byes():
        if seed not in bracket.out:
            yield Drawn((bracket.entrants[seed],), BRACKET_BYE % {"seed": seed}, unplayed=BYE)
