"""A tournament paired again, round by round, and every difference between what was played and what comes out explained.

Each round is drawn with the results before it as they are written now, and with those who have a table or a bye in
it; who came late, was absent or missed it alone was not drawn. A round that differs is measured by the same costs, so
that it is either as good by every rule, or worse by one that is named with the tables that break it.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from itertools import combinations
from typing import NamedTuple

from bos_tournament.pairing.event import Apart, Event, EventProblem, Pairing, Unplayed
from bos_tournament.pairing.greedy_pairing import Pairs
from bos_tournament.pairing.groups import schedule
from bos_tournament.pairing.messages import Message
from bos_tournament.pairing.pod_field import PodField, pod_field
from bos_tournament.pairing.pod_search import figure_of, gaps_of
from bos_tournament.pairing.pods import PodDraft, draft_pods
from bos_tournament.pairing.round_field import Field, field_of
from bos_tournament.pairing.swiss import Proposal, pair_round

Table = tuple[str, ...]  # two who meet, or one with a bye


class Verdict(StrEnum):
    """How a round that was played compares with the one that is drawn again."""

    SAME = "same"  # every table and bye
    AS_GOOD = "as_good"  # other tables that cost the same: other lots
    WORSE = "worse"  # some rule is kept less well than it could be
    BETTER = "better"  # only where the round drawn again is not proved best
    NOBODY = "nobody"  # fewer than two players had a table or a bye


class Price(NamedTuple):
    """What a round costs, the heaviest first."""

    forbidden: int
    """Pairs who must not meet."""
    rematches: int
    """Pairs who have met before."""
    avoided: int
    """Pairs better kept apart."""
    byes_had: int
    """Byes that whoever has the bye had before."""
    bye_points: int
    """Match points of whoever has the bye."""
    inside_half: int
    """Pairs inside one half of the seeding, where the round is a cross."""
    gaps: int
    """Squared gaps in match points, summed over the pairs."""
    floats: int
    """Earlier floats of those who float again."""


@dataclass(frozen=True, slots=True)
class RoundCheck:
    """One round: the verdict, what costs more, and the tables that differ with what there is to say about each."""

    round: int
    """The number of the round, from 1."""
    verdict: Verdict
    """How what was played compares with what comes out."""
    sentence: str
    """The verdict in words, without a full stop."""
    played: tuple[tuple[Table, str], ...] = ()
    """The tables that were played and are not drawn again, each with what there is to say about it."""
    drawn: tuple[tuple[Table, str | Message], ...] = ()
    """The tables that are drawn again and were not played, likewise."""


class PodPrice(NamedTuple):
    """What a round of pods costs, the heaviest first."""

    byes: int
    """Byes that were not earned."""
    sizes: int
    """Tables of a size that the round should not have."""
    forbidden: int
    """Pairs at one table who must not meet."""
    meetings: int
    """Squared earlier meetings, summed over the pairs at one table."""
    avoided: int
    """Pairs at one table better kept apart."""
    gaps: Fraction
    """Squared gaps in match points, summed over the pairs at one table."""


SQUARED_MEETINGS = "squared meetings"
POD_COSTS = (
    "byes",
    "tables of another size",
    "forbidden pairs",
    SQUARED_MEETINGS,
    "pairs better kept apart",
    "squared gaps",
)
COSTS = (  # what each cost counts
    "forbidden pairs",
    "rematches",
    "pairs better kept apart",
    "earlier byes of whoever has the bye",
    "points of whoever has the bye",
    "pairs inside one half of the seeding",
    "squared gaps",
    "earlier floats of those who float again",
)


def check_rounds(event: Event, seed: int | None = None) -> tuple[RoundCheck, ...]:
    """Every finished round held against the round drawn again from the seed, else from the event's, else from 0."""
    seed = (event.seed or 0) if seed is None else seed
    if event.groups:
        return tuple(check_group_round(event, number) for number in range(1, len(event.rounds) + 1))
    check = _check_round if event.table_size is None else _check_pods
    return tuple(check(event, number, seed) for number in range(1, len(event.rounds) + 1))


def check_group_round(event: Event, number: int) -> RoundCheck:
    """A round in groups held against the Berger tables. Whose opponent had left may stand alone, or not at all."""
    due, played = _due(event, number), [pairing.players for pairing in event.rounds[number - 1]]
    pairs = [table for table in played if len(table) == 2]
    wrong = [table for table in pairs if frozenset(table) not in due]
    if not wrong:
        return RoundCheck(number, Verdict.SAME, "every table is as in the Berger tables")
    met = {frozenset(table) for table in pairs}
    missing = tuple((table, "due by the Berger tables") for pair, table in due.items() if pair not in met)
    summary = f"{len(wrong)} {'table is' if len(wrong) == 1 else 'tables are'} not as in the Berger tables"
    return RoundCheck(
        number, Verdict.WORSE, summary, tuple((table, "not due in this round") for table in wrong), missing
    )


