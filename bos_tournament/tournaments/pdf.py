"""Sheets drawn as one PDF. Lengths are points; y grows upwards. Everything is black on white and fits A4 and Letter.

Importing this takes half a second for the drawing library, so only a page that answers with paper does.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from io import BytesIO
from itertools import groupby, product
from unicodedata import category, east_asian_width

import segno
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from reportlab.lib.pagesizes import A4, LETTER, landscape
from reportlab.pdfgen.canvas import Canvas

from bos_tournament.tournaments import lettering, log_sheet
from bos_tournament.tournaments.bracket_picture import BOX_HEIGHT, BOX_WIDTH, COLUMN, ROW, TOP, Box, Picture
from bos_tournament.tournaments.sheets import (
    Badge,
    Badges,
    Bracketed,
    Column,
    Copies,
    DeckSheet,
    Flyer,
    Listing,
    LogSheet,
    Paper,
    Sheet,
    Slip,
    Slips,
    Steps,
    Strips,
    in_cutting_order,
)

SIZES = {"a4": A4, "letter": LETTER}
MARGIN = 40.0
FOOT = 22.0  # the base line of the foot
SLIPS_EACH = 4
BADGES_ACROSS, BADGES_DOWN = 2, 5
BADGE_CODE = 84.0
BADGE_LETTERS = (20, 17, 14, 12, 10)
PIECE = re.compile(r"\S*?[^\W\d]-(?=[^\W\d])|\S+\s*")  # a word, or its part up to a hyphen between letters
GREY = 0.45
CODE = 48.0
FLYER_CODE = 300.0
LINES_OF_A_GAME = 102
SEAT = 42.0  # for the word and number of a seat before the name, in each language
GAMES_WON, DROPS_OUT, SIGNATURE = 240.0, 132.0, 84.0  # how far from the right margin each part of a slip begins
SMALLEST_BRACKET = 0.5  # points to a pixel of the picture
BEND = re.compile(r"M(-?\d+) (-?\d+) H(-?\d+) V(-?\d+) H(-?\d+)")


@dataclass
class Pen:
    """A canvas that counts pages and knows what could not be printed on the page at hand."""

    canvas: Canvas
    paper: Paper
    size: tuple[float, float]
    page: int = 0
    width: float = 0
    height: float = 0
    unprintable: set[str] = field(default_factory=set)

    def begin(self, *, wide: bool = False) -> None:
        """A new page; the page before it gets its foot first."""
        self.end()
        self.width, self.height = landscape(self.size) if wide else self.size
        self.canvas.setPageSize((self.width, self.height))
        self.page += 1

    def end(self) -> None:
        if self.page:
            self._foot()
            self.canvas.showPage()
        self.unprintable.clear()

    def write(
        self,
        x: float,
        y: float,
        text: str | Promise,
        size: float,
        *,
        strong: bool = False,
        room: float = 0,
        at: str = "left",
    ) -> None:
        text = str(text)  # of words in several languages, those of the reader
        self.unprintable |= lettering.missing(text)
        lettering.draw(self.canvas, x, y, text, size, strong=strong, room=room, at=at)

    def line(self, x: float, y: float, to: float, *, width: float = 0.6) -> None:
        self.canvas.setLineWidth(width)
        self.canvas.line(x, y, to, y)

    def box(self, x: float, y: float, width: float, height: float, *, line: float = 0.8) -> None:
        self.canvas.setLineWidth(line)
        self.canvas.rect(x, y, width, height)

    def head(self, title: str, note: str) -> float:
        """The title of a page; returns the y below it."""
        y = self.height - MARGIN - 14
        self.write(MARGIN, y, title, 18, strong=True, room=self.width - 2 * MARGIN)
        if not note:
            return y - 14
        self.write(MARGIN, y - 17, note, 10, room=self.width - 2 * MARGIN)
        return y - 30

    def _foot(self) -> None:
        room = (self.width - 2 * MARGIN) / 2
        self.canvas.setFillGray(GREY)
        self.write(MARGIN, FOOT, self.paper.tournament, 8, room=room)
        self.write(self.width - MARGIN, FOOT, f"{self.paper.printed} · {self.page}", 8, at="right", room=room)
        self.canvas.setFillGray(0)
        if self.unprintable:
            signs = " ".join(sorted(f"U+{ord(letter):04X}" for letter in self.unprintable))
            said = _("A line _ stands for a letter that cannot be printed here (%(signs)s); write it in by hand.") % {
                "signs": signs
            }
            self.write(MARGIN, FOOT + 11, said, 8, strong=True, room=2 * room)


def pdf(paper: Paper, *, size: str = "a4") -> bytes:
    """All the sheets, one after the other, as a PDF."""
    kept = BytesIO()
    canvas = Canvas(kept, pagesize=SIZES[size], invariant=True)
    canvas.setTitle(paper.tournament)
    pen = Pen(canvas, paper, SIZES[size])
    for sheet in paper.sheets:
        _draw(pen, sheet)
    pen.end()
    canvas.save()
    return kept.getvalue()


def _draw(pen: Pen, sheet: Sheet) -> None:
    match sheet:
        case Listing():
            _listing(pen, sheet)
        case Slips():
            _slips(pen, sheet)
        case Bracketed():
            _bracket(pen, sheet)
        case LogSheet():
            _log_sheet(pen, sheet)
        case DeckSheet():
            _deck_sheet(pen, sheet)
        case Flyer():
            _flyer(pen, sheet)
        case Badges():
            _badges(pen, sheet)
        case Strips():
            _strips(pen, sheet)
        case Steps():
            _steps(pen, sheet)


def _listing(pen: Pen, sheet: Listing) -> None:
    step, rows, note = sheet.size * 1.75, list(sheet.rows), sheet.note
    while True:
        pen.begin()
        y = pen.head(sheet.title, note) - step
        _row(pen, sheet.columns, tuple(column.title for column in sheet.columns), y, 8.5, titles=True)
        pen.line(MARGIN, y - 5, pen.width - MARGIN, width=1)
        fitting = max(1, int((y - MARGIN - 14) // step))
        for row in rows[:fitting]:
            y -= step
            _row(pen, sheet.columns, row, y, sheet.size)
            pen.line(MARGIN, y - sheet.size * 0.5, pen.width - MARGIN, width=0.3)
        if not (rows := rows[fitting:]):
            return
        note = _("continued")


def _row(
    pen: Pen,
    columns: tuple[Column, ...],
    cells: tuple[str | Promise, ...],
    y: float,
    size: float,
    *,
    titles: bool = False,
) -> None:
    x, whole, gap = MARGIN, pen.width - 2 * MARGIN, 5.0
    for column, cell in zip(columns, cells, strict=False):
        room = column.share * whole
        if column.box and not cell and not titles:
            pen.box(x + gap, y - size * 0.35, room - 2 * gap, size * 1.4, line=0.5)
        place = {"left": x + gap, "middle": x + room / 2, "right": x + room - gap}[column.at]
        pen.write(place, y, cell, size, strong=column.strong and not titles, room=room - 2 * gap, at=column.at)
        x += room


def _slips(pen: Pen, sheet: Slips) -> None:
    for page in in_cutting_order(sheet.slips, SLIPS_EACH):
        pen.begin()
        high = (pen.height - MARGIN) / SLIPS_EACH
        for place, slip in enumerate(page):
            bottom = pen.height - (place + 1) * high
            if slip:
                _slip(pen, slip, bottom + high)
            if place < SLIPS_EACH - 1:
                _cut(pen, bottom)


def _cut(pen: Pen, y: float) -> None:
    pen.canvas.setDash(3, 3)
    pen.line(0, y, pen.width, width=0.4)
    pen.canvas.setDash()


def _slip(pen: Pen, slip: Slip, top: float) -> None:
    """The table, and for each seat the name, the games won as figures to ring, a box for dropping, a signature."""
    right, y = pen.width - MARGIN, top - 48
    pen.write(
        MARGIN, y, _("Table %(table)s") % {"table": slip.table} if slip.table else _("Table ____"), 24, strong=True
    )
    pen.write(MARGIN + 150, y, slip.round or _("Round ____"), 16, strong=True, room=105)
    pen.write(MARGIN + 265, y, pen.paper.tournament, 10, room=right - MARGIN - 265 - CODE - 10)
    if slip.link:
        _code(pen, right - CODE, top - 14, slip.link, CODE)
    for at, title in (
        (GAMES_WON + 4, _("games won: ring one")),
        (DROPS_OUT, _("drops out")),
        (SIGNATURE, _("signature")),
    ):
        pen.write(right - at, y - 24, title, 8)
    for number, name in enumerate(slip.names or ("", ""), start=1):
        _seat(pen, number, name, y - 14 - 33 * number)
    pen.write(MARGIN, y - 116, _("games drawn"), 8)
    _rings(pen, MARGIN + 68, y - 116, "012")
    pen.write(MARGIN + 150, y - 116, _("for the desk"), 8)
    pen.line(MARGIN + 202, y - 117, right, width=0.4)


def _code(pen: Pen, x: float, top: float, link: str, size: float) -> None:
    """A square that a phone reads; squares that touch are drawn as one line, so that no gap shows."""
    rows = segno.make(link, error="l", micro=False).matrix
    side = size / len(rows)
    for down, row in enumerate(rows):
        start = 0
        for dark, cells in groupby(row):
            length = len(list(cells))
            if dark:
                pen.canvas.rect(x + start * side, top - (down + 1) * side, length * side, side, stroke=0, fill=1)
            start += length


def _seat(pen: Pen, number: int, name: str, y: float) -> None:
    right = pen.width - MARGIN
    pen.write(MARGIN, y, _("seat %(number)s") % {"number": number}, 8)
    if name:
        pen.write(MARGIN + SEAT, y, name, 18, strong=True, room=right - MARGIN - SEAT - GAMES_WON - 20)
    else:
        pen.line(MARGIN + SEAT, y - 2, right - GAMES_WON - 20)
    _rings(pen, right - GAMES_WON, y, "012")
    pen.box(right - DROPS_OUT, y - 2, 16, 16)
    pen.line(right - SIGNATURE, y - 2, right)


def _rings(pen: Pen, x: float, y: float, figures: str) -> None:
    """Figures of which one is ringed with a pen."""
    for at, figure in enumerate(figures):
        pen.write(x + 28 * at, y, figure, 14, at="middle")


def _deck_sheet(pen: Pen, sheet: DeckSheet) -> None:
    pen.begin()
    y = pen.head(f"{sheet.table}: {sheet.name}", sheet.note) - 4
    for title, lines in sheet.sections:
        y -= 22
        counted = sum(one.copies for one in lines)
        pen.write(MARGIN, y, f"{title} ({counted})", 11, strong=True)
        pen.line(MARGIN, y - 4, pen.width - MARGIN)
        for one in lines:
            y -= 17
            _copies(pen, one, y)
    pen.write(MARGIN, MARGIN + 30, _("Found otherwise:"), 9)
    pen.line(MARGIN + 80, MARGIN + 29, pen.width - MARGIN)
    pen.write(MARGIN, MARGIN + 8, _("Checked by:"), 9)
    pen.line(MARGIN + 80, MARGIN + 7, pen.width / 2)
    pen.write(pen.width / 2 + 10, MARGIN + 8, _("Time given:"), 9)
    pen.line(pen.width / 2 + 66, MARGIN + 7, pen.width - MARGIN)


def _copies(pen: Pen, one: Copies, y: float) -> None:
    for at in range(one.copies):
        pen.box(MARGIN + at * 15, y - 2, 11, 11)
    pen.write(MARGIN + 68, y, f"{one.copies} {one.name}", 11, strong=True, room=230)
    pen.write(MARGIN + 305, y, one.about, 9, room=110)
    pen.write(pen.width - MARGIN, y, one.mark, 9, at="right", room=95)


def _log_sheet(pen: Pen, sheet: LogSheet) -> None:
    """The front to write on, and the notation on the next page, which becomes its back."""
    if pen.page % 2:
        pen.begin()  # an empty side, so that front and back are one leaf
    pen.begin()
    one, other = sheet.names if len(sheet.names) == 2 else ("____________________", "____________________")
    y = pen.head(_("A game written down"), f"{pen.paper.tournament}")
    where = f"[Round {sheet.round or '___'}] [Table {sheet.table or '___'}] [Number ___]   P1 {one}   P2 {other}"
    pen.write(MARGIN, y - 8, where, 10, room=pen.width - 2 * MARGIN)
    for at, said in enumerate(log_sheet.TO_FILL_IN):
        pen.write(MARGIN, y - 28 - 20 * at, said, 10, room=pen.width - 2 * MARGIN)
    _numbered_lines(pen, y - 28 - 20 * len(log_sheet.TO_FILL_IN) - 6)
    pen.begin()
    _notation(pen, pen.head(_("How to write a game down"), str(log_sheet.NOTE)))


def _numbered_lines(pen: Pen, top: float) -> None:
    columns, each = 3, LINES_OF_A_GAME // 3
    wide, step = (pen.width - 2 * MARGIN) / columns, (top - MARGIN - 4) / each
    for at in range(LINES_OF_A_GAME):
        x, y = MARGIN + wide * (at // each), top - step * (at % each + 1)
        pen.write(x + 16, y + 3, f"{at + 1}.", 7, at="right")
        pen.line(x + 19, y, x + wide - 8, width=0.4)


def _notation(pen: Pen, top: float) -> None:
    y, left = top, 140.0
    for title, lines in log_sheet.REFERENCE:
        y -= 22
        pen.write(MARGIN, y, title, 12, strong=True)
        for written, means in lines:
            pen.write(MARGIN, y - 16, written, 10, strong=True, room=left - 8)
            for part in _wrapped(str(means), 10, pen.width - 2 * MARGIN - left):
                y -= 15
                pen.write(MARGIN + left, y - 1, part, 10)
            y -= 1


def _flyer(pen: Pen, sheet: Flyer) -> None:
    """Everything in the middle, the title as large as it goes, the code as large as a hand."""
    pen.begin()
    middle, room, y = pen.width / 2, pen.width - 2 * MARGIN, pen.height - MARGIN - 20
    for part in _wrapped(sheet.title, 40, room):
        y -= 46
        pen.write(middle, y, part, 40, strong=True, room=room, at="middle")
    y -= 14
    for fact in sheet.facts:
        for part in _wrapped(fact, 16, room):
            y -= 23
            pen.write(middle, y, part, 16, room=room, at="middle")
    size = min(FLYER_CODE, y - MARGIN - 130)
    _code(pen, middle - size / 2, y - 30, sheet.link, size)
    y -= size + 60
    pen.write(
        middle, y, _("Scan to join, or open %(page)s and type") % {"page": sheet.page}, 14, room=room, at="middle"
    )
    pen.write(middle, y - 46, " ".join(sheet.letters), 38, strong=True, room=room, at="middle")


def _badges(pen: Pen, sheet: Badges) -> None:
    wide, high = (pen.size[0] - 2 * MARGIN) / BADGES_ACROSS, (pen.size[1] - 2 * MARGIN) / BADGES_DOWN
    for page in in_cutting_order(sheet.badges, BADGES_ACROSS * BADGES_DOWN):
        pen.begin()
        for place, badge in enumerate(page):
            down, across = divmod(place, BADGES_ACROSS)
            if badge:
                _badge(pen, badge, MARGIN + across * wide, pen.height - MARGIN - down * high, wide, high)


def _badge(pen: Pen, badge: Badge, x: float, top: float, wide: float, high: float) -> None:
    """The tournament above, the name as large as it goes beside the code."""
    pen.box(x, top - high, wide, high, line=0.3)
    pen.write(x + 14, top - 22, pen.paper.tournament, 9, room=wide - 28)
    room = wide - BADGE_CODE - 42
    size, lines = _whole(badge.name, room)
    y = top - high / 2 + size * 0.6 * len(lines) - size
    for part in lines:
        pen.write(x + 14, y, part, size, strong=True, room=room)
        y -= size * 1.2
    _code(pen, x + wide - BADGE_CODE - 14, top - high / 2 + BADGE_CODE / 2 - 6, badge.link, BADGE_CODE)


def _strips(pen: Pen, sheet: Strips) -> None:
    wide, high = (pen.size[0] - 2 * MARGIN) / BADGES_ACROSS, (pen.size[1] - 2 * MARGIN) / BADGES_DOWN
    for page in in_cutting_order(sheet.strips, BADGES_ACROSS * BADGES_DOWN):
        pen.begin()
        for place, strip in enumerate(page):
            down, across = divmod(place, BADGES_ACROSS)
            if strip:
                x, top = MARGIN + across * wide, pen.height - MARGIN - down * high
                _badge(pen, strip, x, top, wide, high)
                pen.write(x + 14, top - high + 26, sheet.what_to_do, 8, room=wide - BADGE_CODE - 42)
                _small_print(pen, strip.link, x + 14, top - high + 12, wide - 28)


def _small_print(pen: Pen, link: str, x: float, y: float, room: float) -> None:
    """An address in letters so small that all of it fits, for whoever types it."""
    size = next((size for size in (7, 6.5, 6, 5.5, 5) if lettering.width(link, size) <= room), 4.5)
    pen.write(x, y, link, size, room=room)


def _whole(name: str, room: float) -> tuple[int, list[str]]:
    """The largest letters in which nothing of a name is cut off, and its lines."""
    wide = any(east_asian_width(letter) in "WF" for letter in name)
    for lines_of, size in product((_by_letters,) if wide else (_wrapped, _by_letters), BADGE_LETTERS):
        lines = list(lines_of(name, size, room))
        if len(lines) <= 3 and all(lettering.width(line, size, strong=True) <= room for line in lines):
            break
    return size, lines


def _by_letters(name: str, size: float, room: float) -> Iterator[str]:
    """The lines of a name that is written without spaces, or has a word too long for any line."""
    line = ""
    for letter in name:
        if line and category(letter)[0] != "M" and lettering.width(line + letter, size, strong=True) > room:
            yield line.strip()
            line = ""
        line += letter
    yield line.strip()


def _steps(pen: Pen, sheet: Steps) -> None:
    pen.begin()
    y = pen.head(sheet.title, sheet.note)
    for number, (short, full) in enumerate(sheet.steps, start=1):
        y -= 30
        pen.write(MARGIN, y, f"{number}. {short}", 14, strong=True)
        for part in _wrapped(full, 11, pen.width - 2 * MARGIN - 20):
            y -= 17
            pen.write(MARGIN + 20, y, part, 11)


def _wrapped(text: str, size: float, room: float) -> Iterator[str]:
    line = ""
    for piece in PIECE.findall(str(text)):
        if line and lettering.width(f"{line}{piece}".rstrip(), size) > room:
            yield line.rstrip()
            line = ""
        line += piece
    yield line.rstrip()


def _bracket(pen: Pen, sheet: Bracketed) -> None:
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
