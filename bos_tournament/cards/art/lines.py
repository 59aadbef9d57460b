"""What all drawings are made of: numbers that come of a name, paints, points and lines, in a field of 96 by 96.

A drawing names its nine paints by custom properties (--p1 ground, 2 its pattern, 3 light, 4 mid, 5 dark, 6 deep, 7
second, 8 spark, 9 second in shade), which the page sets for each stone in light and dark.
"""

import hashlib
import math
from collections.abc import Callable, Sequence

FINE = 4
FIELD = 96 * FINE
"""The side of the picture, in the units that are written."""
Point = tuple[float, float]
Pair = tuple[int, int]

FACE, INNER, BONE, LIGHT, SECOND, DARK = (4, 5), (7, 6), (8, 3), (3, 4), (7, 9), (5, 6)
"""Pairs of paints for the left, lit half of something and for its right half."""


class Numbers:
    """Thirty-two numbers that come of a name; each is asked for by its place, so that a new question moves no other."""

    def __init__(self, name: str) -> None:
        self._bytes = hashlib.blake2s(name.casefold().encode()).digest()

    def between(self, place: int, low: float, high: float) -> float:
        return low + (high - low) * self._bytes[place] / 255

    def whole(self, place: int, low: int, high: int) -> int:
        return low + self._bytes[place] % (high - low + 1)


def path(paint: int, d: str) -> str:
    return f'<path fill="var(--p{paint})" d="{d}"/>'


def line(command: str, start: Point, *steps: Sequence[Point]) -> str:
    """Edges (`l`), or bends drawn to one point (`q`) or two (`c`) on their way; the last point of a step is its end."""
    here, numbers = _on_grid(start), list[int]()
    first = _joined(here)
    for step in steps:
        points = [_on_grid(point) for point in step]
        numbers += [point[axis] - here[axis] for point in points for axis in (0, 1)]
        here = points[-1]
    return f"M{first}{command}{_joined(numbers)}"


def _on_grid(point: Point) -> tuple[int, int]:
    return on_grid(point[0]), on_grid(point[1])


def on_grid(x: float) -> int:
    """In the units that are written: quarters, so that no number has a fraction."""
    return round(x * FINE)


def _joined(numbers: Sequence[int]) -> str:
    return "".join(str(number) if number < 0 else f" {number}" for number in numbers).strip()


def edges(points: Sequence[Point]) -> str:
    return line("l", points[0], *([point] for point in points[1:])) + "z"


def curve(points: Sequence[Point]) -> str:
    """A closed smooth line through points (Catmull-Rom)."""
    steps, count = [], len(points)
    for i in range(count):
        (ax, ay), (bx, by), (cx, cy), (dx, dy) = (points[(i + k) % count] for k in (-1, 0, 1, 2))
        steps.append([(bx + (cx - ax) / 6, by + (cy - ay) / 6), (cx - (dx - bx) / 6, cy - (dy - by) / 6), (cx, cy)])
    return line("c", points[0], *steps) + "z"


def turned(r: float, angle: float, x: float = 48, y: float = 48) -> Point:
    return (x + r * math.sin(angle), y - r * math.cos(angle))


def ring(x: float, y: float, r: float, corners: int, turn: float = 0) -> list[Point]:
    return [turned(r, turn + 2 * math.pi * i / corners, x, y) for i in range(corners)]


def disc(paint: int, x: float, y: float, r: float) -> str:
    return f'<circle fill="var(--p{paint})" cx="{on_grid(x)}" cy="{on_grid(y)}" r="{on_grid(r)}"/>'


def gem(color: str, x: float, y: float, r: float) -> str:
    """The stone itself, in its cut."""
    if color == "red":
        return edges([(x, y - r), (x + r, y + r * 0.8), (x - r, y + r * 0.8)])
    if color == "yellow":
        return edges(ring(x, y, r, 6))
    low, top, round_ = y + r * 0.25, (x, y - r * 1.25), r * 0.55
    right = [(x + r * 0.5, y - r * 0.5), (x + r, y - r * 0.1), (x + r, low)]
    under = [(x + r, low + round_), (x + round_, low + r), (x, low + r)]
    other = [(x - round_, low + r), (x - r, low + round_), (x - r, low)]
    left = [(x - r, y - r * 0.1), (x - r * 0.5, y - r * 0.5), top]
    return line("c", top, right, under, other, left) + "z"


def both(pair: Pair, points: Sequence[Point], shape: Callable[[Sequence[Point]], str] = edges) -> str:
    """A shape beside the middle and its mirror image, lit from the left."""
    left, right = shape([(48 - x, y) for x, y in points]), shape([(48 + x, y) for x, y in points])
    return path(pair[0], left + right) if pair[0] == pair[1] else path(pair[0], left) + path(pair[1], right)


def stroke(paint: int, element: str) -> str:
    """A line as an element that is not filled, such as `path d="…"`."""
    return f'<{element} fill="none" stroke="var(--p{paint})" stroke-width="{on_grid(2.6)}"/>'
