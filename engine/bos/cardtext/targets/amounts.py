"""The language of amounts: "2", "that much", "the number of spells in your graveyard", "half your life, rounded up"."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from engine.bos.cardtext.combinators import Named, Refusal, any_of, maybe, meaning, perhaps, saying, seq, words
from engine.bos.cardtext.conditions.occurrences import counted_of, turn_total
from engine.bos.cardtext.conditions.strength_bounds import BASE
from engine.bos.cardtext.grammar_targets import (
    card,
    filter_many,
    filter_one,
    many_columns,
    one_column,
    quantity,
    theirs,
)
from engine.bos.cardtext.grammar_words import (
    THEY,
    SoMuch,
    bare_possessive,
    number,
    player,
    possessive,
    resource,
    whose_own,
)
from engine.bos.model import terms
from engine.messages import Message

amount = Named("an amount")
"""An amount in front of its noun."""


def _same(value: Any) -> Any:
    return value


_THAT_MUCH = "that much | the same amount of | an equal amount of | the same amount | that amount of"
amount.means(
    seq(terms.Number, number),
    meaning({"x | that number | the chosen number": terms.X(), _THAT_MUCH: terms.ThatMuch()}),
)

# What is measured

_of_strength = meaning({"strength": False, **dict.fromkeys(BASE, True)})
_its_own = saying("its own", "their own")
_paid = meaning({f"{paid}{way}": True for paid in ("paid", "spent") for way in ("", " this way", " in this way")})
_cost = saying("cost", "vim cost", "cost in vim")
_all_of = saying(
    "the total strength of", "the total strength of all", "the combined strength of",
    "the combined strength of all", "the sum of the strengths of", "the sum of the strength of",
)  # fmt: skip
_greatest = meaning({"highest | greatest | most": "most", "lowest | least | smallest": "least"})


def _of_extreme(extreme: Any, meant: terms.Filter) -> terms.Strength:
    """ "The highest strength among summons you control"."""
    if meant.extreme:
        raise Refusal()
    return terms.Strength(terms.Choose(replace(meant, extreme=extreme)))


_single = Named("an amount")
"""Something that is measured, without a calculation."""
_single.means(
    seq(_same, "the number of", counted_of(filter_many)),
    seq(terms.CountColumns, "the number of", many_columns),
    seq(_same, "the number of", counted_of(theirs)),
    turn_total,
    seq(terms.TotalStrength, _all_of, maybe("the"), filter_many),
    seq(terms.TotalStrength, _all_of, theirs),
    seq(_of_extreme, "the", _greatest, "strength", saying("among", "of"), any_of(filter_many, theirs)),
    seq(terms.Has, possessive, resource),
    seq(lambda what, who: terms.Has(who, what), "the", resource, player, saying("has", "have")),
    seq(lambda what, who: terms.Has(who, what), "the amount of", resource, player, saying("has", "have")),
    seq(lambda base: terms.Strength(terms.It(), base), "its", _of_strength),
    seq(lambda base: terms.Strength(terms.Itself(), base), _its_own, _of_strength),
    seq(lambda: terms.Strength(terms.Itself(), True), "their", saying(*BASE)),
    seq(lambda base: terms.Strength(terms.It(), base), "the", _of_strength, saying("it had", "it last had")),
    seq(terms.Strength, card, "'s", _of_strength),
    seq(lambda base, of: terms.Strength(of, base), "the", _of_strength, "of", card),
    seq(lambda: terms.SpellCost(terms.It()), "its", _cost),
    seq(lambda: terms.SpellCost(terms.Itself()), _its_own, _cost),
    seq(terms.SpellCost, card, "'s", _cost),
    seq(terms.SpellCost, "the", _cost, "of", card),
    meaning({"that much | that amount | the same amount": terms.ThatMuch()}),
    seq(lambda what, _: SoMuch("spends", what), saying("the", "the amount of"), resource, _paid),
    seq(lambda _: SoMuch("spends"), "the amount", _paid),
)

# What is calculated


def _exceeding(first: tuple[terms.Player, Any], second: terms.Player) -> terms.Minus:
    """ "The amount by which your life exceeds theirs"."""
    return terms.Minus(terms.Has(*first), terms.Has(_named(second), first[1]))


def _apart(first: tuple[terms.Player, Any], second: terms.Player) -> terms.Minus:
    """ "The difference between your life and an opponent's"."""
    return replace(_exceeding(first, second), apart=True)


def _named(whose: terms.Player) -> terms.Player:
    return "that player" if whose == THEY else whose


_owned = seq(lambda whose, what: (whose, what), possessive, resource)
_same_of = any_of(whose_own, bare_possessive)
_exceeds = saying("exceeds", "is greater than", "is higher than", "is more than")
_by_which = saying("the amount by which", "the number by which", "by how much")
_operand = any_of(_single, seq(terms.Number, number))
_difference = any_of(
    seq(terms.Minus, _single, "minus", _operand),
    seq(lambda of, less: terms.Minus(of, less, apart=True), "the difference between", _single, "and", _single),
    seq(_apart, "the difference between", _owned, "and", _same_of),
    seq(terms.Minus, _by_which, _single, _exceeds, _single),
    seq(_exceeding, _by_which, _owned, _exceeds, _same_of),
)


def _plus(first: terms.Quantity, second: terms.Quantity) -> terms.Sum:
    """A number comes last."""
    return terms.Sum(second, first) if isinstance(first, terms.Number) else terms.Sum(first, second)


def _more_than(more: int, of: terms.Quantity) -> terms.Sum:
    return terms.Sum(of, terms.Number(more))


def _less_than(less: int, of: terms.Quantity) -> terms.Minus:
    return terms.Minus(of, terms.Number(less))


_maximum = Named("a maximum")
"""The most that an amount can be: "up to a maximum of 6"; a noun behind it says nothing new."""
_maximum.means(
    seq(
        _same,
        saying(
            ", up to a maximum of", "up to a maximum of", ", to a maximum of", "to a maximum of", ", up to", "up to",
            ", but no more than", "but no more than", ", but not more than", ", but at most", "but at most",
            ", at most", "at most", ", with a maximum of", "with a maximum of", ", no more than", ", maximum",
        ),
        number,
        maybe("life", "vim", "ether", "strength", "damage", "in total", "in all"),
    ),
)  # fmt: skip
factor = meaning({"twice | double | two times": 2, "three times | triple": 3, "four times": 4})
"""How many times as much."""
UP = ("rounded up", ", rounded up", "rounding up", ", rounding up", ", rounded up,", ", rounding up,")
DOWN = tuple(way.replace("up", "down") for way in UP)
rounding = meaning({**dict.fromkeys(UP, True), **dict.fromkeys(DOWN, False)})
""" "Rounded up", in all its places; the value is whether it is up."""
_rounded = perhaps(rounding)
half = seq(lambda of, up: terms.Half(of, bool(up)), saying("half", "half of"), _single, _rounded)
_term = any_of(_single, half, seq(lambda factor, of: terms.Times(terms.Number(factor), of), factor, _single))
quantity.means(
    amount,
    _term,
    seq(_plus, _term, "plus", _operand),
    seq(_plus, _term, "and", _single),
    seq(_plus, seq(terms.Number, number), "plus", _single),
    seq(_more_than, number, "more than", _single),
    seq(_less_than, number, "less than", _single),
    _difference,
    seq(terms.Capped, any_of(_term, _difference), _maximum),
)

# For each

_doer: Any = perhaps(meaning({"you": "you", "they | that player": "they"}), "")
_did = meaning({
    f"{done}{way}": verb for way in ("", " this way")
    for done, verb in (("spent", "spends"), ("paid", "spends"), ("lost", "loses"), ("gained", "gains"))
})  # fmt: skip
_counted = any_of(
    seq(lambda what, who, verb: SoMuch(verb, what, who), saying("for each", "for every"), resource, _doer, _did),
    seq(_same, saying("for each", "for every"), counted_of(filter_one)),
    seq(terms.CountColumns, saying("for each", "for every"), one_column),
    seq(_same, saying("for each of", "for every one of"), counted_of(theirs)),
)
for_each = any_of(_counted, seq(terms.Capped, _counted, _maximum))
"""What an amount is multiplied by, perhaps with the most that all of it can be."""
per = perhaps(for_each)


def times(much: terms.Quantity, each: Any) -> Any:
    """The amount as often as that; with a maximum, that of all of it."""
    if isinstance(each, terms.Capped):
        return terms.Capped(terms.Times(much, each.of), each.most)
    if isinstance(each, SoMuch) and much == terms.Number(1):
        return each
    return terms.Times(much, each) if each else much


def _half_each(much: terms.Quantity, noun: Any, of: terms.Count) -> tuple[terms.Quantity, Any]:
    """ "1 life for every two cards in your graveyard"."""
    if much != terms.Number(1):
        raise Refusal()
    return (terms.Half(of), noun)


def _as_strong(noun: Any, of: terms.Thing) -> tuple[terms.Quantity, Any]:
    """ "Strength equal to that of the summon facing it"."""
    if noun != "strength":
        raise Refusal()
    return (terms.Strength(of), noun)


def _as_many(noun: Any, who: terms.Player, verb: str, meant: terms.Filter) -> tuple[terms.Quantity, Any]:
    """ "As much strength as you have summons"."""
    if (verb in ("have", "control")) != (who == "you"):
        raise Refusal(Message("bos.card_text.control_controls_have"))
    if meant.control or meant.owner or meant.zone != "table":
        raise Refusal(Message("bos.card_text.controller_twice"))
    return (terms.Count(replace(meant, control=who)), noun)


def _half_of_all(much: terms.Quantity, noun: Any, what: Any, who: terms.Player) -> tuple[terms.Quantity, Any]:
    """ "1 strength for every 2 vim you have"."""
    if much != terms.Number(1):
        raise Refusal()
    return (terms.Half(terms.Has(who, what)), noun)


def _of_all(much: terms.Quantity, noun: Any, what: Any, who: terms.Player) -> tuple[terms.Quantity, Any]:
    """ "2 life for each vim you have"."""
    if not isinstance(much, terms.Number):
        raise Refusal()
    has = terms.Has(who, what)
    return (has if much.value == 1 else terms.Times(much, has), noun)


_for_every_two = saying("for every two", "for every 2", "for each two", "for every second")
_have = words("have", "has", "control", "controls")


def amount_of(noun: Any) -> Any:
    """An amount with its noun: "2 strength", "1 life for each boss you control", "vim equal to half your life"."""
    return any_of(
        seq(lambda much, what, each: (times(much, each), what), amount, noun, per),
        seq(_half_each, amount, noun, _for_every_two, counted_of(filter_many)),
        seq(_half_of_all, amount, noun, _for_every_two, resource, player, saying("has", "have")),
        seq(_of_all, amount, noun, saying("for each", "for every"), resource, player, saying("has", "have")),
        seq(lambda what, much: (much, what), noun, "equal to", quantity),
        seq(_as_strong, noun, "equal to", "that of", card),
        seq(lambda factor, what: (terms.Times(terms.Number(factor), terms.ThatMuch()), what), factor,
            saying("that much", "that amount of", "as much"), noun),
        seq(
            lambda what, up: (terms.Half(terms.ThatMuch(), bool(up)), what),
            saying("half that much", "half as much"), noun, _rounded,
        ),
        seq(lambda what, much: (much, what), "as much", noun, "as", quantity),
        seq(lambda what, meant: (terms.Count(meant), what), "as much", noun, "as there are", filter_many),
        seq(lambda what: (terms.ThatMuch(), what), "as much", noun, saying("as was lost", "as was lost this way")),
        seq(_as_many, "as much", noun, "as", player, _have, filter_many),
    )  # fmt: skip
