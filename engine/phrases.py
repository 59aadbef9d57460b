"""Phrases: sentences whose gaps ask for more than to be filled, so that each language can bend its words.

Most sentences have plain gaps, `%(card)s`. Where words agree with each other, a gap says so, in English as in every
translation; a translator needs only those that the language has a use for:

    %(what.dat)s              the argument in the form “dat”; “+” adds the form in which this phrase is asked for itself
    %(look~noun)s             the argument in the form of the traits of another one and in the form asked for; more
                              words can follow
    %(who: p: gain | gains)s  the first alternative whose words are all traits of the argument or asked of this phrase;
                              one without words in front fits always
    %(: dat: dem | der)s      likewise, by what is asked of this phrase alone
    %(=f p)s                  says nothing: the traits of this phrase; a name is for the traits of that argument
    %(who?after)s             the argument where this phrase is asked for in the form “after”; with “?!” everywhere else
    %(what-)s                 says nothing: an argument that this language leaves out
    %(,)s                     a comma where the sentence goes on, and nothing at its end or before another sign
    %(^)s                     says nothing: the next letter is a capital one

A phrase that does not say its traits has those of its argument `noun`. Forms and traits are words that each language
chooses for itself: English has `p` for the plural; German `f`, `m`, `n` and `p`, `y` for “du”, and its cases. An
alternative written as a hyphen says nothing and takes a space along: Spanish leaves out its “tú”.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import Final, Generic, NamedTuple, TypeVar

ArgT = TypeVar("ArgT")
Form = frozenset[str]
"""The words that a sentence asks of a phrase in it, such as “dat”; or those that a phrase is, such as “f p”."""
NO_FORM: Final[Form] = frozenset()

_COMMA, _NOTHING, _CAPITAL = "\ue000", "\ue001", "\ue002"  # stand in a text until it is whole
_IDLE_COMMA = re.compile(rf"\s*{_COMMA}(?=\s*(?:$|[;,.:{_COMMA}]))")
_REAL_COMMA = re.compile(rf"\s*{_COMMA}")
_SILENCE = re.compile(rf" {_NOTHING}(?=[ ;,.:{_COMMA}]|$)|{_NOTHING} ?")
_FIRST_LETTER = re.compile(rf"{_CAPITAL}(.?)")
_ASKING = re.compile(r"%\(\w*[^\w)]")
_GAP = re.compile(r"(\w*)([.~:?=,^-]?)(.*)", re.DOTALL)


class Inflected(NamedTuple):
    """A phrase as it stands in a sentence."""

    words: str
    """What it says there; `whole` makes a text of it."""
    traits: Form = NO_FORM
    """What other words agree with."""


Say = Callable[[ArgT, Form], Inflected]


@cache
def is_plain(sentence: str) -> bool:
    """Whether no gap of the sentence asks for more than to be filled."""
    return _ASKING.search(sentence) is None


def fill(sentence: str, args: Mapping[str, ArgT], say: Say[ArgT], form: Form = NO_FORM) -> Inflected:
    """The sentence with its gaps filled; `say` says one argument in a form, and is asked for it again and again.

    Raises KeyError for an argument that is missing.
    """
    gaps = _Gaps(args, say, form)
    return Inflected(sentence % gaps, gaps.traits())


def whole(phrase: Inflected) -> str:
    """The text of a phrase that stands for itself."""
    text = phrase.words
    if _COMMA in text or _NOTHING in text:
        text = _REAL_COMMA.sub(",", _IDLE_COMMA.sub("", _SILENCE.sub("", text)))
    return _FIRST_LETTER.sub(lambda letter: letter[1].upper(), text) if _CAPITAL in text else text


class _Gaps(dict[str, str], Generic[ArgT]):
    """What stands in each gap of one sentence, found when it is asked for."""

    def __init__(self, args: Mapping[str, ArgT], say: Say[ArgT], form: Form) -> None:
        super().__init__()
        self._args, self._say, self._form = args, say, form
        self._own: Form | None = None

    def __missing__(self, gap: str) -> str:
        name, sign, rest = _parts(gap)
        match sign:
            case "":
                return self._said(name, NO_FORM).words
            case ".":
                traits = frozenset(rest.split())
                return self._said(name, traits - {"+"} | self._form if "+" in traits else traits).words
            case "~":
                other, *more = rest.split()
                return self._said(name, self._traits_of(other).union(self._form, more)).words
            case ":":
                return _fitting(rest, self._traits_of(name) | self._form)
            case "?":
                in_form = rest.removeprefix("!") in self._form
                return _NOTHING if in_form == rest.startswith("!") else self._said(name, NO_FORM).words
            case "=":
                words = [self._traits_of(word) if word in self._args else frozenset({word}) for word in rest.split()]
                self._own = NO_FORM.union(*words)
                return ""
            case ",":
                return _COMMA
            case "^":
                return _CAPITAL
        return ""

    def _said(self, name: str, form: Form) -> Inflected:
        return self._say(self._args[name], form)

    def _traits_of(self, name: str) -> Form:
        """The traits of an argument, which are the same in all its forms; none where no argument is named."""
        return self._said(name, NO_FORM).traits if name else NO_FORM

    def traits(self) -> Form:
        """Those of the whole phrase."""
        if self._own is None:
            return self._traits_of("noun") if "noun" in self._args else NO_FORM
        return self._own


def _parts(gap: str) -> tuple[str, str, str]:
    match = _GAP.match(gap)
    return (match[1], match[2], match[3]) if match else (gap, "", "")


def _fitting(alternatives: str, form: Form) -> str:
    for alternative in alternatives.split("|"):
        words, sign, text = alternative.rpartition(":")
        if not sign or set(words.split()) <= form:
            return _NOTHING if text.strip() == "-" else text.strip()
    return ""
