"""Grounds: rays for red, a comb for yellow, water for blue."""

import math
from collections.abc import Iterator

from bos_tournament.cards.art.lines import FIELD, Numbers, edges, on_grid, path, ring, turned


def ground(n: Numbers, color: str, card_type: str) -> Iterator[str]:
    base, over = (6, 5) if card_type == "boss" else (1, 2)
    yield path(base, f"M0 0H{FIELD}V{FIELD}H0z")
    match color:
        case "red":
            yield path(over, _rays(n, 48 if card_type in ("spell", "boss") else 60))
        case "yellow":
            yield path(over, _comb(n, 26 if card_type == "boss" else 0))
        case _:
            yield path(over, _water(n))


def _rays(n: Numbers, y: float) -> str:
    count, turn = n.whole(0, 7, 11), n.between(1, 0, 1)
    wide = math.pi / count / 2
    angles = [turn + 2 * math.pi * i / count for i in range(count)]
    return "".join(edges([(48, y), turned(110, a - wide, 48, y), turned(110, a + wide, 48, y)]) for a in angles)


def _comb(n: Numbers, hidden: float) -> str:
    """Without cells whose middle is nearer to that of the picture than `hidden`."""
    r, skip = n.between(0, 13, 17), n.whole(1, 0, 30)
    d = ""
    for row in range(-1, int(96 / (r * 1.5)) + 2):
        for column in range(-1, int(96 / (r * 1.732)) + 2):
            x, y = column * r * 1.732 + (r * 0.866 if row % 2 else 0), row * r * 1.5
            if (row * 7 + column * 3 + skip) % 3 and math.hypot(x - 48, y - 48) >= hidden:
                d += edges(ring(x, y, r * 0.9, 6))
    return d


def _water(n: Numbers) -> str:
    step, high, shift = n.between(0, 15, 20), n.between(1, 4, 7), n.between(2, 0, 24)
    d = ""
    for band in range(int(100 / step) + 1):
        top = band * step - 4
        d += f"M{on_grid(shift - 30)} {on_grid(top)}q32{-on_grid(high)} 64 0" + "t64 0" * 8
        d += f"v{on_grid(step / 2)}q-32{-on_grid(high)}-64 0" + "t-64 0" * 8 + "z"
    return d
