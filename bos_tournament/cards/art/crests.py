"""What grows on a head: ears, horns, antlers, wings, fins, petals, flames or a crown."""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from bos_tournament.cards.art.lines import BONE, FACE, INNER, LIGHT, SECOND, Numbers, Point, both, curve, turned

CRESTS = {
    "ears": "hound wolf fox jackal imp otter bear cat hyena lynx hare rat",
    "horns": "bull ox brute tyrant boar ram goat herd titan giant golem maniac plague",
    "antlers": "stag elk oak elms bramble thorn root tree dryad",
    "wings": "drake heron moth wyrm dragon sprite dancer runner raven owl hive bee",
    "fins": "eel serpent crab turtle strider warden current reef ferryman fish",
    "petals": "lily bloom flower sapling nature rose thistle orchard grove guard",
    "flames": "rider bearer duelist fire pyre torch flame collaia cinder",
    "crown": "king ploughking empress mother regent marshal sentinel archivist keeper cantor colossus bell witness",
}
"""What grows on a head, by a word of the name; a name without such a word takes it from its numbers."""


@dataclass(frozen=True)
class Crown:
    """The upper end of a head."""

    numbers: Numbers
    """Of the card's name."""
    wide: float
    """From the middle to the side of the head."""
    top: float
    """How high the head ends; smaller is higher."""
    brow: float
    """How high the eyes begin."""
    size: float
    """Of the whole head, about 1."""
    is_dark: bool = False
    """Whether the head is a boss's, before a bright disc."""

    @property
    def reach(self) -> float:
        return self.numbers.between(17, 0.75, 1.05) * self.size

    @property
    def lean(self) -> float:
        return self.numbers.between(18, -4, 5)


def ears(c: Crown) -> Iterator[str]:
    tip = c.wide * 0.75 + c.lean
    yield both(FACE, [(c.wide * 0.15, c.top + 4), (tip, c.top - 23 * c.reach), (c.wide * 1.05, c.brow + 4)])
    yield both(INNER, [(c.wide * 0.44, c.top + 3), (tip, c.top - 14 * c.reach), (c.wide * 0.88, c.brow + 2)])


def horns(c: Crown) -> Iterator[str]:
    outer = [
        (c.wide * 0.5, c.top + 5),
        (c.wide * 1.15, c.top - 1),
        (c.wide * 1.5, c.top - 19 * c.reach),
        (c.wide * 1.72 + c.lean * 0.4, c.top - 1),
        (c.wide * 1.35, c.brow + 4),
        (c.wide * 0.9, c.brow + 6),
    ]
    yield both(LIGHT if c.is_dark else BONE, outer, curve)


def antlers(c: Crown) -> Iterator[str]:
    for k in range(c.numbers.whole(19, 3, 4)):
        x, y = c.wide * (0.42 + 0.24 * k), c.top + 3 - 3.5 * k
        tip = (c.wide * (0.36 + 0.42 * k) + c.lean * 0.5, c.top - (22 - 3.5 * k) * c.reach)
        yield both(BONE, [(x, y), tip, (x + 4.5, y + 1.5)])
    beam = [(0.35, 5), (1.4, -10), (1.46, -5), (0.7, 9)]
    yield both(BONE, [(c.wide * x, c.top + y) for x, y in beam])


def wings(c: Crown) -> Iterator[str]:
    for k in range(c.numbers.whole(19, 3, 4)):
        feather = [
            (c.wide * 0.6, c.brow + 5 * k),
            (c.wide * 1.25, c.top - (16 - 10 * k) * c.reach),
            (c.wide * (2 - 0.1 * k) + c.lean, c.top - (14 - 13 * k) * c.reach),
            (c.wide * 1.1, c.brow + 11 + 6 * k),
        ]
        yield both(LIGHT if k % 2 else SECOND, feather, curve)


def fins(c: Crown) -> Iterator[str]:
    for k in range(3):
        fin = [
            (c.wide * 0.7, c.brow + 8 * k),
            (c.wide * (1.7 - 0.12 * k) + c.lean * 0.5, c.brow - 6 + 13 * k),
            (c.wide * 0.8, c.brow + 11 + 8 * k),
        ]
        yield both(LIGHT if k % 2 else SECOND, fin)
    yield both(LIGHT, [(0, c.top + 6), (0, c.top - 18 * c.reach), (c.wide * 0.55, c.top + 3)])


def petals(c: Crown) -> Iterator[str]:
    count, half = c.numbers.whole(19, 4, 5), 0.3
    for k in range(count, -1, -1):
        a = math.pi * (0.07 + 0.66 * k / count)
        ends = ((10.0, a), (27 * c.size, a - half), (41 * c.reach, a), (27 * c.size, a + half))
        yield both(SECOND if k % 2 else LIGHT, [turned(r, angle, 0, 50) for r, angle in ends], curve)


def flames(c: Crown) -> Iterator[str]:
    for k in range(3):
        x = c.wide * (0.16 + 0.38 * k)
        flame = [
            (max(x - 6, 0), c.top + 8),
            (x - 1, c.top - 7 * c.reach),
            (x + 3 + c.lean * 0.6, c.top - (29 - 8 * k) * c.reach),
            (x + 7, c.top - 3),
            (x + 6, c.brow + 2),
        ]
        yield both(SECOND if k % 2 else LIGHT, flame, curve)


def crown(c: Crown) -> Iterator[str]:
    count = c.numbers.whole(21, 2, 3)
    points: list[Point] = [(0, c.top + 7), (0, c.top - 18 * c.reach)]
    for k in range(count):
        points.append((c.wide * (0.15 + 0.7 * k / count), c.top - 4))
        points.append((c.wide * (0.15 + 0.7 * (k + 0.6) / count), c.top - (15 - 2 * k) * c.reach))
    yield both(SECOND, [*points, (c.wide * 0.9, c.top - 2), (c.wide * 0.78, c.brow)])


GROWN: dict[str, Callable[[Crown], Iterator[str]]] = {
    "ears": ears,
    "horns": horns,
    "antlers": antlers,
    "wings": wings,
    "fins": fins,
    "petals": petals,
    "flames": flames,
    "crown": crown,
}
