"""The picture of a tournament for links in messages: its name, when and where, how it stands. A PNG of 1200 × 630.

Importing this takes half a second for the fonts, so only the door of the picture does.
"""

from functools import lru_cache
from io import BytesIO

from django.utils.dateformat import format as date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from PIL import Image, ImageDraw

from bos_tournament.tournaments.models import Entrant, Tournament
from bos_tournament.tournaments.printing import text_shaping
from bos_tournament.tournaments.printing.picture_text import write_line

WIDE, HIGH, EDGE = 1200, 630, 80
PAPER, INK, SOFT = "#f6f1e7", "#1f2328", "#5b5a55"
STONES = ("#b3342e", "#d9a514", "#2f62a8")  # the colours of the game
BIG, SMALL = 84, 38
MOST_LINES = 3


def lines_of(tournament: Tournament) -> tuple[str, str, str]:
    """What stands below the name: when, where, and how far it is."""
    starts = tournament.starts_at.astimezone(tournament.zone)
    where = tournament.place or _("online")
    # Translators: how Django writes a moment: day, month, year, time
    when = date_format(starts, _("j F Y, H:i"))
    return f"{when} {tournament.time_zone}", where, _state(tournament)


def picture(tournament: Tournament) -> bytes:
    """The PNG; the same words give the same picture, drawn once in a while."""
    return _drawn(tournament.name, lines_of(tournament))


def _state(tournament: Tournament) -> str:
    inside = tournament.entrants.exclude(place=None).exclude(state=Entrant.State.REMOVED).count()
    players = ngettext("%(number)s player", "%(number)s players", inside) % {"number": inside}
    if tournament.state == Tournament.State.OPEN:
        sentence = ngettext("%(number)s player of %(places)s", "%(number)s players of %(places)s", inside)
        sentence %= {"number": inside, "places": tournament.capacity}
        return f"{sentence} · {tournament.get_format_display()}"
    return f"{tournament.get_state_display()} · {players} · {tournament.get_format_display()}"


@lru_cache(maxsize=64)
def _drawn(name: str, lines: tuple[str, ...]) -> bytes:
    image = Image.new("RGB", (WIDE, HIGH), PAPER)
    pen = ImageDraw.Draw(image)
    for at, color in enumerate(STONES):
        pen.rectangle((0, at * HIGH // 3, 28, (at + 1) * HIGH // 3), fill=color)
    y = 70
    for part in _wrapped(name):
        _write(pen, y, part, BIG, INK, strong=True)
        y += 104
    for line in lines:
        y += 54
        _write(pen, y - 20, line, SMALL, SOFT)
    _write(pen, HIGH - 90, "BOS Tournament", SMALL, INK, strong=True)
    buffer = BytesIO()
    image.save(buffer, "PNG", optimize=True)
    return buffer.getvalue()


def _write(pen: ImageDraw.ImageDraw, y: int, text: str, size: int, color: str, *, strong: bool = False) -> None:
    """One line from the edge; y is above it."""
    write_line(pen, EDGE, y + size, text, size, color, room=WIDE - 2 * EDGE, strong=strong)


def _wrapped(name: str) -> list[str]:
    """The name in at most so many lines; what is left over makes the last line smaller."""
    lines = [""]
    for word in name.split():
        longer = f"{lines[-1]} {word}".strip()
        fits = text_shaping.width(longer, BIG, strong=True) <= WIDE - 2 * EDGE
        if fits or not lines[-1] or len(lines) == MOST_LINES:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines
