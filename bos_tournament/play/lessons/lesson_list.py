"""The lessons of the games that are hosted, read once a process."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType

from django.http import Http404
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from engine.hosting import LANGUAGES, RULESETS, Game, Given, Lesson, Track, hosted, lesson, track

OPPONENT = "Ben"
"""Who sits on the other side of every lesson, in every language."""


@dataclass(frozen=True)
class Course:
    """A lesson of a game, with everything that it is played with."""

    game: Game
    """The game that is learnt."""
    slug: str
    """What its address calls it."""
    number: int
    """Its place among the lessons of the game, from 1."""
    lesson: Lesson
    """The lesson as it is written."""

    @property
    def game_slug(self) -> str:
        return self.game.NAME.casefold()

    @property
    def key(self) -> str:
        """What its progress is kept under."""
        return f"{self.game_slug}/{self.slug}"

    @property
    def title(self) -> str:
        return in_own_language(self.lesson.title)

    @property
    def about(self) -> str:
        return in_own_language(self.lesson.about)

    def played(self, done: int, own: Mapping[int, str]) -> Track:
        """The game when so many lines are done, with the lines that the learner wrote instead of those of the lesson;
        without them, where they cannot stand any more."""
        lists = {f"P{seat}": self.game.starter_decks()[name] for seat, name in enumerate(self.lesson.lists, 1)}
        names = (_("You"), OPPONENT)
        given = Given(lists, self.game.sample_pool(), self.game.DEFAULT_EDITION, names=names)
        here = track(self.game, self.lesson.record(done, own), given)
        if own and (here.problem or any(line.how != "played" for line in here.lines)):
            return self.played(done, {})
        return here


def courses(game_slug: str) -> Mapping[str, Course]:
    """The lessons of a game by their slugs, in the order in which they are learnt. Raises Http404 for no game."""
    if game_slug not in games():
        raise Http404(_("There is no such game."))
    return _courses(game_slug)


def course(game_slug: str, slug: str) -> Course:
    """One lesson. Raises Http404 for none."""
    found = courses(game_slug).get(slug)
    if found is None:
        raise Http404(_("There is no such lesson."))
    return found


def games() -> list[str]:
    """What addresses call the games that can be learnt."""
    return [name.casefold() for name in RULESETS]


def in_own_language(words: Mapping[str, str]) -> str:
    """What is said in the language of this moment, or in English."""
    language = (get_language() or "")[:2]
    return words.get(language) or words.get(LANGUAGES[0], "")


@cache
def _courses(game_slug: str) -> Mapping[str, Course]:
    game = hosted(next(name for name in RULESETS if name.casefold() == game_slug))
    lists, pool, edition = game.starter_decks(), game.sample_pool(), game.DEFAULT_EDITION
    found = {
        slug: Course(game, slug, number, lesson(game, text, lists, pool, edition))
        for number, (slug, text) in enumerate(game.lesson_texts().items(), 1)
    }
    return MappingProxyType(found)
