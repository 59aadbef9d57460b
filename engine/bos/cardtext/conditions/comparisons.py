"""The language of amounts compared: "your life is 10 or less", "this has more strength than the target"."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from engine.bos.cardtext.combinators import Named, Refusal, any_of, maybe, meaning, saying, seq
from engine.bos.cardtext.grammar_targets import filter_many, filter_one, others, quantity, thing
from engine.bos.cardtext.grammar_words import Range, amounts, cards, player, possessive, resource, whose_own
from engine.bos.cardtext.mentions import is_unique
from engine.bos.model import terms

How = Literal["more", "less", "at least", "at most", "equal"]

# What is compared


def known(what: terms.Thing) -> terms.Thing:
    """Conditions look at cards that are known; "a summon …" in a condition is somebody's control or history."""
    if isinstance(what, terms.Choose | terms.Each | terms.Both | terms.OneOf):
        raise Refusal()
    return what


_card = seq(known, thing)


def _only_one(what: terms.Thing) -> terms.Thing:
    """A card whose strength is compared: one that is known, or the only one of its kind, such as your boss."""
    if isinstance(what, terms.Choose) and is_unique(what.filter):
        return terms.Each(what.filter)
    return known(what)


def _measurable(what: terms.Quantity) -> terms.Quantity:
    """A number is what something is compared with, and a card in an amount is one that is known."""
    if isinstance(what, terms.Number | terms.X):
        raise Refusal()
    return _plain(what)


def _plain(what: terms.Quantity) -> terms.Quantity:
    inner = what.of if isinstance(what, terms.Half | terms.Times) else what
    if isinstance(inner, terms.X):
        raise Refusal()
    if not isinstance(inner, terms.Strength):
        return what
    measured = replace(inner, of=_only_one(terms.It() if inner.of == terms.Itself() else inner.of))
    return replace(what, of=measured) if isinstance(what, terms.Half | terms.Times) else measured


_side = seq(_measurable, quantity)
_other_side = seq(_plain, quantity)
_how = meaning(
    {
        "more than | greater than | higher than | over": "more",
        "less than | lower than | fewer than | smaller than | under": "less",
        "at least | not less than | no less than": "at least",
        "at most | not more than | no more than": "at most",
        "equal to | the same as | as much as | exactly": "equal",
        "at least as high as | at least as much as": "at least",
    }
)

# Each comparison as the simplest condition that says it


def compare(amount: terms.Quantity, how: How, than: terms.Quantity) -> terms.Predicate:
    """The condition; what has an older form, such as "you have 3 or more life", takes that."""
    if isinstance(than, terms.Number):
        return _with_number(amount, *_bounded(how, than.value))
    match amount, than:
        case terms.Has(who, what), terms.Has(other, same) if what == same and how in ("more", "less"):
            return terms.HasMore(who, what, other, how == "less")
    return terms.Compared(amount, how, than)


def _bounded(how: How, number: int) -> Range:
    match how:
        case "more":
            return (number + 1, None)
        case "less" if number:
            return (None, number - 1)
        case "at least" if number:
            return (number, None)
        case "at most":
            return (None, number)
        case "equal":
            return (number, number)
    raise Refusal()


def _with_number(amount: terms.Quantity, least: int | None, most: int | None) -> terms.Predicate:
    match amount:
        case terms.Strength(of, False):
            return terms.IsSo(of, terms.Filter(least=_number(least), most=_number(most)))
        case terms.Has(who, what):
            return terms.Holds(who, what, least, most)
        case terms.Count(meant) if meant.control and meant.zone == "table":
            return terms.Controls(meant.control, replace(meant, control=None), least, most)
        case terms.Occurred(meant, past) if least and most is None and past != "attacked":
            return terms.Happened(meant, past, least=least)
        case terms.Occurred(meant, past) if most == 0:
            return terms.Happened(meant, past, no=True)
    if least is not None and most is not None and least != most:
        raise Refusal()
    if least is None:
        return terms.Compared(amount, "at most", terms.Number(most or 0))
    return terms.Compared(amount, "at least" if most is None else "equal", terms.Number(least))


def _number(value: int | None) -> terms.Number | None:
    return None if value is None else terms.Number(value)


def _measured(amount: terms.Quantity, bounds: Range) -> terms.Predicate:
    return _with_number(amount, *bounds)


def _ours(who: terms.Player, what: terms.Resource, how: How, other: terms.Player) -> terms.Predicate:
    return compare(terms.Has(who, what), how, terms.Has(other, what))


# Strength


def _stronger(first: terms.Thing, how: How, second: terms.Thing) -> terms.Predicate:
    if isinstance(second, terms.Each):
        return _strongest(first, how, second.filter)
    return terms.Compared(terms.Strength(_only_one(first)), how, terms.Strength(_only_one(second)))


def _strongest(card: terms.Thing, how: How, meant: terms.Filter) -> terms.Predicate:
    """More than each of them: there is none that has as much."""
    strength = terms.Strength(known(card))
    if meant.least or meant.most or how not in ("more", "less"):
        raise Refusal()
    rival = replace(meant, least=strength) if how == "more" else replace(meant, most=strength)
    return _with_number(terms.Count(rival), None, 0)


def _none_stronger(meant: terms.Filter, how: How, card: terms.Thing) -> terms.Predicate:
    """ "No summon is stronger than this": there is none that has more; this one has not more than itself."""
    of = terms.Strength(_only_one(card))
    if meant.least or meant.most or how not in ("more", "less"):
        raise Refusal()
    rival = replace(meant, least=terms.Above(of)) if how == "more" else replace(meant, most=terms.Below(of))
    return _with_number(terms.Count(rival), None, 0)


