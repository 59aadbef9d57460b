"""Two records compared by their words alone: beyond a line at which neither can go on, no table is known any more."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.contract import Game, Said, State
from engine.log import Line

MAX_AHEAD = 8
"""How far beyond a line that one record lacks the other may go on with what both have."""


class Divergence(NamedTuple):
    """The first `lines` that differ in words, and how (`kind`); `ends` if one record has no more lines."""

    kind: str
    lines: tuple[tuple[Line, ...], tuple[Line, ...]]
    ends: bool = False


def divergence(first: Sequence[Line], second: Sequence[Line], game: Game, state: State) -> Divergence | None:
    """Where what is left of two records differs in words, from the last position that both reach."""
    rest = [list(game.told_lines(lines, state)) for lines in (first, second)]
    index = next(
        (n for n, (first_line, second_line) in enumerate(zip(*rest, strict=False)) if first_line[1] != second_line[1]),
        None,
    )
    if index is None:
        beyond = [side[min(map(len, rest)) :] for side in rest]
        return Divergence("omission", (_first(beyond[0]), _first(beyond[1])), ends=True) if any(beyond) else None
    left = [side[index:] for side in rest]
    later = [left[1 - side][0][1] in [words for _, words in left[side][1:MAX_AHEAD]] for side in (0, 1)]
    if later[0] != later[1]:
        return Divergence("omission", (_first(left[0]), ()) if later[0] else ((), _first(left[1])))
    kind = "detail" if same_act(left[0][0][1], left[1][0][1]) else "act"
    return Divergence(kind, (_first(left[0]), _first(left[1])))


def same_act(first: Said, second: Said) -> bool:
    """Whether two lines tell of the same act, whatever their details."""
    return first.kind == second.kind and first.chief == second.chief


def changed_parts(first: Said, second: Said) -> int:
    """In how many parts two lines of one kind differ; a big number for lines of different kinds."""
    if first.kind != second.kind or len(first.details) != len(second.details):
        return 99
    return int(first.chief != second.chief) + sum(
        left != right for left, right in zip(first.details, second.details, strict=True)
    )


def _first(pairs: list[tuple[Line, Said]]) -> tuple[Line, ...]:
    return tuple(line for line, _ in pairs[:1])
