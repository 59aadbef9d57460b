"""What is wrong, or odd, in a card's sentence: a code, the place, a finished sentence, and what would work."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from engine.messages import Message, code_json

MOST_EXPECTED = 8

Code = Literal[
    "E-READ", "E-MUST", "E-AMBIG", "E-REF", "E-NAME", "E-COLOUR", "E-COPY", "E-LATER", "E-EXAMPLE",
    "W-FREE", "W-LOOP", "W-NEVER", "W-BOSS",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Problem:
    """One fault of a text. Places count characters of the text as it was typed, `end` is behind the last one.

    `expected` is what could have stood there, by category; `suggestions` are whole texts that can be read.
    """

    code: Code
    """The kind of fault."""
    start: int
    """Where it begins."""
    end: int
    message: Message
    """What is wrong."""
    expected: tuple[str, ...] = ()
    suggestions: tuple[str, ...] = ()

    @property
    def severity(self) -> Literal["error", "warning"]:
        """An error keeps a card from being published, a warning does not."""
        return "error" if self.code.startswith("E") else "warning"


@dataclass(frozen=True, slots=True)
class Fault:
    """Something that keeps a reading from being an ability; `words` are those of the text that it is about."""

    code: Code
    """The kind of fault."""
    message: Message
    """What is wrong."""
    words: tuple[str, ...] = ()


def problem_json(problem: Problem) -> dict[str, Any]:
    """The problem as an object of the `card` command."""
    return {
        "code": problem.code,
        "severity": problem.severity,
        "start": problem.start,
        "end": problem.end,
        "message": str(problem.message),
        "message_code": code_json(problem.message),
        "expected": list(problem.expected),
        "suggestions": list(problem.suggestions),
    }


def shown(text: str, problem: Problem) -> str:
    """The text with the place marked below it, and the sentence."""
    end = max(problem.end, problem.start + 1)
    line = "".join(" " if character.isspace() else character for character in text)
    return f"  {line}\n  {' ' * problem.start}{'~' * (end - problem.start)}\n{problem.code}: {problem.message}"
