"""Badges and personal links drawn on paper, ten on a page: a name as large as it goes beside a code."""

from collections.abc import Iterator
from itertools import product
from unicodedata import category, east_asian_width

from bos_tournament.tournaments.printing import text_shaping
from bos_tournament.tournaments.printing.pdf_canvas import MARGIN, Pen, code, wrapped
from bos_tournament.tournaments.printing.sheets import Badge, Badges, Strips, in_cutting_order

BADGES_ACROSS, BADGES_DOWN = 2, 5
BADGE_CODE = 84.0
BADGE_LETTERS = (20, 17, 14, 12, 10)


def badges(pen: Pen, sheet: Badges) -> None:
    for badge, x, top, wide, high in _placed(pen, sheet.badges):
        _badge(pen, badge, x, top, wide, high)


def strips(pen: Pen, sheet: Strips) -> None:
    """Badges that say what to do with their code, and its address in letters for whoever types it."""
    for strip, x, top, wide, high in _placed(pen, sheet.strips):
        _badge(pen, strip, x, top, wide, high)
        pen.write(x + 14, top - high + 26, sheet.what_to_do, 8, room=wide - BADGE_CODE - 42)
        _small_print(pen, strip.link, x + 14, top - high + 12, wide - 28)


def _placed(pen: Pen, cards: tuple[Badge, ...]) -> Iterator[tuple[Badge, float, float, float, float]]:
    """Each with its left and upper edge, its width and its height, page after page."""
    wide, high = (pen.size[0] - 2 * MARGIN) / BADGES_ACROSS, (pen.size[1] - 2 * MARGIN) / BADGES_DOWN
    for page in in_cutting_order(cards, BADGES_ACROSS * BADGES_DOWN):
        pen.begin()
        for place, card in enumerate(page):
            down, across = divmod(place, BADGES_ACROSS)
            if card:
                yield card, MARGIN + across * wide, pen.height - MARGIN - down * high, wide, high


def _badge(pen: Pen, badge: Badge, x: float, top: float, wide: float, high: float) -> None:
    """The tournament above, the name as large as it goes beside the code."""
    pen.box(x, top - high, wide, high, line=0.3)
    pen.write(x + 14, top - 22, pen.paper.tournament, 9, room=wide - 28)
    room = wide - BADGE_CODE - 42
    size, lines = whole(badge.name, room)
    y = top - high / 2 + size * 0.6 * len(lines) - size
    for part in lines:
        pen.write(x + 14, y, part, size, strong=True, room=room)
        y -= size * 1.2
    code(pen, x + wide - BADGE_CODE - 14, top - high / 2 + BADGE_CODE / 2 - 6, badge.link, BADGE_CODE)


def _small_print(pen: Pen, link: str, x: float, y: float, room: float) -> None:
    """An address in letters so small that all of it fits."""
    size = next((size for size in (7, 6.5, 6, 5.5, 5) if text_shaping.width(link, size) <= room), 4.5)
    pen.write(x, y, link, size, room=room)


def whole(name: str, room: float) -> tuple[int, list[str]]:
    """The largest letters in which nothing of a name is cut off, and its lines."""
    wide = any(east_asian_width(letter) in "WF" for letter in name)
    for lines_of, size in product((_by_letters,) if wide else (wrapped, _by_letters), BADGE_LETTERS):
        lines = list(lines_of(name, size, room))
        if len(lines) <= 3 and all(text_shaping.width(line, size, strong=True) <= room for line in lines):
            break
    return size, lines


def _by_letters(name: str, size: float, room: float) -> Iterator[str]:
    """The lines of a name that is written without spaces, or has a word too long for any line."""
    line = ""
    for letter in name:
        if line and category(letter)[0] != "M" and text_shaping.width(line + letter, size, strong=True) > room:
            yield line.strip()
            line = ""
        line += letter
    yield line.strip()
