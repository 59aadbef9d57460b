"""The cross-tables of a stage in which everyone meets everyone, as cells on a plane. Lengths are pixels."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.utils.translation import gettext as _

from bos_tournament.matches.models import Match
from bos_tournament.tournaments.models import Entrant, Pairing, Sitting, Snapshot, Stage
from bos_tournament.tournaments.structure.round_robin_stage import Group, groups_of, meets_twice

NUMBER, NAME, CELL, ROW, TOP = 22, 88, 30, 34, 26  # eight players fit a phone


@dataclass(frozen=True)
class Cell:
    """What one player made against another: `kind` is won, lost, drawn, now, open or self."""

    x: int
    """Its left edge."""
    kind: str
    said: tuple[str, ...]
    """The score of each match, own games first; empty before any."""
    label: str
    """The whole cell as a sentence, for who does not see it."""


@dataclass(frozen=True)
class CrossTableRow:
    """One player."""

    number: int
    """Counted from 1; the column of the same number is theirs too."""
    y: int
    """Its upper edge."""
    entrant: Entrant
    """Who it is."""
    cells: tuple[Cell, ...]
    """From left to right."""


@dataclass(frozen=True)
class CrossTable:
    """Everything to draw of a group, or of all."""

    group: str
    """Its name; empty where everyone meets everyone."""
    width: int
    """Room for all columns."""
    height: int
    """Room for all rows."""
    heads: tuple[tuple[int, int], ...]
    """The number of each column and its middle."""
    rows: tuple[CrossTableRow, ...]
    """In the order of the Berger table."""
    cell_height: int
    """Of every cell."""


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
    row = ROW + 14 if meets_twice(stage) else ROW
    return [_cross_table(group, met, row) for group in groups_of(stage)]


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


def _cross_table(group: Group, met: Met, row: int) -> CrossTable:
    entrants = group.entrants
    rows = tuple(
        CrossTableRow(number, TOP + (number - 1) * row, entrant, tuple(_cells(entrant, entrants, met)))
        for number, entrant in enumerate(entrants, start=1)
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


def _cells(entrant: Entrant, entrants: Sequence[Entrant], met: Met) -> list[Cell]:
    cells = []
    for number, opponent in enumerate(entrants, start=1):
        if opponent == entrant:
            cells.append(Cell(_left(number), "self", (), f"{entrant.user}"))
            continue
        played = met.get((entrant.pk, opponent.pk), [])
        scores = tuple(meeting.said for meeting in played)
        kind = played[-1].kind if played else "open"
        cells.append(Cell(_left(number), kind, scores, _label(entrant, opponent, scores, kind)))
    return cells


def _label(entrant: Entrant, opponent: Entrant, scores: tuple[str, ...], kind: str) -> str:
    """The whole cell as a sentence, for who does not see the table."""
    facts = {"one": entrant.user, "other": opponent.user, "games": ", ".join(scores)}
    if not scores:
        return _("%(one)s against %(other)s: still to come") % facts
    if kind == "now" and len(scores) == 1:
        return _("%(one)s against %(other)s: being played") % facts
    sentences = {
        "won": _("%(one)s against %(other)s: %(games)s, won"),
        "lost": _("%(one)s against %(other)s: %(games)s, lost"),
        "drawn": _("%(one)s against %(other)s: %(games)s, drawn"),
        "now": _("%(one)s against %(other)s: %(games)s, now"),
    }
    return sentences[kind] % facts
