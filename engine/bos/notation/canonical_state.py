"""One form of a position: equal positions have equal bytes, whatever led to them and in whatever process they arose.

Left out is what no rule can ask for: the setup, which is the same for a whole game, and the serial, which only counts
answers. Which of two equal cards is meant is no difference either: copies are told apart by where they are and how they
stand, never by their number. A field that a state gains later takes part by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Container
from dataclasses import fields
from functools import lru_cache
from hashlib import blake2b
from operator import attrgetter
from typing import Any

from engine.bos.model.places import COLUMNS, NOBODY
from engine.bos.model.state import Copy, Frame, State

_ABOUT_A_COPY = attrgetter(
    "face.key", *(field.name for field in fields(Copy) if field.name not in ("id", "face", "host"))
)
_AMOUNTS = ("life", "vim", "ether", "turns", "attacks", "active", "turn", "phase", "question", "outcome")
"""Fields of a state without a copy's number in them."""
_AMOUNTS_OF = attrgetter(*_AMOUNTS)
_FIELDS = tuple(name for name in State._fields if name not in ("setup", "serial", "copies", *_AMOUNTS))
_IF_ANY = ("gone", "down")
"""Fields that are told only where they hold something, so that a duel keeps the ids it has always had."""
_UNORDERED = ("modifiers", "used", "past", "fallen", "readied", "waiting", "delayed", "tallies")

Ranks = list[int]
"""For each copy's number, where its description stands among all descriptions; equal cards share it."""


def canonical(state: State) -> bytes:
    """The position as bytes."""
    rows = [_row(state, copy) for copy in state.copies]
    in_order = sorted(rows)
    rank = {row: number for number, row in enumerate(dict.fromkeys(in_order))}
    ranks = [rank[row] for row in rows]
    told = [name for name in _FIELDS if name not in _IF_ANY or getattr(state, name)]
    described = [f"{name}={_field(name, getattr(state, name), ranks)}" for name in told]
    return "\n".join([repr(_AMOUNTS_OF(state)), *described, *in_order]).encode("utf-8", "backslashreplace")


def state_id(state: State) -> str:
    """24 hexadecimal digits that two positions share exactly when they are the same."""
    return blake2b(canonical(state), digest_size=12).hexdigest()


def same(left: State, right: State) -> bool:
    """Whether two positions of one game are the same."""
    if left is right:
        return True
    alike = (left.life, left.vim, left.turn) == (right.life, right.vim, right.turn)
    return alike and canonical(left) == canonical(right)


def _row(state: State, copy: Copy) -> str:
    return _told_once(_ABOUT_A_COPY(copy), None if copy.host == NOBODY else _ABOUT_A_COPY(state.copies[copy.host]))


@lru_cache(maxsize=4_096)
def _told_once(copy: tuple[Any, ...], host: tuple[Any, ...] | None) -> str:
    return f"{copy!r} {host!r}"


def _field(name: str, value: Any, ranks: Ranks) -> str:
    if value == ():
        return ""
    number = _NUMBERS.get(name, _either)
    if name == "used":
        return ",".join(sorted(f"({_card(card, ranks)},{own},{limit!r})" for card, own, limit in value))
    if name == "frames":
        return ",".join(_frame(frame, ranks) for frame in value)
    if isinstance(value, tuple):
        written = [_told(part, ranks, number) for part in value]
        return ",".join(sorted(written) if name in _UNORDERED else written)
    return _told(value, ranks, number)


def _told(value: Any, ranks: Ranks, number: Callable[[int, Ranks], str]) -> str:
    """A value as text; `number` tells its whole numbers, unless the value names its parts."""
    if type(value) is int:
        return number(value, ranks)
    if hasattr(value, "_fields"):
        parts = (_told(getattr(value, name), ranks, _NUMBERS.get(name, _either)) for name in value._fields)
        return "(" + ",".join(parts) + ")"
    if isinstance(value, tuple):
        return "(" + ",".join(_told(part, ranks, number) for part in value) + ")"
    return repr(value)


def _frame(frame: Frame, ranks: Ranks) -> str:
    """Pending work; its values are cards only in the routines that carry cards."""
    cards = _CARRIED.get(frame.routine, ())
    values = [_card(value, ranks) if at in cards else str(value) for at, value in enumerate(frame.values)]
    return f"({frame.routine},{frame.step},{','.join(values)},{_told(frame.pending, ranks, _either)})"


_CARRIED: dict[str, Container[int]] = {"attack": (0, 1, 3), "spell": (0,), "cast": (0,), "summon": range(1 + COLUMNS)}
"""Which values of a frame are numbers of cards: attacker, target and blocker; the spell; the summon and its wizards."""


def _plain(value: int, ranks: Ranks) -> str:
    return str(value)


def _card(value: int, ranks: Ranks) -> str:
    """The number of a copy, told by what stands there; players and nobody are themselves."""
    return f"#{ranks[value]}" if 0 <= value < len(ranks) else str(value)


def _either(value: int, ranks: Ranks) -> str:
    """What may be an amount or the number of a copy: told as both, so that nothing different looks equal."""
    return f"{value}{_card(value, ranks)}"


_NUMBERS: dict[str, Callable[[int, Ranks], str]] = {
    **dict.fromkeys(
        ("seat", "step", "amount", "x", "mode", "number", "turn", "strengths", "tallies", "gone", "down"), _plain
    ),
    **dict.fromkeys(("table", "readied", "past", "fallen"), _card),
    **dict.fromkeys(("source", "thing", "card", "other", "picked", "it", "absent", "things", "late"), _card),
}
"""What whole numbers stand for, by the name of the field they are in; by any other name they are told as `_either`."""
