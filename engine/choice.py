"""The one protocol of a game that asks and is answered: choices with options, answers, violations by rule.

What is answered is a move: a value that the game alone understands, and of which equal ones say the same.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Generic, NamedTuple, TypeVar

from engine.messages import Message

MoveT = TypeVar("MoveT", bound=Hashable, covariant=True)
"""The moves of a game."""


class Answer(NamedTuple, Generic[MoveT]):
    """What a seat answers. `choice` quotes the question, or nothing."""

    seat: int
    """The seat, from 0."""
    move: MoveT
    """What it does."""
    choice: int | None = None


class Event(NamedTuple):
    """Something that happened: its kind, and what it was about (a card's id, a seat, another card's id, an amount).

    A field that says nothing is -1; amounts are 0 then.
    """

    kind: str
    """What happened, in a word or two."""
    card: int = -1
    """The id of the card it happened to."""
    seat: int = -1
    """The seat it happened to, from 0."""
    other: int = -1
    """The id of another card that takes part."""
    amount: int = 0
    """How much: points, or what the kind of event counts."""


class Option(Generic[MoveT]):
    """One legal answer: its move, and the sentence that describes it to people, told when somebody looks at it."""

    __slots__ = ("_tell", "move")

    def __init__(self, move: MoveT, tell: Callable[[], Message]) -> None:
        self.move = move
        self._tell = tell

    @property
    def label(self) -> Message:
        """A sentence that says what the answer does."""
        return self._tell()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Option) and (self.move, self.label) == (other.move, other.label)

    def __hash__(self) -> int:
        return hash(self.move)

    def __repr__(self) -> str:
        return f"Option({self.move!r})"


@dataclass(frozen=True, slots=True)
class Choice(Generic[MoveT]):
    """A question of the game to one seat. It never comes without an option.

    `rule` grants the choice; silence in a record means no where the choice is `optional`.
    """

    id: int
    """Its number, which counts up in a game."""
    seat: int
    """The seat that is asked, from 0."""
    kind: str
    """What is asked, such as "menu", "block" or "pick"."""
    options: tuple[Option[MoveT], ...]
    """What may be answered."""
    rule: str
    prompt: Message
    """The question."""
    optional: bool = False

    def __post_init__(self) -> None:
        if not self.options:
            raise ValueError(f"The choice {self.kind!r} ({self.rule}) has no option.")


@dataclass(frozen=True, slots=True)
class Violation:
    """Why an answer is against the rules: the rule, a finished sentence, and the ruling that decided, if one did."""

    rule: str
    """The number of the rule."""
    message: Message
    """What is against it."""
    ruling: str = ""
    """The ruling that decided; empty for none."""


class RuleViolation(Exception):
    """Raised by `apply` for an answer that `check` refuses."""

    def __init__(self, violation: Violation) -> None:
        self.violation = violation
        super().__init__(f"{violation.message} ({violation.rule})")


class Outcome(NamedTuple):
    """How a game ended: the seats that won (nobody in a draw), the reason, and the rule that decides it."""

    winners: tuple[int, ...]
    """The seats that won, from 0; empty for a draw."""
    reason: str
    """One of the game's own `REASONS`, such as life or concession."""
    rule: str
    """The number of the rule."""

    def places(self, seats: int) -> tuple[tuple[int, ...], ...]:
        """All `seats` in groups, best first: who won, then the others; after a draw they share one group."""
        others = tuple(seat for seat in range(seats) if seat not in self.winners)
        return tuple(group for group in (self.winners, others) if group)
