"""A card's sentence as words and signs, each with its place in the text as it was typed."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from engine.bos.model.cards import key

MAX_CHARACTERS = 600

_TYPOGRAPHY = str.maketrans(
    {
        **dict.fromkeys("\u2018\u2019\u02bc\u00b4`", "'"),
        **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2212", "-"),
        **dict.fromkeys("\u201c\u201d\u201e\u00ab\u00bb", '"'),
        **dict.fromkeys("\u2192\u279c\u27a1\u21d2\u27a4", "\u2192"),
        **dict.fromkeys("\u200b\u200c\u200d\ufeff\u00ad\ufe0f", " "),
    }
)
"""Each sign becomes one sign, so that places stay what they are."""

_TOKEN = re.compile(
    r"""(?P<arrow>->|\u2192)
    |(?P<number>[0-9]+(?![^\W_]))
    |(?P<word>[^\W_]+(?:-[^\W_]+|'(?!s\b)[^\W_]+)*)
    |(?P<genitive>'s\b)
    |(?P<sign>\S)""",
    re.VERBOSE,
)
NUMBER = "0#"
END = ""


class Token(NamedTuple):
    """One word or sign: `word` is how it is compared, `start` and `end` bound it in the text, `typed` is how it looks.

    `kind` is what a rule may begin with: the word itself, or NUMBER for digits.
    """

    word: str
    start: int
    end: int
    typed: str
    kind: str


@lru_cache(maxsize=1_024)
def tokens(text: str) -> tuple[Token, ...]:
    """All words and signs of a text in order, without the one that stands for its end."""
    plain = text.translate(_TYPOGRAPHY)
    if "'" in plain and '"' not in plain:
        plain = _SINGLE.sub(lambda match: f'"{match.group(1)}"', plain)
    read = tuple(_token(match, text) for match in _TOKEN.finditer(plain))
    return _with_stops(read) if '"' in plain else read


_SINGLE = re.compile(r"(?<!\w)'(?=[^\W_a-z]|\[|\u2192|\u2299|[0-9])([^'\"]*(?:'[^\W_][^'\"]*)*[.\]\w])'(?!\w)")
"""Single quotation marks around a sentence; within it stand apostrophes before a letter."""


def _with_stops(read: tuple[Token, ...]) -> tuple[Token, ...]:
    """The words with a full stop behind quotation marks that hold one, where a new sentence begins."""
    stopped: list[Token] = []
    open_quote = False
    for index, token in enumerate(read):
        stopped.append(token)
        if token.word != '"':
            continue
        open_quote = not open_quote
        following = read[index + 1] if index + 1 < len(read) else None
        ends = not open_quote and read[index - 1].word == "." and following is not None
        if ends and following is not None and (following.typed[:1].isupper() or following.kind == NUMBER):
            stopped.append(Token(".", token.end, token.end, "", "."))
    return tuple(stopped)


def _token(match: re.Match[str], text: str) -> Token:
    word = match.group()
    typed = text[match.start() : match.end()]
    if match.lastgroup == "arrow":
        word = "->"
    elif match.lastgroup == "word":
        word = word.lower() if word.isascii() else key(word)
    return Token(word, match.start(), match.end(), typed, NUMBER if match.lastgroup == "number" else word)


def ending(text: str) -> Token:
    """The end of a text, where a rule may miss something."""
    end = len(text.rstrip())
    return Token(END, end, end, "", END)
