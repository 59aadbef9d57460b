"""A bracket drawn on paper: on one page, or in tiles."""

import re
from dataclasses import dataclass

from django.utils.translation import gettext as _

from bos_tournament.tournaments.printing.pdf_canvas import MARGIN, Pen
from bos_tournament.tournaments.printing.sheets import Bracketed
from bos_tournament.tournaments.standings.bracket_layout import BOX_HEIGHT, BOX_WIDTH, COLUMN, ROW, TOP, Box, Picture

SMALLEST_BRACKET = 0.5  # points to a pixel of the picture
Bend = tuple[int, ...]
BEND = re.compile(r"M(-?\d+) (-?\d+) H(-?\d+) V(-?\d+) H(-?\d+)")


@dataclass(frozen=True)
class Tile:
    """The part of a bracket that stands on one page."""

    x: int
    """Its left edge in the picture."""
    y: int
    """Its upper edge in the picture."""
    scale: float
    """Points to a pixel of the picture."""
    whole: bool
    """Whether all of the bracket is on the page."""
    boxes: tuple[Box, ...]
    """The matches on it."""


def draw_bracket(pen: Pen, sheet: Bracketed) -> None:
    """On one page where that stays readable; else in tiles, of which those without a match are left out."""
    found = filter(None, map(BEND.fullmatch, sheet.picture.lines))
    bends: list[Bend] = [tuple(map(int, bend.groups())) for bend in found]
    for tile in tiles(sheet.picture, pen.size):
        pen.begin(wide=True)
        part = _("Part of it: see the other pages.")
        top = pen.head(sheet.title, sheet.note if tile.whole else f"{sheet.note} {part}")
        _tile(pen, sheet.picture, bends, tile, top)


def tiles(picture: Picture, size: tuple[float, float]) -> list[Tile]:
    """What stands on each page of a bracket, where an upright page has this size."""
    wide, high = max(size) - 2 * MARGIN, min(size) - 2 * MARGIN - 40
    scale = min(1.0, max(SMALLEST_BRACKET, min(wide / picture.width, high / picture.height)))
    columns, rows = max(1, int(wide / scale) // COLUMN), max(1, int(high / scale - TOP) // ROW)
    whole = wide >= picture.width * scale and high >= picture.height * scale
    across = picture.width if whole else columns * COLUMN
    down = picture.height if whole else rows * ROW
    found: dict[tuple[int, int], list[Box]] = {}
    for box in (box for column in picture.columns for box in column.boxes):
        found.setdefault((box.x // across, box.y // down), []).append(box)
    return [
        Tile(column * across, row * down, scale, whole, tuple(boxes)) for (column, row), boxes in sorted(found.items())
    ]


def _tile(pen: Pen, picture: Picture, bends: list[Bend], tile: Tile, top: float) -> None:
    canvas, boxes, x, y, scale = pen.canvas, tile.boxes, tile.x, tile.y, tile.scale
    canvas.saveState()
    area = canvas.beginPath()
    area.rect(MARGIN / 2, MARGIN, pen.width - MARGIN, top - MARGIN + 2)
    canvas.clipPath(area, stroke=0)
    canvas.translate(MARGIN - x * scale, top + y * scale)
    canvas.scale(scale, scale)
    for column in picture.columns:
        if column.x in {box.x for box in boxes}:
            pen.write(column.x + 2, -y - TOP + 17, column.name, 15, strong=True)
    canvas.setLineWidth(1)
    ends = {(box.x, box.middle) for box in boxes}
    for from_x, from_y, bend_x, to_y, to_x in bends:
        if (to_x, to_y) in ends:
            canvas.lines(
                [(from_x, -from_y, bend_x, -from_y), (bend_x, -from_y, bend_x, -to_y), (bend_x, -to_y, to_x, -to_y)]
            )
    for box in boxes:
        _match(pen, box)
    canvas.restoreState()


def _match(pen: Pen, box: Box) -> None:
    pen.canvas.setFillGray(1)
    pen.canvas.setLineWidth(1.2)
    pen.canvas.rect(box.x, -box.y - BOX_HEIGHT, BOX_WIDTH, BOX_HEIGHT, fill=1)
    pen.canvas.setFillGray(0)
    pen.write(box.x + 2, -box.y + 3, box.id, 9)
    for at, slot in enumerate(box.slots):
        y = -box.y - 19 - at * BOX_HEIGHT / 2
        if slot.seed:
            pen.write(box.x + 8, y, f"{slot.seed}. {slot.name}", 15, strong=slot.won, room=BOX_WIDTH - 40)
        elif slot.awaited:  # room for a name is left, since it is written in
            pen.write(box.x + 5, y - 6, slot.name, 10)
        pen.write(box.x + BOX_WIDTH - 8, y, slot.games, 15, strong=slot.won, at="right")
    pen.line(box.x, -box.y - BOX_HEIGHT / 2, box.x + BOX_WIDTH, width=0.5)
