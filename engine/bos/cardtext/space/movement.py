"""The language of moving, placing, swapping and exchanging cards: "move it to that column", "swap two summons"."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeGuard

from engine.bos.cardtext.combinators import Refusal, Rule, any_of, maybe, meaning, saying, seq
from engine.bos.cardtext.grammar_targets import thing
from engine.bos.cardtext.grammar_words import ThatCard, possessive, resource
from engine.bos.cardtext.space.destinations import (
    Landing,
    Way,
    comes_to_battlefield,
    comes_to_place,
    destination,
    landed,
    own_column,
    to_the_other_side,
)
from engine.bos.cardtext.space.positions import is_one_place, speaks_of_another
from engine.bos.model import syntax, terms


def _verb(*bases: str) -> Any:
    """Forms of verbs; the value tells which."""
    third = {"switch": "switches", "exchange": "exchanges"}
    return meaning(dict.fromkeys(bases, False) | {third.get(base, f"{base}s"): True for base in bases})


_moves = _verb("move")
_moving = _verb("move", "shift")
_putting = _verb("put", "place")
_bringing = _verb("return", "put", "send", "bring", "place", "summon")
_swaps = meaning(
    {
        "swap | switch | exchange": False,
        "swaps | switches | exchanges": True,
    }
)


def _moved(what: terms.Thing, way: Way) -> syntax.Move:
    return syntax.Move(what, way.column, way.at)


def _to_own(what: terms.Thing, whose: terms.Player, where: terms.Near) -> syntax.Move:
    """ "Move an opponent's summon to their empty place in this column": it stays on its side."""
    control = what.filter.control if isinstance(what, terms.Choose | terms.Each) else None
    if control is None or (control == "you") is not (whose == "you"):
        raise Refusal()
    return syntax.Move(what, "open", where)


def _put(what: terms.Thing, way: Way) -> syntax.Move:
    """ "Put a summon you control into an empty column": it stands on the battlefield, and moves there. "Put it …" is
    said of one that changes sides: see `changing_sides`."""
    if isinstance(what, terms.It | ThatCard) and way == Way("open"):
        return syntax.Move(what, "adjacent", ANY_COLUMN)
    if not isinstance(what, terms.This) and not (isinstance(what, terms.Choose) and what.filter.control):
        raise Refusal()
    return _moved(what, way)


def _placed(what: terms.Thing, landing: Landing) -> syntax.Bring:
    """ "Put a summon from your castle into that column": it comes to the battlefield."""
    if isinstance(what, terms.This) or (isinstance(what, terms.Choose) and what.filter.zone == "table"):
        raise Refusal()
    return landed(what, landing)


def _aside(what: terms.Thing) -> syntax.Put:
    """ "Remove a summon you control from the battlefield": it lies aside until a text brings it back."""
    if isinstance(what, terms.Choose | terms.Each) and (
        what.filter.zone != "table" or not {"summon", "boss", "wizard"}.issuperset(what.filter.kinds or ("spell",))
    ):
        raise Refusal()
    return syntax.Put(what, "aside")


def _over(what: terms.Thing, at: terms.Near | None) -> syntax.Move:
    """To the other side, which only a card does that changes sides: see `changing_sides`."""
    return syntax.Move(what, "adjacent", at or ANY_SIDE)


ANY_SIDE = terms.Near("beside", terms.It())
"""In place of where a summon comes that changes sides: where the rules have it."""


ANY_COLUMN = terms.Near("beside", terms.Them())
"""In place of where a summon comes that changes sides: in any open column."""


def as_pair(deed: syntax.Deed) -> syntax.Deed:
    """ "Two summons swap places", "… exchange strengths": what is said of both is each of them."""
    if isinstance(deed, syntax.Exchange) and deed.second is None and isinstance(deed.first, terms.Both):
        return _strengths(deed.first)
    if not isinstance(deed, syntax.Swap) or deed.first is not deed.second:
        return deed
    match deed.first:
        case terms.Choose(low=2, high=2) | terms.Them():
            return syntax.Swap(deed.first)
        case terms.Both((first, second)):
            return syntax.Swap(first, second)
    raise Refusal()


def _both(pair: terms.Thing) -> syntax.Deed:
    return as_pair(syntax.Swap(pair, pair))


# Exchanges


def _strengths(what: terms.Thing) -> syntax.Exchange:
    """Of two cards, or of two that are named one by one."""
    if isinstance(what, terms.Both) and len(what.parts) == 2:
        return _pair(*what.parts)
    two = isinstance(what, terms.Choose) and (what.low, what.high) == (2, 2)
    if not two and not isinstance(what, terms.Them):
        raise Refusal()
    return syntax.Exchange(what, "strength")


def _pair(first: terms.Thing, second: terms.Thing) -> syntax.Exchange:
    if isinstance(first, terms.Who) or isinstance(second, terms.Who):
        raise Refusal()
    return syntax.Exchange(first, "strength", _across(second))


def _across(second: terms.Thing) -> terms.Thing:
    """ "The summon facing it" is no choice: there is one at most, which is known with the first of the two."""
    return terms.Each(second.filter) if _is_faced(second) and speaks_of_another(second) else second


def _is_faced(what: terms.Thing) -> TypeGuard[terms.Choose]:
    return isinstance(what, terms.Choose) and is_one_place(what.filter) and what.filter.kinds == ("summon",)


def _resources(what: Any, whose: terms.Player, first: terms.Player = "you") -> syntax.Exchange:
    return syntax.Exchange(terms.Who(first), what, terms.Who(whose))


def _owned(first: terms.Player, what: Any, second: terms.Player, other: Any) -> syntax.Exchange:
    if what != other or first == second:
        raise Refusal()
    return _resources(what, second, first)


def _between(what: Any) -> syntax.Exchange:
    return _resources(what, "an opponent")


_total = maybe("total", "totals")
_with = saying("with", "and", "for")
_somebody = any_of(
    meaning({"an opponent | your opponent | the opponent | another player | the other player": "an opponent"}),
    meaning({"that player | that opponent | them": "that player"}),
)
_strength_of = any_of(
    seq(lambda of: of, saying("the strength of", "strength of"), thing),
    seq(lambda of: of, thing, "'s strength"),
    seq(lambda: terms.It(), "its strength"),
)
_that_of = any_of(_strength_of, seq(lambda of: of, saying("that of", "the one of", "the strength of"), thing))


_whose_place = meaning({
    **{f"{whose} {free} place in": who for free in ("empty", "open") for whose, who in (
        ("their", "that player"), ("its controller's", "that player"), ("your", "you"))},
})  # fmt: skip

_SWAPPING = ("swap", "exchange", "change", "switch", "trade")
_PLACES = ("places", "columns", "positions")
_places = saying(*(f"{swap} {place}" for swap in _SWAPPING for place in _PLACES))
_places_third = saying(*(f"{swap}s {place}" for swap in _SWAPPING for place in _PLACES))
_their_strengths = saying("swap strengths", "exchange strengths", "swap their strengths", "exchange their strengths")


def moved(phrase: Callable[..., Any], subject: Any) -> tuple[Rule, ...]:
    """All these verbs with what belongs to them; `subject` stands for what will be the subject of the clause."""

    def itself(way: Way) -> syntax.Deed:
        return _moved(subject, way)

    def comes(landing: Landing) -> syntax.Deed:
        return landed(subject, landing)

    def swaps_with(other: terms.Thing) -> syntax.Deed:
        return syntax.Swap(subject, other)

    with_other = seq(lambda other: other, "with", thing)
    return (
        seq(phrase(_moved), _moving, thing, destination),
        seq(phrase(_to_own), _moving, thing, saying("to", "into"), _whose_place, own_column),
        seq(phrase(_put), _putting, thing, destination),
        seq(phrase(_over), _moving, thing, to_the_other_side),
        seq(phrase(itself), _verb("move", "return"), destination),
        seq(phrase(lambda at: _over(subject, at)), _moves, to_the_other_side),
        seq(
            phrase(itself), meaning({"are moved | are put | are placed": False, "is moved | is put": True}), destination
        ),
        seq(phrase(landed), _bringing, thing, comes_to_battlefield),
        seq(phrase(_placed), _bringing, thing, comes_to_place),
        seq(phrase(_aside), _verb("remove"), thing, saying("from the battlefield", "from play")),
        seq(phrase(_aside), meaning({"set aside": False, "sets aside": True}), thing),
        seq(phrase(_plainly_summoned), _verb("summon"), thing),
        seq(phrase(comes), _verb("return", "come"), comes_to_battlefield),
        seq(phrase(lambda one, other: syntax.Swap(one, other)), _swaps, thing, _with, thing),
        seq(phrase(lambda one, other: syntax.Swap(one, other)), _swaps, "the places of", thing, _with, thing),
        seq(phrase(_both), _swaps, thing),
        seq(phrase(swaps_with), seq(lambda: True, _places_third), with_other),
        seq(phrase(swaps_with), seq(lambda: False, _places), with_other),
        seq(phrase(lambda: syntax.Swap(subject, subject)), seq(lambda: False, _places), maybe("with each other")),
        seq(phrase(_both), _swaps, saying("the places of", "the positions of"), thing),
        seq(phrase(lambda: syntax.Exchange(subject, "strength")), seq(lambda: False, _their_strengths)),
        *_exchanges(phrase),
    )


def _plainly_summoned(what: terms.Thing) -> syntax.Bring:
    return landed(what, Landing())


def _exchanges(phrase: Callable[..., Any]) -> tuple[Rule, ...]:
    two_strengths = saying("the strengths of", "the strength of", "strengths of")
    return (
        seq(phrase(_strengths), _swaps, two_strengths, thing),
        seq(phrase(_pair), _swaps, _strength_of, _with, _that_of),
        seq(phrase(lambda what, who: _resources(what, who)), _swaps, resource, _total, "with", _somebody),
        seq(phrase(_owned), _swaps, possessive, resource, _total, _with, possessive, resource, _total),
        seq(
            phrase(lambda first, what, second: _resources(what, second, first)),
            _swaps,
            possessive,
            resource,
            _total,
            "with",
            _somebody,
        ),
    )
