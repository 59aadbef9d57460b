"""Ordered tables of predicates: how every kind of answer is checked, and in which order its rules are named."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, NamedTuple, TypeVar

from engine.choice import Violation
from engine.messages import Message

Case = TypeVar("Case")


class Row(NamedTuple, Generic[Case]):
    """One rule of one kind of answer: its number, what must hold, the sentence if not, and a ruling behind it."""

    rule: str
    """The number of the rule."""
    holds: Callable[[Case], bool]
    """Whether what must hold does."""
    message: Callable[[Case], Message]
    """The sentence if not."""
    ruling: str = ""
    """The ruling behind the rule; empty for none."""


def first_broken(table: tuple[Row[Case], ...], case: Case) -> Violation | None:
    """The first rule of the table that the case breaks."""
    for rule, holds, message, ruling in table:
        if not holds(case):
            return Violation(rule, message(case), ruling)
    return None
