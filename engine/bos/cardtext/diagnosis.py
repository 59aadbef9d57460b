"""Why a sentence could not be read: the furthest word, what was expected there, and what would be readable."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from difflib import SequenceMatcher
from functools import lru_cache

from engine.bos.cardtext.card_names import Names, written_name
from engine.bos.cardtext.combinators import MAX_APPLICATIONS, Memo, Named, Run, TooComplicated, Words, kept, readings
from engine.bos.cardtext.other_games import foreign, not_here, translated
from engine.bos.cardtext.problems import MOST_EXPECTED, Problem
from engine.bos.cardtext.tokens import MAX_CHARACTERS, Token, ending, tokens
from engine.bos.cardtext.unsupported import later
from engine.messages import Message, any_of

MOST_ADDED = 30
MOST_PUT = 12
MOST_SUGGESTIONS = 3
PATIENCE = 20
NEAR = 0.6
NOT_ALIKE = 0.4
FAR = 4
NAME = "a card's name"
_ARTICLES = ("a", "an")
_SIGNS = frozenset(".,:;]")
_BEGINNINGS = frozenset((".", ":", "->", "•", "]"))


def too_long(text: str) -> Problem:
    """More characters than an ability has."""
    message = Message("bos.card_text.too_long", most=f"{MAX_CHARACTERS}", number=len(text))
    return Problem("E-READ", MAX_CHARACTERS, len(text), message)


def too_complicated(text: str) -> Problem:
    """More work than a text may make."""
    return Problem("E-READ", 0, len(text.rstrip()), Message("bos.card_text.too_complicated"))


def place_of(text: str, wanted: tuple[str, ...]) -> tuple[int, int]:
    """Where the first of these words or names stands; the whole text where none does."""
    read = tokens(text)
    searched = [tuple(token.word for token in tokens(phrase)) for phrase in wanted]
    for at, token in enumerate(read):
        for words in searched:
            if words and tuple(each.word for each in read[at : at + len(words)]) == words:
                return token.start, read[at + len(words) - 1].end
    return 0, len(text.rstrip())


def decline(text: str, rule: Named, names: Names) -> tuple[Problem, ...]:
    """The problems of a text that has no reading. Raises TooComplicated."""
    plain = Run((*tokens(text), ending(text)), names.read)
    rule.read(plain, 0)
    run = Run(plain.tokens, names.read, trace=True, known=kept(plain.memo, plain.seen - 1))
    run.left = MAX_APPLICATIONS * PATIENCE
    rule.read(run, 0)
    run.memo = plain.memo
    not_yet = later(text)
    if not_yet and not_yet.start <= run.tokens[run.furthest].end:
        return (not_yet,)
    problem = _foreign(text, run, rule, names) or _refused(text, run, rule, names)
    problem = problem or _unknown_name(text, run, rule, names) or _stopped(text, run, rule, names)
    return (problem, not_yet) if not_yet else (problem,)


def _refused(text: str, run: Run, rule: Named, names: Names) -> Problem | None:
    """A part that was read as far as anything else, and cannot be meant."""
    end = max((end for end, reason in run.refusals.items() if reason), default=0)
    if end < max(run.furthest, 1) or (end == run.furthest and _near(run.tokens[end], run)):
        return None
    token = run.tokens[end - 1]
    message = run.refusals[end]
    assert message is not None
    return Problem("E-READ", token.start, token.end, message, suggestions=_suggestions(text, run, rule, names))


# Other games


def _foreign(text: str, run: Run, rule: Named, names: Names) -> Problem | None:
    """Words of other games: what can be read with ours, or what stands where nothing more can be read."""
    at = run.tokens[run.furthest].start
    missing = not_here(text)
    if missing and missing[0] <= at < max(missing[1], missing[0] + 1):
        return Problem("E-READ", *missing)
    places = foreign(text)
    if not places:
        return None
    whole = _with_articles(translated(text, places))
    readable = _reads(whole, rule, names)
    place = places[0] if readable else next((each for each in places if each.start <= at < each.end), None)
    if place is None:
        return None
    message = Message("bos.card_text.said_here", text=place.instead.strip(), word=text[place.start : place.end].strip())
    suggestions: tuple[str, ...] = (whole,) if readable else ()
    if not readable and not foreign(whole):
        suggestions = decline(whole, rule, names)[0].suggestions
    return Problem("E-READ", place.start, place.end, message, (place.instead.strip(),), suggestions)


# Names


def _unknown_name(text: str, run: Run, rule: Named, names: Names) -> Problem | None:
    """A word with a capital where a card's name could stand."""
    at = run.furthest
    if names.pool is None or NAME not in run.categories or not run.tokens[at].word:
        return None
    name, end = written_name(run.tokens, at, free=names.free)
    if not name or (not names.free and not _looks_like_a_name(run.tokens, at, end)):
        return None
    message, (_, *nearest) = names.pool.unknown(name)
    if not nearest and not run.tokens[at].typed[:1].isupper():
        return None
    start, stop = run.tokens[at].start, run.tokens[end - 1].end
    suggestions = tuple(f"{text[:start]}{near}{text[stop:]}" for near in nearest)
    return Problem("E-NAME", start, stop, message, (NAME,), tuple(s for s in suggestions if _reads(s, rule, names)))


def _looks_like_a_name(read: tuple[Token, ...], at: int, end: int) -> bool:
    """A capital alone says nothing where a sentence begins."""
    if read[at].word in Words.vocabulary:
        return False
    return end - at > 1 or (at > 0 and read[at - 1].word not in _BEGINNINGS)


# The furthest word


