"""Sentences that are kept in the database: how they are made is kept, and each reader gets them in their language."""

from typing import Any

from django.utils.translation import gettext

Kept = str | dict[str, Any]


class Sentence(str):
    """A sentence in the language of this moment that knows its message and the facts in it.

    A fact may be a sentence itself; all others must be such that JSON can hold them.
    """

    message: str
    facts: dict[str, Any]

    def __new__(cls, message: str, **facts: Any) -> "Sentence":
        made = super().__new__(cls, gettext(message) % facts if facts else gettext(message))
        made.message, made.facts = message, facts
        return made

    def kept(self) -> Kept:
        """What is written into the database for it."""
        facts = {name: fact.kept() if isinstance(fact, Sentence) else fact for name, fact in self.facts.items()}
        return {"message": self.message, "facts": facts}


def say(kept: Kept) -> str:
    """A kept sentence in the language of this moment; what was kept as plain words stays as it is."""
    if isinstance(kept, str):
        return kept
    return Sentence(kept["message"], **{name: _fact(fact) for name, fact in kept["facts"].items()})


def _fact(fact: Any) -> Any:
    return say(fact) if isinstance(fact, dict) else fact
