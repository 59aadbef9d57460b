"""Spells: a figure turned about its middle, in a ring where the spell stays on the table or answers."""

import math
from collections.abc import Iterator

from bos_tournament.cards.art.lines import (
    FACE,
    LIGHT,
    SECOND,
    Numbers,
    Pair,
    disc,
    edges,
    gem,
    line,
    path,
    stroke,
    turned,
)

STAYS, ANSWERS = "stays", "answers"
"""A closed ring for an enchantment, a broken one for a spell with a condition."""


def spell(n: Numbers, color: str, mark: str) -> Iterator[str]:
    if mark:
        dashes = "" if mark == STAYS else ' stroke-dasharray="52 32"'
        yield stroke(4, f'circle cx="192" cy="192" r="168"{dashes}')
    yield from {"red": _star, "yellow": _rosette, "blue": _whirl}[color](n)
    yield path(6, gem(color, 48, 48, 8.5)) + path(8, gem(color, 48, 48.4, 4.6))


def _facets(fold: int, turn: float, long: float, short: float, pair: Pair) -> str:
    """A star whose points are lit on one side."""
    half = math.pi / fold
    angles = [turn + 2 * math.pi * i / fold for i in range(fold)]
    lit = "".join(edges([(48, 48), turned(short, a - half), turned(long, a)]) for a in angles)
    unlit = "".join(edges([(48, 48), turned(short, a + half), turned(long, a)]) for a in angles)
    return path(pair[0], lit) + path(pair[1], unlit)


def _star(n: Numbers) -> Iterator[str]:
    fold, turn = n.whole(4, 4, 9), n.between(5, 0, 1)
    yield _facets(fold, turn + math.pi / fold, n.between(6, 30, 38), n.between(7, 12, 18), SECOND)
    yield _facets(fold, turn, n.between(8, 37, 42), n.between(9, 10, 16), FACE)
    if n.whole(10, 0, 1):
        yield _facets(fold, turn, n.between(11, 17, 24), 7, LIGHT)


def _rosette(n: Numbers) -> Iterator[str]:
    fold, turn = n.whole(4, 5, 8), n.between(5, 0, 1)
    far, wide = n.between(6, 35, 41), n.between(7, 0.55, 0.95) * math.pi / fold
    for paint, ring, reach in ((SECOND, 0.5, 0.86), (FACE, 0, 1.0)):
        angles = [turn + 2 * math.pi * (i + ring) / fold for i in range(fold)]
        for half, tone in ((-1, paint[0]), (1, paint[1])):
            yield path(
                tone,
                "".join(
                    edges(
                        [
                            (48, 48),
                            turned(far * reach * 0.55, a + half * wide),
                            turned(far * reach * 0.86, a + half * wide * 0.55),
                            turned(far * reach, a),
                        ]
                    )
                    for a in angles
                ),
            )
    if n.whole(8, 0, 1):
        yield _facets(fold, turn, n.between(9, 18, 24), 10, LIGHT)


def _whirl(n: Numbers) -> Iterator[str]:
    fold, turn, way = n.whole(4, 3, 6), n.between(5, 0, 6.3), 1 if n.whole(6, 0, 1) else -1
    far, twist = n.between(7, 37, 42), n.between(8, 0.9, 1.6)
    for paint, ring, reach in ((7, 0.5, 0.82), (4, 0, 1.0)):
        d = ""
        for i in range(fold):
            a = turn + 2 * math.pi * (i + ring) / fold
            long, end = far * reach, a + way * twist
            rise = [turned(long * 0.78, a + way * 0.1), turned(long * 0.95, end - way * 0.62), turned(long, end)]
            fall = [turned(long * 0.8, end), turned(long * 0.5, a + way * 0.95), turned(9, a + way * 1.1)]
            d += line("c", turned(9, a), rise, fall) + "z"
        yield path(paint, d)
    if n.whole(9, 0, 1):
        yield disc(3, 48, 48, 14)
