"""The cross-tables of a stage in which everyone meets everyone, as cells on a plane. Lengths are pixels."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.utils.translation import gettext as _

from bos_tournament.matches.models import Match
from bos_tournament.tournaments.models import Entrant, Pairing, Sitting, Snapshot, Stage
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


@dataclass(frozen=True)
class Meeting:
    """A match as one of its two players sees it: `kind` is won, lost, drawn or now, `said` their games first."""

    one: UUID
    other: UUID
    kind: str
    said: str


Met = Mapping[tuple[UUID, UUID], list[Meeting]]


def cross_tables(stage: Stage, *, closed_only: bool = False, kept: Snapshot | None = None) -> list[CrossTable]:
    """One for each group: as kept, if the stage is closed, else as it stands, with the open round unless told not to.

    `kept` asks for an earlier closing. Three queries and their prefetches, however many groups there are.
    """
    if kept is None and stage.finished_at:
        kept = stage.snapshots.order_by("-number").only("board").first()
    found = _read(kept) if kept else meetings(stage, closed_only=closed_only)
    met: dict[tuple[UUID, UUID], list[Meeting]] = {}
    for meeting in found:
        met.setdefault((meeting.one, meeting.other), []).append(meeting)
    row = ROW + 14 if meets_twice(stage) else ROW
    return [_cross_table(group, met, row) for group in groups_of(stage)]


def meetings(stage: Stage, *, closed_only: bool = True) -> list[Meeting]:
    """Every match of the stage as each of its players sees it, round after round, tables in order."""
    pairings = Pairing.objects.filter(round__stage=stage, round__state="published", match__isnull=False)
    if closed_only:
        pairings = pairings.filter(round__closed_at__isnull=False)
    pairings = pairings.select_related("match").prefetch_related("sittings", "match__seats")
    found = []
    for pairing in pairings.order_by("round__number", "table"):
        one, other = pairing.sittings.all()
        found += [_meeting(pairing.match, here, there) for here, there in ((one, other), (other, one))]
    return found


def _meeting(match: Match | None, here: Sitting, there: Sitting) -> Meeting:
    if match is None or match.step != Match.Step.FINISHED:
        return Meeting(here.entrant_id, there.entrant_id, "now", "…")
    seats = {one.number: one for one in match.seats.all()}
    won = match.winner_id == seats[here.number].pk
    kind = "drawn" if match.winner_id is None else "won" if won else "lost"
    said = f"{seats[here.number].games_won}–{seats[there.number].games_won}"
    return Meeting(here.entrant_id, there.entrant_id, kind, said)


def _read(kept: Snapshot) -> list[Meeting]:
    return [Meeting(UUID(one["one"]), UUID(one["other"]), one["kind"], one["said"]) for one in kept.board["met"]]


def _cross_table(group: Group, met: Met, row: int) -> CrossTable:
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


def _cells(one: Entrant, entrants: Sequence[Entrant], met: Met) -> list[Cell]:
    cells = []
    for number, other in enumerate(entrants, start=1):
        if other == one:
            cells.append(Cell(_left(number), "self", (), f"{one.user}"))
            continue
        played = met.get((one.pk, other.pk), [])
        said = tuple(meeting.said for meeting in played)
        kind = played[-1].kind if played else "open"
        cells.append(Cell(_left(number), kind, said, _label(one, other, said, kind)))
    return cells


def _label(one: Entrant, other: Entrant, said: tuple[str, ...], kind: str) -> str:
    """The whole cell as a sentence, for who does not see the table."""
    facts = {"one": one.user, "other": other.user, "games": ", ".join(said)}
    if not said:
        return _("%(one)s against %(other)s: still to come") % facts
    if kind == "now" and len(said) == 1:
        return _("%(one)s against %(other)s: being played") % facts
    sentences = {
        "won": _("%(one)s against %(other)s: %(games)s, won"),
        "lost": _("%(one)s against %(other)s: %(games)s, lost"),
        "drawn": _("%(one)s against %(other)s: %(games)s, drawn"),
        "now": _("%(one)s against %(other)s: %(games)s, now"),
    }
    return sentences[kind] % facts
