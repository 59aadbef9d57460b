"""Whether a text calls its cards what they are: itself, and the card it lies under."""

from __future__ import annotations

from engine.bos.cardtext.grammar_words import KINDS
from engine.bos.cardtext.problems import Fault
from engine.bos.cardtext.tokens import tokens
from engine.bos.model.cards import Card
from engine.messages import Message


def misnamed(text: str, card: Card | None) -> tuple[Fault, ...]:
    """Faults where a text calls a card something else than what it is: this one, or the one that lies above it.

    Of a boss that is called a summon a warning tells (W-BOSS).
    """
    faults: dict[Fault, None] = {}
    words = [token.word for token in tokens(text)]
    for before, named, kind in zip(["", *words], words, words[1:], strict=False):
        if kind not in KINDS:
            continue
        if named == "this" and card and card.type and kind != card.type and (kind, card.type) != ("summon", "boss"):
            kind_here = Message(f"bos.word.a_{card.type}")
            message = Message("bos.card_text.say_this", kind=kind_here, word=str(card.type))
            faults[Fault("E-REF", message, ("this",))] = None
        if (before, named) == ("the", "enchanted") and _enchants(text, card) not in ([], [kind]):
            message = Message("bos.card_text.say_enchanted", kind=Message(f"bos.word.a_{kind}"))
            faults[Fault("E-REF", message, ("enchanted",))] = None
    return tuple(faults)


def _enchants(text: str, card: Card | None) -> list[str]:
    """The types of cards that the text, or else another one of the card, may be put under."""
    for printed in (text, *(ability.text for ability in (card.abilities if card else ()))):
        words = [token.word for token in tokens(printed)]
        if "enchant" in words:
            return _first_kinds(words[words.index("enchant") :])
    return []


def _first_kinds(words: list[str]) -> list[str]:
    """ "A summon or a boss in front of a wizard": the types themselves, and not those of where they stand."""
    kinds: list[str] = []
    for word in words:
        if word in KINDS:
            kinds.append(word)
        elif word == "." or (kinds and word not in ("or", ",", "a", "an")):
            break
    return kinds
