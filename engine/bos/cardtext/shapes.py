"""Walking through trees and changing parts of them: every value of the language is a frozen dataclass."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from dataclasses import fields, is_dataclass, replace
from functools import lru_cache
from typing import Any


@lru_cache(maxsize=256)
def names_of(kind: Hashable) -> tuple[str, ...]:
    """The fields of a part, in the order in which they are written."""
    return tuple(field.name for field in fields(kind)) if isinstance(kind, type) and is_dataclass(kind) else ()


def parts(value: Any) -> Iterator[Any]:
    """The value and everything in it, outside first, in printed order."""
    yield value
    inside = value if isinstance(value, tuple) else [getattr(value, name) for name in names_of(type(value))]
    for part in inside:
        if isinstance(part, tuple) or is_dataclass(part):
            yield from parts(part)


def change(value: Any, how: Callable[[Any], Any]) -> Any:
    """The value with `how` applied to every part, inside first; parts that stay the same are kept."""
    if isinstance(value, tuple):
        changed = tuple(change(part, how) for part in value)
        return changed if any(a is not b for a, b in zip(changed, value, strict=True)) else value
    if not is_dataclass(value):
        return value
    news = {}
    for name in names_of(type(value)):
        old = getattr(value, name)
        new = change(old, how)
        if new is not old:
            news[name] = new
    return how(replace(value, **news) if news else value)
