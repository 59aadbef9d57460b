"""The one error that people are meant to read."""

from typing import Any


class Refused(Exception):
    """A deed says no: a finished sentence that says what to do, and a code that programs can rely on."""

    def __init__(self, message: str, *, code: str, **facts: Any) -> None:
        super().__init__(message)
        self.code = code
        self.facts = facts


class SecondFactorNeeded(Exception):
    """A staff door was opened without a second factor; the site asks for one and comes back."""
