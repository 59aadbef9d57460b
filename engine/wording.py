"""Two records compared by their words alone: beyond a line at which neither can go on, no table is known any more."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine.bos.alike import Said, move_of, said, same_act
from engine.bos.notation import Block, Judge, Move, Sealed, Turn, Use
from engine.bos.state import Setup
from engine.log import Line

MAX_AHEAD = 8
"""How far beyond a line that one record lacks the other may go on with what both have."""


class Apart(NamedTuple):
    """The first lines that differ in words, and how; `ends` if one record has no more lines."""

    kind: str
    lines: tuple[tuple[Line, ...], tuple[Line, ...]]
    ends: bool = False


def apart(first: Sequence[Line], second: Sequence[Line], setup: Setup, active: int) -> Apart | None:
    """Where what is left of two records differs in words, while that seat is active at their beginning."""
    rest = [list(_told(lines, setup, active)) for lines in (first, second)]
    index = next((n for n, (one, other) in enumerate(zip(*rest, strict=False)) if one[1] != other[1]), None)
    if index is None:
        beyond = [side[min(map(len, rest)) :] for side in rest]
        return Apart("omission", (_first(beyond[0]), _first(beyond[1])), ends=True) if any(beyond) else None
    left = [side[index:] for side in rest]
    later = [left[1 - side][0][1] in [told for _, told in left[side][1:MAX_AHEAD]] for side in (0, 1)]
    if later[0] != later[1]:
        return Apart("omission", (_first(left[0]), ()) if later[0] else ((), _first(left[1])))
    kind = "detail" if same_act(left[0][0][1], left[1][0][1]) else "act"
    return Apart(kind, (_first(left[0]), _first(left[1])))


def quiet(line: Line, move: Move | None) -> bool:
    """Lines that change nothing on the table."""
    told = isinstance(move, Judge) and move.deed in ("stands", "rule")
    return told or isinstance(move, Sealed) or line.body.startswith("=")


def silent(move: Move | None) -> bool:
    """Lines that may be left out where they change nothing."""
    return (isinstance(move, Use) and move.sign != "U") or (isinstance(move, Block) and move.place is None)


def _told(lines: Sequence[Line], setup: Setup, active: int) -> Iterator[tuple[Line, Said]]:
    """The lines that say something, in parts; an ability that was used optionally always says something."""
    seat = max(active, 0)
    for line in lines:
        move = move_of(line.body)
        if isinstance(move, Turn):
            seat = move.seat
        needless = silent(move) and not (isinstance(move, Use) and move.sign == "+")
        if not needless and not quiet(line, move):
            yield line, said(setup, seat, line.body)


def _first(told: list[tuple[Line, Said]]) -> tuple[Line, ...]:
    return tuple(line for line, _ in told[:1])
