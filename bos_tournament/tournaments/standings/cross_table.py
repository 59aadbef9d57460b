"""The cross-tables of a stage in which everyone meets everyone: each player's results in a row."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from bos_tournament.matches.models import Match
from bos_tournament.tournaments.models import Entrant, Pairing, Sitting, Snapshot, Stage
from bos_tournament.tournaments.structure.round_robin_stage import Group, groups_of

MOST_CELLS = 1_024  # on a page: those of the largest table there is


@dataclass(frozen=True)
class Cell:
    """What one player made against another: `kind` is won, lost, drawn, now, open or self."""

    kind: str
    said: tuple[str, ...]
    """The score of each match, own games first; empty before any."""


@dataclass(frozen=True)
class CrossTableRow:
    """One player."""

    number: int
    """Counted from 1; the column of the same number is theirs too."""
    entrant: Entrant
    """Who it is."""
    cells: tuple[Cell, ...]
    """From left to right."""


@dataclass(frozen=True)
class CrossTable:
    """The results of a group, or of all."""

    group: str
    """Its name; empty where everyone meets everyone."""
    rows: tuple[CrossTableRow, ...]
    """In the order of the Berger table."""


@dataclass(frozen=True)
class CrossTableMatch:
    """A match as one of its two players sees it: `kind` is won, lost, drawn or now, `said` their games first."""

    one: UUID
    """The id of the entrant from whose side it is told."""
    other: UUID
    """The id of their opponent."""
    kind: str
    said: str


Met = Mapping[tuple[UUID, UUID], list[CrossTableMatch]]


def cross_tables(stage: Stage, *, closed_only: bool = False, snapshot: Snapshot | None = None) -> list[CrossTable]:
    """One for each group: as kept, if the stage is closed, else as it stands, with the open round unless told not to.

    `snapshot` asks for an earlier closing. Three queries and their prefetches, however many groups there are.
    """
    if snapshot is None and stage.finished_at:
        snapshot = stage.snapshots.order_by("-number").only("board").first()
    matches = _read(snapshot) if snapshot else meetings(stage, closed_only=closed_only)
    met: dict[tuple[UUID, UUID], list[CrossTableMatch]] = {}
    for meeting in matches:
        met.setdefault((meeting.one, meeting.other), []).append(meeting)
    return [_cross_table(group, met) for group in groups_of(stage)]


def on_a_page(tables: Sequence[CrossTable]) -> int:
    """How many of these tables a page has room for."""
    largest = max((len(table.rows) for table in tables), default=1)
    return max(MOST_CELLS // max(largest**2, 64), 1)


def meetings(stage: Stage, *, closed_only: bool = True) -> list[CrossTableMatch]:
    """Every match of the stage as each of its players sees it, round after round, tables in order."""
    pairings = Pairing.objects.filter(round__stage=stage, round__state="published", match__isnull=False)
    if closed_only:
        pairings = pairings.filter(round__closed_at__isnull=False)
    pairings = pairings.select_related("match").prefetch_related("sittings", "match__seats")
    matches = []
    for pairing in pairings.order_by("round__number", "table"):
        first, second = pairing.sittings.all()
        matches += [_meeting(pairing.match, here, there) for here, there in ((first, second), (second, first))]
    return matches


def _meeting(match: Match | None, here: Sitting, there: Sitting) -> CrossTableMatch:
    if match is None or match.step != Match.Step.FINISHED:
        return CrossTableMatch(here.entrant_id, there.entrant_id, "now", "…")
    seats = {seat.number: seat for seat in match.seats.all()}
    won = match.winner_id == seats[here.number].pk
    kind = "drawn" if match.winner_id is None else "won" if won else "lost"
    score = f"{seats[here.number].games_won}–{seats[there.number].games_won}"
    return CrossTableMatch(here.entrant_id, there.entrant_id, kind, score)


def _read(snapshot: Snapshot) -> list[CrossTableMatch]:
    return [
        CrossTableMatch(UUID(row["one"]), UUID(row["other"]), row["kind"], row["said"]) for row in snapshot.board["met"]
    ]


def _cross_table(group: Group, met: Met) -> CrossTable:
    numbered = enumerate(group.entrants, start=1)
    rows = (CrossTableRow(number, entrant, tuple(_cells(entrant, group.entrants, met))) for number, entrant in numbered)
    return CrossTable(group.name, tuple(rows))


def _cells(entrant: Entrant, entrants: Sequence[Entrant], met: Met) -> list[Cell]:
    cells = []
    for opponent in entrants:
        played = met.get((entrant.pk, opponent.pk), [])
        kind = "self" if opponent == entrant else played[-1].kind if played else "open"
        cells.append(Cell(kind, tuple(meeting.said for meeting in played)))
    return cells
