"""The language of where a card is, seen from another card or a column: "adjacent to this", "in that column"."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Literal

from engine.bos.cardtext.combinators import Named, Refusal, Rule, any_of, maybe, meaning, perhaps, saying, seq, some
from engine.bos.cardtext.grammar_words import ThatCard, ThatColumn, several
from engine.bos.cardtext.tree_walk import change
from engine.bos.model import terms
from engine.messages import Message

How = Literal["beside", "facing", "front", "behind", "column", "adjacent", "former"]
Parts = tuple[tuple[str, Any], ...]

_OWN_COLUMN = {"column": "this", "adjacent": "adjacent", "facing": "facing", "front": "front"}
"""What is said of this card itself is a column of the filter."""


def any_such(of: Any) -> Any:
    """A place seen from "a summon you control" is one seen from any of them."""
    if isinstance(of, terms.Who) or (isinstance(of, terms.ChooseColumn) and of.filter.near):
        raise Refusal()
    if not isinstance(of, terms.Choose):
        return of
    if (of.low, of.high) != (1, 1):
        raise Refusal()
    return terms.Each(of.filter)


def near(how: How, of: Any) -> terms.Near:
    """A place seen from a thing as the words name it."""
    return terms.Near(how, any_such(of))


def part_of_filter(seen: terms.Near) -> Parts:
    """The part of a filter that says this."""
    if isinstance(seen.of, terms.This) and seen.how in _OWN_COLUMN:
        return (("column", _OWN_COLUMN[seen.how]),)
    return (("near", seen),)


_THAT_COLUMN: Any = ThatColumn()
NEIGHBOURS = terms.Near("beside", terms.This())
"""What "adjacent" in front of a card says: on this card's side, in an adjacent column."""


def is_seen_from_some(place: Parts) -> bool:
    """Whether it is a place seen from cards that are described, of which all that follows is said."""
    return any(name == "near" and isinstance(value.of, terms.Each) for name, value in place)


def across(meant: terms.Filter) -> terms.Filter:
    """A summon that an opponent controls is adjacent to one of yours across the border of the two sides."""
    seen = meant.near
    if seen is None or seen.how != "beside" or meant.control not in ("an opponent", "each opponent"):
        return meant
    if not isinstance(seen.of, terms.This):
        return meant
    return replace(meant, near=None, column="adjacent")


def speaks_of_another(what: Any) -> bool:
    """Whether a thing stands near one that a pronoun means: "each summon adjacent to it"."""
    seen = getattr(getattr(what, "filter", None), "near", None)
    return seen is not None and isinstance(seen.of, terms.It | ThatCard)


def own_place(meant: terms.Filter) -> terms.Filter:
    """What is said of this card itself is a column of the filter, also where "that column" turns out to mean it."""
    if meant.near is None or not isinstance(meant.near.of, terms.This) or meant.column:
        return meant
    own: Any = _OWN_COLUMN.get(meant.near.how)
    return replace(meant, column=own, near=None) if own else meant


_SEEN_FROM: dict[How, tuple[terms.Kind, ...]] = {
    "front": ("wizard",),
    "behind": ("summon",),
    "beside": ("summon", "wizard"),
    "facing": ("summon", "wizard"),
    "column": ("summon", "wizard"),
    "adjacent": ("summon", "wizard"),
}
"""What "it" can be in front of which, behind which … something is."""


def seen_from(value: Any, own: terms.Thing | None) -> Any:
    """The same with "it" as a card of the kind from which such a place is seen, where its clause has no own "it"; also
    in trees that were kept when only "its front" could be said."""

    def one(part: Any) -> Any:
        if isinstance(part, terms.Filter) and part.column == "its front":
            wizard: Any = ThatCard(("wizard",))
            return replace(part, column="", near=terms.Near("front", wizard))
        if not isinstance(part, terms.Near) or not isinstance(part.of, terms.It):
            return part
        fits = own is not None and (part.how != "front")
        word: Any = part.of if fits else ThatCard(_SEEN_FROM.get(part.how, ()))
        return replace(part, of=word)

    return change(value, one)


def is_one_place(meant: terms.Filter) -> bool:
    """Whether only one card can be there."""
    seen = meant.near
    one = seen is not None and seen.how in ("facing", "front", "behind")
    own = seen is not None and seen.how == "column" and meant.control and len(meant.kinds) == 1
    return bool(one or own) or meant.column in ("facing", "front", "this")


