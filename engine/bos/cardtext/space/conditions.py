"""The language of where cards are, as conditions: "no summon faces this", "this is the only summon you control"."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from engine.bos.cardtext.combinators import Refusal, Rule, any_of, meaning, saying, seq
from engine.bos.cardtext.grammar_targets import filter_many, filter_one, position, seen_from, their_one, theirs
from engine.bos.cardtext.grammar_words import player
from engine.bos.cardtext.space.positions import near, part_of_filter
from engine.bos.model import terms

_faces = saying("faces", "face", "is facing", "are facing", "opposes", "oppose", "is opposing")
_stands = saying("is", "are", "stands", "stand")
_SUMMON = terms.Filter(kinds=("summon",))


def _there(meant: terms.Filter, seen: terms.Near, least: int | None, most: int | None) -> terms.Predicate:
    """So many cards are there; what faces this is always an opponent's."""
    if seen == terms.Near("facing", terms.This()) and meant.control in ("an opponent", "each opponent"):
        meant = replace(meant, control=None)
    counted = replace(meant, **dict(part_of_filter(seen)))
    if most == 0:
        return terms.Compared(terms.Count(counted), "at most", terms.Number(0))
    return terms.Compared(terms.Count(counted), "at least", terms.Number(least or 1))


def _faced(meant: terms.Filter, of: Any) -> terms.Predicate:
    return _there(meant, near("facing", of), 1, None)


def _unfaced(meant: terms.Filter, of: Any) -> terms.Predicate:
    return _there(meant, near("facing", of), None, 0)


def _nobody_faces(of: Any) -> terms.Predicate:
    return _unfaced(_SUMMON, of)


_each_column = saying("in each column", "in every column", "in all columns", "in all three columns")
_any = saying("a", "an", "any", "one")
_another = any_of(seq(lambda meant: meant, _any, filter_one), their_one)
_none = any_of(seq(lambda meant: meant, "no", filter_one), seq(lambda meant: meant, "no", filter_many),
               seq(lambda meant: meant, "none of", theirs))  # fmt: skip
nobody_faces: Rule = any_of(
    seq(_unfaced, _none, _faces, seen_from),
    seq(lambda of: _nobody_faces(of), "nothing", _faces, seen_from),
    seq(_faced, _another, _faces, seen_from),
    seq(lambda meant, seen: _there(meant, seen, None, 0), _none, _stands, position),
    seq(lambda meant, seen: _there(meant, seen, 1, None), _another, _stands, position),
    seq(
        lambda: _nobody_faces(terms.This()),
        saying("this column is open", "this card's column is open", "this wizard's column is open"),
    ),
    seq(_nobody_faces, seen_from, saying("'s column is open", "'s column is unblocked")),
    seq(lambda: _nobody_faces(terms.It()), saying("its column is open", "it is in an open column")),
    seq(
        lambda: terms.Not(_nobody_faces(terms.This())),
        saying("this column is closed", "this column is not open", "this column isn't open"),
    ),
)
"""Whether somebody is there: in front, beside, opposing."""


def _in_each(who: terms.Player, meant: terms.Filter) -> terms.Controls:
    """A summon in each of the three columns."""
    if meant.control or meant.zone != "table" or meant.kinds not in (("summon",), ("wizard",)):
        raise Refusal()
    return terms.Controls(who, meant, 3)


in_each_column = seq(
    _in_each, player, saying("control", "controls", "have", "has"), saying("a", "an"), filter_one, _each_column
)
"""A summon in every column."""


def _is_only(what: terms.Thing, no: bool, meant: terms.Filter) -> terms.Only:
    """ "This is the only summon in its column": in that of this."""
    if isinstance(what, terms.This | terms.Host) and meant.near is not None and meant.near.of == terms.It():
        meant = replace(meant, near=replace(meant.near, of=what))
    return terms.Only(what, meant, no)


_is = meaning({"is": False, "is not | isn't": True})
_only = saying("the only", "your only", "the sole")


def _yours(what: terms.Thing, no: bool, meant: terms.Filter) -> terms.Only:
    return terms.Only(what, replace(meant, control="you"), no)


def facing_conditions(card: Rule) -> tuple[Rule, ...]:
    """What is said of a card that is known."""
    return (
        seq(_is_only, card, _is, saying("the only", "the sole"), filter_one),
        seq(_yours, card, _is, "your only", filter_one),
        seq(lambda what, no: _in_the_middle(what, no=not no), card, _is, _outside),
        seq(lambda what, meant: _facing(what, meant, no=False), card, _faces, _another),
        seq(lambda what, meant: _facing(what, meant, no=True), card, _faces, _none),
        seq(lambda what, of: _facing_that(what, of, no=False), card, _faces, seen_from),
        seq(lambda what: _nobody_faces(what), card, saying("faces nothing", "is unopposed", "has no summon facing it")),
        seq(lambda what: _nobody_faces(what), card, saying("is in an open column", "stands in an open column")),
        seq(lambda what: terms.Not(_nobody_faces(what)), card, saying("is opposed", "has a summon facing it")),
    )


_outside = saying(
    "in the left or right column", "in the left or the right column", "in an outer column", "in an outside column",
    "in the right or left column", "in a side column",
)  # fmt: skip


def _in_the_middle(what: terms.Thing, *, no: bool) -> terms.IsSo:
    return terms.IsSo(what, terms.Filter(near=terms.Near("column", terms.Column("middle"))), no)


def _facing(what: terms.Thing, meant: terms.Filter, *, no: bool) -> terms.Predicate:
    """ "This faces a red summon": such a summon faces it."""
    return _unfaced(meant, what) if no else _faced(meant, what)


def _facing_that(what: terms.Thing, of: Any, *, no: bool) -> terms.Predicate:
    if isinstance(of, terms.Each):
        raise Refusal()
    return terms.IsSo(what, terms.Filter(**dict(part_of_filter(near("facing", of)))), no)
