"""Walking through trees and changing parts of them: every value of the language is a frozen dataclass."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass, replace
from typing import Any

_NAMES: dict[type, tuple[str, ...] | None] = {}


def fields_of(value: Any) -> tuple[str, ...] | None:
    """The names of the fields of a part, in the order in which they are written; None for what is not a part. What
    stands in quotation marks is a text of its own, and no part of the one around it."""
    kind = type(value)
    if kind not in _NAMES:
        names = tuple(field.name for field in fields(value)) if is_dataclass(kind) else None
        _NAMES[kind] = names and tuple(name for name in names if (kind.__name__, name) != ("Grant", "text"))
    return _NAMES[kind]


def parts(value: Any) -> Iterator[Any]:
    """The value and everything in it, outside first, in printed order."""
    yield value
    inside = value if isinstance(value, tuple) else [getattr(value, name) for name in fields_of(value) or ()]
    for part in inside:
        if isinstance(part, tuple) or fields_of(part) is not None:
            yield from parts(part)


def change(value: Any, how: Callable[[Any], Any]) -> Any:
    """The value with `how` applied to every part, inside first; parts that stay the same are kept."""
    if isinstance(value, tuple):
        changed = tuple(change(part, how) for part in value)
        return changed if any(a is not b for a, b in zip(changed, value, strict=True)) else value
    names = fields_of(value)
    if names is None:
        return value
    news = {}
    for name in names:
        old = getattr(value, name)
        new = change(old, how)
        if new is not old:
            news[name] = new
    return how(replace(value, **news) if news else value)
