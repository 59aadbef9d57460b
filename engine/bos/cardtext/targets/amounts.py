"""The language of amounts: "2", "that much", "the number of spells in your graveyard", "half your life, rounded up"."""

from __future__ import annotations

from typing import Any

from engine.bos.cardtext.combinators import Named, any_of, meaning, perhaps, saying, seq
from engine.bos.cardtext.conditions.occurrences import counted_of, turn_total
from engine.bos.cardtext.grammar_targets import (
    card,
    filter_many,
    filter_one,
    many_columns,
    one_column,
    quantity,
    theirs,
)
from engine.bos.cardtext.grammar_words import number, possessive, resource
from engine.bos.model import terms

amount = Named("an amount")
"""An amount in front of its noun."""


def _same(value: Any) -> Any:
    return value


_THAT_MUCH = "that much | the same amount of | an equal amount of | the same amount | that amount of"
amount.means(seq(terms.Number, number), meaning({"x": terms.X(), _THAT_MUCH: terms.ThatMuch()}))


_of_strength = meaning({"strength": False, "base strength": True})
_measure = Named("an amount")
_measure.means(
    seq(_same, "the number of", counted_of(filter_many)),
    seq(terms.CountColumns, "the number of", many_columns),
    seq(_same, "the number of", counted_of(theirs)),
    turn_total,
    seq(terms.TotalStrength, saying("the total strength of", "the total strength of all"), filter_many),
    seq(terms.TotalStrength, saying("the total strength of", "the total strength of all"), theirs),
    seq(terms.Has, possessive, resource),
    seq(lambda base: terms.Strength(terms.It(), base), "its", _of_strength),
    seq(lambda base: terms.Strength(terms.It(), base), "the", _of_strength, saying("it had", "it last had")),
    seq(terms.Strength, card, "'s", _of_strength),
    seq(lambda base, of: terms.Strength(of, base), "the", _of_strength, "of", card),
    meaning({"that much": terms.ThatMuch()}),
)
_factor = meaning({"twice": 2, "three times": 3, "four times": 4})
_rounded = perhaps(meaning({"rounded up": True, ", rounded up": True, "rounded down": False, ", rounded down": False}))
half = seq(lambda of, up: terms.Half(of, bool(up)), "half", _measure, _rounded)
quantity.means(
    amount,
    _measure,
    half,
    seq(lambda factor, of: terms.Times(terms.Number(factor), of), _factor, _measure),
)
_per = any_of(
    seq(_same, "for each", counted_of(filter_one)),
    seq(terms.CountColumns, "for each", one_column),
    seq(_same, "for each of", counted_of(theirs)),
)


def _times(much: terms.Quantity, each: terms.Count | terms.Occurred | terms.CountColumns | None) -> terms.Quantity:
    return terms.Times(much, each) if each else much


def amount_of(noun: Any) -> Any:
    """An amount with its noun: "2 strength", "1 life for each boss you control", "vim equal to half your life"."""
    return any_of(
        seq(lambda much, what, each: (_times(much, each), what), amount, noun, perhaps(_per)),
        seq(lambda what, much: (much, what), noun, "equal to", quantity),
    )


for_each = _per
per = perhaps(_per)
times = _times
