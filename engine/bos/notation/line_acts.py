"""The acts of one written line, which are parted by `;`, or by `,` where what follows begins like a line.

Commas also part aims, wizards and words of names, so one of them parts acts only where what follows can be read.
"""

from __future__ import annotations

import re
from typing import Final

from engine.bos.notation.line_parser import MAX_BODY, Unreadable, parse
from engine.bos.notation.line_patterns import Shape, patterns, shape_of

_PARTED: Final = re.compile("[,;]")
_FREE: Final = ("J", "H", "O")
"""Lines whose text may hold any sign."""


def acts(body: str, mode: str | None = None) -> list[tuple[int, str]]:
    """The acts of one written line, each with where it begins; mostly there is one. `mode` is what the header
    `[Mode …]` says, a duel where there is none."""
    if ";" not in body and "," not in body:
        return [(0, body)]
    parts: list[tuple[int, str]] = []
    start, free, shape = 0, _is_free(body), shape_of(mode)
    for sign in _PARTED.finditer(body):
        at = sign.start()
        if not free and (sign[0] == ";" or _begins_another(body, start, at, shape)):
            parts.append((start, body[start:at]))
            start, free = at + 1, _is_free(body[at + 1 : at + 1 + MAX_BODY])
    parts.append((start, body[start:]))
    tidy = [(at + len(text) - len(text.lstrip()), text.strip()) for at, text in parts if text.strip()]
    return tidy or [(0, body)]


def _is_free(text: str) -> bool:
    return text.lstrip()[:1].upper() in _FREE


def _begins_another(body: str, start: int, comma: int, shape: Shape) -> bool:
    """Whether another act begins behind a comma. A boss or an end of the game behind aims could be one more of them,
    and so could `e` where it is a column."""
    if comma - start > MAX_BODY:
        return False
    before, following = body[start:comma], _PARTED.search(body, comma + 1)
    text = body[comma + 1 : following.start() if following else len(body)].strip()
    if before.count("(") > before.count(")") or not patterns(*shape).another.match(text):
        return False
    if "->" in before and (text.upper() in ("BOSS", "DRAW", "PASS") or patterns(*shape).position.fullmatch(text)):
        return False
    try:
        parse(text, *shape)
    except Unreadable:
        return False
    return True
