"""Rules that find every reading of a sentence: small parts put together, remembered for each place, in printed order.

A rule answers with all pairs of a value and the place behind it. Nothing is given up early, so two meanings of one
sentence are seen as two. The same sentence gives the same answers in the same order in every process.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol, runtime_checkable

from engine.bos.cardtext.tokens import NUMBER, Token, tokens
from engine.messages import Message

MAX_APPLICATIONS = 20_000
MAX_PLACES = 1_024

Readings = tuple[tuple[Any, int], ...]
NONE: Readings = ()

Memo = dict[int, tuple[Readings, int]]
"""What a rule found at a place, and the furthest word that was looked at for it."""


class TooComplicated(Exception):
    """The sentence needs more rules than are allowed; it is declined instead of read for a long time."""


class Refusal(Exception):
    """A part that can be read and cannot be meant; the message says what to write, if there is something to say."""

    def __init__(self, message: Message | None = None) -> None:
        super().__init__()
        self.message = message


class Run:
    """One attempt to read a sentence: what was found at each place, and how far anything came.

    With `trace`, `expected` holds what could have stood at the furthest place, the words of a category together;
    `words` and `categories` hold every single one. `refusals` are parts that were read and refused, by the place behind
    them. `memo` holds what was found, and up to which word was looked for it: with `known` a run begins with findings
    of another one, whose words up to there are the same. `seen` is the furthest word that was looked at.
    """

    def __init__(
        self,
        tokens: tuple[Token, ...],
        names: Callable[[tuple[Token, ...], int, bool], Readings],
        *,
        trace: bool = False,
        known: Memo | None = None,
    ):
        self.tokens = tokens
        self.names = names
        self.trace = trace
        self.left = MAX_APPLICATIONS
        self.memo: Memo = dict(known) if known else {}
        self.seen = 0
        self.furthest = 0
        self.expected: dict[str, None] = {}
        self.words: dict[str, None] = {}
        self.categories: dict[str, None] = {}
        self.refusals: dict[int, Message | None] = {}
        self.hidden = -1

    def spend(self) -> None:
        """Count one application. Raises TooComplicated when there are none left."""
        self.left -= 1
        if self.left < 0:
            raise TooComplicated

    def miss(self, at: int, word: str, *, category: bool = False) -> None:
        """At this place `word` would have gone on."""
        if not self.trace or at < self.furthest:
            return
        if at > self.furthest:
            self.furthest = at
            self.expected.clear()
            self.words.clear()
            self.categories.clear()
        (self.categories if category else self.words)[word] = None
        if self.hidden != at:
            self.expected[word] = None


@runtime_checkable
class Rule(Protocol):
    """A part of the language. One that is `silent` has no value in a sequence."""

    silent: bool = False

    def read(self, run: Run, at: int) -> Readings:
        """Every way to read it here."""
        ...

    def starts(self, seen: tuple[Rule, ...]) -> tuple[frozenset[str] | None, bool]:
        """What it may begin with, None if that cannot be told, and whether it may be empty."""
        ...


class Words(Rule):
    """One of several phrases, each with its value; the longest do not push out the shorter ones."""

    vocabulary: dict[str, None] = {}
    """Every word of every phrase of the language."""

    def __init__(self, phrases: dict[str, Any]):
        self.by_first: dict[str, list[tuple[tuple[str, ...], Any]]] = {}
        for phrase, value in phrases.items():
            words = tuple(token.word for token in tokens(phrase))
            self.by_first.setdefault(words[0], []).append((words, value))
            Words.vocabulary.update(dict.fromkeys(words))

    def read(self, run: Run, at: int) -> Readings:
        read = run.tokens
        results: list[tuple[Any, int]] = []
        if at > run.seen:
            run.seen = at
        for words, value in self.by_first.get(read[at].word, ()):
            here = at
            for word in words:
                if read[here].word != word:
                    if here > run.seen:
                        run.seen = here
                    run.miss(here, word)
                    break
                here += 1
            else:
                if here - 1 > run.seen:
                    run.seen = here - 1
                results.append((value, here))
        if run.trace:
            for word in self.by_first:
                if word != read[at].word:
                    run.miss(at, word)
        return tuple(results)

    def starts(self, seen: tuple[Rule, ...]) -> tuple[frozenset[str] | None, bool]:
        return frozenset(self.by_first), False


class Digits(Rule):
    """A number in digits; up to `most`."""

    def __init__(self, most: int):
        self.most = most

    def read(self, run: Run, at: int) -> Readings:
        token = run.tokens[at]
        if at > run.seen:
            run.seen = at
        if token.kind != NUMBER or len(token.word) > 9 or int(token.word) > self.most:
            run.miss(at, "2")
            return NONE
        return ((int(token.word), at + 1),)

    def starts(self, seen: tuple[Rule, ...]) -> tuple[frozenset[str] | None, bool]:
        return frozenset((NUMBER,)), False


class CardName(Rule):
    """The name of a card, as the run knows names; where nothing else can stand, any words may be one."""

    def __init__(self, *, any_words: bool = False):
        self.any_words = any_words

    def read(self, run: Run, at: int) -> Readings:
        names = run.names(run.tokens, at, self.any_words)
        run.seen = max(run.seen, at, *(end - 1 for _, end in names))
        if not names:
            run.miss(at, "a card's name", category=True)
        return names

    def starts(self, seen: tuple[Rule, ...]) -> tuple[frozenset[str] | None, bool]:
        return None, False


class Sequence(Rule):
    """Parts one behind the other; `build` makes the value of those that have one."""

    def __init__(self, build: Callable[..., Any], parts: tuple[tuple[Rule, bool], ...]):
        self.build = build
        self.parts = parts

    def read(self, run: Run, at: int) -> Readings:
        run.spend()
        branches: list[tuple[tuple[Any, ...], int]] = [((), at)]
        for part, has_value in self.parts:
            longer: list[tuple[tuple[Any, ...], int]] = []
            for values, here in branches:
                for value, end in part.read(run, here):
                    longer.append(((*values, value) if has_value else values, end))
            if not longer:
                return NONE
            branches = longer
        return self._built(run, branches)

    def _built(self, run: Run, branches: list[tuple[tuple[Any, ...], int]]) -> Readings:
        built: list[tuple[Any, int]] = []
        for values, end in branches:
            try:
                built.append((self.build(*values), end))
            except Refusal as refusal:
                run.refusals[end] = run.refusals.get(end) or refusal.message
        return tuple(built)

    def starts(self, seen: tuple[Rule, ...]) -> tuple[frozenset[str] | None, bool]:
        first: frozenset[str] = frozenset()
        for part, _ in self.parts:
            words, empty = part.starts(seen)
            if words is None:
                return None, False
            first |= words
            if not empty:
                return first, False
        return first, True


class Choice(Rule):
    """All readings of all of several rules."""

    def __init__(self, rules: tuple[Rule, ...]):
        self.rules = rules
        self.by_start: dict[str, tuple[Rule, ...]] = {}
        self.first: list[tuple[frozenset[str] | None, bool]] = []

    def read(self, run: Run, at: int) -> Readings:
        if at > run.seen:
            run.seen = at
        rules = self.rules if run.trace else self._fitting(run.tokens[at].kind)
        if len(rules) == 1:
            return rules[0].read(run, at)
        results = [reading for rule in rules for reading in rule.read(run, at)]
        return tuple(dict.fromkeys(results)) if len(results) > 1 else tuple(results)

    def _fitting(self, start: str) -> tuple[Rule, ...]:
        """The rules that may begin so; words that no rule begins with share one answer."""
        if not self.first:
            self.first = [rule.starts(()) for rule in self.rules]
        if start not in Words.vocabulary and start != NUMBER:
            start = ""
        if start not in self.by_start:
            pairs = zip(self.rules, self.first, strict=True)
            self.by_start[start] = tuple(
                rule for rule, (words, empty) in pairs if empty or words is None or start in words
            )
        return self.by_start[start]

    def starts(self, seen: tuple[Rule, ...]) -> tuple[frozenset[str] | None, bool]:
        first: frozenset[str] = frozenset()
        may_be_empty = False
        for rule in self.rules:
            words, empty = rule.starts(seen)
            if words is None:
                return None, False
            first |= words
            may_be_empty |= empty
        return first, may_be_empty


class Perhaps(Rule):
    """A rule, or nothing with a value of its own."""

    def __init__(self, rule: Rule, otherwise: Any):
        self.rule = rule
        self.otherwise = otherwise

    def read(self, run: Run, at: int) -> Readings:
        return (*self.rule.read(run, at), (self.otherwise, at))

    def starts(self, seen: tuple[Rule, ...]) -> tuple[frozenset[str] | None, bool]:
        return self.rule.starts(seen)[0], True


class Several(Rule):
    """One or more of a rule, with a separator between them; the value is a tuple."""

    def __init__(self, rule: Rule, between: Rule | None, least: int):
        self.rule = rule
        self.between = between
        self.least = least

    def read(self, run: Run, at: int) -> Readings:
        results: list[tuple[tuple[Any, ...], int]] = [((), at)] if not self.least else []
        open_ends = [((value,), end) for value, end in self.rule.read(run, at)]
        while open_ends:
            run.spend()
            results += [(values, end) for values, end in open_ends if len(values) >= self.least]
            open_ends = [longer for values, end in open_ends for longer in self._longer(run, values, end)]
        return tuple(results)

    def _longer(self, run: Run, values: tuple[Any, ...], at: int) -> list[tuple[tuple[Any, ...], int]]:
        starts = [end for _, end in self.between.read(run, at)] if self.between else [at]
        return [((*values, value), end) for start in starts for value, end in self.rule.read(run, start) if end > at]

    def starts(self, seen: tuple[Rule, ...]) -> tuple[frozenset[str] | None, bool]:
        words, empty = self.rule.starts(seen)
        return words, empty or not self.least


class Named(Rule):
    """A rule that may be used before it is said what it is; its readings at a place are looked for once."""

    count = 0

    def __init__(self, category: str = ""):
        self.category = category
        self.number = Named.count
        Named.count += 1
        self.rule: Rule | None = None

    def means(self, *rules: Rule | str) -> None:
        """Say what it is: any of these."""
        self.rule = any_of(*rules)

    def read(self, run: Run, at: int) -> Readings:
        if self.category and run.trace:
            run.miss(at, self.category, category=True)
            before, run.hidden = run.hidden, at
            results = self._found(run, at)
            run.hidden = before
            return results
        return self._found(run, at)

    def _found(self, run: Run, at: int) -> Readings:
        place = (self.number * MAX_PLACES + at) * 2 + (run.hidden == at)
        entry = run.memo.get(place)
        if entry is None:
            run.spend()
            assert self.rule is not None
            before, run.seen = run.seen, at
            entry = run.memo[place] = (self.rule.read(run, at), run.seen)
            if before > run.seen:
                run.seen = before
        elif entry[1] > run.seen:
            run.seen = entry[1]
        return entry[0]

    def starts(self, seen: tuple[Rule, ...]) -> tuple[frozenset[str] | None, bool]:
        if self in seen or self.rule is None:
            return None, False
        return self.rule.starts((*seen, self))


# Putting rules together


def words(*phrases: str, **values: str) -> Words:
    """Phrases that are their own value, and phrases with another one."""
    return Words({**{phrase: phrase for phrase in phrases}, **values})


def meaning(phrases: dict[str, Any]) -> Words:
    """Phrases by their meaning; several with one meaning are parted by " | "."""
    return Words({phrase.strip(): value for wordings, value in phrases.items() for phrase in wordings.split(" | ")})


def _rule(part: Rule | str) -> Rule:
    return part if isinstance(part, Rule) else meaning({part: part})


def any_of(*rules: Rule | str) -> Rule:
    """All readings of all of these."""
    return _rule(rules[0]) if len(rules) == 1 else Choice(tuple(map(_rule, rules)))


def perhaps(rule: Rule | str, otherwise: Any = None) -> Rule:
    """The rule or nothing."""
    return Perhaps(_rule(rule), otherwise)


def some(rule: Rule, between: Rule | str | None = None, *, least: int = 1) -> Rule:
    """A tuple of at least `least` of them."""
    return Several(rule, None if between is None else _rule(between), least)


def once(rule: Rule) -> Named:
    """The rule, looked for once at each place; for one that several others begin with."""
    named = Named()
    named.means(rule)
    return named


def seq(build: Callable[..., Any], *parts: Rule | str) -> Rule:
    """The parts in order. A phrase given as text and a silent rule have no value; `build` gets the others."""
    have_values = tuple(isinstance(part, Rule) and not part.silent for part in parts)
    return Sequence(build, tuple(zip(map(_rule, parts), have_values, strict=True)))


def saying(*phrases: str) -> Rule:
    """Any of these phrases, without a value."""
    rule = words(*phrases)
    rule.silent = True
    return rule


def maybe(*phrases: str) -> Rule:
    """Any of these phrases or nothing, without a value."""
    rule = perhaps(words(*phrases))
    rule.silent = True
    return rule


def kept(memo: Memo, before: int) -> Memo:
    """The findings for which no word was looked at from that place on, as they also stand behind a category."""
    early = {place: entry for place, entry in memo.items() if entry[1] < before}
    return {**{place | 1: entry for place, entry in early.items()}, **early}


def readings(
    tokens: tuple[Token, ...], rule: Rule, names: Callable[[tuple[Token, ...], int, bool], Readings]
) -> tuple[Any, ...]:
    """Every different value of a rule for all of these words; the last one is their end. Raises TooComplicated."""
    run = Run(tokens, names)
    last = len(tokens) - 1
    return tuple(dict.fromkeys(value for value, end in rule.read(run, 0) if end == last))
