"""Why a sentence could not be read: the furthest word, what was expected there, and what would be readable."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.bos.cardtext.kernel import Named, Run
from engine.bos.cardtext.names import Names
from engine.bos.cardtext.problems import MOST_EXPECTED, Problem
from engine.bos.cardtext.tokens import MAX_CHARACTERS, Token, ending, tokens

Readings = Callable[[str, Named, Names], tuple[Any, ...]]


def too_long(text: str) -> Problem:
    message = f"A text has at most {MAX_CHARACTERS} characters; this has {len(text)}. Split it into two abilities."
    return Problem("E-READ", MAX_CHARACTERS, len(text), message)


def too_complicated(text: str) -> Problem:
    return Problem("E-READ", 0, len(text.rstrip()), "This is too complicated to read; split it into shorter sentences.")


def place_of(text: str, wanted: tuple[str, ...]) -> tuple[int, int]:
    """Where the first of these words stands; the whole text where none does."""
    for token in tokens(text):
        if token.word in wanted:
            return token.start, token.end
    return 0, len(text.rstrip())


def decline(text: str, rule: Named, names: Names, readings: Readings) -> tuple[Problem, ...]:
    """The problem of a text that has no reading."""
    run = Run((*tokens(text), ending(text)), names.read, trace=True)
    rule.read(run, 0)
    token = run.tokens[run.furthest]
    expected = tuple(sorted(run.expected))[:MOST_EXPECTED]
    return (Problem("E-READ", token.start, token.end, _sentence(run, token), expected),)


def _sentence(run: Run, token: Token) -> str:
    expected = sorted(run.expected)[:MOST_EXPECTED]
    return f"I read everything up to here and expected: {', '.join(expected)}."