def _stopped(text: str, run: Run, rule: Named, names: Names) -> Problem:
    token = run.tokens[run.furthest]
    expected = _nearest(token.word, tuple(run.expected))[:MOST_EXPECTED]
    suggestions = _suggestions(text, run, rule, names)
    meant = next((word for word in _near(token, run) if _put(text, token, word) in suggestions), "")
    problem = Problem(
        "E-READ", token.start, token.end, _sentence(text, run, expected), tuple(sorted(expected)), suggestions
    )
    return _near_miss(problem, meant) if meant else problem


def _near_miss(problem: Problem, meant: str) -> Problem:
    message = Message("bos.card_text.could_stand_near", **problem.message.args, text=meant)
    return replace(problem, message=message)


@lru_cache(maxsize=65_536)
def _like(word: str, other: str) -> float:
    return SequenceMatcher(None, word, other).ratio()


def _nearest(word: str, others: tuple[str, ...]) -> tuple[str, ...]:
    """The others, those most like the word first."""
    return tuple(sorted(others, key=lambda other: (-_like(word, other), other)))


def _near(token: Token, run: Run) -> tuple[str, ...]:
    """Words that could stand here and look like the one that does."""
    return tuple(word for word in _nearest(token.word, tuple(run.words)) if _like(token.word, word) >= NEAR)


def _sentence(text: str, run: Run, expected: tuple[str, ...]) -> Message:
    before = run.tokens[max(run.furthest - 2, 0) : run.furthest]
    after = Message("bos.card_text.beginning")
    if before:
        after = Message("bos.card_text.after", text=text[before[0].start : before[-1].end])
    here = Message("bos.card_text.read_before" if run.tokens[run.furthest].word else "bos.card_text.ends")
    return Message("bos.card_text.could_stand", here=here, after=after, words=any_of(sorted(expected)))


# What would be readable


def _reads(text: str, rule: Named, names: Names) -> bool:
    try:
        return len(text) <= MAX_CHARACTERS and bool(readings((*tokens(text), ending(text)), rule, names.read))
    except TooComplicated:
        return False


def _suggestions(text: str, run: Run, rule: Named, names: Names) -> tuple[str, ...]:
    """Texts that differ in one word and can be read."""
    texts: list[str] = []
    memo = kept(run.memo, run.furthest - 1)
    for edited in dict.fromkeys(_edits(text, run)):
        edited = _with_articles(edited)
        if edited not in texts and _might_read(edited, memo, rule, names) and _reads(edited, rule, names):
            texts.append(edited)
        if len(texts) == MOST_SUGGESTIONS:
            break
    return tuple(texts)


def _might_read(text: str, memo: Memo, rule: Named, names: Names) -> bool:
    """Whether a text that begins like the one that was read can be read; it is looked at from the change on."""
    try:
        run = Run((*tokens(text), ending(text)), names.read, known=memo)
        last = len(run.tokens) - 1
        return any(end == last for _, end in rule.read(run, 0))
    except TooComplicated:
        return False


def _edits(text: str, run: Run) -> Iterator[str]:
    """The text with one word changed, left out or added near the furthest place, the likeliest first."""
    token = run.tokens[run.furthest]
    for word in _near(token, run):
        yield _put(text, token, word)
    for cut in range(2, len(token.word) - 1):
        if token.word[:cut] in Words.vocabulary and token.word[cut:] in Words.vocabulary:
            yield f"{text[: token.start + cut]} {text[token.start + cut :]}"
    if token.word:
        yield _joined(text[: token.start], text[token.end :])
    if run.furthest:
        before = run.tokens[run.furthest - 1]
        yield _joined(text[: before.start], text[before.end :])
    for word in sorted(run.words, key=lambda word: (len(word), word))[:MOST_ADDED]:
        yield _added(text, run, word)
    for word in _nearest(token.word, tuple(run.words))[:MOST_PUT] if token.word else ():
        yield _put(text, token, word)
    if run.furthest:
        before = run.tokens[run.furthest - 1]
        for word in _nearest(before.word, _as_long(before.word))[:MOST_PUT]:
            yield _put(text, before, word)


@lru_cache(maxsize=4_096)
def _as_long(word: str) -> tuple[str, ...]:
    """The words of the language that somebody could have meant by a word: about as long as it, and like it."""
    return tuple(
        other for other in Words.vocabulary if abs(len(other) - len(word)) < FAR and _like(word, other) > NOT_ALIKE
    )


def _put(text: str, token: Token, word: str) -> str:
    """The text with another word in the place of this one."""
    bent = word[:1].upper() + word[1:] if token.typed[:1].isupper() else word
    return f"{text[: token.start]}{bent}{text[token.end :]}"


_ARTICLE = re.compile(r"\b(an?)(?= ([a-z]))", re.IGNORECASE)


def _with_articles(text: str) -> str:
    """ "A" and "an" as the words behind them ask for, and a capital in front."""

    def fitting(match: re.Match[str]) -> str:
        return f"{match[1][0]}{'n' if match[2].lower() in 'aeio' else ''}"

    whole = _ARTICLE.sub(fitting, text)
    return whole[:1].upper() + whole[1:]


def _joined(before: str, behind: str) -> str:
    if before.endswith(" ") and behind[:1] in (" ", "", *_SIGNS):
        before = before.rstrip(" ")
    return f"{before}{behind}" if before else behind.lstrip(" ")


def _added(text: str, run: Run, word: str) -> str:
    """The text with a word more; signs stand close to the word before them."""
    start = run.tokens[run.furthest].start
    if word in _ARTICLES:
        word = "an" if run.tokens[run.furthest].word[:1] in tuple("aeio") else "a"
    if word in _SIGNS and run.furthest:
        before = run.tokens[run.furthest - 1].end
        return f"{text[:before]}{word}{text[before:]}"
    if not run.tokens[run.furthest].word:
        return f"{text.rstrip()} {word}"
    return f"{text[:start]}{word} {text[start:]}"
