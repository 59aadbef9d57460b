"""Writes down what is told now: of all that could be looked at, as few addresses as tell every kind of sentence."""

import re
from collections import Counter

from tests.upgrade.answers import Sentences, kinds_in, told
from tests.upgrade.expected_answers import expected
from tests.upgrade.texts import told_on

OF_EACH = 2
"""So many addresses of a kind are looked at whatever they tell."""
NUMBERED = re.compile(r"[0-9a-f-]{36}|\d+")
SOMEBODY = re.compile(r"^(?!staff|nobody|Petra).+(?= at )")
NAMED = re.compile(r"(?<=tournaments/)[\w-]+|(?<=series/)[\w-]+")


def write_down(found):
    """`answers.json`, `sentences.json` and `pages.json`."""
    sentences = Sentences(found.names)
    answers = {path: told(texts, sentences) for path, texts in found.answers.items()}
    answers = few(answers, kinds_in)
    known = set().union(*map(kinds_in, answers.values()))
    masks = {kind: number for kind, number in sentences.numbers.items() if number in known}
    pages = {path: page(found, path, masks) for path in found.pages}
    pages = few({path: one for path, one in pages.items() if one["blocks"]}, lambda one: set(one["sentences"]))
    expected("answers", answers)
    expected("sentences", {str(number): list(kind) for kind, number in masks.items()})
    expected("pages", pages)


def few(all_told, kinds):
    """Those that tell most first; then each that tells a kind of its own, and some of every kind of address."""
    chosen, known, counted = {}, set(), Counter()
    for path in sorted(all_told, key=lambda one: (-len(kinds(all_told[one])), one)):
        like = NAMED.sub("*", NUMBERED.sub("*", SOMEBODY.sub("somebody", path)))
        if kinds(all_told[path]) - known or counted[like] < OF_EACH:
            chosen[path] = all_told[path]
            known |= kinds(all_told[path])
            counted[like] += 1
    return chosen


def page(found, path, masks):
    """The blocks that are the same in every language, and the kinds of sentences that stand there in every language."""
    blocks = set.intersection(*(set(told_on(html, found.names)) for html in found.pages[path]))
    shown = [found.names.mask(text) for text in found.shown[path]]
    kinds = [number for kind, number in masks.items() if " " in kind[0] and stands(kind, shown)]
    return {"blocks": sorted(blocks), "sentences": sorted(kinds)}


def stands(kind, shown):
    """Whether sentences of this kind stand there in every language."""
    return all(one in text for one, text in zip(kind, shown, strict=True))
