"""Ordered tables of predicates: how every kind of answer is checked, and in which order its rules are named."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, NamedTuple, TypeVar

from engine.choice import Violation

Case = TypeVar("Case")


class Row(NamedTuple, Generic[Case]):
    """One rule of one kind of answer: its number, what must hold, the sentence if not, and a ruling behind it."""

    rule: str
    holds: Callable[[Case], bool]
    message: Callable[[Case], str]
    ruling: str = ""


def first_broken(table: tuple[Row[Case], ...], case: Case) -> Violation | None:
    """The first rule of the table that the case breaks."""
    for rule, holds, message, ruling in table:
        if not holds(case):
            return Violation(rule, message(case), ruling)
    return None


def not_registered(name: str, who: str) -> Violation:
    """1.1.4: a card outside the list of the player who names it."""
    return Violation("1.1.4", f"{name} is not in the registered list of {who}.")
