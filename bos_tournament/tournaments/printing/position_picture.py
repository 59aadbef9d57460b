"""The picture of a position for links in messages: both sides of the board after a line. A PNG of 1200 × 630.

Importing this takes half a second for the fonts, so only the door of the picture does.
"""

import json
from collections.abc import Mapping
from functools import lru_cache
from io import BytesIO
from typing import Any

from django.utils.translation import gettext as _
from PIL import Image, ImageDraw

from bos_tournament.matches.templatetags.board_sides import sides
from bos_tournament.tournaments.printing import text_shaping
from bos_tournament.tournaments.printing.picture_text import write_line

WIDE, HIGH = 1200, 630
LEFT, TOP, GAP = 60, 152, 10
CARD_WIDE, CARD_HIGH = 262, 91
PAPER, INK, SOFT, EDGE, DOWN = "#f6f1e7", "#1f2328", "#5b5a55", "#d9d2c3", "#8a8578"
STONES = {"red": "#b3342e", "yellow": "#a87800", "blue": "#2f62a8"}
WASHES = {"red": "#f8e4e1", "yellow": "#f8ecc9", "blue": "#dfe9f6"}
ROWS = (("above", "wizards"), ("above", "summons"), ("below", "summons"), ("below", "wizards"))
"""From above; wizards are behind summons."""
Card = Mapping[str, Any] | None


def picture(heading: str, below: str, table: Mapping[str, Any]) -> bytes:
    """The PNG; the same words and the same position give the same picture, drawn once in a while."""
    words = {"life": _("life"), "vim": _("vim"), "ether": _("ether"), "down": _("face-down"), "acted": _("acted")}
    return _drawn(heading, below, json.dumps(_shown(table), sort_keys=True), json.dumps(words, sort_keys=True))


def _shown(table: Mapping[str, Any]) -> dict[str, Any]:
    """Of a table what the picture shows of it."""
    two = sides(table)
    return {side: _side(two[side]) for side in ("above", "below")}


def _side(side: Mapping[str, Any]) -> dict[str, Any]:
    seat = side["seat"]
    return {
        "seat": {name: seat[name] for name in ("player", "life", "vim", "ether")},
        "boss": _card(side["boss"][1]),
        "wizards": [_card(card) for _at, card in side["wizards"]],
        "summons": [_card(card) for _at, card in side["summons"]],
    }


def _card(card: Card) -> dict[str, Any] | None:
    return {name: card.get(name) for name in ("name", "color", "up", "acted", "strength")} if card else None


@lru_cache(maxsize=64)
def _drawn(heading: str, below: str, shown: str, words: str) -> bytes:
    image = Image.new("RGB", (WIDE, HIGH), PAPER)
    pen, two, said = ImageDraw.Draw(image), json.loads(shown), json.loads(words)
    for at, stone in enumerate(("#b3342e", "#d9a514", "#2f62a8")):
        pen.rectangle((0, at * HIGH // 3, 28, (at + 1) * HIGH // 3), fill=stone)
    room = WIDE - 2 * LEFT
    write_line(pen, LEFT, 54, heading, 34, INK, room=room, strong=True)
    write_line(pen, LEFT, 92, below, 24, SOFT, room=room - 240)
    mark = text_shaping.width("BOS Tournament", 24, strong=True)
    write_line(pen, WIDE - LEFT - mark, 92, "BOS Tournament", 24, INK, room=240, strong=True)
    _seat(pen, 136, two["above"]["seat"], said)
    for row, (side, kind) in enumerate(ROWS):
        _row(pen, TOP + row * (CARD_HIGH + GAP), two[side], kind, said)
    _seat(pen, 598, two["below"]["seat"], said)
    buffer = BytesIO()
    image.save(buffer, "PNG", optimize=True)
    return buffer.getvalue()


def _seat(pen: ImageDraw.ImageDraw, y: int, seat: Mapping[str, Any], said: Mapping[str, str]) -> None:
    """Who it is, life and what can be paid with."""
    figures = [f"{seat[name]} {said[name]}" for name in ("life", "vim", "ether") if seat[name] or name != "ether"]
    write_line(pen, LEFT, y, seat["player"], 28, INK, room=560, strong=True)
    write_line(pen, LEFT + 600, y, " · ".join(figures), 28, INK, room=470)


def _row(pen: ImageDraw.ImageDraw, y: int, side: Mapping[str, Any], kind: str, said: Mapping[str, str]) -> None:
    """The boss beside the wizards, then the three columns."""
    if kind == "wizards":
        _place(pen, LEFT, y, side["boss"], said)
    for column, card in enumerate(side[kind], 1):
        _place(pen, LEFT + column * (CARD_WIDE + GAP), y, card, said)


def _place(pen: ImageDraw.ImageDraw, x: int, y: int, card: Card, said: Mapping[str, str]) -> None:
    """A card, or the empty place for one."""
    box = (x, y, x + CARD_WIDE, y + CARD_HIGH)
    if card is None:
        pen.rounded_rectangle(box, 10, outline=EDGE, width=2)
        return
    up, color = card["up"], card["color"] or ""
    edge = STONES.get(color, SOFT) if up else DOWN
    pen.rounded_rectangle(box, 10, fill=WASHES.get(color, "#ffffff") if up else EDGE, outline=edge, width=3)
    name, state = card["name"], "" if up else said["down"]
    write_line(pen, x + 14, y + 36, name or said["down"], 24, INK if up else SOFT, room=CARD_WIDE - 28)
    if card["acted"] and up:
        state = said["acted"]
    write_line(pen, x + 14, y + 74, state if name else "", 20, SOFT, room=140)
    if up and card["strength"] is not None:
        wide = text_shaping.width(str(card["strength"]), 30, strong=True)
        write_line(pen, x + CARD_WIDE - 16 - wide, y + 76, str(card["strength"]), 30, edge, room=100, strong=True)
