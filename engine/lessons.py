"""Lessons: records whose comments say what a learner is told, and what is pointed at on a board.

A comment holds directives, parted by `|`: `say: Tap the hound. | point: 1wa | why: 5.1.2`. Comments that stand alone
below a line belong to it. What is said in another language has that language behind a point: `say.de: …`. Lines before
the first that says something come before the lesson: they lead to the table with which it begins.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, NamedTuple

from engine import log as record
from engine.contract import Edition, Game, Given
from engine.lines import NextLine
from engine.log import Line, Log
from engine.messages import Message, Note
from engine.record_viewer import Track, track
from engine.seats import seat_name

LEARNER: Final = 0
"""The seat of the learner, from 0."""
LANGUAGES: Final = ("en", "de", "es")
"""In each of them a lesson says everything; what stands without one is in the first."""
MOST_SENTENCES: Final = 2
MOST_MILLISECONDS: Final = 10_000
MOST_DIGITS: Final = 6

_OF_LESSON: Final = ("lesson", "about", "end")
_OF_LINE: Final = ("say", "else")
_SENTENCE: Final = re.compile(r"[.!?…]+(?=[\s”\"»)]|$)")

Words = Mapping[str, str]
"""What is said, by language; empty for nothing."""


@dataclass(frozen=True, slots=True)
class LessonStep:
    """A line of a lesson, and how it is taught."""

    line: str
    """The line as the notation has it."""
    say: Words
    """What the learner is told: before a line of their own, and after one that happens by itself."""
    points: tuple[str, ...]
    """What is pointed at meanwhile, by what is tapped for it on a board."""
    otherwise: Words
    """What is answered to any other lawful line."""
    is_free: bool
    """Whether any lawful line will do after which the rest of the lesson can stand."""
    auto: int | None
    """After how many milliseconds the lesson goes on, where the line happens by itself; None for one of the learner's.
    Where something is said it waits until that was read."""
    why: str
    """The number of the rule that says why; empty for none."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """A record to learn from, and everything that is wrong with it."""

    title: Words
    """What it is called."""
    about: Words
    """What it teaches, in a sentence."""
    end: Words
    """What is said when it is over."""
    lists: tuple[str, ...]
    """The names of the lists that it is played with, by seat."""
    log: Log
    """The record without its comments."""
    before: int
    """How many of its lines come before the lesson."""
    steps: tuple[LessonStep, ...]
    """The lines of the lesson, in order."""
    mistakes: tuple[Note, ...] = ()
    """What is wrong, each with the number of its line; 0 for the lesson as a whole."""

    @property
    def stops(self) -> int:
        """How often something is said."""
        return sum(bool(step.say) for step in self.steps)

    def stop(self, done: int) -> int:
        """Which of them is on, from 1, when so many lines are done."""
        return max(1, sum(bool(step.say) for step in self.steps[: done + 1]))

    def record(self, done: int, own: Mapping[int, str] | None = None) -> str:
        """The record as text when so many lines of the lesson are done. `own` are the lines that the learner wrote
        instead, by their place in the lesson."""
        lines = list(self.log.lines[: self.before + done])
        for place, body in (own or {}).items():
            if place < done:
                lines[self.before + place] = lines[self.before + place]._replace(body=body)
        return record.write(replace(self.log, lines=tuple(lines)))


def lesson(game: Game, text: str, lists: Mapping[str, str], pool: Any, edition: Edition) -> Lesson:
    """A lesson, read and played with those of the lists that it names. Never raises for what is written: everything
    that is wrong is among its `mistakes`."""
    log = record.read(_folded(text), game.acts)
    if log.fault:
        return Lesson({}, {}, {}, (), log, 0, (), (Note(log.fault.message, log.fault.number),))
    head = _Comment.read(log.comments, 0)
    comments = [_Comment.read((line.comment or "",), line.number) for line in log.lines]
    before = next((place for place, comment in enumerate(comments) if "say" in comment.values), len(comments))
    title, about, end = (head.words(word) for word in _OF_LESSON)
    plain = Log(log.headers, tuple([line._replace(comment=None) for line in log.lines]), notes=log.notes)
    read = Lesson(title, about, end, tuple(_items(head.values.get("lists", ""))), plain, before, ())
    stage = _staged(game, read, lists, pool, edition)
    steps, found = _taught(stage, comments[before:])
    found += [*head.mistakes(_OF_LESSON, ("lists",), needed=_OF_LESSON), *_of_the_whole(stage, lists)]
    for comment in comments:
        found += comment.mistakes(_OF_LINE, ("point", "free", "auto", "why"))
    return replace(read, steps=steps, mistakes=tuple(sorted(found, key=lambda note: note.line or 0)))


def _folded(text: str) -> str:
    """The record with each comment that stands alone put behind the line that it belongs to."""
    lines: list[str] = []
    for raw in text.splitlines():
        clean = raw.strip()
        if clean.startswith("#") and lines and not lines[-1].startswith(("#", "[")):
            lines[-1] += f" {'|' if '#' in lines[-1] else '#'} {clean[1:].strip()}"
        else:
            lines += [clean] if clean else []
    return "\n".join(lines)


def _items(text: str) -> Iterator[str]:
    return (item.strip() for item in text.split(",") if item.strip())


class _Comment(NamedTuple):
    """What the comments of a line say, or those above the first line: the `values` by their words, what is no
    directive, what stands twice, and the `number` of the line."""

    values: Mapping[str, str]
    unread: tuple[str, ...]
    twice: tuple[str, ...]
    number: int

    @classmethod
    def read(cls, comments: Iterable[str], number: int) -> _Comment:
        values: dict[str, str] = {}
        unread, twice = list[str](), list[str]()
        for part in (part.strip() for comment in comments for part in comment.split("|")):
            word, colon, value = (piece.strip() for piece in part.partition(":"))
            if part and not (colon and value):
                unread.append(part)
            elif part:
                twice += [word] if word in values else []
                values[word] = value
        return cls(values, tuple(unread), tuple(twice), number)

    def words(self, word: str) -> Words:
        """What is said there in each language."""
        said = {language: self.values.get(_in_language(word, language), "") for language in LANGUAGES}
        return {language: words for language, words in said.items() if words}

    def mistakes(self, spoken: Sequence[str], plain: Sequence[str], needed: Sequence[str] = ()) -> Iterator[Note]:
        """What is wrong with these comments themselves, where these words may stand."""
        known = {*plain, *(_in_language(word, language) for word in spoken for language in LANGUAGES)}
        for part in (*self.unread, *(word for word in self.values if word not in known)):
            yield Note(Message("lesson.unknown", text=part), self.number)
        for word in self.twice:
            yield Note(Message("lesson.twice", word=word), self.number)
        for word in spoken:
            said = self.words(word)
            for language in LANGUAGES if said or word in needed else ():
                if language not in said:
                    yield Note(Message("lesson.language", word=_in_language(word, language)), self.number)
                elif len(_SENTENCE.findall(said[language])) > MOST_SENTENCES:
                    yield Note(Message("lesson.too_long", word=_in_language(word, language)), self.number)


def _in_language(word: str, language: str) -> str:
    return word if language == LANGUAGES[0] else f"{word}.{language}"


class _Stage(NamedTuple):
    """Where a lesson is played: the `game`, the lesson as `read` so far, and its whole record as it was `played`."""

    game: Game
    read: Lesson
    played: Track

    def key(self, done: int) -> str:
        """The key of the line after which so many lines of the lesson are done."""
        return self.played.lines[self.read.before + done].key


def _staged(game: Game, read: Lesson, lists: Mapping[str, str], pool: Any, edition: Edition) -> _Stage:
    by_seat = {seat_name(seat): lists.get(name, "") for seat, name in enumerate(read.lists)}
    return _Stage(game, read, track(game, read.record(len(read.log.lines)), Given(by_seat, pool, edition)))


def _taught(stage: _Stage, comments: Sequence[_Comment]) -> tuple[tuple[LessonStep, ...], list[Note]]:
    """The steps of a lesson, and what is wrong with them."""
    lines = stage.read.log.lines[stage.read.before :]
    steps, mistakes = list[LessonStep](), list[Note]()
    for done, (line, comment) in enumerate(zip(lines, comments, strict=True)):
        step = _step(stage.game, line, comment)
        points, unseen = _pointed(stage, comment, done if step.auto is None else done + 1)
        found = [*_of_step(stage.game, step, comment)]
        if stage.played.reached(stage.key(done + 1)):
            found += [*unseen, *_of_its_place(stage, step, done)]
        mistakes += [Note(mistake, line.number) for mistake in found]
        steps.append(replace(step, points=points))
    return tuple(steps), mistakes


def _step(game: Game, line: Line, comment: _Comment) -> LessonStep:
    values = comment.values
    auto = values.get("auto", "0")
    return LessonStep(
        line=game.canonical_line(line.body),
        say=comment.words("say"),
        points=(),
        otherwise=comment.words("else"),
        is_free=values.get("free") == "yes",
        auto=int(auto) if "auto" in values and auto.isdecimal() else 0 if "auto" in values else None,
        why=values.get("why", ""),
    )


def _pointed(stage: _Stage, comment: _Comment, done: int) -> tuple[tuple[str, ...], list[Message]]:
    """What is pointed at, as it is tapped, and what of it is not on the table then."""
    table = stage.played.table(stage.key(done), LEARNER)
    in_sight = stage.game.in_sight(table, LEARNER) if table else {}
    named = list(_items(comment.values.get("point", "")))
    points = dict.fromkeys(token for name in named for token in in_sight.get(name, ()))
    return tuple(points), [Message("lesson.not_there", text=name) for name in named if not in_sight.get(name)]


def _of_the_whole(stage: _Stage, lists: Mapping[str, str]) -> Iterator[Note]:
    """What keeps a lesson from being played, or from its end."""
    seats = stage.game.SHAPE.seats[0]
    if len(stage.read.lists) != seats:
        yield Note(Message("lesson.lists", number=seats), 0)
    for name in stage.read.lists:
        if name not in lists:
            yield Note(Message("lesson.no_list", name=name), 0)
    if stage.read.before == len(stage.read.log.lines):
        yield Note(Message("lesson.empty"), 0)
    if stage.played.problem:
        yield Note(stage.played.problem, 0)
    for line in stage.played.lines:
        if line.problem:
            yield Note(line.problem.message, line.number)


def _of_step(game: Game, step: LessonStep, comment: _Comment) -> Iterator[Message]:
    """What is wrong with a step wherever it stands."""
    auto = comment.values.get("auto", "0")
    if not auto.isdecimal() or len(auto) > MOST_DIGITS or int(auto) > MOST_MILLISECONDS:
        yield Message("lesson.auto", number=MOST_MILLISECONDS)
    if comment.values.get("free", "yes") != "yes" or (step.is_free and step.auto is not None):
        yield Message("lesson.free")
    if step.auto is None and not step.say:
        yield Message("lesson.silent")
    try:
        game.rule(step.why) if step.why else None
    except KeyError:
        yield Message("lesson.no_rule", text=step.why)


def _of_its_place(stage: _Stage, step: LessonStep, done: int) -> Iterator[Message]:
    """What is wrong with a step on the table before it."""
    if step.auto is None and all(line.written != step.line for line in learner_lines(stage.played, stage.key(done))):
        yield Message("lesson.not_offered")


def learner_lines(played: Track, key: str) -> tuple[NextLine, ...]:
    """What the learner may write after that line of a record, in one go."""
    return tuple([line for line in played.next_lines(key).lines if line.seat == LEARNER and not line.halves])
