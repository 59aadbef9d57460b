"""Wizards: a hood before a halo, and what is held."""

import math
from collections.abc import Iterator

from bos_tournament.cards.art.lines import (
    BONE,
    DARK,
    FACE,
    LIGHT,
    Numbers,
    both,
    disc,
    edges,
    gem,
    line,
    path,
    ring,
    stroke,
    turned,
)


def wizard(n: Numbers, color: str) -> Iterator[str]:
    yield from _halo(n, color, n.between(3, 23, 28))
    wide, point, hood = n.between(7, 27, 34), n.between(8, 9, 17), n.between(9, 10, 15)
    shoulder = (wide * 0.8, 70) if n.whole(10, 0, 1) else (wide * 0.95, 62)
    cloak = [(0, point), (hood, 26), (n.between(11, 16, 20), 44), shoulder, (wide, 100), (0, 100)]
    yield both(FACE, cloak)
    if n.whole(12, 0, 2) == 0:
        yield both(DARK, [(0, 30), (hood + 14, 31), (hood + 16, 34), (0, 38)])
    yield both(LIGHT, [(0, point), (hood, 26), (hood - 3, 30), (0, point + 10)])
    yield both((6, 6), [(0, point + 12), (hood - 1, 40), (9, 56), (0, 62)])
    eye = n.between(13, 42, 47)
    yield path(8, gem(color, 43.4, eye, 2.1) + gem(color, 52.6, eye, 2.1))
    fold = n.between(14, 4, 10)
    yield both(LIGHT, [(fold, 68), (fold + 9, 100), (fold, 100)])
    yield from _held(n, color, 1 if n.whole(15, 0, 1) else -1)


def _halo(n: Numbers, color: str, r: float) -> Iterator[str]:
    spokes, turn = n.whole(4, 7, 14), n.between(5, 0, 1)
    match n.whole(6, 0, 3):
        case 0:  # rays
            rays = [2 * math.pi * i / spokes for i in range(spokes)]
            yield path(
                3,
                "".join(
                    edges([turned(r - 2, a - 0.14, 48, 40), turned(r + 12, a, 48, 40), turned(r - 2, a + 0.14, 48, 40)])
                    for a in rays
                ),
            )
            yield disc(7, 48, 40, r - 3)
        case 1:  # a polygon on another
            corners = {"red": 3, "yellow": 6, "blue": 24}[color]
            yield path(3, edges(ring(48, 42, r + (16 if corners == 3 else 8), corners)))
            yield path(
                7, edges(ring(48, 42, r + (2 if corners == 3 else -1), corners, math.pi if corners == 3 else 0.5))
            )
        case 2:  # a moon
            yield disc(3, 48, 40, r + 6)
            yield disc(2, 48 + (8 if turn > 0.5 else -8), 36, r)
            yield path(7, gem(color, 48 + (26 if turn > 0.5 else -26), 14, 4))
        case _:  # stones on a ring
            yield disc(2, 48, 40, r + 9)
            yield disc(3, 48, 40, r + 2)
            yield disc(1, 48, 40, r - 3)
            yield path(
                7, "".join(gem(color, *turned(r + 3, 2 * math.pi * i / spokes, 48, 40), 3.6) for i in range(spokes))
            )


def _held(n: Numbers, color: str, side: int) -> Iterator[str]:
    x = 48 + side * n.between(22, 27, 33)
    match n.whole(23, 0, 3):
        case 0:  # a staff
            yield path(5, edges([(x - 1.3, 28), (x + 1.3, 28), (x + 1.3, 100), (x - 1.3, 100)]))
            yield path(5, gem(color, x, 24, 8)) + path(8, gem(color, x, 24.4, 4.6))
        case 1:  # a crook with a lantern
            hook = x - side * 9
            bends = [(x, 63), (x, 26)], [(x, 17), (x - side * 5, 17)], [(x - side * 10, 17), (hook, 25)]
            yield stroke(5, f'path d="{line("q", (x, 100), *bends)}"')
            yield path(6, edges([(hook - 4, 27), (hook + 4, 27), (hook + 5, 40), (hook - 5, 40)])) + path(
                8, gem(color, hook, 34, 3.2)
            )
        case 2:  # a book
            yield both(BONE, [(0, 72), (15, 68), (17, 84), (0, 88)]) + path(5, gem(color, 48, 79, 4.5))
        case _:  # a stone between the hands
            yield disc(7, 48, 77, 10) + path(8, gem(color, 48, 77, 5.6))
            yield both(DARK, [(17, 74), (7, 82), (8, 88), (22, 84)])