def _due(event: Event, number: int) -> dict[frozenset[str], Table]:
    rounds = schedule(event.groups, twice=event.twice)
    tables = [pair for pairs in rounds[number - 1] for pair in pairs] if number <= len(rounds) else []
    return {frozenset(table): table for table in tables}


def before_round(event: Event, number: int) -> Event:
    """The event as it stood when that round was drawn, as far as it can be told from what is written since."""
    rows = {name: pairing for pairing in event.rounds[number - 1] for name in pairing.players}
    now = Apart(number, event.forbidden, event.avoided)
    apart = next((entry for entry in event.apart_in if entry.round == number), now)
    players = tuple(
        replace(
            player,
            dropped_after=None,
            absent=() if player.id in rows and _was_drawn(rows[player.id]) else (number,),
            earned_byes=(number,) if player.id in rows and rows[player.id].unplayed is Unplayed.EARNED_BYE else (),
        )
        for player in event.players
    )
    return replace(
        event,
        players=players,
        rounds=event.rounds[: number - 1],
        forbidden=apart.forbidden,
        avoided=apart.avoided,
        apart_in=(),
    )


def _was_drawn(pairing: Pairing) -> bool:
    return len(pairing.players) > 1 or pairing.unplayed in (Unplayed.BYE, Unplayed.EARNED_BYE)


def _check_round(event: Event, number: int, seed: int) -> RoundCheck:
    before = before_round(event, number)
    try:
        proposal = pair_round(before, seed=seed)
    except EventProblem:
        return RoundCheck(number, Verdict.NOBODY, "fewer than two players had a table or a bye")
    written = [
        pairing
        for pairing in event.rounds[number - 1]
        if _was_drawn(pairing) and pairing.unplayed is not Unplayed.EARNED_BYE
    ]
    played = {frozenset(pairing.players): pairing.players for pairing in written}
    drawn = {frozenset(table): reason for table, reason in _tables(proposal)}
    if played.keys() == drawn.keys():
        return RoundCheck(number, Verdict.SAME, "every table and bye is as drawn again")
    return _difference(field_of(before, seed), proposal, played, drawn)


def _check_pods(event: Event, number: int, seed: int) -> RoundCheck:
    before = before_round(event, number)
    try:
        draft = draft_pods(before, seed=seed)
    except EventProblem:
        return RoundCheck(number, Verdict.NOBODY, "no player had a table or a bye")
    written = [pairing.players for pairing in event.rounds[number - 1] if _was_drawn(pairing)]
    again = [(pod.players, pod.reason) for pod in draft.pods] + [((bye.player,), bye.reason) for bye in draft.byes]
    played, drawn = {frozenset(table) for table in written}, {frozenset(table) for table, _ in again}
    if played == drawn:
        return RoundCheck(number, Verdict.SAME, "every table and bye is as drawn again")
    field = pod_field(before, seed)
    verdict, sentence = _verdict_on_pods(price_of_pods(field, written), price_of_pods(field, drawn), draft)
    return RoundCheck(
        round=number,
        verdict=verdict,
        sentence=sentence,
        played=tuple((table, _meetings_at(field, table)) for table in written if frozenset(table) not in drawn),
        drawn=tuple((table, reason) for table, reason in again if frozenset(table) not in played),
    )


def _verdict_on_pods(mine: PodPrice, best: PodPrice, draft: PodDraft) -> tuple[Verdict, str]:
    if mine == best:
        return Verdict.AS_GOOD, "other tables, as good by every rule"
    costs = zip(POD_COSTS, mine, best, strict=True)
    at, (aspect, played, drawn) = next((at, cost) for at, cost in enumerate(costs) if cost[1] != cost[2])
    if mine < best:
        return Verdict.BETTER, f"{aspect}: {played} as played, {drawn} as drawn again, which is not proved best"
    proved = draft.proof.exact or (draft.proof.optimal and POD_COSTS[at] == SQUARED_MEETINGS)
    return (
        Verdict.WORSE,
        f"{aspect}: {played} as played, {drawn} {'are the least possible' if proved else 'are possible'}",
    )


