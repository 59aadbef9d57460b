"""The language of what a summon asks of wizards, and of what a boss asks before it turns face-up."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from engine.bos.cardtext.combinators import (
    CardName,
    Named,
    Refusal,
    any_of,
    maybe,
    perhaps,
    saying,
    seq,
    some,
    words,
)
from engine.bos.cardtext.grammar_conditions import predicates
from engine.bos.cardtext.grammar_costs import cost, old_cost
from engine.bos.cardtext.grammar_targets import filter_many, filter_one
from engine.bos.cardtext.grammar_words import number, ordinal, resource
from engine.bos.model import syntax, terms
from engine.messages import Message

Ways = tuple[syntax.SummoningCondition, ...]
"""Wizards of which one choice is enough."""


def _by_names(names: tuple[str, ...]) -> syntax.SummoningCondition:
    return syntax.SummoningCondition(len(names), names=names)


def _one_by_name(names: tuple[str, ...], last: str) -> Ways:
    return tuple(_by_names((name,)) for name in (*names, last))


def _by_kind(count: int, meant: terms.Filter) -> syntax.SummoningCondition:
    if meant.kinds != ("wizard",):
        raise Refusal(Message("bos.card_text.conducted_with_wizards"))
    if meant.control or meant.owner or meant.zone != "table":
        raise Refusal(Message("bos.card_text.own_wizards"))
    return syntax.SummoningCondition(count, meant)


def _of_colors(colors: tuple[Any, ...]) -> Ways:
    """ "Any red or blue wizard"."""
    return tuple(_by_kind(1, terms.Filter(("wizard",), color=color)) for color in colors)


def _summoning(ways: Ways, only: terms.Predicate | None, paid: tuple[syntax.Cost, ...]) -> syntax.SummoningCondition:
    """All of it; what is paid for a summon is written nowhere, so it is an amount (G-283)."""
    first, *either = dict.fromkeys(ways)
    if not all(isinstance(part, syntax.Pay) and isinstance(part.amount, terms.Number) for part in paid):
        raise Refusal(Message("bos.card_text.price_of_summon"))
    return replace(first, only=only, either=tuple(either), cost=paid)


def _many(count: int, meant: terms.Filter) -> tuple[int, terms.Filter]:
    if count < 2:
        raise Refusal(Message("bos.card_text.any_wizard"))
    return (count, meant)


def _two_at_least(parts: tuple[Any, ...]) -> tuple[Any, ...]:
    if len(parts) < 2:
        raise Refusal()
    return parts


def _just_one(count: int, meant: terms.Filter) -> tuple[int, terms.Filter]:
    if count != 1:
        raise Refusal(Message("bos.card_text.plural"))
    return (1, meant)


_wizard = CardName(any_words=True)
_names = any_of(
    seq(lambda name: (name,), _wizard),
    seq(lambda names, last: (*names, last), some(_wizard, ","), saying("and", ", and"), _wizard),
)
_wizards = any_of(
    seq(lambda meant: (1, meant), saying("any", "a", "an"), filter_one),
    seq(_many, number, filter_many),
    seq(_many, "any", number, filter_many),
    seq(_just_one, number, filter_one),
)
_way = any_of(seq(_by_names, _names), seq(lambda counted: _by_kind(*counted), _wizards))
_or = saying("or", ", or", "or with", ", or with")
_wizard_ways = any_of(
    some(_way, _or),
    seq(_one_by_name, seq(_two_at_least, some(_wizard, ",")), saying("or", ", or"), _wizard),
    seq(_of_colors, saying("any", "a"), seq(_two_at_least, some(words("red", "yellow", "blue"), "or")), "wizard"),
)
_since = seq(
    lambda number: terms.YourTurn(number=number, onward=True),
    "from your",
    ordinal,
    saying("turn on", "turn onward", "turn onwards"),
)
_held_too = any_of(
    seq(
        lambda held: held,
        saying("if", "while", "only if", "as long as", ", if", ", while", ", only if"),
        predicates,
    ),
    seq(terms.Not, saying("unless", ", unless"), predicates),
    _since,
)
_only = perhaps(_held_too)
_with = saying("conduct a summon with", "summon using", "conduct a summon using", "summon with")
_price = any_of(
    seq(lambda paid: paid, maybe(",", "and", ", and"), cost),
    seq(lambda paid: paid, saying("and", ",", ", and"), old_cost),
    seq(lambda much, what: (syntax.Pay(what, terms.Number(much)),), "and", number, resource),
)
summoning_condition = Named()
summoning_condition.means(
    seq(lambda ways, only: _summoning(ways, only, ()), _with, _wizard_ways, _only, maybe(".")),
    seq(_summoning, _with, _wizard_ways, _only, _price, maybe(".")),
    seq(lambda ways, paid, only: _summoning(ways, only, paid), _with, _wizard_ways, _price, _held_too, maybe(".")),
)

# Conditions of bosses

_later = seq(lambda number: terms.YourTurn(number=number, onward=True), ordinal, "turn or later")
_boss_only = any_of(
    seq(lambda held: held, maybe("if", "while", "only if", "as long as", "when"), predicates),
    seq(terms.Not, "unless", predicates),
    seq(lambda held: held, saying("on your", "during your", "from your"), _later),
    seq(
        lambda number: terms.YourTurn(number=number, onward=True),
        "from your", ordinal, saying("turn on", "turn onward", "turn onwards"),
    ),
)  # fmt: skip
boss_condition = Named()
boss_condition.means(
    seq(lambda held: syntax.BossCondition(held), _boss_only, maybe(".")),
    seq(lambda paid: syntax.BossCondition(None, paid), cost, maybe(".")),
    seq(syntax.BossCondition, _boss_only, maybe(",", "and"), cost, maybe(".")),
    seq(lambda paid, held: syntax.BossCondition(held, paid), cost, _held_too, maybe(".")),
)
