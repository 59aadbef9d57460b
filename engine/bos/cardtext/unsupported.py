"""What cards of other games do and this language cannot say yet, each with the nearest wording that works."""

from __future__ import annotations

from typing import NamedTuple

from engine.bos.cardtext.problems import Problem
from engine.bos.cardtext.tokens import Token, tokens
from engine.messages import Message


class Later(NamedTuple):
    """Words that open such a sentence, what they want, and an ability that comes near to it."""

    phrases: tuple[str, ...]
    """The words."""
    wish: Message
    """What they want."""
    instead: str
    """The ability that comes near to it."""


LATER: tuple[Later, ...] = (
    Later(
        ("use the ability of", "uses the ability of", "use an ability of"),
        Message("bos.card_text.wish_other_ability"),
        "During your main phase, [1 vim]: This gains the abilities of a wizard you control until the end of the turn.",
    ),
    Later(
        ("a copy of",),
        Message("bos.card_text.wish_copy"),
        "When this is summoned: This becomes a copy of a summon an opponent controls.",
    ),
)


def later(text: str) -> Problem | None:
    """The first wish of a text that has to wait; None where it has none."""
    read = tokens(text)
    for at in range(len(read)):
        for wish in LATER:
            for phrase in wish.phrases:
                count = _stands(read, at, phrase)
                if count:
                    return _problem(wish, read[at].start, read[at + count - 1].end)
    return None


def _stands(read: tuple[Token, ...], at: int, phrase: str) -> int:
    """How many words of the text are this phrase; 0 where it does not stand here."""
    words = [token.word for token in tokens(phrase)]
    return len(words) if [token.word for token in read[at : at + len(words)]] == words else 0


def _problem(wish: Later, start: int, end: int) -> Problem:
    message = Message("bos.card_text.later", wish=wish.wish, text=wish.instead)
    return Problem("E-LATER", start, end, message, suggestions=(wish.instead,))
