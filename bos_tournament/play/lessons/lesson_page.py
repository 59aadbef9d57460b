"""What the page of a lesson shows: the table, what is said, what to tap for it, and what else could be done."""

from collections.abc import Iterator, Sequence
from typing import Any

from bos_tournament.messages import localize
from bos_tournament.play import presenter
from bos_tournament.play.lessons.lesson_list import Course, courses, in_own_language
from bos_tournament.play.lessons.progress import Walks
from bos_tournament.play.lessons.walking import Walk, otherwise
from engine.hosting import LEARNER, LessonStep, NextLine, Track, learner_lines

Shown = dict[str, Any]


def page(course: Course, walk: Walk) -> Shown:
    """A lesson where the learner is."""
    lesson = course.lesson
    is_over = walk.done >= len(lesson.steps)
    step = None if is_over else lesson.steps[walk.done]
    is_own = step is not None and step.auto is None
    here = course.played(walk.done if is_own else walk.done + 1, walk.own)
    table = here.table(here.lines[-1].key, LEARNER)
    pool = course.game.sample_pool()
    if table and is_own:
        _forget_the_last_line(table)
    shown = {
        "course": course,
        "done": walk.done,
        "stop": lesson.stop(walk.done),
        "stops": lesson.stops,
        "dots": [number <= lesson.stop(walk.done) for number in range(1, lesson.stops + 1)],
        "table": table,
        "hand": presenter.hand(table, LEARNER, pool) if table else [],
        "pointed_at": step.points if step else (),
        "step": step,
        "say": in_own_language(step.say if step else lesson.end),
        "why": step.why if step else "",
        "is_over": is_over,
        "is_own": is_own,
        "goes_on_by_itself": step is not None and not is_own and not step.say,
        "may_go_back": walk.done > 0,
        "right": None,
        "others": [],
        "notes": [],
        "next": _after(course) if is_over else None,
    }
    if step and is_own:
        shown |= _choices(course, walk, step, here)
    return shown


def _choices(course: Course, walk: Walk, step: LessonStep, here: Track) -> Shown:
    """The line that is wanted, the others, and for what is not part of it why not."""
    lines = learner_lines(here, here.lines[-1].key)
    labels = here.headlines(line.written for line in lines)
    choices = [
        {"written": line.written, "path": line.path, "label": localize(label), "odd": line.odd}
        for line, label in zip(lines, labels, strict=True)
    ]
    return {
        "right": next(choice for choice in choices if choice["written"] == step.line),
        "others": [choice for choice in choices if choice["written"] != step.line and not choice["odd"]],
        "notes": list(_notes(course, walk, step, here, lines)),
    }


def _notes(course: Course, walk: Walk, step: LessonStep, here: Track, lines: Sequence[NextLine]) -> Iterator[Shown]:
    """For every card in sight: what it says, and what is answered where it is not what the lesson wants."""
    key = here.lines[-1].key
    table, pool, why = here.table(key, LEARNER), course.game.sample_pool(), here.why_not(key)
    wanted = {token for line in lines if line.written == step.line for token in line.path}
    begin_others = {line.path[0] for line in lines if line.path and not line.odd} - wanted
    for at, name in presenter.cards_in_sight(table) if table else ():
        card, reason = pool.find(name) if name else None, None
        if at in begin_others:
            reason = {"text": otherwise(course, walk), "rule": ""}
        elif at in why and at not in wanted:
            reason = {"text": localize(why[at].message), "rule": why[at].rule}
        if card or reason:
            yield {"at": at, "card": presenter.printed(card) if card else None, "why": reason}


def _forget_the_last_line(table: Shown) -> None:
    """Marks no card for what happened before: what is to be done now is all that stands out."""
    for side in table["seats"]:
        for card in (side["boss"], *side["wizards"], *side["summons"]):
            if card:
                card["touched"] = False


def lesson_rows(game_slug: str, walks: Walks) -> list[Shown]:
    """Every lesson of a game, and how far somebody is in it."""
    rows = []
    for course in courses(game_slug).values():
        walk = walks.get(course.key, Walk())
        is_begun = 0 < walk.done < len(course.lesson.steps)
        rows.append(
            {
                "course": course,
                "stops": course.lesson.stops,
                "stop": course.lesson.stop(walk.done) if is_begun else 0,
                "finished": walk.finished,
            }
        )
    return rows


def whole_lesson(course: Course) -> Shown:
    """A lesson as a whole, in the language of this moment."""
    lesson = course.lesson
    return {
        "record": lesson.record(len(lesson.steps)),
        "lines": [
            {
                "line": step.line,
                "say": in_own_language(step.say),
                "otherwise": in_own_language(step.otherwise),
                "points": step.points,
                "is_free": step.is_free,
                "auto": step.auto,
                "why": step.why,
            }
            for step in lesson.steps
        ],
        "end": in_own_language(lesson.end),
    }


def _after(course: Course) -> Course | None:
    """The lesson after this one."""
    return next((each for each in courses(course.game_slug).values() if each.number == course.number + 1), None)
