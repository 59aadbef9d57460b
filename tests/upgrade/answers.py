"""Answers of programs in three languages at once, told so that words may change and nothing else.

A text that differs between languages is a sentence: it is told as a number that stands for all sentences of its kind,
with the names and figures in it. Whatever is the same in every language is told as it is.
"""

import hashlib
import json
from collections import Counter, defaultdict
from functools import reduce
from operator import and_

LANGUAGES = ("en", "de", "es")
SENTENCE = "§"
LONG = 160
# What only a table of a game, or versions of rules and cards, have.
WHOLE = {"seats", "rulings"}
# Follow from the moment of asking, or from who asks.
OF_THE_MOMENT = {"now", "left", "server_time", "seconds_left", "used_at", "waits", "late", "version", "token", "etag"}


class Sentences:
    """The kinds of sentences by number: what each says in every language, without names and figures."""

    def __init__(self, names):
        self.names, self.numbers = names, {}
        self.said = defaultdict(set)  # by number: every full sentence, as (English, German, Spanish)

    def told(self, texts):
        masks = tuple(self.names.mask(text) for text in texts)
        number = self.numbers.setdefault(masks, len(self.numbers))
        self.said[number].add(texts)
        return [SENTENCE, number, *sorted(self.facts(texts).elements())]

    def facts(self, texts):
        """The names and figures that it has in every language."""
        one, *others = (Counter(self.names.facts(text)) for text in texts)
        return reduce(and_, others, one)


def told(texts, sentences):
    """One answer, given in every language."""
    first = texts[0]
    if is_whole(texts):
        return short(first)
    if isinstance(first, dict):
        keys = [key for key in first if key not in OF_THE_MOMENT]
        return {key: told([one[key] for one in texts], sentences) for key in keys}
    if isinstance(first, list):
        return [told(list(parts), sentences) for parts in zip(*texts, strict=True)]
    if isinstance(first, str) and len(set(texts)) > 1:
        return sentences.told(tuple(texts))
    return short(first)


def is_whole(texts):
    """Whether this is a table of a game or versions of rules: large, as the engine wrote it, without a sentence."""
    first = texts[0]
    return isinstance(first, dict) and WHOLE & first.keys() and all(one == first for one in texts)


def short(value):
    """Something long as its digest."""
    written = value if isinstance(value, str) else json.dumps(value, sort_keys=True)
    if len(written) > LONG and not isinstance(value, list):
        return f"#{hashlib.sha256(written.encode()).hexdigest()[:12]}"
    return value


def kinds_in(told_before):
    """The numbers of the sentences in an answer as it was told."""
    if is_sentence(told_before):
        return {told_before[1]}
    if isinstance(told_before, dict | list):
        parts = told_before.values() if isinstance(told_before, dict) else told_before
        return {number for part in parts for number in kinds_in(part)}
    return set()


def is_sentence(told_before):
    return isinstance(told_before, list) and bool(told_before) and told_before[0] == SENTENCE


class Comparing:
    """Holds answers of now against those of then; `wrong` says where they differ."""

    def __init__(self, names):
        self.names, self.wrong = names, []
        self.masks = defaultdict(set)  # by the number of then: the kinds of now
        self.said = defaultdict(set)

    def compare(self, before, texts, where):
        first = texts[0]
        if is_sentence(before):
            self._sentence(before, texts, where)
        elif isinstance(before, dict):
            if not isinstance(first, dict) or (missing := before.keys() - first.keys()):
                self.wrong.append(f"{where}: lacks {sorted(missing) if isinstance(first, dict) else 'everything'}")
                return
            for key, value in before.items():
                self.compare(value, [one[key] for one in texts], f"{where}.{key}")
        elif isinstance(before, list):
            if not isinstance(first, list) or {len(one) for one in texts} != {len(before)}:
                self.wrong.append(f"{where}: another number of entries than {len(before)}")
                return
            for at, value in enumerate(before):
                self.compare(value, [one[at] for one in texts], f"{where}[{at}]")
        elif any(short(one) != before for one in texts):
            self.wrong.append(f"{where}: {sorted({str(short(one))[:80] for one in texts})}, was {before!r}")

    def _sentence(self, before, texts, where):
        _, number, *facts = before
        if not all(isinstance(text, str) for text in texts):
            self.wrong.append(f"{where}: no sentence, but {texts[0]!r}")
            return
        for language, text in zip(LANGUAGES, texts, strict=True):
            if Counter(facts) - Counter(self.names.facts(text)):
                self.wrong.append(f"{where}, {language}: “{text}” does not name {facts}")
        self.masks[number].add(tuple(self.names.mask(text) for text in texts))
        self.said[number].add(tuple(texts))

    def kinds_that_changed(self):
        """Sentences of one kind that are told as several now, and kinds that are told alike."""
        split = {number: masks for number, masks in self.masks.items() if len(masks) > 1}
        owners = defaultdict(set)
        for number, masks in self.masks.items():
            for one in masks:
                owners[one].add(number)
        return split, {masks: numbers for masks, numbers in owners.items() if len(numbers) > 1}
