"""How the engine understands the sentences of a card: newest wording and meaning, or what is wrong and where."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import NamedTuple

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from bos_tournament.cards.words_of_cards import in_words
from engine.bos import cardtext
from engine.bos.cards import Card, CardType, Color, Pool
from engine.bos.cardtext import meaning, printing
from engine.bos.cardtext.printing_words import Unsayable
from engine.bos.cardtext.reading import Spoken
from engine.bos.example import MOST_POSITIONS, example_of
from engine.bos.tree import Calling, Rising, Text

BEFORE, BEHIND = 48, 24
"""How many characters of the text are shown around a place."""
USUAL_STRENGTH, USUAL_COST = 4, 1
CONDITION = _("The condition")
NOT = ("", "")
"""Wording and meaning of what has neither."""


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
    """One sentence of a card; `printed` and `meaning` are empty where it could not be read, `example` where it was not
    asked for.
    """

    title: str
    field: str
    text: str
    printed: str
    meaning: str
    faults: tuple[Fault, ...]
    number: int | None = None
    """Which ability it is, from 0; None for the condition."""
    example: tuple[str, ...] = ()


def understand(card: Card, pool: Pool) -> tuple[Understood, ...]:
    """The condition and each ability of a card; `pool` holds the cards that a sentence may name."""
    return tuple(_sentences(card, pool))


def played(card: Card, pool: Pool) -> tuple[Understood, ...]:
    """The same, and a small played example of each sentence that can be read.

    What is not typed yet is filled in with something usual; several sentences share the work that is done for one.
    """
    found = understand(card, pool)
    whole = replace(
        card,
        color=card.color or Color.RED,
        strength=card.strength or USUAL_STRENGTH,
        cost=USUAL_COST if card.cost is None else card.cost,
    )
    most = MOST_POSITIONS // max(len(found), 1)
    return tuple(one._replace(example=_example(one, whole, pool, most)) if one.printed else one for one in found)


def _example(one: Understood, card: Card, pool: Pool, most: int) -> tuple[str, ...]:
    return tuple(example_of(card, one.number, pool, most=most).lines())


class Said(NamedTuple):
    """One sentence of a card and what it means: the newest wording, and plain words. Both empty where it has none."""

    title: str
    printed: str
    meaning: str


def numbered(number: int) -> str:
    return gettext("Ability %(number)s") % {"number": number}


def told(card: Card, said: Spoken) -> tuple[Said, ...]:
    """The condition and each ability of a card as `said` understands them."""
    return tuple(_told(card, said))


def _told(card: Card, said: Spoken) -> Iterator[Said]:
    if card.condition:
        yield Said(str(CONDITION), *_condition(said.calling or said.rising))
    enchants = _enchants(said.texts)
    for number, text in enumerate(said.texts, 1):
        yield Said(numbered(number), *_words(text, card, number, enchants=enchants))


def _condition(asked: Calling | Rising | None) -> tuple[str, str]:
    try:
        match asked:
            case Calling():
                return printing.print_calling(asked), meaning.tell_calling(asked)
            case Rising():
                return printing.print_rising(asked), meaning.tell_rising(asked)
    except Unsayable:
        return NOT
    return NOT


def first_error(card: Card, pool: Pool) -> tuple[str, str] | None:
    """The field and a sentence about the first thing that keeps a card from being published."""
    for one in understand(card, pool):
        for fault in one.faults:
            if fault.error:
                return one.field, gettext("%(sentence)s cannot be played yet. %(fault)s") % {
                    "sentence": one.title,
                    "fault": fault.message,
                }
    return None


def _sentences(card: Card, pool: Pool) -> Iterator[Understood]:
    if card.condition and card.type is CardType.SUMMON:
        called = cardtext.read_calling(card.condition, pool, card=card)
        yield _understood(str(CONDITION), "condition", card.condition, _condition(called.calling), called.problems)
    if card.condition and card.type is CardType.BOSS:
        rises = cardtext.read_rising(card.condition)
        yield _understood(str(CONDITION), "condition", card.condition, _condition(rises.rising), rises.problems)
    reads = [cardtext.read_text(one.text, mandatory=one.mandatory, card=card, pool=pool) for one in card.abilities]
    enchants = _enchants(read.text for read in reads)
    for number, (ability, read) in enumerate(zip(card.abilities, reads, strict=True)):
        said = _words(read.text, card, number + 1, enchants=enchants)
        yield _understood(numbered(number + 1), "abilities", ability.text, said, read.problems)._replace(number=number)


def _enchants(texts: Iterable[Text | None]) -> bool:
    return any(text is not None and text.enchant for text in texts)


def _words(text: Text | None, card: Card, number: int, *, enchants: bool) -> tuple[str, str]:
    if text is None:
        return NOT
    try:
        told = meaning.tell_meaning(text, card_type=card.type, number=number, enchants=enchants)
        return printing.print_text(text, card_type=card.type), told
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
    return Fault(in_words(problem.message), problem.severity == "error", line, carets, problem.suggestions)
