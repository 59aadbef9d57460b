"""Names of cards inside a sentence: those of a catalogue, or whatever looks like a name where there is none."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache

from engine.bos.cardtext.combinators import Readings, Words
from engine.bos.cardtext.tokens import Token, tokens
from engine.bos.model.card_pool import Pool
from engine.bos.model.cards import key

MOST_WORDS = 8
_SMALL = frozenset(("of", "the", "in", "on", "to", "for", "a", "an", "de", "and"))
_QUANTIFIERS = frozenset(("a", "an", "any", "each", "every", "all", "no", "one", "two", "three", "another"))
_STOPS = frozenset((",", ".", ":", ";", "and", "or", "while", "if", "only", "unless", "with", "", "[", "]", "->", '"'))


@dataclass(frozen=True)
class Names:
    """The names that may stand in a sentence; `free` where it is a summoning condition, which begins with a name."""

    pool_hash: str
    """The hash of the catalogue; empty without one."""
    pool: Pool | None = field(compare=False)
    """The catalogue, if there is one."""
    own: str = ""
    """The name of the card itself; empty for none."""
    free: bool = False

    def read(self, words: tuple[Token, ...], at: int, any_words: bool) -> Readings:
        """The longest name of the catalogue that stands here; without a catalogue a run that looks like one."""
        known = self._known(words, at)
        if known or self.pool is not None:
            return known
        return _any_run(words, at) if any_words else _capital_run(words, at)

    def _known(self, read: tuple[Token, ...], at: int) -> Readings:
        for words, name in (*self._own, *_table(self).get(read[at].word, ())):
            if _stands(read, at, words):
                return ((name, at + len(words)),)
        return ()

    @property
    def _own(self) -> tuple[tuple[tuple[str, ...], str], ...]:
        return ((_words(self.own), self.own),) if self.own else ()


def names_of(pool: Pool | None, own: str = "", *, free: bool = False) -> Names:
    """The names of a catalogue, and the card's own."""
    return Names(pool.hash if pool else "", pool, own, free)


@lru_cache(maxsize=16_384)
def _words(name: str) -> tuple[str, ...]:
    return tuple(token.word for token in tokens(name))


_TABLES: dict[str, dict[str, list[tuple[tuple[str, ...], str]]]] = {}
_MOST_TABLES = 8


def _table(names: Names) -> dict[str, list[tuple[tuple[str, ...], str]]]:
    """The names of a catalogue by their first word, the longest first."""
    if names.pool is None:
        return {}
    by_first_word = _TABLES.get(names.pool_hash)
    if by_first_word is None:
        by_first_word = {}
        for card in names.pool.cards:
            words = _words(card.name)
            by_first_word.setdefault(words[0], []).append((words, card.name))
        for rows in by_first_word.values():
            rows.sort(key=lambda pair: (-len(pair[0]), pair[1]))
        if len(_TABLES) >= _MOST_TABLES:
            _TABLES.clear()
        _TABLES[names.pool_hash] = by_first_word
    return by_first_word


def _stands(read: tuple[Token, ...], at: int, words: tuple[str, ...]) -> bool:
    return all(read[at + i].word == word for i, word in enumerate(words) if at + i < len(read)) and at + len(
        words
    ) < len(read)


def _typed(read: tuple[Token, ...], at: int, end: int) -> str:
    """The words as they were typed, with one space where there was any."""
    parts = [read[at].typed]
    for before, token in zip(read[at : end - 1], read[at + 1 : end], strict=True):
        parts.append((" " if token.start > before.end else "") + token.typed)
    return "".join(parts)


def _any_run(read: tuple[Token, ...], at: int) -> Readings:
    """All runs of words up to a sign or a word that goes on with the sentence."""
    if read[at].word in _QUANTIFIERS or read[at].word in _STOPS or read[at].word.isdigit():
        return ()
    readings = []
    end = at
    while read[end].word not in _STOPS and end - at < MOST_WORDS:
        end += 1
        readings.append((_typed(read, at, end), end))
    return tuple(readings[-1:])


def _capital_run(read: tuple[Token, ...], at: int) -> Readings:
    """The longest run of words with capitals that does not begin with a word of the language."""
    if read[at].word in Words.vocabulary:
        return ()
    end = run_of_capitals(read, at)
    return ((_typed(read, at, end), end),) if end > at else ()


def run_of_capitals(read: tuple[Token, ...], at: int) -> int:
    """The place behind a run of words with capitals; small words may stand inside it."""
    end = here = at
    while here - at < MOST_WORDS and read[here].word:
        token = read[here]
        if token.typed[:1].isupper() or (end > at and token.word == "'s"):
            end = here + 1
        elif token.word not in _SMALL or end == at:
            break
        here += 1
    return end


def written_name(read: tuple[Token, ...], at: int, *, free: bool) -> tuple[str, int]:
    """What somebody meant as a name here, and the place behind it; empty where nothing looks like one."""
    if free:
        return next(iter(_any_run(read, at)), ("", at))
    end = run_of_capitals(read, at)
    return (_typed(read, at, end), end) if end > at else ("", at)


def same(first: str, second: str) -> bool:
    """Whether two names are those of one card."""
    return key(first) == key(second)
