"""The cross-tables of a stage in which everyone meets everyone, as cells on a plane. Lengths are pixels."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from bos_tournament.matches.models import Match
from bos_tournament.tournaments.models import Entrant, Pairing, Stage
from bos_tournament.tournaments.round_robins import Group, groups_of, meets_twice

NUMBER, NAME, CELL, ROW, TOP = 22, 88, 30, 34, 26  # eight players fit a phone


@dataclass(frozen=True)
class Cell:
    """What one player made against another: `kind` is won, lost, drawn, now, open or self."""

    x: int
    kind: str
    said: tuple[str, ...]
    label: str


@dataclass(frozen=True)
class Row:
    """One player."""

    number: int
    y: int
    entrant: Entrant
    cells: tuple[Cell, ...]


@dataclass(frozen=True)
class CrossTable:
    """Everything to draw of a group, or of all."""

    group: str
    width: int
    height: int
    heads: tuple[tuple[int, int], ...]  # number and middle of each column
    rows: tuple[Row, ...]
    cell_height: int


def cross_tables(stage: Stage, *, closed_only: bool = False) -> list[CrossTable]:
    """One for each group, as it stands; results of the open round too, unless only closed ones count.

    Two queries and their prefetches, however many groups there are.
    """
    met = _met(stage, closed_only=closed_only)
    row = ROW + 14 if meets_twice(stage) else ROW
    return [_cross_table(group, met, row) for group in groups_of(stage)]


def _cross_table(group: Group, met: "Met", row: int) -> CrossTable:
    entrants = group.entrants
    rows = tuple(
        Row(number, TOP + (number - 1) * row, one, tuple(_cells(one, entrants, met)))
        for number, one in enumerate(entrants, start=1)
    )
    columns = range(1, len(entrants) + 1)
    return CrossTable(
        group=group.name,
        width=NUMBER + NAME + CELL * len(entrants) + 2,
        height=TOP + row * len(entrants) + 2,
        heads=tuple((number, _left(number) + CELL // 2) for number in columns),
        rows=rows,
        cell_height=row - 2,
    )


def _left(number: int) -> int:
    return NUMBER + NAME + CELL * (number - 1)


Met = Mapping[tuple[UUID, UUID], list[tuple[Pairing, int]]]  # with the seat of the one who is named first


def _met(stage: Stage, *, closed_only: bool) -> Met:
    pairings = Pairing.objects.filter(round__stage=stage, round__state="published", match__isnull=False)
    if closed_only:
        pairings = pairings.filter(round__closed_at__isnull=False)
    pairings = pairings.select_related("match").prefetch_related("sittings", "match__seats").order_by("round__number")
    met: dict[tuple[UUID, UUID], list[tuple[Pairing, int]]] = {}
    for pairing in pairings:
        one, other = pairing.sittings.all()
        met.setdefault((one.entrant_id, other.entrant_id), []).append((pairing, one.number))
        met.setdefault((other.entrant_id, one.entrant_id), []).append((pairing, other.number))
    return met


def _cells(one: Entrant, entrants: Sequence[Entrant], met: Met) -> list[Cell]:
    cells = []
    for number, other in enumerate(entrants, start=1):
        if other == one:
            cells.append(Cell(_left(number), "self", (), f"{one.user}"))
            continue
        played = met.get((one.pk, other.pk), [])
        said = tuple(_said(pairing.match, seat) for pairing, seat in played if pairing.match)
        kind = _kind(played[-1][0].match, played[-1][1]) if played else "open"
        cells.append(Cell(_left(number), kind, said, f"{one.user} against {other.user}: {_told(said, kind)}"))
    return cells


def _said(match: Match, seat: int) -> str:
    if match.step != Match.Step.FINISHED:
        return "…"
    wins = {one.number: one.games_won for one in match.seats.all()}
    return f"{wins[seat]}–{wins[3 - seat]}"


def _kind(match: Match | None, seat: int) -> str:
    if match is None or match.step != Match.Step.FINISHED:
        return "now"
    winner = next((one.number for one in match.seats.all() if one.pk == match.winner_id), None)
    return "drawn" if winner is None else "won" if winner == seat else "lost"


def _told(said: tuple[str, ...], kind: str) -> str:
    if not said:
        return "still to come"
    return "being played" if kind == "now" and len(said) == 1 else f"{', '.join(said)}, {kind}"
