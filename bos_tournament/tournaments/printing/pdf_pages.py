"""How many pages sheets take, known before they are drawn."""

from collections.abc import Iterable
from math import ceil

from django.utils.translation import gettext as _

from bos_tournament.tournaments.printing.pdf_badges import BADGES_ACROSS, BADGES_DOWN
from bos_tournament.tournaments.printing.pdf_bracket import tiles
from bos_tournament.tournaments.printing.pdf_canvas import MARGIN, below_head
from bos_tournament.tournaments.printing.sheets import (
    Badges,
    Bracketed,
    Listing,
    LogSheet,
    Sheet,
    Slips,
    Strips,
)

SLIPS_EACH = 4
LINE = 1.75  # of the size of its letters
Size = tuple[float, float]


def page_count(sheets: Iterable[Sheet], size: Size) -> int:
    """Of all the sheets, one after the other, on upright pages of this width and height."""
    pages = 0
    for sheet in sheets:
        if isinstance(sheet, LogSheet):
            pages += pages % 2  # its front and back are one leaf
        pages += _pages_of(sheet, size)
    return pages


def rows_fitting(sheet: Listing, note: str, height: float) -> int:
    """How many rows of a list stand on a page of this height below its title, its note and the titles of columns."""
    step = sheet.size * LINE
    return max(1, int((below_head(height, note) - step - MARGIN - 14) // step))


def _pages_of(sheet: Sheet, size: Size) -> int:
    match sheet:
        case Listing():
            left = len(sheet.rows) - rows_fitting(sheet, sheet.note, size[1])
            return 1 + max(0, ceil(left / rows_fitting(sheet, _("continued"), size[1])))
        case Slips():
            return ceil(len(sheet.slips) / SLIPS_EACH)
        case Badges():
            return ceil(len(sheet.badges) / (BADGES_ACROSS * BADGES_DOWN))
        case Strips():
            return ceil(len(sheet.strips) / (BADGES_ACROSS * BADGES_DOWN))
        case Bracketed():
            return len(tiles(sheet.picture, size))
        case LogSheet():
            return 2
        case _:
            return 1
