"""Letters on paper: which font draws which letter, in which direction, and what no font can draw. Lengths are points.

A name may mix scripts. It is cut into runs of one font; runs that are read from the right stand in that order.
"""

import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import groupby
from pathlib import Path
from struct import unpack_from

from reportlab.lib.abag import ABag
from reportlab.pdfbase.pdfmetrics import registerFont, stringWidth
from reportlab.pdfbase.ttfonts import ShapedStr, TTFont, shapeFragWord
from reportlab.pdfgen.canvas import Canvas

FOLDER = Path(__file__).parent / "fonts"
PLAIN, STRONG = "NotoSans-Regular", "NotoSans-Bold"
OTHERS = (
    "NotoSansHebrew-Regular",
    "NotoSansArabic-Regular",
    "NotoSansArmenian-Regular",
    "NotoSansGeorgian-Regular",
    "NotoSansThai-Regular",
    "NotoSansDevanagari-Regular",
    "NotoSansBengali-Regular",
    "NotoSansTamil-Regular",
    "DroidSansFallbackFull",
    "NanumSquareR",
)
TO_WRITE = "_"  # stands where no font has the letter
SMALLEST = 0.55  # of the size asked for; a longer text loses its end
FEATURES = {"kern": True, "liga": True}
SIDES = {"L": "L", "EN": "L", "AN": "L", "R": "R", "AL": "R"}  # by Unicode's classes of direction
AS_THEY_ARE = (PLAIN, STRONG, "DroidSansFallbackFull", "NanumSquareR")


@dataclass(frozen=True)
class Run:
    """A stretch of text in one font, its letters shaped, ready to be drawn from the left."""

    font: str
    """The name of the font."""
    text: str
    """The letters as they are drawn."""
    width: float
    """At a size of one point."""


def missing(text: str) -> set[str]:
    """The letters that no font can draw."""
    return {letter for letter in _composed(text) if _font_of(letter, strong=False) is None}


def width(text: str, size: float, *, strong: bool = False) -> float:
    return sum(run.width for run in runs(text, strong=strong)) * size


def fitting(text: str, size: float, room: float, *, strong: bool = False) -> tuple[str, float]:
    """The text and the size at which it stays within `room`: smaller if need be, and shortened below SMALLEST."""
    wide = width(text, size, strong=strong)
    if wide <= room:
        return text, size
    if wide * SMALLEST <= room:
        return text, size * room / wide
    while text and width(f"{text}…", size * SMALLEST, strong=strong) > room:
        text = text[:-1]
    return f"{text}…", size * SMALLEST


def draw_text(
    canvas: Canvas,
    x: float,
    y: float,
    text: str,
    size: float,
    *,
    strong: bool = False,
    room: float = 0,
    at: str = "left",
) -> None:
    """Writes one line on the base line y; `at` says whether x is its left end, its middle or its right end."""
    if room:
        text, size = fitting(text, size, room, strong=strong)
    text_runs = runs(text, strong=strong)
    wide = sum(run.width for run in text_runs) * size
    x -= {"left": 0.0, "middle": wide / 2, "right": wide}[at]
    for run in text_runs:
        canvas.setFont(run.font, size)
        canvas.drawString(x, y, _shaped(run.font, run.text, size))
        x += run.width * size


def runs(text: str, *, strong: bool = False) -> tuple[Run, ...]:
    """The runs of a line from left to right."""
    return _runs(_composed(text), strong)


@cache
def _letters(font: str) -> frozenset[str]:
    """Makes a font known to the drawing, once in each process; gives the letters for which it has a picture."""
    path = FOLDER / f"{font}.ttf"
    loaded = TTFont(font, str(path), shapable=True)
    registerFont(loaded)
    pictures = _pictures(path.read_bytes())
    nothing = pictures(0)
    drawn = {chr(at): pictures(glyph) for at, glyph in loaded.face.charToGlyph.items() if glyph}
    return frozenset(letter for letter, picture in drawn.items() if letter == " " or picture not in (b"", nothing))


