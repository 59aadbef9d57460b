"""Sentences that are kept, or that a pure library says, stand in English; each reader gets them in their language.

This is the one way from such English to the reader. Whoever says a sentence of the site that is kept marks its pattern
with `gettext_noop` and fills it in: so it does not matter in which language the deed was done. Whoever shows one asks
`in_words` with the patterns it may have: a sentence is recognized by its pattern, and the names and figures in it are
put into the pattern in the other language. What fits no pattern was typed by somebody and stays as it is; so patterns
for a field in which people type too hold nothing that a person could have meant to write.
"""

import re
from collections.abc import Collection, Mapping
from functools import lru_cache

from django.utils.translation import get_language
from django.utils.translation import gettext as _

# What stands in a gap where nothing is said of it: a number, so that nothing typed is taken for one of these sentences.
NUMBER = r"[0-9][0-9./–]*"
ANYTHING = ".+?"
GAP = re.compile(r"%\((\w+)\)s")
SENTENCE_ENDS = re.compile(r"(?<=[.]) ")

Told = tuple[tuple[str, tuple[tuple[str, str], ...]], ...]


class Patterns:
    """English messages with gaps as `%(name)s`.

    `gaps` has a regular expression for what may stand in a gap other than a number; gaps in `words` hold words or
    whole sentences that are told in the reader's language themselves, those in `several` more than one. Of the `listed`
    several may stand side by side with commas.
    """

    def __init__(
        self,
        *messages: str,
        gaps: Mapping[str, str] | None = None,
        words: Collection[str] = (),
        several: Collection[str] = (),
        listed: Collection[str] = (),
    ) -> None:
        self.messages, self.gaps = frozenset(messages), dict(gaps or {})
        self.words, self.several, self.listed = frozenset(words), frozenset(several), frozenset(listed)
        # Those that say more come first, so that a gap does not swallow it.
        with_gaps = sorted((one for one in self.messages if "%(" in one), key=lambda one: (-len(GAP.sub("", one)), one))
        # Few sentences have the longest words of a pattern; only those are held against all of it.
        self.signs = [(one, max(GAP.split(one)[::2], key=len)) for one in with_gaps]
        self.shapes: dict[str, re.Pattern[str]] = {}

    def and_(self, *others: "Patterns") -> "Patterns":
        """All of them together, with the gaps of each."""
        gaps = {name: shape for one in (*others, self) for name, shape in one.gaps.items()}
        every = (self, *others)
        return Patterns(
            *frozenset().union(*(one.messages for one in every)),
            gaps=gaps,
            words=frozenset().union(*(one.words for one in every)),
            several=frozenset().union(*(one.several for one in every)),
            listed=frozenset().union(*(one.listed for one in every)),
        )

    def fitting(self, said: str) -> tuple[str, re.Match[str]] | None:
        """The message of which this is the English, with what stands in its gaps."""
        for message, sign in self.signs:
            if sign in said and (fits := self._shape(message).fullmatch(said)):
                return message, fits
        return None

    def _shape(self, message: str) -> re.Pattern[str]:
        """What sentences of this message look like, worked out when one may be there."""
        if message not in self.shapes:
            self.shapes[message] = re.compile(self._expression(message), re.DOTALL)
        return self.shapes[message]

    def _expression(self, message: str) -> str:
        """A regular expression with a group for each gap; a gap that comes again holds the same again."""
        pieces, known = GAP.split(message), set()  # text and names in turn
        written = []
        for at, piece in enumerate(pieces):
            again = f"(?P={piece})" if piece in known else f"(?P<{piece}>{self._gap(piece)})"
            written.append(again if at % 2 else re.escape(piece))
            known |= {piece} if at % 2 else set()
        return "".join(written)

    def _gap(self, name: str) -> str:
        return self.gaps.get(name, ANYTHING if name in self.words | self.several else NUMBER)


def in_words(said: str, patterns: Patterns) -> str:
    """The sentence in the language of this moment; as it is when it has none of the patterns."""
    found = None if get_language() == "en" else told_as(said, patterns)
    if found is None:
        return said
    return ", ".join(_(message) % _facts(facts, patterns) if facts else _(message) for message, facts in found)


def as_kept(said: str, patterns: Patterns) -> str:
    """The English of what a form proposed in the language of this moment, where somebody left it as it stood; anything
    else as it is."""
    here, english = _said_in(get_language(), patterns)
    found = told_as(said, here)
    if found is None:
        return said
    ((message, facts),) = found
    parts = {name: (SENTENCE_ENDS.split(part) if name in here.several else [part]) for name, part in facts}
    return english[message] % {name: " ".join(as_kept(one, patterns) for one in some) for name, some in parts.items()}


@lru_cache
def _said_in(language: str, patterns: Patterns) -> tuple[Patterns, dict[str, str]]:
    """The same patterns as the language of this moment says them, and what each is in English."""
    english = {_(message): message for message in sorted(patterns.messages)}
    here = Patterns(*english, gaps=patterns.gaps, words=patterns.words, several=patterns.several)
    return here, english


@lru_cache(maxsize=4096)
def told_as(said: str, patterns: Patterns) -> Told | None:
    """The pattern of a sentence with what stands in its gaps, or of each word of a list; None for other words."""
    if said in patterns.messages:
        return ((said, ()),)
    if found := patterns.fitting(said):
        message, fits = found
        return ((message, tuple(fits.groupdict().items())),)
    parts = said.split(", ")
    return tuple((one, ()) for one in parts) if patterns.listed.issuperset(parts) else None


def _facts(facts: tuple[tuple[str, str], ...], patterns: Patterns) -> dict[str, str]:
    return {name: _fact(name, part, patterns) for name, part in facts}


def _fact(name: str, part: str, patterns: Patterns) -> str:
    if name in patterns.several:
        return " ".join(in_words(one, patterns) for one in SENTENCE_ENDS.split(part))
    return _word(part, patterns) if name in patterns.words else part


def _word(part: str, patterns: Patterns) -> str:
    told = in_words(part, patterns)
    return _(part) if told == part else told
