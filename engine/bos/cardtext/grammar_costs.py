"""The language of costs: "[act]", "[2 vim and 1 life]", "[defeat a summon you control]", and old "pay 2 vim"."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from engine.bos.cardtext.combinators import Named, Refusal, any_of, maybe, meaning, perhaps, saying, seq, some, words
from engine.bos.cardtext.grammar_targets import discarded, given_up, thing
from engine.bos.cardtext.grammar_words import laid_by, number, player, resource
from engine.bos.cardtext.tree_walk import change, parts
from engine.bos.model import syntax, terms

_amount = any_of(seq(terms.Number, number), meaning({"x": terms.X()}))


def _pay(much: terms.Quantity, what: terms.Resource) -> syntax.Pay:
    return syntax.Pay(what, much)


def _discard(what: terms.Thing) -> syntax.PayCard:
    return syntax.PayCard("discard", laid_by(what, "you"))


def _card(deed: Any) -> Any:
    return lambda what: syntax.PayCard(deed, what)


def _lying(what: terms.Thing) -> terms.Thing:
    """Only what lies under a card is removed."""
    if not isinstance(what, terms.Choose) or what.filter.kinds != ("spell",) or what.filter.zone != "table":
        raise Refusal()
    return what


_half = seq(
    lambda what, up: syntax.Pay(what, terms.Half(terms.Has("you", what), bool(up))),
    "half your", resource, perhaps(meaning({"rounded up": True, ", rounded up": True, "rounded down": False})),
)  # fmt: skip


def _paid(verb: Any) -> Any:
    """What is paid, behind the verb that says so."""
    return any_of(
        seq(_pay, verb, _amount, resource),
        seq(
            lambda what: syntax.Pay(what, terms.X()),
            verb,
            saying("any amount of", "any number of", "any amount of your"),
            resource,
        ),
        seq(
            lambda what: syntax.Pay(what, terms.Has("you", what)),
            verb,
            saying("all your", "all of your"),
            resource,
        ),
        seq(lambda paid: paid, verb, _half),
    )


_done: Any = any_of(
    meaning({"act | act this": syntax.PayAct(terms.This())}),
    seq(syntax.PayAct, "act", thing),
    seq(_card("defeat"), "defeat", thing),
    seq(lambda what: syntax.PayCard("defeat", given_up(what, "you")), "sacrifice", thing),
    seq(_discard, "discard", discarded),
    seq(_card("remove"), "remove", seq(_lying, thing)),
    seq(_card("turn face-down"), "turn", thing, saying("face-down", "face down")),
    seq(
        lambda what, zone: syntax.PayCard("return", what, zone),
        "return", thing, "to", saying("your", "its owner's", "their owner's", "their owners'"),
        words("castle", "spellbook", "graveyard"),
    ),
    seq(
        lambda what: syntax.PayCard("return", what, "graveyard"),
        "put", thing, "into", saying("your", "its owner's", "their owner's", "their owners'"), "graveyard",
    ),
    seq(lambda what, much: syntax.PayStrength(what, much), thing, saying("loses", "lose"), _amount, "strength"),
)  # fmt: skip
_item = Named("a cost")
_item.means(_paid(maybe("pay", "lose", "spend")), _done)
_bare_item = any_of(_paid(saying("pay", "lose", "spend")), _done)
_between = saying(",", "and", ", and")
_bracket = seq(tuple, "[", some(_item, _between), "]")
cost = seq(lambda brackets: tuple(item for each in brackets for item in each), some(_bracket, perhaps(_between)))
to_cast = seq(
    tuple,
    saying(
        *(f"{word}{this}," for word in ("as an additional cost to cast", "as an extra cost to cast", "to cast")
          for this in (" this", " this spell", " this card")),
        "as an additional cost,",
    ),
    some(_item, _between),
)  # fmt: skip
"""What a spell asks for besides its vim, as a sentence of its own."""
_old_item = any_of(
    meaning({"act": syntax.PayAct(terms.This())}),
    seq(_pay, "pay", _amount, resource),
    seq(lambda: syntax.PayAct(terms.This()), "act this"),
)
old_cost = seq(tuple, some(_old_item, _between))
bare_cost = any_of(
    seq(tuple, some(_bare_item, _between)),
    seq(lambda inside, outside: (*inside, *outside), cost, _between, some(_bare_item, _between)),
)
"""The same without brackets, or with some of it behind them: "[act], pay 2 vim"."""


number_named = saying("choose a number", "choose any number", "name a number", "choose any amount")
"""The controller names a number, which the rest of the text calls "that number"."""

# Prices that keep something off


def _ransom(who: terms.Player, much: terms.Quantity, what: terms.Resource) -> syntax.Step:
    return syntax.Step(syntax.Spend(terms.Who(who), much, what), may=True)


def _loss(who: terms.Player, much: terms.Quantity, what: terms.Resource) -> syntax.Step:
    """ "Unless its controller loses 2 life": whoever has less can lose it as well."""
    return syntax.Step(syntax.Gain(terms.Who(who), much, what, lose=True), may=True)


_price = any_of(seq(terms.Number, number), meaning({"x": terms.X()}))
ransom = any_of(
    seq(_ransom, player, saying("pay", "pays", "spends"), _price, resource),
    seq(_loss, player, saying("lose", "loses"), _price, resource),
)
"""Somebody may pay, and what was said before does not happen: "unless its controller pays 3 vim"."""
owed_ransom = seq(_ransom, player, saying("must pay"), _price, resource)


def unless_paid(steps: tuple[syntax.Step, ...], paid: syntax.Step) -> tuple[syntax.Step, ...]:
    """The steps for whoever does not pay; what is chosen for them is chosen before."""
    chosen = next((part for part in parts(steps[0].deed) if isinstance(part, terms.Choose)), None)
    if chosen is None:
        return (paid, *(replace(step, did=False) for step in steps))
    again: terms.Thing = terms.It() if chosen.high == 1 else terms.Them()
    left = change(steps, lambda part: again if part == chosen else part)
    return (syntax.Step(syntax.Select(chosen)), paid, *(replace(step, did=False) for step in left))
