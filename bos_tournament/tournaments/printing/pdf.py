"""Sheets drawn as one PDF. Lengths are points; y grows upwards. Everything is black on white and fits A4 and Letter.

Importing this takes half a second for the drawing library, so only a page that answers with paper does.
"""

from collections.abc import Callable
from io import BytesIO

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from reportlab.lib.pagesizes import A4, LETTER
from reportlab.pdfgen.canvas import Canvas

from bos_tournament.tournaments.printing import log_sheet
from bos_tournament.tournaments.printing.pdf_badges import badges, strips
from bos_tournament.tournaments.printing.pdf_bracket import draw_bracket
from bos_tournament.tournaments.printing.pdf_canvas import MARGIN, Pen, code, wrapped
from bos_tournament.tournaments.printing.pdf_pages import LINE, SLIPS_EACH, page_count, rows_fitting
from bos_tournament.tournaments.printing.sheets import (
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
Began = Callable[[int, int], None]
CODE = 48.0
FLYER_CODE = 300.0
LINES_OF_A_GAME = 102
SEAT = 42.0  # for the word and number of a seat before the name, in each language
GAMES_WON, DROPS_OUT, SIGNATURE = 240.0, 132.0, 84.0  # how far from the right margin each part of a slip begins


def pdf(paper: Paper, *, size: str = "a4", began: Began = lambda page, pages: None) -> bytes:
    """All the sheets, one after the other, as a PDF. `began` is told each page as it begins, and how many there are."""
    pages = page_count(paper.sheets, SIZES[size])
    buffer = BytesIO()
    canvas = Canvas(buffer, pagesize=SIZES[size], invariant=True)
    canvas.setTitle(paper.tournament)
    pen = Pen(canvas, paper, SIZES[size], began=lambda page: began(page, pages))
    for sheet in paper.sheets:
        _draw(pen, sheet)
    pen.end()
    canvas.save()
    return buffer.getvalue()


def _draw(pen: Pen, sheet: Sheet) -> None:
    match sheet:
        case Listing():
            _listing(pen, sheet)
        case Slips():
            _slips(pen, sheet)
        case Bracketed():
            draw_bracket(pen, sheet)
        case LogSheet():
            _log_sheet(pen, sheet)
        case DeckSheet():
            _deck_sheet(pen, sheet)
        case Flyer():
            _flyer(pen, sheet)
        case Badges():
            badges(pen, sheet)
        case Strips():
            strips(pen, sheet)
        case Steps():
            _steps(pen, sheet)


def _listing(pen: Pen, sheet: Listing) -> None:
    step, rows, note = sheet.size * LINE, list(sheet.rows), sheet.note
    while True:
        pen.begin()
        y = pen.head(sheet.title, note) - step
        _row(pen, sheet.columns, tuple(column.title for column in sheet.columns), y, 8.5, titles=True)
        pen.line(MARGIN, y - 5, pen.width - MARGIN, width=1)
        fitting = rows_fitting(sheet, note, pen.height)
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
        code(pen, right - CODE, top - 14, slip.link, CODE)
    for at, title in (
        (GAMES_WON + 4, _("games won: circle one")),
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
        counted = sum(card.copies for card in lines)
        pen.write(MARGIN, y, f"{title} ({counted})", 11, strong=True)
        pen.line(MARGIN, y - 4, pen.width - MARGIN)
        for card in lines:
            y -= 17
            _copies(pen, card, y)
    pen.write(MARGIN, MARGIN + 30, _("Differences:"), 9)
    pen.line(MARGIN + 80, MARGIN + 29, pen.width - MARGIN)
    pen.write(MARGIN, MARGIN + 8, _("Checked by:"), 9)
    pen.line(MARGIN + 80, MARGIN + 7, pen.width / 2)
    pen.write(pen.width / 2 + 10, MARGIN + 8, _("Time added:"), 9)
    pen.line(pen.width / 2 + 66, MARGIN + 7, pen.width - MARGIN)


def _copies(pen: Pen, card: Copies, y: float) -> None:
    for at in range(card.copies):
        pen.box(MARGIN + at * 15, y - 2, 11, 11)
    pen.write(MARGIN + 68, y, f"{card.copies} {card.name}", 11, strong=True, room=230)
    pen.write(MARGIN + 305, y, card.about, 9, room=110)
    pen.write(pen.width - MARGIN, y, card.mark, 9, at="right", room=95)


def _log_sheet(pen: Pen, sheet: LogSheet) -> None:
    """The front to write on, and the notation on the next page, which becomes its back."""
    if pen.page % 2:
        pen.begin()  # an empty side, so that front and back are one leaf
    pen.begin()
    first, second = sheet.names if len(sheet.names) == 2 else ("____________________", "____________________")
    y = pen.head(_("A written game"), f"{pen.paper.tournament}")
    where = f"[Round {sheet.round or '___'}] [Table {sheet.table or '___'}] [Number ___]   P1 {first}   P2 {second}"
    pen.write(MARGIN, y - 8, where, 10, room=pen.width - 2 * MARGIN)
    for at, line in enumerate(log_sheet.TO_FILL_IN):
        pen.write(MARGIN, y - 28 - 20 * at, line, 10, room=pen.width - 2 * MARGIN)
    top = y - 28 - 20 * len(log_sheet.TO_FILL_IN) - 6
    pen.stamp("lines", lambda: _numbered_lines(pen, top))
    pen.begin()
    pen.stamp("notation", lambda: _notation(pen, pen.head(_("How to write a game"), str(log_sheet.NOTE))))


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
            for part in wrapped(str(means), 10, pen.width - 2 * MARGIN - left):
                y -= 15
                pen.write(MARGIN + left, y - 1, part, 10)
            y -= 1


def _flyer(pen: Pen, sheet: Flyer) -> None:
    """Everything in the middle, the title as large as it goes, the code as large as a hand."""
    pen.begin()
    middle, room, y = pen.width / 2, pen.width - 2 * MARGIN, pen.height - MARGIN - 20
    for part in wrapped(sheet.title, 40, room):
        y -= 46
        pen.write(middle, y, part, 40, strong=True, room=room, at="middle")
    y -= 14
    for fact in sheet.facts:
        for part in wrapped(fact, 16, room):
            y -= 23
            pen.write(middle, y, part, 16, room=room, at="middle")
    size = min(FLYER_CODE, y - MARGIN - 130)
    code(pen, middle - size / 2, y - 30, sheet.link, size)
    y -= size + 60
    pen.write(
        middle, y, _("Scan to join, or open %(page)s and enter") % {"page": sheet.page}, 14, room=room, at="middle"
    )
    pen.write(middle, y - 46, " ".join(sheet.letters), 38, strong=True, room=room, at="middle")


def _steps(pen: Pen, sheet: Steps) -> None:
    pen.begin()
    y = pen.head(sheet.title, sheet.note)
    for number, (short, full) in enumerate(sheet.steps, start=1):
        y -= 30
        pen.write(MARGIN, y, f"{number}. {short}", 14, strong=True)
        for part in wrapped(full, 11, pen.width - 2 * MARGIN - 20):
            y -= 17
            pen.write(MARGIN + 20, y, part, 11)
