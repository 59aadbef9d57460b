"""What is wrong with a list, in the reader's language: the engine names the sentence and what stands in it."""

from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop as noop

from engine.bos.decks import SENTENCES, DeckReport, Problem, Said

WORDS = frozenset(
    (
        *(noop("none"), noop("red"), noop("yellow"), noop("blue")),
        *(noop("boss"), noop("wizard"), noop("summon"), noop("spell")),
        *(noop("bosses"), noop("wizards"), noop("summons"), noop("spells")),
        *(noop("Boss"), noop("Wizards"), noop("Summons"), noop("Spells"), noop("Reserves")),
        *(noop("type"), noop("color"), noop("condition"), noop("strength"), noop("cost"), noop("text")),
    )
)
# Figures that hold words of the game; all others are numbers and names.
WORDY = frozenset(("have", "things", "color", "wanted", "type", "heading"))


def in_words(told: Said) -> str:
    """The sentence, as the language of this moment says it."""
    figures = {name: _figure(name, value) for name, value in told.figures.items()}
    return _(SENTENCES[told.code]).format_map(figures)


def spoken(report: DeckReport) -> DeckReport:
    """The report with its sentences in the language of this moment."""
    problems, warnings = (tuple(map(_spoken, some)) for some in (report.problems, report.warnings))
    return replace(report, problems=problems, warnings=warnings)


def _spoken(problem: Problem) -> Problem:
    return problem._replace(message=in_words(Said(problem.code, problem.figures))) if problem.code else problem


def _figure(name: str, value: Any) -> Any:
    if name == "near":
        return listed(value, _("{some} or {last}"))
    if name == "missing":
        return _(" and ").join(_(word) for word in value)
    return _(value) if name in WORDY and value in WORDS else value


def listed(names: tuple[str, ...], form: str) -> str:
    """`A`, `A or B`, `A, B or C`."""
    return names[0] if len(names) == 1 else form.format(some=", ".join(names[:-1]), last=names[-1])
