"""What is wrong with a list, in the reader's language: the engine names the sentence and what stands in it."""

from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from bos_tournament.history.sentences import ANYTHING, Patterns
from engine.bos.decks import SENTENCES, DeckReport, Problem, Said

WORDS = frozenset(
    (
        *(gettext_noop("none"), gettext_noop("red"), gettext_noop("yellow"), gettext_noop("blue")),
        *(gettext_noop("boss"), gettext_noop("wizard"), gettext_noop("summon"), gettext_noop("spell")),
        *(gettext_noop("bosses"), gettext_noop("wizards"), gettext_noop("summons"), gettext_noop("spells")),
        *(gettext_noop("Boss"), gettext_noop("Wizards"), gettext_noop("Summons"), gettext_noop("Spells")),
        *(gettext_noop("Reserves"), gettext_noop("type"), gettext_noop("color"), gettext_noop("condition")),
        *(gettext_noop("strength"), gettext_noop("cost"), gettext_noop("text")),
    )
)
# Figures that hold words of the game; all others are numbers and names.
WORDY = frozenset(("have", "things", "color", "wanted", "type", "heading"))
# The same sentences where they are a part of others, which are kept in English.
FACT = "(?:type|color|condition|strength|cost|text)"
FAULTS = Patterns(
    *(*SENTENCES.values(), gettext_noop("%(fact)s and %(last_fact)s")),
    gaps={
        **dict.fromkeys(("card", "name", "wizard"), ANYTHING),
        **dict.fromkeys(("characters", "lines", "most"), "[0-9,]+"),
        "fact": f"{FACT}(?: and {FACT})*",
        "last_fact": FACT,
    },
    words={*WORDY, "missing", "near", "fact", "last_fact"},
)


def in_words(told: Said) -> str:
    """The sentence, as the language of this moment says it."""
    figures = {name: _figure(name, value) for name, value in told.figures.items()}
    return _(SENTENCES[told.code]) % figures


def spoken(report: DeckReport) -> DeckReport:
    """The report with its sentences in the language of this moment."""
    problems, warnings = (tuple(map(spoken_problem, some)) for some in (report.problems, report.warnings))
    return replace(report, problems=problems, warnings=warnings)


def spoken_problem(problem: Problem) -> Problem:
    """The problem with its sentence in the language of this moment."""
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