# Columns by themselves

_fixed = meaning(
    {
        "the left column": terms.Column("left"),
        "the middle column | the center column | the centre column | the central column": terms.Column("middle"),
        "the right column": terms.Column("right"),
    }
)
_that_column = meaning(
    {
        "that column | the chosen column | those columns | the chosen columns | these columns": ThatColumn(),
        "either column | both columns | each of those columns | either of those columns": ThatColumn(),
        "the column you chose | the columns you chose": ThatColumn(),
    }
)
known_column = any_of(_fixed, _that_column)
"""A column that needs no choice."""


def _same(value: Any) -> Any:
    return value


_opponents = saying("an opponent", "your opponent", "the opponent", "each opponent")
_a_summon = saying("a summon", "any summon", "one summon")
_no_summon = saying("no summon", "no summons")
_yours = saying("your summon", "the summon you control", "yours")
_theirs = saying(
    "the opposing summon",
    "the summon facing it",
    "the summon an opponent controls",
    "your opponent's summon",
    "an opponent's summon",
    "the opponent's summon",
    "the opposing one",
    "theirs",
)
_than = saying("has more strength than", "is stronger than")
_less = saying("has less strength than", "is weaker than")
_said_of_column = any_of(
    seq(lambda: (("stronger", "yours"),), _yours, _than, _theirs),
    seq(lambda: (("stronger", "theirs"),), _theirs, _than, _yours),
    seq(lambda: (("stronger", "theirs"),), _yours, _less, _theirs),
    seq(lambda: (("stronger", "yours"),), _theirs, _less, _yours),
    seq(lambda: (("stronger", "yours"),), saying("you have the stronger summon", "you control the stronger summon")),
    seq(lambda: (("yours", "some"),), saying("you control", "you have"), _a_summon),
    seq(lambda: (("yours", "none"),), saying("you control", "you have"), _no_summon),
    seq(lambda: (("yours", "none"),), saying("you do not control", "you don't control"), _a_summon),
    seq(lambda: (("theirs", "some"),), _opponents, saying("controls", "has"), _a_summon),
    seq(lambda: (("theirs", "none"),), _opponents, saying("controls", "has"), _no_summon),
    seq(lambda: (("theirs", "none"),), _opponents, saying("does not control", "doesn't control"), _a_summon),
    meaning(
        {
            "both players control a summon | each player controls a summon | two summons face each other": (
                ("yours", "some"),
                ("theirs", "some"),
            ),
            "both players have a summon | summons face each other | there are two summons": (
                ("yours", "some"),
                ("theirs", "some"),
            ),
            "no player controls a summon | neither player controls a summon | no player has a summon": (
                ("yours", "none"),
                ("theirs", "none"),
            ),
            "there is no summon | there are no summons | no summon stands | nobody controls a summon": (
                ("yours", "none"),
                ("theirs", "none"),
            ),
            "your summon faces no summon | no summon faces your summon | your summon is unopposed": (
                ("yours", "some"),
                ("theirs", "none"),
            ),
        }
    ),
)
_in_which = seq(
    lambda groups: tuple(part for group in groups for part in group),
    saying("in which", "where"),
    some(_said_of_column, saying("and", "but")),
)
_with = meaning({"with no summons | without summons | without a summon": (("yours", "none"), ("theirs", "none"))})
_looks_of_column = meaning(
    {"open": (("theirs", "none"),), "empty": (("yours", "none"), ("theirs", "none"))},
)


def _column_filter(looks: Parts, where: Parts, seen: terms.Near | None = None) -> terms.ColumnFilter:
    criteria: dict[str, Any] = {}
    for name, value in (*looks, *where):
        if name in criteria:
            raise Refusal(Message("bos.card_text.said_twice"))
        criteria[name] = value
    return terms.ColumnFilter(**criteria, near=seen)


def columns_described(card: Rule) -> tuple[Rule, Rule]:
    """Columns by what is in them, in the singular and in the plural: "open column", "columns in which …"."""
    looks = perhaps(_looks_of_column, ())
    seen = perhaps(
        seq(lambda of: near("adjacent", of), saying("adjacent to", "next to", "beside"), any_of(known_column, card))
    )
    where = perhaps(any_of(_in_which, _with), ())

    def described(noun: str) -> Rule:
        return seq(lambda look, of, said: _column_filter(look, said, of), looks, noun, seen, where)

    return described("column"), described("columns")


