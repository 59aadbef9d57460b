"""The language of how strong a card is: "3 or less strength", "strength at most …", "less strength than this"."""

from __future__ import annotations

from typing import Any

from engine.bos.cardtext.combinators import Refusal, Rule, any_of, meaning, saying, seq
from engine.bos.cardtext.grammar_words import number
from engine.bos.model import terms
from engine.messages import Message

Parts = tuple[tuple[str, Any], ...]
"""What a filter asks for, by its fields."""


def _bounds(least: terms.Quantity | None, most: terms.Quantity | None) -> Parts:
    pairs = (("least", least), ("most", most))
    return tuple((name, value) for name, value in pairs if value is not None)


def _exactly(value: int) -> Parts:
    return _bounds(terms.Number(value), terms.Number(value))


def _between(least: int, most: int) -> Parts:
    if most <= least:
        raise Refusal(Message("bos.card_text.range"))
    return _bounds(terms.Number(least), terms.Number(most))


_bound = any_of(seq(terms.Number, number), meaning({"x": terms.X()}))
_more = saying("or more", "or greater")
_less = saying("or less", "or fewer")


def bounds_of(quantity: Rule) -> Rule:
    """Bounds of strength, with the rule of amounts."""
    return any_of(
        seq(lambda value: _bounds(value, None), _bound, _more, "strength"),
        seq(lambda value: _bounds(None, value), _bound, _less, "strength"),
        seq(lambda value: _bounds(value, None), "strength", _bound, _more),
        seq(lambda value: _bounds(None, value), "strength", _bound, _less),
        seq(lambda value: _bounds(value, None), "at least", _bound, "strength"),
        seq(lambda value: _bounds(None, value), "at most", _bound, "strength"),
        seq(lambda value: _bounds(terms.Number(value + 1), None), "more than", number, "strength"),
        seq(lambda value: _bounds(None, terms.Number(max(value - 1, 0))), "less than", number, "strength"),
        seq(_exactly, "exactly", number, "strength"),
        seq(_between, number, "to", number, "strength"),
        seq(lambda value: _bounds(value, None), "strength at least", quantity),
        seq(lambda value: _bounds(None, value), "strength at most", quantity),
        seq(_bounds, "strength at least", quantity, "and at most", quantity),
        seq(lambda of: _bounds(None, terms.Below(of)), "strength less than", quantity),
        seq(lambda of: _bounds(terms.Above(of), None), saying("strength more than", "strength greater than"), quantity),
    )


def compared_with(known: Rule) -> Rule:
    """Strength compared with that of a card that the text knows already: "less strength than this"."""
    return any_of(
        seq(lambda of: _bounds(None, terms.Below(terms.Strength(of))), "less strength than", known),
        seq(lambda of: _bounds(terms.Above(terms.Strength(of)), None), "more strength than", known),
    )
