"""A bracket drawn on paper: on one page, or in tiles."""

import re

from django.utils.translation import gettext as _

from bos_tournament.tournaments.printing.pdf_canvas import MARGIN, Pen
from bos_tournament.tournaments.printing.sheets import Bracketed
from bos_tournament.tournaments.standings.bracket_layout import BOX_HEIGHT, BOX_WIDTH, COLUMN, ROW, TOP, Box, Picture

SMALLEST_BRACKET = 0.5  # points to a pixel of the picture
BEND = re.compile(r"M(-?\d+) (-?\d+) H(-?\d+) V(-?\d+) H(-?\d+)")


def draw_bracket(pen: Pen, sheet: Bracketed) -> None:
    """On one page where that stays readable; else in tiles, of which those without a match are left out."""
    picture = sheet.picture
    wide, high = max(pen.size) - 2 * MARGIN, min(pen.size) - 2 * MARGIN - 40
    scale = min(1.0, max(SMALLEST_BRACKET, min(wide / picture.width, high / picture.height)))
    columns, rows = max(1, int(wide / scale) // COLUMN), max(1, int(high / scale - TOP) // ROW)
    whole = wide >= picture.width * scale and high >= picture.height * scale
    across = picture.width if whole else columns * COLUMN
    down = picture.height if whole else rows * ROW
    for x in range(0, picture.width, across):
        for y in range(0, picture.height, down):
            boxes = [box for column in picture.columns for box in column.boxes if _inside(box, x, y, across, down)]
            if boxes:
                pen.begin(wide=True)
                top = pen.head(
                    sheet.title, sheet.note if whole else " ".join([sheet.note, _("Part of it: see the other pages.")])
                )
                _tile(pen, picture, boxes, x, y, top, scale)


def _inside(box: Box, x: int, y: int, across: int, down: int) -> bool:
    return x <= box.x < x + across and y <= box.y < y + down


def _tile(pen: Pen, picture: Picture, boxes: list[Box], x: int, y: int, top: float, scale: float) -> None:
    canvas = pen.canvas
    canvas.saveState()
    area = canvas.beginPath()
    area.rect(MARGIN / 2, MARGIN, pen.width - MARGIN, top - MARGIN + 2)
    canvas.clipPath(area, stroke=0)
    canvas.translate(MARGIN - x * scale, top + y * scale)
    canvas.scale(scale, scale)
    for column in picture.columns:
        if any(box in boxes for box in column.boxes):
            pen.write(column.x + 2, -y - TOP + 17, column.name, 15, strong=True)
    canvas.setLineWidth(1)
    for bend in filter(None, map(BEND.fullmatch, picture.lines)):
        from_x, from_y, bend_x, to_y, to_x = map(int, bend.groups())
        if any(to_x == box.x and to_y == box.middle for box in boxes):
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
