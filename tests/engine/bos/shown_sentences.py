"""Which sentences show on a small table what they do: of the pool, of the language page, of the designers."""

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from engine.bos.examples.card_examples import example_of
from engine.bos.model.card_pool import sample_pool
from engine.bos.model.cards import Card
from tests.engine.bos.designer.sentences import sentences as designers_sentences

SOURCES = ("pool", "page", "designers")
STRENGTH = 5
"""Of a designer's summon or boss."""


class Sentence(NamedTuple):
    """A sentence on a card."""

    said: str
    """Its words."""
    card: Card
    """The card it stands on."""
    number: int | None
    """Which of its abilities, from 0; None for its condition."""

    def __str__(self) -> str:
        return self.said[:60]

    @property
    def shows(self) -> bool:
        """Whether a small table is found on which it makes a difference."""
        return example_of(self.card, self.number, sample_pool()).found


@cache
def sentences(source: str) -> tuple[Sentence, ...]:
    """Every sentence of a source that can be played, each once."""
    found = {"pool": _of_the_pool, "page": _of_the_page, "designers": _of_the_designers}[source]()
    return tuple({sentence.said: sentence for sentence in found}.values())


def _of_the_pool() -> Iterator[Sentence]:
    for card in sample_pool().cards:
        if card.type is not None:
            yield from (Sentence(f"{card.name}: {each.said}", *each[1:]) for each in _said_by(card))


def _of_the_page() -> Iterator[Sentence]:
    from tests.engine.bos.test_language_behaviour import SCENES

    for scene in (scene for section in SCENES.values() for scene in section):
        yield from (each for card in scene.cards for each in _said_by(card) if each.said == scene.sentence)


def _of_the_designers() -> Iterator[Sentence]:
    for sentence in designers_sentences():
        if sentence.read().text is not None:
            said = (each for each in _said_by(sentence.card(STRENGTH)) if each.number is not None)
            yield from (Sentence(f"{sentence.id} {each.said}", *each[1:]) for each in said)


def _said_by(card: Card) -> Iterator[Sentence]:
    if card.condition:
        yield Sentence(card.condition, card, None)
    yield from (Sentence(ability.text, card, number) for number, ability in enumerate(card.abilities))
