"""Which texts ask their controller to name a number, X, and when."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import Final

from engine.bos.model.syntax import Spend, Text
from engine.bos.model.terms import X

MOST_TEXTS: Final = 20_000
_NAMES_X: Final[dict[int, tuple[Text, bool]]] = {}
"""By a text's number in memory, which no other text can come to have as long as it is kept here."""


def names_x(text: Text) -> bool:
    """Whether the controller names X before the ability is paid and carried out."""
    cached = _NAMES_X.get(id(text))
    if cached is not None and cached[0] is text:
        return cached[1]
    if len(_NAMES_X) >= MOST_TEXTS:
        _NAMES_X.clear()
    is_named = _holds_x(text.steps) or _holds_x(text.cost)
    _NAMES_X[id(text)] = (text, is_named)
    return is_named


def names_x_later(text: Text) -> bool:
    """Whether X is named only when somebody has agreed to pay it: "you may pay any amount of vim"."""
    if _holds_x(text.cost):
        return False
    first = next((step for step in text.steps if _holds_x(step)), None)
    return first is not None and first.may and isinstance(first.deed, Spend)


def _holds_x(value: object) -> bool:
    if isinstance(value, tuple):
        return any(map(_holds_x, value))
    return isinstance(value, X) or (
        is_dataclass(value) and any(_holds_x(getattr(value, field.name)) for field in fields(value))
    )
