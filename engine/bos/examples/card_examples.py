"""One small played example of a sentence on a card: a table on which it can happen, what is done, before and after.

Nothing is made up: the engine plays it.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from engine.bos.cardtext.problems import Problem
from engine.bos.cardtext.serialization import compiled
from engine.bos.cardtext.tree_walk import parts
from engine.bos.display.state_facts import facts
from engine.bos.examples.example_comparison import NONE, NOT_FOUND, Example, told
from engine.bos.examples.example_positions import table
from engine.bos.examples.example_search import MOST_POSITIONS, Path, Search, endings
from engine.bos.examples.example_situations import usual
from engine.bos.model import moves, syntax, terms
from engine.bos.model.card_pool import Pool
from engine.bos.model.cards import Ability, Card, CardType, Color, Spoken
from engine.bos.rules.options import legal
from engine.messages import Message

__all__ = ["MOST_POSITIONS", "NONE", "NOT_FOUND", "Example", "example_of", "example_of_text", "without_example"]


def example_of(card: Card, number: int | None, names: Pool | None = None, *, most: int = MOST_POSITIONS) -> Example:
    """An example for an ability of a card, counted from 0, or for its condition (None).

    The card says what is kept with it, else what the language makes of it today. At most `most` positions are looked
    at for an ability. `NONE` where nothing was found.
    """
    if card.type is None or not (card.abilities or card.condition):
        return NONE
    return _example_of(replace(card, kept=compiled(card, names)), number, most)


def example_of_text(text: syntax.Text, printed: str = "This text") -> Example:
    """An example for a text whose card nobody named: a spell where the text is one of a spell, else a summon."""
    of_host = any(isinstance(part, terms.Host) for part in parts(text)) and text.enchant is None
    at_will = not (text.moments or text.continuous or text.instead)
    kind = CardType.SPELL if text.enchant or of_host or at_will else CardType.SUMMON
    texts = (syntax.Text((), enchant=terms.Filter(("summon",)), continuous=True), text) if of_host else (text,)
    card = Card(
        "Tested Card",
        kind,
        Color.RED,
        strength=5 if kind is CardType.SUMMON else None,
        cost=1 if kind is CardType.SPELL else None,
        abilities=tuple(Ability(printed, meaning.must) for meaning in texts),
        kept=Spoken(texts, syntax.SummoningCondition() if kind is CardType.SUMMON else None, None),
    )
    return example_of(card, len(texts) - 1)


def without_example(text: str) -> Problem:
    """What is said of a text that shows nothing: its card is published only with a reason for that."""
    return Problem("E-EXAMPLE", 0, len(text), Message("bos.card_text.no_example"))


@lru_cache(maxsize=2_048)
def _example_of(card: Card, number: int | None, most: int) -> Example:
    assert card.kept is not None
    if number is None:
        return _of_condition(card)
    text = card.kept.texts[number]
    return NONE if text is None else Search(card, number, text, most).example()


def _of_condition(card: Card) -> Example:
    """A condition: the card is summoned, or the boss turned up."""
    boss = card.type is CardType.BOSS
    for situation in usual(card, "main" if boss else "summoning"):
        start = table(card, situation, card)
        for answer in legal(start):
            move = answer.move
            if isinstance(move, moves.TurnUpBoss) if boss else isinstance(move, moves.Summon) and move.card == card.key:
                ended = endings(Path(start).then(answer))[0]
                before, after = facts(start), facts(ended.state)
                return told(ended.answers, before, after, before)
    return NONE
