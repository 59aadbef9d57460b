"""A bracket as boxes and lines on a plane, for the page to draw. Lengths are pixels of a desk screen."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _

from bos_tournament.pairing.bracket import THIRD_PLACE, BracketMatch, LoserOf, Seed, Side, WinnerOf
from bos_tournament.pairing.bracket_play import Standing, Status
from bos_tournament.tournaments.standings.table_status import result_of
from bos_tournament.tournaments.structure.bracket_stage import Bracket

BOX_WIDTH, BOX_HEIGHT, ROW, COLUMN, TOP = 210, 58, 78, 260, 34


@dataclass(frozen=True)
class Slot:
    """A line of a box: who, with which seed and games won, or from where they will come."""

    seed: int | None
    """Counted from 1; None while nobody is there."""
    name: str
    """The player's handle, or in words who may come."""
    won: bool
    """Whether this player won the match."""
    lost: bool
    """Whether this player lost the match."""
    games: str
    """Games won; empty before the first."""
    awaited: bool = False
    """Whether they come out of a match whose winner or loser nobody can name yet."""


@dataclass(frozen=True)
class Box:
    """A match in the picture, by its top left corner."""

    id: str
    """The match's id in the bracket."""
    x: int
    """Its left edge."""
    y: int
    """Its upper edge."""
    slots: tuple[Slot, Slot]
    """The upper and the lower line."""
    is_on: bool
    """Whether it can be played now."""
    url: str
    """The page of the match; empty while there is none."""
    label: str
    """The whole box as a sentence, for who does not see it."""

    @property
    def middle(self) -> int:
        return self.y + BOX_HEIGHT // 2


@dataclass(frozen=True)
class Column:
    """A round of the bracket."""

    name: str
    """What the round is called."""
    x: int
    """Its left edge."""
    boxes: tuple[Box, ...]
    """Its matches, from the top."""


@dataclass(frozen=True)
class Picture:
    """One part of the bracket, round by round."""

    title: str
    """Such as “Bracket” or “Winners' side”."""
    width: int
    """Room for all columns."""
    height: int
    """Room for all boxes."""
    columns: tuple[Column, ...]
    """From left to right."""
    lines: tuple[str, ...]
    """From box to box, as SVG paths."""


def pictures(bracket: Bracket) -> list[Picture]:
    """The bracket as it stands: one drawing of a single elimination; the two sides and the final of a double one."""
    return [picture(bracket, title, matches) for title, matches in sides(bracket)]


def sides(bracket: Bracket) -> list[tuple[str, list[BracketMatch]]]:
    """What each drawing is called, and its matches; without those that are not needed."""
    return [(title, matches) for title, matches in _sides(bracket) if matches]


def _sides(bracket: Bracket) -> list[tuple[str, list[BracketMatch]]]:
    unneeded = [standing.match for standing in bracket.standing.values() if standing.status == Status.NOT_NEEDED]
    matches = [match for match in bracket.plan.matches if match not in unneeded]
    if not bracket.is_double:
        third = [match for match in matches if match.id == THIRD_PLACE]
        return [(_("Bracket"), [match for match in matches if match not in third]), (_("Third place"), third)]
    titles = {Side.WINNERS: _("Winners' side"), Side.LOSERS: _("Losers' side"), Side.FINAL: _("Final")}
    return [(title, [match for match in matches if match.side == side]) for side, title in titles.items()]


def picture(bracket: Bracket, title: str, matches: list[BracketMatch]) -> Picture:
    """These matches of one side, as they stand."""
    first = min(match.round for match in matches)
    rows = _rows(matches)
    boxes = {match.id: _box(bracket, bracket.standing[match.id], rows[match.id], first) for match in matches}
    numbers = sorted({match.round for match in matches})
    columns = []
    for number in numbers:
        here = [match for match in matches if match.round == number]
        columns.append(
            Column(bracket.title(here[0]), (number - first) * COLUMN, tuple(boxes[match.id] for match in here))
        )
    return Picture(
        title=title,
        width=(numbers[-1] - first) * COLUMN + BOX_WIDTH + 4,
        height=int(TOP + (max(rows.values()) + 1) * ROW),
        columns=tuple(columns),
        lines=tuple(_lines(matches, boxes)),
    )


