"""The one protocol of a game that asks and is answered: choices with options, answers by key, violations by rule."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple


class Answer(NamedTuple):
    """What a seat (counted from 0) answers: one option key. `choice` quotes the question, or nothing."""

    seat: int
    key: str
    choice: int | None = None


class Event(NamedTuple):
    """Something that happened: its kind, and what it was about (a card's id, a seat, another card's id, an amount).

    A field that says nothing is -1; amounts are 0 then.
    """

    kind: str
    card: int = -1
    seat: int = -1
    other: int = -1
    amount: int = 0


class Option:
    """One legal answer: its key, and the sentence that describes it to people, told when somebody looks at it."""

    __slots__ = ("_tell", "key")

    def __init__(self, key: str, tell: Callable[[], str]) -> None:
        self.key = key
        self._tell = tell

    @property
    def label(self) -> str:
        """A sentence that says what the answer does."""
        return self._tell()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Option) and (self.key, self.label) == (other.key, other.label)

    def __hash__(self) -> int:
        return hash(self.key)

    def __repr__(self) -> str:
        return f"Option({self.key!r})"


@dataclass(frozen=True, slots=True)
class Choice:
    """A question of the game to one seat. It never comes without an option.

    `rule` grants the choice; silence in a record means no where the choice is `optional`.
    """

    id: int
    seat: int
    kind: str
    options: tuple[Option, ...]
    rule: str
    prompt: str
    optional: bool = False

    def __post_init__(self) -> None:
        if not self.options:
            raise ValueError(f"The choice {self.kind!r} ({self.rule}) has no option.")


@dataclass(frozen=True, slots=True)
class Violation:
    """Why an answer is against the rules: the rule, a finished sentence, and the ruling that decided, if one did."""

    rule: str
    message: str
    ruling: str = ""


class RuleViolation(Exception):
    """Raised by `apply` for an answer that `check` refuses."""

    def __init__(self, violation: Violation) -> None:
        self.violation = violation
        super().__init__(f"{violation.message} ({violation.rule})")


class Outcome(NamedTuple):
    """How a game ended: the seats that won (nobody in a draw), the reason, and the rule that decides it.

    Reasons: life, ability, concession, time, disqualified, draw.
    """

    winners: tuple[int, ...]
    reason: str
    rule: str
