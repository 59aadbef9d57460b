"""The pen that draws sheets on pages. Lengths are points; y grows upwards."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import groupby

import segno
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from reportlab.lib.pagesizes import landscape
from reportlab.pdfgen.canvas import Canvas

from bos_tournament.tournaments.printing import text_shaping
from bos_tournament.tournaments.printing.sheets import Paper

MARGIN = 40.0
FOOT = 22.0  # the base line of the foot
PIECE = re.compile(r"\S*?[^\W\d]-(?=[^\W\d])|\S+\s*")  # a word, or its part up to a hyphen between letters
GREY = 0.45
MASK = 3  # of the eight patterns laid over a code


@dataclass
class Pen:
    """A canvas that counts pages and knows what could not be printed on the page at hand."""

    canvas: Canvas
    """What is drawn on."""
    paper: Paper
    """What is printed; the foot of each page names it."""
    size: tuple[float, float]
    """Width and height of an upright page."""
    page: int = 0
    """The number of the page at hand; 0 before the first."""
    width: float = 0
    """Of the page at hand."""
    height: float = 0
    """Of the page at hand."""
    began: Callable[[int], None] = lambda page: None
    """Told the number of each page as it begins."""
    unprintable: set[str] = field(default_factory=set)
    """Letters on the page at hand that no font has; its foot names them."""

    def begin(self, *, wide: bool = False) -> None:
        """A new page; the page before it gets its foot first."""
        self.end()
        self.width, self.height = landscape(self.size) if wide else self.size
        self.canvas.setPageSize((self.width, self.height))
        self.page += 1
        self.began(self.page)

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
        self.unprintable |= text_shaping.missing(text)
        text_shaping.draw_text(self.canvas, x, y, text, size, strong=strong, room=room, at=at)

    def stamp(self, name: str, draw: Callable[[], None]) -> None:
        """What looks alike on many pages of this size: drawn and kept once, and referred to by each."""
        if not self.canvas.hasForm(name):
            self.canvas.beginForm(name, 0, 0, self.width, self.height)
            draw()
            self.canvas.endForm()
        self.canvas.doForm(name)

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
        if note:
            self.write(MARGIN, y - 17, note, 10, room=self.width - 2 * MARGIN)
        return below_head(self.height, note)

    def _foot(self) -> None:
        room = (self.width - 2 * MARGIN) / 2
        self.canvas.setFillGray(GREY)
        self.write(MARGIN, FOOT, self.paper.tournament, 8, room=room)
        self.write(self.width - MARGIN, FOOT, f"{self.paper.printed} · {self.page}", 8, at="right", room=room)
        self.canvas.setFillGray(0)
        if self.unprintable:
            signs = " ".join(sorted(f"U+{ord(letter):04X}" for letter in self.unprintable))
            sentence = _("A line _ marks a letter that cannot be printed here (%(signs)s); write it in by hand.") % {
                "signs": signs
            }
            self.write(MARGIN, FOOT + 11, sentence, 8, strong=True, room=2 * room)


def below_head(height: float, note: str) -> float:
    """The y below the head of a page of this height."""
    return height - MARGIN - (44 if note else 28)


def code(pen: Pen, x: float, top: float, link: str, size: float) -> None:
    """A square that a phone reads; squares that touch are drawn as one line, so that no gap shows.

    Its mask is always the same: to weigh all eight takes most of the time, and any can be read.
    """
    rows = segno.make(link, error="l", micro=False, mask=MASK).matrix
    drawn, side = pen.canvas.beginPath(), size / len(rows)
    for down, row in enumerate(rows):
        start = 0
        for dark, cells in groupby(row):
            length = len(list(cells))
            if dark:
                drawn.rect(start, down, length, 1)
            start += length
    pen.canvas.saveState()
    pen.canvas.transform(side, 0, 0, -side, x, top)
    pen.canvas.drawPath(drawn, stroke=0, fill=1)
    pen.canvas.restoreState()


def wrapped(text: str, size: float, room: float) -> Iterator[str]:
    line = ""
    for piece in PIECE.findall(str(text)):
        if line and text_shaping.width(f"{line}{piece}".rstrip(), size) > room:
            yield line.rstrip()
            line = ""
        line += piece
    yield line.rstrip()
