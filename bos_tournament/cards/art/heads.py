"""Heads: of summons, and crowned ones of bosses before a halo."""

import math
from collections.abc import Iterator
from dataclasses import dataclass

from bos_tournament.cards.art.crests import CRESTS, GROWN, Crown
from bos_tournament.cards.art.lines import (
    DARK,
    FACE,
    LIGHT,
    SECOND,
    Numbers,
    Point,
    both,
    curve,
    disc,
    edges,
    gem,
    line,
    path,
    ring,
    turned,
)

SNOUTS = {
    "beak": "drake heron moth wyrm owl raven runner",
    "broad": "bull ox bear boar golem giant herd crab turtle brute",
}


@dataclass(frozen=True)
class Face:
    """The measures of a head: x from the middle, y from above."""

    wide: float
    """To the side."""
    top: float
    """Where it ends."""
    brow: float
    """Where the eyes begin."""
    cheek: float
    """Where it is narrower."""
    jaw: float
    """Where the snout ends."""
    chin: float
    """The lower end."""
    blunt: float
    """How wide the chin is."""
    size: float
    """Of the whole, about 1."""
    snout: str
    """Wedge, fangs, beak or broad."""


def summon(n: Numbers, color: str, name: str) -> Iterator[str]:
    yield from _head(n, color, name, [_crest(n, name)], 1.04)


def boss(n: Numbers, color: str, name: str) -> Iterator[str]:
    count = n.whole(20, 7, 11) * 2
    angles = [2 * math.pi * i / count for i in range(count)]
    rays = [(turned(33, a - 0.09), turned(47 if i % 2 else 42, a), turned(33, a + 0.09)) for i, a in enumerate(angles)]
    yield path(7, "".join(edges(ray) for ray in rays))
    if color == "yellow":
        yield path(3, edges(ring(48, 48, 37, 6)))
        yield path(8, edges(ring(48, 48, 33, 6)))
    else:
        yield disc(3, 48, 48, 35)
        yield disc(8, 48, 48, 31)
    crest = _crest(n, name)
    yield from _head(n, color, name, [crest if crest != "crown" else "horns", "crown"], 0.94, is_dark=True)


def _crest(n: Numbers, name: str) -> str:
    return _word(name, CRESTS) or list(CRESTS)[n.whole(3, 0, len(CRESTS) - 1)]


def _word(name: str, known: dict[str, str]) -> str | None:
    """What a word of the name stands for, the last of them first."""
    for word in reversed(name.casefold().replace("-", " ").split()):
        for key, words in known.items():
            if word in words.split():
                return key
    return None


def _head(n: Numbers, color: str, name: str, crests: list[str], size: float, *, is_dark: bool = False) -> Iterator[str]:
    face = _measured(n, name, size)
    for crest in crests:
        yield from GROWN[crest](Crown(n, face.wide, face.top, face.brow, size, is_dark))
    shape = _outline(face)
    if color == "blue":
        yield both(DARK if is_dark else FACE, [*shape, (-1, 50)], curve)
    else:
        yield both(DARK if is_dark else FACE, shape)
    low = face.brow + n.between(9, 6, 11) * size
    lit = (face.wide * n.between(10, 0.5, 0.9), face.brow + 1)
    yield both(FACE if is_dark else LIGHT, [*shape[:2], lit, (0, low + 8 * size)])
    if n.whole(13, 0, 2):
        scar = [(0.9, face.cheek - 3), (0.62, face.jaw - 3 * size), (0.5, face.cheek + 3)]
        yield both((7, 9), [(face.wide * x, y) for x, y in scar])
    yield from _snout(n, face, low + 6 * size)
    yield from _eyes(n, color, face.wide * 0.52, low + n.between(14, 1, 4) * size, n.between(15, 3.2, 4.6) * size)
    yield path(8, gem(color, 48, face.brow + size, n.between(16, 2.4, 3.8) * size))


def _measured(n: Numbers, name: str, size: float) -> Face:
    wide = n.between(4, 20, 26) * size
    top, brow, cheek = 50 - 22 * size, 50 - 12 * size, 50 + n.between(5, 3, 12) * size
    jaw, chin, blunt = 50 + n.between(6, 19, 25) * size, 50 + n.between(7, 31, 37) * size, n.between(8, 3, 9) * size
    snout = _word(name, SNOUTS) or ("wedge", "wedge", "fangs", "beak")[n.whole(12, 0, 3)]
    if snout == "broad":
        wide, jaw, chin, blunt = wide * 1.06, jaw + 2, chin - 2, 11 * size
    return Face(wide, top, brow, cheek, jaw, chin, blunt, size, snout)


def _outline(face: Face) -> list[Point]:
    return [
        (0, face.top + 3),
        (face.wide * 0.55, face.top),
        (face.wide, face.brow),
        (face.wide * 0.94, face.cheek),
        (face.wide * 0.6, face.jaw),
        (face.blunt, face.chin),
        (0, face.chin),
    ]


def _snout(n: Numbers, face: Face, low: float) -> Iterator[str]:
    size, jaw, chin = face.size, face.jaw, face.chin
    nose = n.between(11, 4, 8) * size
    if face.snout == "beak":
        yield both(SECOND, [(0, low), (nose + 2, low + 9 * size), (0, chin + 5 * size)])
        sides = ((46.4, 45, 46.6), (49.6, 51, 49.4))
        nostrils = [[(a, low + 9 * size), (b, low + 13 * size), (c, low + 12 * size)] for a, b, c in sides]
        yield path(6, "".join(edges(nostril) for nostril in nostrils))
    elif face.snout == "broad":
        muzzle = [(0, low + 4), (11 * size, jaw - 8 * size), (13 * size, chin - 5 * size), (9 * size, chin), (0, chin)]
        yield both(LIGHT, muzzle)
        yield both((6, 6), [(4 * size, jaw - 2 * size), (8 * size, jaw - 3 * size), (6 * size, jaw + 2 * size)])
    else:
        yield both((5, 6), [(0, low), (nose, jaw - 4 * size), (face.blunt * 0.8, chin), (0, chin)])
    if face.snout == "fangs":
        fang = [(nose, jaw - 3 * size), (nose + 4.5 * size, jaw - 4 * size), (nose + 2 * size, jaw + 7 * size)]
        yield both((8, 8), fang)


SLANTED = [(-1, 0.9), (1.3, -0.7), (0.5, 0.9)]
HOODED = [(-1.3, -0.5), (1.3, -0.9), (1.3, 0.4), (0.5, 1), (-0.6, 1)]
GLINT = [(-0.6, -0.1), (0.8, -0.3), (0.5, 0.7), (-0.4, 0.7)]


def _eyes(n: Numbers, color: str, x: float, y: float, r: float) -> Iterator[str]:
    def around(points: list[Point]) -> list[Point]:
        return [(x + r * across, y + r * down) for across, down in points]

    if color == "red":
        yield both((8, 8), around(SLANTED))
    elif color == "yellow":
        yield both((6, 6), around(HOODED))
        yield both((8, 8), around(GLINT))
    else:
        yield path(8, _almond(48 - x, y, r) + _almond(48 + x, y, -r))
        yield path(6, "".join(edges(ring(48 + s * x, y - 0.4, r * 0.42, 8)) for s in (-1, 1)))


def _almond(x: float, y: float, r: float) -> str:
    """An eye whose outer corner is drawn up; a negative r mirrors it."""
    high = abs(r)
    inner, outer = (x + r * 1.2, y + 1), (x - r * 1.3, y - 1)
    return line("q", inner, [(x, y - high * 1.7), outer], [(x, y + high * 1.2), inner]) + "z"
