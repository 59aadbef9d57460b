"""What is wrong with a list or a swap, in the reader's language, with the code by which programs know it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from bos_tournament.messages import localize
from engine.bos.game import DeckProblem, DeckReport
from engine.hosting import code_json


class ListProblem(NamedTuple):
    """A problem as people read it: the number of the rule, the sentence, the line if one is meant, the cards."""

    rule: str
    """Its number in the rulebook."""
    message: str
    """In the reader's language."""
    line: int | None
    """Counted from 1; None where no line is meant."""
    cards: tuple[str, ...]
    """Their names; empty where no card is meant."""
    code: str
    """The code of the message, for programs."""
    args: Mapping[str, Any]
    """The arguments of the message, as JSON has them."""


@dataclass(frozen=True)
class ListReport:
    """The verdict on a list as people read it."""

    legal: bool
    """Whether there is no problem. Warnings do not matter."""
    problems: tuple[ListProblem, ...]
    """Everything that keeps the list from being played."""
    warnings: tuple[ListProblem, ...]
    """What is allowed, but odd."""
    counts: Mapping[str, int]
    """Copies by kind: `boss`, `wizards`, `summons`, `spells`, `reserves`."""
    color: str | None
    """The boss's; None without a boss."""


def localize_report(report: DeckReport) -> ListReport:
    """The verdict with its sentences in the language of this moment."""
    problems, warnings = (tuple(map(localize_problem, some)) for some in (report.problems, report.warnings))
    return ListReport(report.legal, problems, warnings, report.counts, report.color)


def localize_problem(problem: DeckProblem) -> ListProblem:
    """The problem with its sentence in the language of this moment."""
    return ListProblem(
        problem.rule, localize(problem.message), problem.line, problem.cards, **code_json(problem.message)
    )
