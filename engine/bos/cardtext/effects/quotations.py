"""What stands in quotation marks on a card: an ability of its own, in the text of another one (G-390)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from typing import Any

from engine.bos.cardtext.binding import bind
from engine.bos.cardtext.problems import Fault
from engine.bos.cardtext.tokens import Token, tokens
from engine.bos.cardtext.tree_walk import change, parts
from engine.bos.model import syntax, terms
from engine.bos.model.cards import Card, CardType
from engine.messages import Message


def quotations(text: str) -> list[list[Token]]:
    """The words between quotation marks, in printed order."""
    found: list[list[Token]] = []
    for index, part in enumerate(_parts(text)):
        if index % 2:
            found.append(part)
    return found


def _parts(text: str) -> list[list[Token]]:
    """The words outside and inside of quotation marks by turns, outside first."""
    sections: list[list[Token]] = [[]]
    for token in tokens(text):
        if token.word == '"':
            sections.append([])
        else:
            sections[-1].append(token)
    return sections


def without_quotations(text: str) -> str:
    """The text with blanks in place of what stands in quotation marks."""
    for words in quotations(text):
        if words:
            text = f"{text[: words[0].start]}{' ' * (words[-1].end - words[0].start)}{text[words[-1].end :]}"
    return text


def is_duty_of_quoted(text: str) -> bool:
    """Whether "must" is said only in quotation marks: then the sign of the text, or the arrow, is that of the quoted
    ability."""
    outside, *inside = (tuple(token.word for token in part) for part in _parts(text))
    rest = [word for part in list(inside)[1::2] for word in part]
    return "must" not in (*outside, *rest) and any("must" in part for part in list(inside)[::2])


def attacks_by_itself(words: list[Token]) -> int:
    """How often the words say that a card must attack, block or pay, which is no duty of the ability."""
    pairs = pairwise(token.word for token in words)
    return sum(first == "must" and then in ("attack", "block", "be", "pay") for first, then in pairs)


def bind_quotations(ability: syntax.Text, text: str, card: Card | None) -> tuple[syntax.Text, tuple[Fault, ...]]:
    """The ability with each quoted one bound as a text of the card that has it, and a duty where it says "must"."""
    if not any(isinstance(part, syntax.Grant) for part in parts(ability)):
        return ability, ()
    words = iter(quotations(text))
    faults: list[Fault] = []

    def one(part: Any) -> Any:
        if not isinstance(part, syntax.Grant):
            return part
        said = next(words, [])
        inner, unbound = bind(part.text, _kind(part.who, ability, card), host=False)
        faults.extend(unbound)
        musts = [token.word for token in said].count("must")
        duty = inner.must or musts > (attacks_by_itself(said) if inner.continuous else 0)
        return replace(part, text=replace(inner, must=duty and not inner.continuous))

    return change(ability, one), tuple(faults)


def _kind(who: terms.Thing, ability: syntax.Text, card: Card | None) -> CardType | None:
    """Of which type the cards are that have the ability; None where they can be of several."""
    match who:
        case terms.This():
            return card.type if card else None
        case terms.Host():
            kinds = ability.enchant.kinds if ability.enchant else ()
        case terms.Choose(meant) | terms.Each(meant):
            kinds = meant.kinds
        case _:
            kinds = ()
    return CardType(kinds[0]) if len(kinds) == 1 else None


def finish_quoted(raw: Any, finish: Callable[[Any, None], tuple[syntax.Text, tuple[Fault, ...]]]) -> Any:
    """What was read with each quoted ability finished, and what is wrong with those."""
    faults: list[Fault] = []

    def one(part: Any) -> Any:
        if not isinstance(part, syntax.Grant) or isinstance(part.text, syntax.Text):
            return part
        inner, wrong = finish(part.text, None)
        faults.extend(wrong)
        if not (inner.moments or inner.cost or inner.continuous or inner.instead) or inner.enchant:
            faults.append(Fault("E-READ", Message("bos.card_text.when"), ('"',)))
        return replace(part, text=inner)

    return change(raw, one), faults
