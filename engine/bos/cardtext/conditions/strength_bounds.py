"""The language of how strong a card is: "3 or less strength", "strength at most …", "less strength than this"."""

from __future__ import annotations

from typing import Any

from engine.bos.cardtext.combinators import Refusal, Rule, any_of, maybe, meaning, saying, seq
from engine.bos.cardtext.grammar_words import amounts, number
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


def _compared(how: str, amount: terms.Quantity) -> Parts:
    own = terms.Strength(terms.It(), base=True)
    of = terms.Strength(terms.Itself(), base=True) if amount == own else amount
    match how:
        case "more":
            return _bounds(terms.Above(of), None)
        case "less":
            return _bounds(None, terms.Below(of))
        case "at least":
            return _bounds(of, None)
        case "at most":
            return _bounds(None, of)
    return _bounds(of, of)


_how = meaning(
    {
        "more than | greater than | higher than | above | over": "more",
        "less than | lower than | smaller than | below | under": "less",
        "at least | not less than | no less than": "at least",
        "at most | not more than | no more than": "at most",
        "equal to | exactly | the same as | exactly equal to": "equal",
    }
)


def _in_numbers(least: int | None, most: int | None) -> Parts:
    lower, upper = (None if value is None else terms.Number(value) for value in (least, most))
    return _bounds(lower, upper)


def _measured(how: str, of: terms.Quantity) -> Parts:
    """Numbers are said by themselves: "more than 3"."""
    if isinstance(of, terms.Number):
        raise Refusal()
    return _compared(how, of)


def measured_as(quantity: Rule) -> Rule:
    """Bounds behind "is": "3 or more", "less than your vim", "exactly that number"."""
    return any_of(
        seq(lambda span: _in_numbers(*span), amounts),
        seq(_measured, _how, quantity),
        seq(lambda value: _bounds(None, value), meaning({"x": terms.X()}), _less),
        seq(lambda value: _bounds(value, None), meaning({"x": terms.X()}), _more),
        seq(lambda of: _bounds(of, of), quantity),
    )


def of_cost(bounds: Parts) -> Parts:
    """The same said of what a spell costs."""
    return tuple(({"least": "dear", "most": "cheap"}[name], value) for name, value in bounds)


def cost_bounds(quantity: Rule) -> Rule:
    """Bounds of what a spell costs: "cost 3 or less"."""
    return seq(
        of_cost, saying("cost", "costs", "a cost of", "vim cost", "a vim cost of"), measured_as(quantity), maybe("vim")
    )


def _of_base(span: tuple[int | None, int | None]) -> Parts:
    return (*_in_numbers(*span), ("base", True))


BASE = ("base strength", "printed strength", "original strength")
"""What the strength that is printed is called."""
_base = saying(*BASE)
base_bounds = any_of(
    seq(_of_base, amounts, _base),
    seq(_of_base, _base, amounts),
    seq(_of_base, saying("a base strength of", "base strength of", "a printed strength of"), amounts),
    seq(lambda value: _of_base((value, value)), _base, number),
    seq(lambda value: _of_base((value, value)), saying("a base strength of", "base strength of"), number),
)
"""Bounds of the strength that is printed: "2 or less base strength"."""


def bounds_of(quantity: Rule) -> Rule:
    """Bounds of strength, with the rule of amounts."""
    return any_of(
        base_bounds,
        seq(lambda value: _bounds(value, value), "exactly", meaning({"x": terms.X()}), "strength"),
        seq(_exactly, number, "strength"),
        seq(_exactly, "strength", number),
        seq(lambda of: _measured("equal", of), saying("strength equal to", "strength exactly"), quantity),
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


_OWN = terms.Strength(terms.Itself(), base=True)
_own_base = saying(*(f"{own} {base}" for own in ("its", "their", "its own", "their own") for base in BASE))
_has_it = maybe("has", "does")


def stronger_than(known: Rule) -> Rule:
    """The same without the word for strength: "stronger than this"."""
    that_is = maybe("that is", "that are", "which is", "which are")
    return any_of(
        seq(lambda of: _bounds(None, terms.Below(terms.Strength(of))), that_is, "weaker than", known),
        seq(lambda of: _bounds(terms.Above(terms.Strength(of)), None), that_is, "stronger than", known),
        seq(lambda of: _bounds(terms.Strength(of), terms.Strength(of)), that_is, "as strong as", known),
    )


def compared_with(known: Rule, card: Rule) -> Rule:
    """Strength compared with that of a card that the text knows already: "less strength than this"."""
    return any_of(
        seq(lambda of: _bounds(None, terms.Below(terms.Strength(of))), "less strength than", known, _has_it),
        seq(lambda of: _bounds(terms.Above(terms.Strength(of)), None), "more strength than", known, _has_it),
        seq(lambda more: _compared(more, _OWN), meaning({"more strength than": "more", "less strength than": "less",
            "strength greater than": "more", "strength higher than": "more", "strength lower than": "less"}),
            _own_base),
        seq(
            lambda of: _bounds(terms.Strength(of), terms.Strength(of)),
            saying("the same strength as", "as much strength as", "strength equal to that of", "equal strength to"),
            card,
        ),
    )  # fmt: skip