def price_of_pods(field: PodField, tables: Iterable[Iterable[str]]) -> PodPrice:
    """What the tables and byes cost together; earned byes are not in the field."""
    places = {name: place for place, name in enumerate(field.names)}
    seated = [[places[name] for name in table if name in places] for table in tables]
    pods = [table for table in seated if len(table) > 1]
    apart = [field.apart[one].get(other) for table in pods for one, other in combinations(table, 2)]
    return PodPrice(
        byes=len([table for table in seated if len(table) == 1]),
        sizes=sum((Counter(map(len, pods)) - Counter(field.sizes)).values()),
        forbidden=apart.count(True),
        meetings=figure_of(field, pods),
        avoided=apart.count(False),
        gaps=Fraction(gaps_of(field, pods), field.unit**2),
    )


def _meetings_at(field: PodField, table: Table) -> str:
    """What there is to say about a table that was played."""
    price = price_of_pods(field, [table])
    if len(table) == 1:
        return "bye"
    return f"squared meetings {price.meetings}, squared gaps {price.gaps}"


def _tables(proposal: Proposal) -> Iterator[tuple[Table, Message]]:
    for pair in proposal.pairs:
        yield pair.players, pair.reason
    for bye in proposal.byes:
        if not bye.earned:
            yield (bye.player,), bye.reason


def _difference(
    field: Field, proposal: Proposal, played: dict[frozenset[str], Table], drawn: dict[frozenset[str], Message]
) -> RoundCheck:
    places = {name: place for place, name in enumerate(field.names)}
    mine = price_of(field, [_positions(field, places, table) for table in played.values()])
    best = price_of(field, [_positions(field, places, table) for table, _ in _tables(proposal)])
    verdict, sentence = _verdict(mine, best, proposal)
    return RoundCheck(
        round=proposal.round,
        verdict=verdict,
        sentence=sentence,
        played=tuple(
            (table, _what_speaks_against(field, *_positions(field, places, table)))
            for pair, table in _in_order(places, played)
            if pair not in drawn
        ),
        drawn=tuple((table, reason) for table, reason in _tables(proposal) if frozenset(table) not in played),
    )


def _in_order(places: dict[str, int], played: dict[frozenset[str], Table]) -> list[tuple[frozenset[str], Table]]:
    return sorted(played.items(), key=lambda item: sorted(places[name] for name in item[0]))


def _positions(field: Field, places: dict[str, int], table: Table) -> tuple[int, int]:
    if len(table) == 1:
        return places[table[0]], field.bye
    first, second = sorted(places[name] for name in table)
    return first, second


def _verdict(mine: Price, best: Price, proposal: Proposal) -> tuple[Verdict, str]:
    if mine == best:
        return Verdict.AS_GOOD, f"other tables, as good by every rule; seed {proposal.seed} draws other lots"
    aspect, played, drawn = next(costs for costs in zip(COSTS, mine, best, strict=True) if costs[1] != costs[2])
    if mine < best:
        return Verdict.BETTER, f"{aspect}: {played} as played, {drawn} as drawn again, which is not proved best"
    least = "are the least possible" if proposal.proof.optimal else "are possible"
    return Verdict.WORSE, f"{aspect}: {played} as played, {drawn} {least}"


def price_of(field: Field, pairs: Pairs) -> Price:
    """What the pairs cost together."""
    prices = [_price_of_pair(field, player, other) for player, other in pairs]
    return Price(*map(sum, zip(*prices, strict=True))) if prices else Price(0, 0, 0, 0, 0, 0, 0, 0)


def _price_of_pair(field: Field, player: int, other: int) -> Price:
    if other == field.bye:
        return Price(0, 0, 0, field.byes_had[player], field.scores[player], 0, 0, 0)
    never, gap = field.apart[player].get(other), field.scores[player] - field.scores[other]
    return Price(
        forbidden=never is True,
        rematches=other in field.met[player],
        avoided=never is False,
        byes_had=0,
        bye_points=0,
        inside_half=bool(field.lower_half) and field.lower_half[player] == field.lower_half[other],
        gaps=gap**2,
        floats=field.downs[player] + field.ups[other] if gap else 0,
    )


def _what_speaks_against(field: Field, player: int, other: int) -> str:
    """Everything there is to say against a pair or a bye, else that there is nothing."""
    if other == field.bye:
        had, points = field.byes_had[player], field.scores[player]
        return f"bye on {points} points, {had} {'bye' if had == 1 else 'byes'} before"
    price, gap = _price_of_pair(field, player, other), field.scores[player] - field.scores[other]
    facts = {
        "forbidden to meet": price.forbidden,
        "met before": price.rematches,
        "better kept apart": price.avoided,
        "in one half of the seeding": price.inside_half,
        f"{gap} {'place' if field.first else 'point'}{'' if gap == 1 else 's'} apart": gap,
        "one of them moves up or down again": price.floats,
    }
    return ", ".join(words for words, applies in facts.items() if applies) or "same points, never met"
