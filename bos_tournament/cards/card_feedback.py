"""How the engine understands the sentences of a card: newest wording and meaning, or what is wrong and where.

The wording is English, as printed; the meaning and what is wrong are in the language of the moment.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import NamedTuple

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from bos_tournament.messages import localize, localize_all
from engine.bos.game import (
    BossCondition,
    Card,
    CardType,
    Color,
    Pool,
    Spoken,
    SummoningCondition,
    Text,
    Unsayable,
    cardtext,
    example_of,
    paraphrase,
    printer,
    sample_pool,
    without_example,
)

BEFORE, BEHIND = 48, 24
"""How many characters of the text are shown around a place."""
USUAL_STRENGTH, USUAL_COST = 4, 1
CONDITION = _("The condition")
NOT = ("", "")
"""Wording and meaning of what has neither."""


class CardFault(NamedTuple):
    """Something wrong or odd in a sentence. `line` is the text around the place, `carets` the marks to print below it;
    both are empty where all of it is meant.

    An error keeps the card from being published; anything else is a warning.
    """

    message: str
    """A sentence, in the reader's language."""
    error: bool
    """Whether it is an error, not a warning."""
    line: str
    carets: str
    suggestions: tuple[str, ...]
    """What to write instead, best first; may be empty."""


class Understood(NamedTuple):
    """One sentence of a card; `printed` and `meaning` are empty where it could not be read, `example` where it was not
    asked for.
    """

    title: str
    """Its heading: “The condition” or “Ability 2”."""
    field: str
    """The field of the card it stands in: `condition` or `abilities`."""
    text: str
    """The sentence as it was typed."""
    printed: str
    meaning: str
    faults: tuple[CardFault, ...]
    """What is wrong or odd in it; empty where nothing is."""
    number: int | None = None
    """Which ability it is, from 0; None for the condition."""
    example: tuple[str, ...] = ()
    """The lines of a small played example."""


def understand(card: Card, pool: Pool) -> tuple[Understood, ...]:
    """The condition and each ability of a card; `pool` holds the cards that a sentence may name."""
    return tuple(_sentences(card, pool))


def played(card: Card, pool: Pool) -> tuple[Understood, ...]:
    """The same, and a small played example of each sentence that can be read.

    What is not typed yet is filled in with something usual.
    """
    completed = _completed(card)
    return tuple(
        _example(sentence, completed, pool) if sentence.printed else sentence for sentence in understand(card, pool)
    )


def _completed(card: Card) -> Card:
    return replace(
        card,
        color=card.color or Color.RED,
        strength=card.strength or USUAL_STRENGTH,
        cost=USUAL_COST if card.cost is None else card.cost,
    )


def _example(sentence: Understood, card: Card, pool: Pool) -> Understood:
    """The sentence with its example, or with what is said where it has none."""
    example = example_of(card, sentence.number, pool)
    if example.found:
        return sentence._replace(example=tuple(localize_all(example.lines())))
    fault = CardFault(localize(without_example(sentence.text).message), True, "", "", ())
    return sentence._replace(faults=(*sentence.faults, fault))


def first_without_example(card: Card, pool: Pool) -> str | None:
    """A sentence about the first ability or condition that shows nothing on any small table, if one does.

    A card of unknown type shows nothing by itself and is not asked; the sample cards are known to show something.
    """
    if card.type is None or _is_sample(card):
        return None
    completed = _completed(card)
    for sentence in understand(card, pool):
        if sentence.printed and not example_of(completed, sentence.number, pool).found:
            fault = localize(without_example(sentence.text).message)
            return gettext("%(sentence)s has no example. %(fault)s") % {"sentence": sentence.title, "fault": fault}
    return None


def _is_sample(card: Card) -> bool:
    sample = sample_pool().find(card.name)
    return sample is not None and replace(sample, printings=card.printings, kept=card.kept) == card


class SentenceMeaning(NamedTuple):
    """One sentence of a card and what it means: the newest wording, and plain words. Both empty where it has none.

    `example` is only filled where it was asked for.
    """

    title: str
    """Its heading: “The condition” or “Ability 2”."""
    printed: str
    """The sentence in the newest wording."""
    meaning: str
    """The same in plain words."""
    example: tuple[str, ...] = ()
    """The lines of a small played example; empty where there is none."""