_stronger_than = meaning(
    {
        "has more strength than | have more strength than | is stronger than | are stronger than": "more",
        "has less strength than | have less strength than | is weaker than | are weaker than": "less",
        "has as much strength as | has the same strength as | is as strong as": "equal",
        "has at least as much strength as": "at least",
    }
)

# What players have and what there is


def _as_much(who: terms.Player, factor: int, what: terms.Resource, other: terms.Player) -> terms.Predicate:
    much: terms.Quantity = terms.Has(other, what)
    return terms.Compared(
        terms.Has(who, what), "at least", terms.Times(terms.Number(factor), much) if factor > 1 else much
    )


def _equally(who: terms.Player, what: terms.Resource, other: terms.Player) -> terms.Predicate:
    return terms.Compared(terms.Has(who, what), "equal", terms.Has(other, what))


def _piles(who: terms.Player, how: How, meant: terms.Filter, other: terms.Player) -> terms.Predicate:
    """ "You have more cards in your graveyard than an opponent": each in their own."""
    if meant.zone == "table" or meant.owner not in (who, "they"):
        raise Refusal()
    ours, theirs = replace(meant, owner=who), replace(meant, owner=other)
    return terms.Compared(terms.Count(ours), how, terms.Count(theirs))


def _more_there(how: How, meant: terms.Filter, other: terms.Player) -> terms.Predicate:
    """ "There are more summons in your graveyard than in an opponent's"."""
    if meant.zone == "table" or meant.owner in (None, other):
        raise Refusal()
    return terms.Compared(terms.Count(meant), how, terms.Count(replace(meant, owner=other)))


def _fewer(who: terms.Player, meant: terms.Filter, other: terms.Player) -> terms.Predicate:
    if meant.control or meant.zone != "table":
        raise Refusal()
    return terms.MoreCards(other, meant, who)


def _as_many(who: terms.Player, how: How, meant: terms.Filter, other: terms.Player) -> terms.Predicate:
    if meant.control or meant.zone != "table":
        raise Refusal()
    return terms.Compared(terms.Count(replace(meant, control=who)), how, terms.Count(replace(meant, control=other)))


def count_bounds(meant: terms.Filter, bounds: Range) -> terms.Predicate:
    """So many cards are there: somebody controls them, or anybody."""
    return _with_number(terms.Count(meant), *bounds)


def _is_of_pile(meant: terms.Filter) -> bool:
    """Whether these are just cards of a type in one player's pile, of which an older form speaks."""
    plain = terms.Filter(kinds=meant.kinds[:1], owner=meant.owner, zone=meant.zone)
    return meant == plain and bool(meant.owner) and meant.zone != "table"


def none_there(meant: terms.Filter) -> terms.Predicate:
    """ "If there is none" of what was just spoken of."""
    if meant.owner and _is_of_pile(meant):
        return terms.Left(meant.owner, meant.zone, meant.kinds[0] if meant.kinds else None, None, 0)
    return count_bounds(meant, (None, 0))


def _there_are(bounds: Range, meant: terms.Filter) -> terms.Predicate:
    if _is_of_pile(meant):
        raise Refusal()
    return count_bounds(meant, bounds)


_has = saying("has", "have")
_control = saying("control", "controls")
_holds = saying("control", "controls", "have", "has")
_do = maybe(
    "do", "does", "control", "controls", "has", "have", "has in theirs", "have in theirs", "does in theirs",
    "do in yours", "has in their graveyard", "have in their graveyards",
    "has in their castle", "has in their spellbook",
)  # fmt: skip
_twice = meaning({"twice as much": 2, "three times as much": 3, "at least as much": 1})
comparison = Named("a comparison")
"""One amount compared with another, or with a number."""
comparison.means(
    seq(_measured, _side, "is", amounts),
    seq(compare, _side, "is", _how, _other_side),
    seq(_ours, possessive, resource, "is", _how, possessive),
    seq(_ours, possessive, resource, "is", _how, whose_own),
    seq(_stronger, thing, _stronger_than, thing),
    seq(_none_stronger, "no", filter_one, _stronger_than, thing),
    seq(lambda meant, how, card: _none_stronger(others(meant), how, card), "no other", filter_one, _stronger_than,
        thing),
    seq(_as_much, player, _has, maybe("at least"), _twice, resource, "as", player, _do),
    seq(_equally, player, _has, saying("as much", "exactly as much", "the same amount of"), resource, "as", player,
        _do),
    seq(_piles, player, _has, meaning({"more": "more", "fewer | less": "less"}), filter_many, "than", player, _do),
    seq(_piles, player, _has, meaning({"as many": "equal", "at least as many": "at least"}), filter_many, "as", player,
        _do),
    seq(_fewer, player, _holds, saying("fewer", "less"), filter_many, "than", player, _do),
    seq(_as_many, player, _control, meaning({"as many": "equal", "at least as many": "at least"}), filter_many, "as",
        player, _do),
    seq(
        _more_there,
        "there are", meaning({"more": "more", "fewer | less": "less", "as many": "equal"}), filter_many,
        saying("than in", "as in"), possessive, maybe("castle", "spellbook", "graveyard"),
    ),
    seq(_there_are, "there are", any_of(cards, meaning({"no": (None, 0)})), filter_many),
    seq(_there_are, "there is", meaning({"no": (None, 0), "a | an": (1, None), "exactly one | exactly 1": (1, 1)}),
        filter_one),
)  # fmt: skip
