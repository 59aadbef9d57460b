"""How the engine understands the sentences of a card: newest wording and meaning, or what is wrong and where."""

from collections.abc import Iterator
from typing import NamedTuple

from engine.bos import cardtext
from engine.bos.cards import Card, CardType, Pool
from engine.bos.cardtext import meaning, printing
from engine.bos.cardtext.printing_words import Unsayable

BEFORE, BEHIND = 48, 24
"""How many characters of the text are shown around a place."""


class Fault(NamedTuple):
    """Something wrong or odd in a sentence. `line` is the text around the place, `carets` the marks to print below it.

    An error keeps the card from being published; anything else is a warning.
    """

    message: str
    error: bool
    line: str
    carets: str
    suggestions: tuple[str, ...]


class Understood(NamedTuple):
    """One sentence of a card; `printed` and `meaning` are empty where it could not be read."""

    title: str
    field: str
    text: str
    printed: str
    meaning: str
    faults: tuple[Fault, ...]


def understand(card: Card, pool: Pool) -> tuple[Understood, ...]:
    """The condition and each ability of a card; `pool` holds the cards that a sentence may name."""
    return tuple(_sentences(card, pool))


def first_error(card: Card, pool: Pool) -> tuple[str, str] | None:
    """The field and a sentence about the first thing that keeps a card from being published."""
    for one in understand(card, pool):
        for fault in one.faults:
            if fault.error:
                return one.field, f"{one.title} cannot be played yet. {fault.message}"
    return None


def _sentences(card: Card, pool: Pool) -> Iterator[Understood]:
    if card.condition and card.type is CardType.SUMMON:
        called = cardtext.read_calling(card.condition, pool, card=card)
        said = (printing.print_calling(called.calling), meaning.tell_calling(called.calling)) if called.calling else NOT
        yield _understood("The condition", "condition", card.condition, said, called.problems)
    if card.condition and card.type is CardType.BOSS:
        rises = cardtext.read_rising(card.condition)
        said = (printing.print_rising(rises.rising), meaning.tell_rising(rises.rising)) if rises.rising else NOT
        yield _understood("The condition", "condition", card.condition, said, rises.problems)
    for number, ability in enumerate(card.abilities, 1):
        read = cardtext.read_text(ability.text, mandatory=ability.mandatory, card=card, pool=pool)
        said = _said(read, card) if read.text else NOT
        yield _understood(f"Ability {number}", "abilities", ability.text, said, read.problems)


NOT = ("", "")


def _said(read: cardtext.Read, card: Card) -> tuple[str, str]:
    try:
        assert read.text is not None
        return (
            printing.print_text(read.text, card_type=card.type),
            meaning.tell_meaning(read.text, card_type=card.type),
        )
    except Unsayable:
        return NOT


def _understood(
    title: str, field: str, text: str, said: tuple[str, str], problems: tuple[cardtext.Problem, ...]
) -> Understood:
    return Understood(title, field, text, *said, tuple(_fault(text, problem) for problem in problems))


def _fault(text: str, problem: cardtext.Problem) -> Fault:
    end = max(problem.end, problem.start + 1)
    first, last = max(0, problem.start - BEFORE), end + BEHIND
    cut = "… " if first else ""
    line = f"{cut}{text[first:last]}{' …' if last < len(text) else ''}"
    carets = " " * (len(cut) + problem.start - first) + "~" * (end - problem.start)
    return Fault(problem.message, problem.severity == "error", line, carets, problem.suggestions)
