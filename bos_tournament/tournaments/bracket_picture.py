"""A bracket as boxes and lines on a plane, for the page to draw. Lengths are pixels of a desk screen."""

from collections.abc import Iterator
from dataclasses import dataclass

from bos_tournament.pairing.bracket import BracketMatch, WinnerOf
from bos_tournament.pairing.bracket_play import Standing, Status
from bos_tournament.tournaments.brackets import Bracket
from bos_tournament.tournaments.room import result_of

BOX_WIDTH, BOX_HEIGHT, ROW, COLUMN, TOP = 210, 58, 78, 260, 34


@dataclass(frozen=True)
class Slot:
    """A line of a box: who, with which seed and games won, or from where they will come."""

    seed: int | None
    name: str
    won: bool
    lost: bool
    games: str


@dataclass(frozen=True)
class Box:
    """A match in the picture, by its top left corner."""

    id: str
    x: int
    y: int
    slots: tuple[Slot, Slot]
    is_on: bool  # can be played now
    url: str
    label: str

    @property
    def middle(self) -> int:
        return self.y + BOX_HEIGHT // 2


@dataclass(frozen=True)
class Column:
    """A round of the bracket."""

    name: str
    x: int
    boxes: tuple[Box, ...]


@dataclass(frozen=True)
class Picture:
    """Everything to draw, round by round."""

    width: int
    height: int
    columns: tuple[Column, ...]
    lines: tuple[str, ...]  # as paths


def picture(bracket: Bracket) -> Picture:
    """The bracket as it stands."""
    rows = _rows(bracket)
    boxes = {name: _box(bracket, standing, rows[name]) for name, standing in bracket.standing.items()}
    columns = [
        Column(name, (at - 1) * COLUMN, tuple(boxes[one.match.id] for one in bracket.due(at)))
        for at, name in enumerate(bracket.round_names(), start=1)
    ]
    return Picture(
        width=(bracket.rounds - 1) * COLUMN + BOX_WIDTH + 4,
        height=int(TOP + (max(rows.values()) + 1) * ROW),
        columns=tuple(columns),
        lines=tuple(_lines(bracket, boxes)),
    )


def _rows(bracket: Bracket) -> dict[str, float]:
    """Each match between those its players come from; those of the first round from the top."""
    rows: dict[str, float] = {}
    matches = {match.id: match for match in bracket.plan.matches}

    def place(match: BracketMatch) -> float:
        sources = [matches[slot.match] for slot in match.slots if isinstance(slot, WinnerOf)]
        above = [place(source) for source in sources]
        first_free = sum(1 for name in rows if not _has_source(matches[name]))
        rows[match.id] = sum(above) / len(above) if above else float(first_free)
        return rows[match.id]

    place(bracket.plan.matches[-1])
    return rows


def _has_source(match: BracketMatch) -> bool:
    return any(isinstance(slot, WinnerOf) for slot in match.slots)


def _box(bracket: Bracket, standing: Standing, row: float) -> Box:
    pairing = bracket.pairings.get(standing.match.id)
    match = pairing.match if pairing else None
    slots = tuple(_slot(bracket, standing, at) for at in (0, 1))
    return Box(
        id=standing.match.id,
        x=(standing.match.round - 1) * COLUMN + 2,
        y=int(TOP + row * ROW),
        slots=(slots[0], slots[1]),
        is_on=standing.status == Status.READY,
        url=match.get_absolute_url() if match else "",
        label=_label(standing, slots, result_of(match) if match and match.finished_at else ""),
    )


def _slot(bracket: Bracket, standing: Standing, at: int) -> Slot:
    seed, source = standing.seeds[at], standing.match.slots[at]
    if seed is None:
        before = bracket.standing[source.match] if isinstance(source, WinnerOf) else None
        name = _to_come(bracket, before) if before and not before.decided else "nobody"
        return Slot(None, name, won=False, lost=False, games="")
    decided = standing.decided and standing.status == Status.PLAYED
    won = decided and standing.winner == seed
    name = str(bracket.entrants[seed].user)
    return Slot(seed, name, won=won, lost=decided and not won, games=_games(bracket, standing, seed))


def _to_come(bracket: Bracket, source: Standing) -> str:
    """Who may come from a match that is not decided."""
    known = [str(bracket.entrants[seed].user) for seed in source.seeds if seed]
    return " or ".join(known) if len(known) == 2 else f"winner of {source.match.id}"


def _games(bracket: Bracket, standing: Standing, seed: int) -> str:
    pairing = bracket.pairings.get(standing.match.id)
    if pairing is None or pairing.match is None:
        return ""
    if pairing.match.finished_at is None and not any(seat.games_won for seat in pairing.match.seats.all()):
        return ""
    number = next((one.number for one in pairing.sittings.all() if bracket.seeds[one.entrant_id] == seed), None)
    return next((str(seat.games_won) for seat in pairing.match.seats.all() if seat.number == number), "")


def _label(standing: Standing, slots: tuple[Slot, ...], result: str) -> str:
    names = " against ".join(slot.name for slot in slots)
    winner = next((slot.name for slot in slots if slot.won), "")
    return f"{standing.match.id}: {names}" + (f"; {winner} won {result}" if winner else "")


def _lines(bracket: Bracket, boxes: dict[str, Box]) -> Iterator[str]:
    for match in bracket.plan.matches:
        for source in match.slots:
            if isinstance(source, WinnerOf):
                one, other = boxes[source.match], boxes[match.id]
                bend = other.x - (COLUMN - BOX_WIDTH) // 2
                yield f"M{one.x + BOX_WIDTH} {one.middle} H{bend} V{other.middle} H{other.x}"
