"""Walking through a lesson: every deed of a learner, from where they are to where they are then."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from django.utils.translation import gettext as _

from bos_tournament.errors import Refused
from bos_tournament.messages import localize
from bos_tournament.play.lessons.lesson_list import Course, in_own_language
from engine.hosting import learner_lines


@dataclass(frozen=True)
class Walk:
    """How far somebody is in a lesson."""

    done: int = 0
    """How many of its lines are done."""
    own: Mapping[int, str] = field(default_factory=dict)
    """Lines that they wrote instead of those of the lesson, by their place."""
    finished: bool = False
    """Whether they were once at its end."""


def take_step(course: Course, walk: Walk, written: str, *, after: int) -> Walk:
    """The next line is done. Sent twice, it counts once; `after` is how many were done before.

    Raises Refused for a line of another step (`board_changed`), for a lawful one that the lesson does not want
    (`other_line`), and for one that cannot stand (`illegal_line`).
    """
    written = " ".join(written.split())
    if after < walk.done:
        return walk
    if after > walk.done or after >= len(course.lesson.steps):
        raise Refused(_("The board has changed. Look at it again, then choose."), code="board_changed")
    step = course.lesson.steps[after]
    if written == step.line:
        return _further(course, walk, {place: line for place, line in walk.own.items() if place < after})
    _refuse_other(course, walk, written)
    return _further(course, walk, {**walk.own, after: written})


def step_back(course: Course, walk: Walk, *, after: int) -> Walk:
    """Goes back to the sentence before. Sent twice, it counts once."""
    if after > walk.done:
        return walk
    said = [place for place, step in enumerate(course.lesson.steps[: walk.done]) if step.say]
    done = said[-1] if said else 0
    return replace(walk, done=done, own={place: line for place, line in walk.own.items() if place < done})


def start_again(course: Course, walk: Walk, *, after: int) -> Walk:
    """Goes back to the beginning; that the lesson was finished once stays."""
    return Walk(finished=walk.finished)


def _further(course: Course, walk: Walk, own: Mapping[int, str]) -> Walk:
    done = walk.done + 1
    return Walk(done, own, walk.finished or done == len(course.lesson.steps))


def _refuse_other(course: Course, walk: Walk, written: str) -> None:
    """Refuses a line that is not the lesson's, unless the step is free and the rest can stand after it."""
    step = course.lesson.steps[walk.done]
    here = course.played(walk.done, walk.own)
    key = here.lines[-1].key
    if step.auto is None and any(line.written == written for line in learner_lines(here, here.lines[-1].key)):
        rest = [later.line for later in course.lesson.steps[walk.done + 1 :]]
        if step.is_free and here.attempt(key, written, *rest).finding == "accepted":
            return
        raise Refused(otherwise(course, walk), code="other_line")
    message = here.attempt(key, written).message if written else None
    raise Refused(localize(message) if message else _("You cannot do that now."), code="illegal_line")


def otherwise(course: Course, walk: Walk) -> str:
    """What is said where something else is done that is lawful."""
    return in_own_language(course.lesson.steps[walk.done].otherwise) or _(
        "That is legal too. In this lesson, do what is lit."
    )
