"""The language of costs: "[act]", "[2 vim and 1 life]", "[defeat a summon you control]", and old "pay 2 vim"."""

from __future__ import annotations

from typing import Any

from engine.bos.cardtext.combinators import Named, any_of, maybe, meaning, saying, seq, some, words
from engine.bos.cardtext.grammar_targets import thing
from engine.bos.cardtext.grammar_words import number, resource
from engine.bos.model import syntax, terms

_amount = any_of(seq(terms.Number, number), meaning({"x": terms.X()}))


def _pay(much: terms.Quantity, what: terms.Resource) -> syntax.Pay:
    return syntax.Pay(what, much)


def _card(deed: Any) -> Any:
    return lambda what: syntax.PayCard(deed, what)


_paid = seq(_pay, maybe("pay", "lose", "spend"), _amount, resource)
_item = Named("a cost")
_item.means(
    meaning({"act | act this": syntax.PayAct(terms.This())}),
    _paid,
    seq(syntax.PayAct, "act", thing),
    seq(_card("defeat"), "defeat", thing),
    seq(_card("discard"), "discard", thing),
    seq(_card("turn face-down"), "turn", thing, saying("face-down", "face down")),
    seq(
        lambda what, zone: syntax.PayCard("return", what, zone),
        "return", thing, "to", saying("your", "its owner's", "their owner's", "their owners'"),
        words("castle", "spellbook", "graveyard"),
    ),
    seq(lambda what, much: syntax.PayStrength(what, much), thing, saying("loses", "lose"), _amount, "strength"),
)  # fmt: skip
_between = saying(",", "and", ", and")
cost = seq(tuple, "[", some(_item, _between), "]")
_old_item = any_of(
    meaning({"act": syntax.PayAct(terms.This())}),
    seq(_pay, "pay", _amount, resource),
    seq(lambda: syntax.PayAct(terms.This()), "act this"),
)
old_cost = seq(tuple, some(_old_item, _between))