def numbered(number: int) -> str:
    return gettext("Ability %(number)s") % {"number": number}


def with_examples(card: Card, told: Iterable[SentenceMeaning]) -> tuple[SentenceMeaning, ...]:
    """The sentences of a card, which keeps its meaning, each with its example."""
    numbers = [*([None] if card.condition else []), *range(len(card.abilities))]
    examples = (example_of(card, number) for number in numbers)
    return tuple(
        one._replace(example=tuple(localize_all(example.lines()))) if example.found else one
        for one, example in zip(told, examples, strict=False)
    )


def describe_card(card: Card, spoken: Spoken) -> tuple[SentenceMeaning, ...]:
    """The condition and each ability of a card as `spoken` understands them."""
    return tuple(_told(card, spoken))


def _told(card: Card, spoken: Spoken) -> Iterator[SentenceMeaning]:
    if card.condition:
        yield SentenceMeaning(str(CONDITION), *_condition(spoken.summoning_condition or spoken.boss_condition))
    enchants = _enchants(spoken.texts)
    for number, text in enumerate(spoken.texts, 1):
        yield SentenceMeaning(numbered(number), *_words(text, card, number, enchants=enchants))


def _condition(condition: SummoningCondition | BossCondition | None) -> tuple[str, str]:
    try:
        match condition:
            case SummoningCondition():
                return printer.print_summoning_condition(condition), localize(
                    paraphrase.tell_summoning_condition(condition)
                )
            case BossCondition():
                return printer.print_boss_condition(condition), localize(paraphrase.tell_boss_condition(condition))
    except Unsayable:
        return NOT
    return NOT


def first_error(card: Card, pool: Pool) -> tuple[str, str] | None:
    """The field and a sentence about the first thing that keeps a card from being published."""
    for sentence in understand(card, pool):
        for fault in sentence.faults:
            if fault.error:
                return sentence.field, gettext("%(sentence)s cannot be played yet. %(fault)s") % {
                    "sentence": sentence.title,
                    "fault": fault.message,
                }
    return None


def _sentences(card: Card, pool: Pool) -> Iterator[Understood]:
    if card.condition and card.type is CardType.SUMMON:
        called = cardtext.read_summoning_condition(card.condition, pool, card=card)
        yield _understood(str(CONDITION), "condition", card.condition, _condition(called.condition), called.problems)
    if card.condition and card.type is CardType.BOSS:
        rises = cardtext.read_boss_condition(card.condition)
        yield _understood(str(CONDITION), "condition", card.condition, _condition(rises.condition), rises.problems)
    reads = [
        cardtext.read_text(ability.text, mandatory=ability.mandatory, card=card, pool=pool)
        for ability in card.abilities
    ]
    enchants = _enchants(read.text for read in reads)
    for number, (ability, read) in enumerate(zip(card.abilities, reads, strict=True)):
        words = _words(read.text, card, number + 1, enchants=enchants)
        yield _understood(numbered(number + 1), "abilities", ability.text, words, read.problems)._replace(number=number)


def _enchants(texts: Iterable[Text | None]) -> bool:
    return any(text is not None and text.enchant for text in texts)


def _words(text: Text | None, card: Card, number: int, *, enchants: bool) -> tuple[str, str]:
    if text is None:
        return NOT
    try:
        meaning = paraphrase.tell_meaning(text, card_type=card.type, number=number, enchants=enchants)
        return printer.print_text(text, card_type=card.type), localize(meaning)
    except Unsayable:
        return NOT


def _understood(
    title: str, field: str, text: str, words: tuple[str, str], problems: tuple[cardtext.Problem, ...]
) -> Understood:
    return Understood(title, field, text, *words, tuple(_fault(text, problem) for problem in problems))


def _fault(text: str, problem: cardtext.Problem) -> CardFault:
    end = max(problem.end, problem.start + 1)
    first, last = max(0, problem.start - BEFORE), end + BEHIND
    cut = "… " if first else ""
    line = f"{cut}{text[first:last]}{' …' if last < len(text) else ''}"
    carets = " " * (len(cut) + problem.start - first) + "~" * (end - problem.start)
    return CardFault(localize(problem.message), problem.severity == "error", line, carets, problem.suggestions)