def _pictures(content: bytes) -> Callable[[int], bytes]:
    """The outline of each glyph of a font file: some name letters for which they have only an empty box."""
    (tables,) = unpack_from(">H", content, 4)
    offsets = {content[at : at + 4]: unpack_from(">LL", content, at + 8) for at in range(12, 12 + 16 * tables, 16)}
    (long,) = unpack_from(">H", content, offsets[b"head"][0] + 50)
    shape, step = (">LL", 4) if long else (">HH", 2)

    def picture(glyph: int) -> bytes:
        begin, end = unpack_from(shape, content, offsets[b"loca"][0] + glyph * step)
        start, scale = offsets[b"glyf"][0], 1 if long else 2
        return content[start + begin * scale : start + end * scale]

    return picture


@lru_cache(16_384)
def _composed(text: str) -> str:
    """One line of letters; what cannot be seen is left out."""
    plain = unicodedata.normalize("NFC", " ".join(text.split()))
    return "".join(letter for letter in plain if unicodedata.category(letter) not in ("Cc", "Cf", "Co", "Cs"))


@cache
def _font_of(letter: str, *, strong: bool) -> str | None:
    first = STRONG if strong else PLAIN
    return next((font for font in (first, *OTHERS) if letter in _letters(font)), None)


@lru_cache(16_384)
def _runs(text: str, strong: bool) -> tuple[Run, ...]:
    from_right = list(_directions(text))
    fonts = _fonts(text, strong)
    groups: list[list[Run]] = []
    for turned, letters in groupby(zip(from_right, fonts, strict=True), key=lambda pair: pair[0]):
        parts = groupby((drawn for _, drawn in letters), key=lambda pair: pair[0])
        shaped = [_run(font, "".join(letter for _, letter in part)) for font, part in parts]
        groups.append(shaped[::-1] if turned else shaped)
    read_from_right = _base(text)
    return tuple(run for group in (groups[::-1] if read_from_right else groups) for run in group)


def _fonts(text: str, strong: bool) -> Iterator[tuple[str, str]]:
    """Each letter with its font. Signs and marks keep the font of the letter before them where that has them."""
    plain, font = STRONG if strong else PLAIN, ""
    for letter in text:
        own_font = _font_of(letter, strong=strong)
        keeps = font and not _side(letter) and letter in _letters(font)
        font = font if keeps else own_font or plain
        yield font, letter if own_font else TO_WRITE


def _directions(text: str) -> Iterator[bool]:
    """Is each letter read from the right? Signs between two letters of one direction share it."""
    sides = [_side(letter) for letter in text]
    base = "R" if _base(text) else "L"
    before, after = base, [*sides, base]
    for at, side in enumerate(sides):
        following = next((direction for direction in after[at:] if direction), base)
        before = side or (before if before == following else base)
        yield before == "R"


def _base(text: str) -> bool:
    """Is the line read from the right? Its first letter decides."""
    return next((side == "R" for side in map(_side, text) if side), False)


def _side(letter: str) -> str:
    """L or R; empty for spaces, signs and marks."""
    return SIDES.get(unicodedata.bidirectional(letter), "")


def _run(font: str, text: str) -> Run:
    shaped = _shaped(font, text, 1000.0)
    if isinstance(shaped, ShapedStr):
        return Run(font, text, sum(glyph.x_advance for glyph in shaped.__shapeData__) / 1000)
    return Run(font, text, stringWidth(text, font, 1000) / 1000)


def _shaped(font: str, text: str, size: float) -> str:
    """Joined and placed as the script asks for; Latin, Greek, Cyrillic, Chinese and Korean need nothing of it."""
    if font in AS_THEY_ARE:
        return text
    piece = (ABag(fontName=font, fontSize=size), text)
    return shapeFragWord([0, piece], features=FEATURES, force=True)[1][1]
