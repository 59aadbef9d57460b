"""Why this rank: every figure of one player worked out term by term, as people would with pencil and paper.

The terms of a figure, added up and divided by `divided_by`, are exactly the figure of the standings.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

from bos_tournament.pairing.event import Event, Unplayed
from bos_tournament.pairing.figure_working import Pencil, Term
from bos_tournament.pairing.figures import Figures
from bos_tournament.pairing.messages import Message
from bos_tournament.pairing.player_counts import Games
from bos_tournament.pairing.pod_totals import points_at, sign_of, tables_of
from bos_tournament.pairing.standings import standings
from bos_tournament.pairing.tie_breaks import TIE_BREAKS


@dataclass(frozen=True, slots=True)
class Working:
    """One figure with its terms. `key` is that of the tie-break."""

    key: str
    terms: tuple[Term, ...]
    """What is added up."""
    divided_by: int
    """What the sum is divided by."""
    result: Fraction
    """The figure."""


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """A round of the player: whom they met, how it ended, the match points it gave. At a pod they met `others`."""

    round: int
    """The number of the round, from 1."""
    opponent: str | None
    """The id of the opponent; None without one."""
    sign: int
    """1 for won, 0 for drawn, -1 for lost."""
    games: Games
    """Games won, lost and drawn."""
    unplayed: Unplayed | None
    """Why nothing was played; None where something was."""
    points: int
    """Match points it gave, at pods in parts of one."""
    place: int | None = None
    """The place at the pod, from 1; None where there was none."""
    others: tuple[str, ...] = ()
    """The ids of the others at the pod, by seat."""


@dataclass(frozen=True, slots=True)
class WhyHere:
    """Everything behind one rank."""

    id: str
    """The id of the player."""
    rank: int | None
    """The rank, from 1; None for who was disqualified."""
    points: int
    """Match points."""
    reason: Message
    """Why the player stands here and not one line higher, without a full stop."""
    rounds: tuple[PlayedRound, ...]
    """Every round so far."""
    workings: tuple[Working, ...]
    """Every tie-break, in the order of the event."""
    unit: int = 1
    """How many parts make a match point: 1, except at pods."""


def why_here(event: Event, player: str) -> WhyHere:
    """The rank of one player with its working. Raises `ValueError` for a player who is not in the event."""
    lines = standings(event)
    line = next((line for line in lines if line.id == player), None)
    if line is None:
        raise ValueError(f"{player[:100]} is not among the players of this event.")
    pencil, workings = Pencil(Figures(event), player), []
    for at, name in enumerate(event.tie_breaks, start=1):
        equals = [other.id for other in lines if other.key[:at] == line.key[:at]]
        workings.append(_working(pencil, name, equals))
    rounds = _rounds(pencil) if event.table_size is None else _pods(event, player, line.unit)
    return WhyHere(player, line.rank, line.points, line.reason, tuple(rounds), tuple(workings), line.unit)


def _working(pencil: Pencil, name: str, equals: list[str]) -> Working:
    """The working of one tie-break, whose `equals` are all with the same figures before it."""
    terms, divided_by = TIE_BREAKS[name].worked(pencil, equals)
    total = _sum(term.value for term in terms if not term.left_out)
    return Working(name, tuple(terms), divided_by, total / divided_by)


def _rounds(pencil: Pencil) -> Iterator[PlayedRound]:
    """Rounds with a written pairing."""
    points = pencil.event.points
    for meeting in pencil.mine:
        if meeting.written:
            gained = (points.loss, points.draw, points.win)[meeting.sign + 1]
            yield PlayedRound(
                meeting.round, pencil.name(meeting.opponent), meeting.sign, meeting.games, meeting.unplayed, gained
            )


def _pods(event: Event, player: str, unit: int) -> Iterator[PlayedRound]:
    """Rounds with a pod, or with the reason why there was none."""
    for number, table in tables_of(event, player):
        at, sign = table.players.index(player), sign_of(table, player)
        points = int(points_at(event, table)[at] * unit)
        place = table.places[at] if table.places else None
        others = table.players[:at] + table.players[at + 1 :]
        yield PlayedRound(number, None, sign, (0, 0, 0), table.unplayed, points, place, others)


def _sum(values: Iterable[Fraction]) -> Fraction:
    """Over one common denominator, since adding fractions one by one brings each to its lowest terms."""
    values = list(values)
    denominator = lcm(*(value.denominator for value in values))
    return Fraction(sum(value.numerator * (denominator // value.denominator) for value in values), denominator)