def chosen_columns(one: Rule, many: Rule) -> Rule:
    """A column, or several, that somebody chooses."""
    choice = perhaps(saying("of your choice", "you choose"))
    choice.silent = True
    return any_of(
        seq(terms.ChooseColumn, saying("a", "an", "any", "one"), one, choice),
        seq(_another, saying("another", "a different", "a second", "one other"), one, choice),
        seq(lambda number, meant: terms.ChooseColumn(meant, number), several, maybe("different"), many, choice),
        seq(
            lambda number, meant: terms.ChooseColumn(meant, number, together=True),
            several,
            saying("adjacent", "neighbouring"),
            many,
            choice,
        ),
    )


def _another(meant: terms.ColumnFilter) -> terms.ChooseColumn:
    return terms.ChooseColumn(terms.ColumnFilter(meant.yours, meant.theirs, meant.stronger, meant.near, _THAT_COLUMN))


# Where a card is

own_columns: dict[str, Parts] = {
    "in an adjacent column | in adjacent columns | in columns adjacent to this": (("column", "adjacent"),),
    "in columns adjacent to this wizard's | in the columns adjacent to this wizard's": (("column", "adjacent"),),
    "in this column | in the same column | in this wizard's column": (("column", "this"),),
    "standing in this column | standing in this wizard's column": (("column", "this"),),
}
"""Columns seen from this card, by their words."""
_is = saying("that is", "that are", "which is", "which are", "standing", "that stands", "that stand")
_maybe_is = perhaps(_is)
_maybe_is.silent = True
_beside = saying(
    "adjacent to", "beside", "next to", "neighbouring", "on either side of", "alongside", "to the side of",
    "directly beside", "directly next to",
)  # fmt: skip
_facing = saying(
    "facing", "opposing", "opposite", "opposite to", "opposite of", "across from", "directly opposite",
    "directly across from",
)  # fmt: skip
_faces = saying("that faces", "that face", "which faces", "that opposes", "that oppose")
_front = saying("in front of", "directly in front of")
_behind = saying("behind", "directly behind")


def nears(card: Named, chosen: Rule) -> Rule:
    """Where a card is, seen from a card, or from a column that is known or, here, chosen."""
    columns = any_of(known_column, chosen)
    return any_of(
        seq(lambda of: near("beside", of), _maybe_is, _beside, card),
        seq(lambda of: near("facing", of), _maybe_is, _facing, card),
        seq(lambda of: near("facing", of), _faces, card),
        seq(lambda of: near("front", of), _maybe_is, _front, card),
        seq(lambda of: near("behind", of), _maybe_is, _behind, card),
        in_column(card, columns),
    )


def in_column(card: Rule, columns: Rule) -> Rule:
    """The column of a card, one that is known, or one adjacent to either."""
    seen = any_of(columns, card)
    adjacent = saying("adjacent to", "next to", "beside")
    either = seq(
        lambda of: of, saying("a column", "the columns", "columns", "the column", "each column"), adjacent, seen
    )
    return any_of(
        seq(lambda of: near("column", of), _maybe_is, "in", columns),
        seq(lambda of: near("column", of), _maybe_is, saying("in the same column as", "in the column of"), card),
        seq(lambda of: near("column", of), _maybe_is, "in", card, "'s column"),
        seq(lambda: terms.Near("column", terms.It()), _maybe_is, saying("in its column", "in its own column")),
        seq(lambda: terms.Near("column", _THAT_COLUMN), _maybe_is, saying("in it", "in them", "there")),
        seq(lambda of: near("adjacent", of), _maybe_is, "in", either),
        seq(lambda of: near("adjacent", of), _maybe_is, "in an adjacent column to", seen),
    )


def column_itself(card: Rule) -> Rule:
    """A column that is known: "this column", "the left column", "its column"."""
    this = saying("this column", "this wizard's column", "this card's column", "this summon's column")
    return any_of(
        seq(lambda of: near("column", of), known_column),
        seq(lambda: terms.Near("column", terms.This()), this),
        seq(lambda: terms.Near("column", terms.It()), "its column"),
        seq(lambda of: near("column", of), saying("the column of", "the same column as"), card),
        seq(lambda of: near("column", of), card, "'s column"),
    )