def _rows(matches: list[BracketMatch]) -> dict[str, float]:
    """Each match beside or between those of this part its players come from; those of the first round from the top."""
    here = {match.id: match for match in matches}
    rows: dict[str, float] = {}

    def place(match: BracketMatch) -> float:
        above = [place(here[slot.match]) for slot in match.slots if isinstance(slot, WinnerOf) and slot.match in here]
        free = 1 + max((row for row in rows.values()), default=-1.0)
        rows[match.id] = sum(above) / len(above) if above else float(int(free))
        return rows[match.id]

    inner = {slot.match for match in matches for slot in match.slots if isinstance(slot, WinnerOf)}
    for last in matches:
        if last.id not in inner:
            place(last)
    return rows


def _box(bracket: Bracket, standing: Standing, row: float, first: int) -> Box:
    pairing = bracket.pairings.get(standing.match.id)
    match = pairing.match if pairing else None
    slots = tuple(_slot(bracket, standing, at) for at in (0, 1))
    return Box(
        id=standing.match.id,
        x=(standing.match.round - first) * COLUMN + 2,
        y=int(TOP + row * ROW),
        slots=(slots[0], slots[1]),
        is_on=standing.status == Status.READY,
        url=match.get_absolute_url() if match else "",
        label=_label(standing, slots, result_of(match) if match and match.finished_at else ""),
    )


def _slot(bracket: Bracket, standing: Standing, at: int) -> Slot:
    seed, source = standing.seeds[at], standing.match.slots[at]
    if seed is None:
        if isinstance(source, Seed) or bracket.standing[source.match].decided:
            return Slot(None, _("nobody"), won=False, lost=False, games="")
        candidates = _may_come(bracket, bracket.standing[source.match], source)
        name = candidates or _to_come(source)
        return Slot(None, name, won=False, lost=False, games="", awaited=not candidates)
    decided = standing.decided and standing.status == Status.PLAYED
    won = decided and standing.winner == seed
    name = str(bracket.entrants[seed].user)
    return Slot(seed, name, won=won, lost=decided and not won, games=_games(bracket, standing, seed))


def _may_come(bracket: Bracket, source: Standing, slot: WinnerOf | LoserOf) -> str:
    """Who may win a match that is not decided; empty while one of them is not known, and for its loser."""
    names = [str(bracket.entrants[seed].user) for seed in source.seeds if seed]
    if isinstance(slot, LoserOf) or len(names) != 2:
        return ""
    return _("%(one)s or %(other)s") % {"one": names[0], "other": names[1]}


def _to_come(slot: WinnerOf | LoserOf) -> str:
    if isinstance(slot, LoserOf):
        return _("loser of %(match)s") % {"match": slot.match}
    return _("winner of %(match)s") % {"match": slot.match}


def _games(bracket: Bracket, standing: Standing, seed: int) -> str:
    pairing = bracket.pairings.get(standing.match.id)
    if pairing is None or pairing.match is None:
        return ""
    if pairing.match.finished_at is None and not any(seat.games_won for seat in pairing.match.seats.all()):
        return ""
    number = next(
        (sitting.number for sitting in pairing.sittings.all() if bracket.seeds[sitting.entrant_id] == seed), None
    )
    return next((str(seat.games_won) for seat in pairing.match.seats.all() if seat.number == number), "")


def _label(standing: Standing, slots: tuple[Slot, ...], result: str) -> str:
    winner = next((slot.name for slot in slots if slot.won), "")
    facts = {
        "match": standing.match.id,
        "one": slots[0].name,
        "other": slots[1].name,
        "winner": winner,
        "games": result,
    }
    if winner:
        return _("%(match)s: %(one)s against %(other)s; %(winner)s won %(games)s") % facts
    return _("%(match)s: %(one)s against %(other)s") % facts


def _lines(matches: list[BracketMatch], boxes: dict[str, Box]) -> Iterator[str]:
    for match in matches:
        for source in match.slots:
            if isinstance(source, WinnerOf) and source.match in boxes:
                from_box, to_box = boxes[source.match], boxes[match.id]
                bend = to_box.x - (COLUMN - BOX_WIDTH) // 2
                yield f"M{from_box.x + BOX_WIDTH} {from_box.middle} H{bend} V{to_box.middle} H{to_box.x}"
