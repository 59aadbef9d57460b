"""Reading words from left to right, and the plain values that sentences are read into."""

import re
from functools import cache
from types import SimpleNamespace


class Unknown(Exception):
    """Raised for words that this reader does not know; it never guesses."""


class Said(SimpleNamespace):
    """A value with a kind and whatever else was said."""

    def __init__(self, kind, **rest):
        super().__init__(kind=kind, **rest)


def altered(said, **otherwise):
    """The same with something else in it."""
    return Said(**{**vars(said), **otherwise})


def speaks_of_this(said):
    """Whether words speak of their own card, and not only of a column seen from there."""
    if isinstance(said, (list, tuple)):
        return any(speaks_of_this(part) for part in said)
    if not isinstance(said, Said):
        return False
    parts = [part for name, part in vars(said).items() if name != "column"]
    return (said.kind == "ref" and said.slot == "this") or speaks_of_this(parts)


@cache
def _compiled(pattern):
    ends = r"(?![\w'-])" if pattern[-1].isalnum() or pattern[-1] in ")+" else ""
    return re.compile(rf"\s*(?:{pattern}){ends}", re.IGNORECASE)


class Reader:
    """A text and how far it has been read."""

    def __init__(self, text):
        self.text, self.at = text, 0
        self.mentions, self.topic, self.sentence, self.slots = [], None, 0, 0

    @property
    def rest(self):
        """What has not been read."""
        return self.text[self.at :]

    def done(self):
        """Whether nothing is left."""
        return not self.rest.strip()

    def take(self, *patterns):
        """The first of the patterns that comes next, read; None where none does."""
        for pattern in patterns:
            if found := _compiled(pattern).match(self.text, self.at):
                self.at = found.end()
                return found
        return None

    def sees(self, *patterns):
        """Whether one of the patterns comes next."""
        return any(_compiled(pattern).match(self.text, self.at) for pattern in patterns)

    def need(self, *patterns):
        """What comes next, which has to be one of the patterns."""
        found = self.take(*patterns)
        if found is None:
            raise Unknown(self.rest[:60] or "the end")
        return found

    def attempt(self, rule, *given):
        """What a rule reads, or None and nothing read."""
        kept = self.at, len(self.mentions), self.topic, self.sentence, self.slots
        try:
            return rule(self, *given)
        except Unknown:
            self.at, length, self.topic, self.sentence, self.slots = kept
            del self.mentions[length:]
            return None

    def slot(self):
        """A new name for something that is chosen."""
        self.slots += 1
        return f"chosen {self.slots}"

    def mention(self, slot, kinds, *, many=False, gone=False, own=False):
        """Remember that something was named; `gone` for what is no longer on the battlefield."""
        self.mentions.append(Said("mention", slot=slot, kinds=kinds, many=many, gone=gone, own=own, at=self.sentence))


UP_TO_TWELVE = (
    ("zero", ""), ("one", "first"), ("two", "second"), ("three", "third"), ("four", "fourth"), ("five", "fifth"),
    ("six", "sixth"), ("seven", "seventh"), ("eight", "eighth"), ("nine", "ninth"), ("ten", "tenth"),
    ("eleven", "eleventh"), ("twelve", "twelfth"),
)  # fmt: skip
NUMBERS = {word: value for value, (word, _) in enumerate(UP_TO_TWELVE)}
ORDINALS = {word: value for value, (_, word) in enumerate(UP_TO_TWELVE) if word}
NUMBER = r"(\d+|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)"


def value_of(word):
    """The number that a word or digits say."""
    return int(word) if word.isdigit() else NUMBERS[word.lower()]
